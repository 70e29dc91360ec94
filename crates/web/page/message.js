import { thumbnail } from "./board.js";
import { cleanName, messageIn, messageOf } from "./code.js";
import { addressed, copied, linkOf, linked } from "./files.js";
import { PERSON } from "./levels.js";
import { Live } from "./live.js";
import { PlayView, ownPage } from "./play.js";
import { shareButton } from "./share.js";
import { look, seatsOf } from "./table.js";
import { askToDrop, asking, button, capital, choice, closing, make, notice, patternNamed, rulesNamed, say, tell } from "./words.js";

/** The player at the other end of a link. */
const FAR = "far";

export function drawnId() {
  return Math.random().toString(36).slice(2, 10).padEnd(8, "0");
}

/** Returns whether one list of moves is the beginning of another. */
function isStart(some, all) {
  return some.every((word, at) => all[at] === word);
}

/** Games with people elsewhere: each move is a link, which holds the whole game. A kept game has `key`; `id`, which it shares with the
 *  forks of it; `start` and `moves`; `names`; the own `seat`; `sent`, the number of moves that the other knows, -1 before the
 *  invitation; `turn`, 0 at the end; and the `address` of the other's page. */
export class MessageView extends PlayView {
  constructor(page, element) {
    super(ownPage(page, []), element);
    this.live = new Live(page, { opened: (isHost) => this.connected(isHost), heard: (text) => this.receive(text), says: notice });
    this.key = page.visit.get("message");
    // Another tab with the same game goes on with it.
    addEventListener("storage", ({ key }) => { if (key === "pasang-messages" && page.view === "message") this.start(); });
  }

  get kept() {
    try { return [...JSON.parse(this.page.store.get("messages"))]; } catch { return []; }
  }

  /** The open game, as every tab knows it. */
  get known() {
    return this.kept.find(({ key }) => key === this.key) ?? null;
  }

  /** Keeps a game in place of the one with its key. */
  keep(entry) {
    this.page.store.set("messages", JSON.stringify([...this.kept.filter(({ key }) => key !== entry.key), entry]));
    this.page.badges();
    return entry;
  }

  /** Number of games in which it is the player's turn. */
  get waiting() {
    return this.kept.filter(({ turn, seat }) => turn === seat).length;
  }

  gameOf({ start, moves }) {
    return linked(this.page.core, `${start}&moves=${moves.map(encodeURIComponent).join("+")}`).game;
  }

  turnOf(game) {
    return look(this.page.core, game).turn ?? 0;
  }

  /** Opens a kept game, or all of them; a dialog tells what there is to say. */
  open(key, told = "") {
    this.key = key;
    this.page.visit.set("message", key ?? "");
    this.page.show("message");
    scrollTo(0, 0);
    if (this.entry) this.toBoard();
    if (told) notice(told);
  }

  /** Shows the open game as it is kept, or all of them. */
  start() {
    this.entry = this.known;
    const game = this.entry && this.gameOf(this.entry);
    if (!game) return this.home();
    this.page.game = game;
    this.page.players = [1, 2].map((seat) => (seat === this.entry.seat ? PERSON : FAR));
    super.start();
    if (!this.page.store.get("learnt")) this.how.open = true;
  }

  /** The pattern of an invitation: that of Play, if two play there. */
  get pattern() {
    const { page } = this, pattern = page.pattern();
    return seatsOf(page.catalogue, pattern) === 2 ? pattern : { rules: "brunei-slide", set: {}, setup: page.catalogue.setups.get("catalogue-05") };
  }

  /** Invitation, a place to paste a message, and the kept games. */
  home() {
    this.entry = null;
    const { page, pattern } = this;
    const name = make("input", { value: page.store.get("name") ?? "", maxlength: 24, autocomplete: "off" }), area = make("textarea", { rows: 3, "aria-label": say("message-paste") });
    this.seat = 2;
    const who = choice(say("message-who"), [["2", say("message-they")], ["1", say("you")]], "2", (value) => { this.seat = Number(value); });
    const invite = button("message-go", () => {
      page.store.set("name", cleanName(name.value));
      this.invite(pattern, this.seat);
      this.passes();
    }, { class: "main" });
    const listed = this.kept.toReversed();
    this.element.replaceChildren(make("h2", {}, say("message-title")), make("p", {}, say("message-about")),
      make("div", { class: "form" }, make("label", {}, make("span", {}, say("message-name")), name), who), make("div", { class: "row" }, invite, button("live", () => this.live.invite()), button("live-read", () => this.asksCode())),
      make("p", { class: "soft" }, say(this.live.isOpen ? "live-open" : "live-about")),
      make("p", { class: "soft" }, say("message-pattern", { pattern: patternNamed(pattern.setup), rules: rulesNamed(pattern.rules) })),
      make("h3", {}, say("message-got")), make("p", {}, say("message-paste")), area, make("div", { class: "row" }, button("message-open", () => this.receive(area.value))),
      ...(listed.length ? [make("h3", {}, say("message-games")), make("div", { class: "picks gallery" }, ...listed.map((entry) => this.card(entry)))] : []));
  }

  /** A kept game; one that runs with its board. */
  card(entry) {
    const game = entry.turn ? this.gameOf(entry) : null, picture = game ? thumbnail(look(this.page.core, game).rows) : "";
    const state = !entry.turn ? "message-is-over" : entry.turn === entry.seat ? "message-is-yours" : entry.moves.length > entry.sent ? "message-is-unsent" : "message-is-theirs";
    return make("button", { type: "button", class: "pick", picture, onclick: () => this.open(entry.key) },
      make("span", {}, make("b", {}, entry.names[2 - entry.seat] || say("message-someone")), ` ${say("message-moves", { n: entry.moves.length })} ${say(state)}`));
  }

  /** Takes the code of another screen that is typed or pasted. */
  asksCode() {
    const field = make("textarea", { rows: 2, "aria-label": say("live-type") });
    asking(say("live-type"), closing("live-go", () => this.live.take(field.value), { class: "main" }), closing("cancel")).firstChild.after(field);
  }

  /** Two devices are connected: the one that invited begins a game with the other. */
  connected(isHost) {
    notice(say("live-open"));
    if (!isHost) return;
    this.invite(this.pattern, this.seat);
    this.passes();
  }

  /** Sends the open game over the connection, if there is one. */
  passes() {
    const { entry, live } = this;
    if (!live.isOpen || entry.turn === entry.seat) return;
    live.send(messageOf(this.page.core, { ...entry, game: this.page.game }));
    this.settle({ ...entry, sent: entry.moves.length });
  }

  invite({ rules, set, setup }, seat) {
    const name = this.page.store.get("name"), id = drawnId(), start = linkOf({ rules, set, setup: { ...setup, name: cleanName(setup.name) }, moves: [] });
    this.open(this.keep({ key: id, id, start, moves: [], names: seat === 1 ? [name, ""] : ["", name], seat, sent: -1, turn: 1 }).key);
  }

  /** Takes a message: a new game, the next moves of a known one, an older state of it, or another way on. Nothing known is lost. */
  receive(text) {
    const { core } = this.page;
    let found;
    try { found = messageIn(core, text); } catch (why) { return notice(`${say(why.message)} ${say("message-safe")}`); }
    const [address] = text.match(/https?:\/\/[^\s#]+(?=#|%23)/) ?? [], entry = this.entryOf(found), { moves } = entry;
    const same = this.kept.filter(({ id }) => id === entry.id).sort((one, other) => other.moves.length - one.moves.length), begun = same.filter(({ start }) => start === entry.start);
    const older = begun.find((it) => isStart(moves, it.moves)), newer = begun.find((it) => isStart(it.moves, moves));
    if (older) return this.open(older.key, older.moves.length > moves.length ? say("message-older", { n: moves.length, m: older.moves.length }) : "");
    const news = address ? { ...entry, address } : entry, isAnswer = newer && newer.turn !== newer.seat && moves.length === newer.moves.length + 1;
    if (isAnswer) this.open(this.keep({ ...newer, ...news, key: newer.key, seat: newer.seat, names: newer.names.map((name, at) => (at === newer.seat - 1 && name) || found.names[at] || name) }).key);
    else if (!same.length) this.open(this.keep(news).key);
    else this.fork(newer ?? begun[0] ?? same[0], news, Boolean(newer));
  }

  /** The game of a message, for who opens it: that is the player to move, or at the end the one who did not move last. */
  entryOf({ id, game, names }) {
    const { moves } = game, turn = this.turnOf(game), seat = turn || 3 - this.turnOf({ ...game, moves: moves.slice(0, -1) }), own = this.page.store.get("name") ?? "";
    return { key: id, id, start: linkOf({ ...game, moves: [] }), moves, names: names.map((name, at) => name || (at === seat - 1 ? own : "")), seat, sent: moves.length, turn };
  }

  /** A message that tells a game otherwise than it is known, or goes on from it by more than the other's answer, as one from the player's second
   *  device does: both are kept, and the player chooses. */
  fork(known, entry, isNewer) {
    const other = this.keep({ ...entry, key: `${entry.id}-${drawnId()}`, seat: known.seat }), at = Math.max(0, entry.moves.findIndex((word, place) => known.moves[place] !== word));
    this.open(known.key);
    if (isNewer) return this.goOn(known, other);
    asking(say("message-fork", { n: at + 1, mine: known.moves[at] ?? "–", theirs: entry.moves[at] ?? "–" }),
      ...[["message-mine", known], ["message-theirs", other]].map(([key, it]) => closing(key, () => this.open(it.key))));
  }

  /** Asks whether a game goes on where another device has left it. */
  goOn(known, other) {
    asking(say("message-newer", { n: known.moves.length, m: other.moves.length }), closing("message-go-on", () => {
      this.keep({ ...known, moves: other.moves, turn: other.turn, sent: other.moves.length });
      this.forget(other.key);
      this.open(known.key);
    }, { class: "main" }), closing("message-mine"));
  }

  forget(key) {
    this.page.store.set("messages", JSON.stringify(this.kept.filter((entry) => entry.key !== key)));
    this.page.badges();
  }

  /** Another game of the same two on the same pattern: who answered begins. */
  rematch() {
    const { entry } = this, id = drawnId();
    this.open(this.keep({ ...entry, key: id, id, moves: [], names: entry.names.toReversed(), seat: 3 - entry.seat, sent: -1, turn: 1 }).key);
    this.passes();
  }

  isTurned() {
    return this.entry.seat === 2;
  }

  named(seat) {
    return this.entry.names[seat - 1] || (seat === this.entry.seat ? capital(say("you")) : say("player", { n: seat }));
  }

  who(seat) {
    return this.named(seat);
  }

  get isUnsent() {
    const { entry, now } = this;
    return now.turn !== entry.seat && entry.moves.length > entry.sent;
  }

  sayRule() {
    const { entry, now } = this, who = this.who(3 - entry.seat), word = entry.moves.at(-1);
    if (now.over || this.person) return super.sayRule();
    this.rule.replaceChildren(this.isUnsent ? say(word ? "message-send-now" : "message-send-first", { word, who }) : say("message-wait", { who }));
  }

  layButtons() {
    this.buttons.replaceChildren(button("message-all", () => this.open(null)), button("drop", () => this.drop()), shareButton(() => this.shown()));
  }

  sayButtons() {
    this.more.hidden = true;
  }

  /** What is next, under the board: to send, or to look back. */
  sayEnd() {
    const { entry, now, isUnsent } = this, n = entry.moves.length, key = !isUnsent ? "message-again" : n ? "message-send" : "message-send-invite";
    this.asks.replaceChildren(now.turn === entry.seat ? "" : button(key, () => this.send(), { class: isUnsent ? "main" : "" }),
      isUnsent && n > Math.max(entry.sent, 0) ? button("message-back", () => this.takeBack()) : "", ...(now.over ? [button("rematch", () => this.rematch(), { class: isUnsent ? "" : "main" }), button("tab-review", () => this.review())] : []));
  }

  /** Earlier moves are only read. */
  sayList() {
    this.list.setAttribute("aria-label", say("moves-so-far"));
    this.list.replaceChildren(...this.page.game.moves.map((word) => make("li", {}, word)));
  }

  async think() {}

  /** Makes a move, unless another tab has gone on. */
  play(word) {
    const { known } = this;
    if (known?.moves.join() !== this.page.game.moves.join()) return this.start();
    super.play(word);
    this.settle({ ...known, moves: [...this.page.game.moves], turn: this.now.turn ?? 0 });
    this.passes();
    this.showAsks();
  }

  /** Keeps the open game as it is now, and says what is next. */
  settle(entry) {
    this.entry = this.keep(entry);
    this.sayRule();
    this.sayEnd();
  }

  takeBack() {
    const { known, entry } = this;
    if (known?.moves.join() === entry.moves.join()) this.keep({ ...known, moves: known.moves.slice(0, -1), turn: known.seat });
    this.start();
    this.toBoard();
  }

  text() {
    const { entry, page } = this, code = messageOf(page.core, { ...entry, game: page.game }), link = entry.address ? entry.address + code : addressed(code), n = entry.moves.length;
    const told = say(this.now.over ? "message-told-over" : n > 1 ? "message-told" : "message-told-first", { n, word: entry.moves.at(-1) });
    return [told, ...(link === code ? [say("message-told-how")] : []), link].join("\n");
  }

  /** Sends the game by the system's share sheet; where there is none, copies it. */
  async send() {
    const text = this.text(), { key, moves } = this.entry, shared = await navigator.share?.({ text }).then(() => "sent", ({ name }) => name);
    if (shared === "AbortError") return;
    if (shared !== "sent") await copied(text, this.told);
    // Meanwhile the game may have gone on, or another one been opened.
    const { known } = this;
    if (known?.key !== key || known.moves.length < moves.length) return;
    this.settle({ ...known, sent: Math.max(known.sent, moves.length) });
    tell(this.rule.textContent);
  }

  drop() {
    const { key } = this;
    askToDrop("games-sure", () => {
      this.forget(key);
      this.open(null);
    });
  }
}
