import { Board, SLIDE, animates, letterOf } from "./board.js";
import { SEATS, copied, gameOf, gameText, hashIn, keep, linkOf } from "./files.js";
import { howTo } from "./how.js";
import { PERSON, Thinker, playerWord } from "./levels.js";
import { svgOf } from "./picture.js";
import { endButton, nextOffer } from "./result.js";
import { aboutShare, worthOf } from "./review.js";
import { newGame } from "./setup.js";
import { shareButton } from "./share.js";
import { look, orderOf, placeOf, togglesOf } from "./table.js";
import { shutOf, whyNot } from "./why.js";
import { button, capital, make, reason, say, tell } from "./words.js";

/** Bot that gives hints, and the number of positions per hint. */
export const ADVISER = "search:nodes=60000,solve=20";

/** Number of positions per evaluation. */
const BAR = 10000;

/** Where the board fills the height, on a phone on its side or for a projector, all the rest stands beside it. */
const SIDEWAYS = matchMedia("(orientation: landscape) and (min-width: 30rem) and (max-height: 32rem)"), LANDSCAPE = matchMedia("(orientation: landscape)");

function layWay() {
  const { classList } = document.body;
  classList.toggle("sideways", SIDEWAYS.matches || (LANDSCAPE.matches && classList.contains("big")));
}

for (const media of [SIDEWAYS, LANDSCAPE]) media.addEventListener("change", layWay);
layWay();

function layBig(isBig) {
  document.body.classList.toggle("big", isBig);
  layWay();
  dispatchEvent(new Event("big"));
}

// Who leaves the full screen by the browser's own key leaves the large board.
document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement) layBig(false); });

/** The least time in milliseconds after which a bot answers, so that its move is seen. */
const PAUSE = 600;

function signAt(rows, point) {
  const { x, y } = placeOf(point, rows.length);
  return rows[y][x];
}

/** The page for a view with a game of its own. */
export function ownPage(page, players) {
  return Object.create(page, { changed: { value() {} }, isBehind: { value: () => false }, game: { writable: true, value: null }, players: { writable: true, value: players } });
}

/** The current game: the board, the player to move, and the controls. */
export class PlayView {
  /** Parts of the view, which `layOut` makes. */
  field; side; wooden; score; bar; asks; rule; buttons; more; how; told; list; every; dialog;

  constructor(page, element) {
    this.page = page;
    this.element = element;
    this.thinker = new Thinker(page.bytes);
    this.judge = new Thinker(page.bytes);
    this.board = null;
    this.begun = 0;
    for (const media of [SIDEWAYS, LANDSCAPE]) media.addEventListener("change", () => this.placeAsks() || this.showAsks());
    addEventListener("big", () => {
      if (this.press) this.sayButtons();
      this.placeAsks();
    });
  }

  get person() {
    return this.now.turn !== null && this.page.players[this.now.turn - 1] === PERSON;
  }

  /** Starts or resumes a game; `undone` are moves that were taken back. */
  start() {
    if (this.begunGame !== this.page.game) [this.undone, this.paused] = [[], false];
    this.begunGame = this.page.game;
    this.layOut();
    this.refresh();
    this.instruct();
  }

  /** Announces what is to be done, once for each part of a game. */
  instruct() {
    if (!this.now.over && this.person) tell(this.rule.textContent);
    this.instructed = this.now.phase;
  }

  toBoard() {
    this.board.focus(this.board.cursor);
  }

  layOut() {
    const part = (name, tag = "div") => (this[name] = make(tag, { class: name }));
    const field = part("field"), side = part("side"), isOpen = Boolean(this.more?.open);
    this.element.replaceChildren(make("div", { class: "table" }, field, side));
    this.board = new Board(part("wooden"), { tap: (point, byTouch) => this.tap(point, byTouch), hover: (point) => this.hover(point) });
    field.append(part("score"), part("bar"), this.wooden, part("asks"));
    side.append(part("rule", "p"), part("buttons"), part("told"), part("more", "details"), part("how", "details"), part("dialog"));
    part("list", "ol");
    part("every", "details");
    this.layButtons();
    this.more.open = isOpen;
    this.placeAsks();
    this.every.addEventListener("toggle", () => this.listMoves());
    this.how.addEventListener("toggle", () => this.sayHow());
  }

  /** Places what the board asks and says; returns whether that is nothing. */
  placeAsks() {
    const { field, side, score, bar, asks } = this;
    if (document.body.classList.contains("sideways")) side?.prepend(score, bar, asks);
    else field?.prepend(score, bar), field?.append(asks);
    return !asks?.childElementCount;
  }

  /** Makes the board as large as the screen, for a projector, or no longer. */
  enlarge() {
    const isBig = !document.body.classList.contains("big");
    layBig(isBig);
    if (isBig) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
    this.toBoard();
  }

  /** Brings into view what the board asks or says. */
  showAsks() {
    this.asks.scrollIntoView({ block: "nearest" });
  }

  /** Queries the position, draws it, and lets a bot move if it is to move. */
  refresh() {
    const { page } = this;
    this.begun += 1;
    this.thinker.stop();
    this.now = look(page.core, page.game);
    // A game that goes back before the position from which it began is the players' own from there on.
    if (page.game.given > page.game.moves.length) page.game.given = page.game.moves.length;
    this.pathOf = (move) => (move.way.length ? move.way : move.takes.slice(0, 1));
    this.clear();
    this.draw();
    this.sayScore();
    this.sayRule();
    this.sayHow();
    this.sayButtons();
    this.sayList();
    this.listMoves();
    this.sayChance();
    // First the game is kept: what is offered at its end counts it.
    page.changed();
    this.sayEnd();
    if (!this.now.over && !this.person && !this.paused) this.think();
  }

  clear() {
    const starts = new Set(this.now.moves.map((move) => move.way[0]));
    // A single ka need not be selected.
    this.path = this.now.phase === "main" && starts.size === 1 ? [...starts] : [];
    this.offered = [];
    this.asks?.replaceChildren();
  }

  /** Moves that continue the path selected so far. */
  going(path = this.path) {
    return this.now.moves.filter(({ way }) => way.length >= path.length && path.every((point, at) => way[at] === point));
  }

  /** Marks for the board; of several moves that are `found` under the pointer or offered, each line has its own. */
  marks(found = [], going = []) {
    const shown = this.offered.length ? this.offered : found, { moves } = this.now, last = this.last;
    const areas = moves.filter(({ way }) => !way.length).flatMap((move) => move.takes);
    const ways = this.going().filter(({ way }) => way.length > this.path.length);
    return {
      starts: !this.person ? [] : this.path.length ? [this.path[0]] : [...areas, ...moves.map(({ way }) => way[0]).filter(Boolean)],
      targets: this.person && this.path.length ? [...new Set(ways.map(({ way }) => way[this.path.length]))] : [],
      takes: shown.length === 1 ? shown[0].takes : [], lines: shown.length > 1 ? shown.map(({ takes }) => takes) : [],
      going: this.path.length > 1 ? this.path : going,
      way: last?.way, taken: last?.takes, gains: shown.length ? [] : this.gains, ...this.endMarks(),
    };
  }

  /** Marks of the end: the winner's ka, and the ways of a ka that is stuck, with the lines there. */
  endMarks() {
    const { over, rows, scores, turn } = this.now;
    if (!over) return {};
    const won = over.winners.length < scores.length ? over.winners : [], last = this.trace.at(-1)?.turn ?? turn;
    return { won: won.map((seat) => [String(seat), this.people().includes(seat)]), shut: over.ending === "stuck" && scores.length === 2 ? shutOf(rows, 3 - last) : [] };
  }

  /** What each move took, by whom; moves seen before are not asked for again. */
  retrace() {
    const { game, core } = this.page, start = linkOf({ ...game, moves: [] });
    if (this.traced !== start) this.trace = [];
    this.traced = start;
    const same = game.moves.findIndex((word, at) => this.trace[at]?.move.word !== word);
    this.trace.length = Math.min(this.trace.length, same < 0 ? game.moves.length : same);
    for (let at = this.trace.length; at < game.moves.length; at++) {
      const { rows, turn, moves } = look(core, game, at);
      this.trace.push({ rows, turn, move: moves.find(({ word }) => word === game.moves[at]) });
    }
  }

  draw() {
    this.retrace();
    const last = this.trace.at(-1);
    this.last = last?.move;
    this.gains = this.trace.slice(-2).filter(({ move }) => move.takes.length).map(({ turn, move }) => ({ point: move.way.at(-1) ?? move.takes[0], points: move.points, seat: turn }));
    this.wooden.className = `wooden ${this.now.phase}`;
    const marks = this.marks();
    this.board.isTurned = this.isTurned();
    this.board.near(this.now.rows, marks.starts);
    this.board.draw(this.now.rows, marks, say("board"));
  }

  /** Seats of persons. */
  people() {
    return this.now.scores.flatMap((_, at) => (this.page.players[at] === PERSON ? [at + 1] : []));
  }

  /** Whether the second player's side is below: for that player, or of two for the one to move. */
  isTurned() {
    const people = this.people();
    if (this.page.store.get("turn") !== "on" || this.now.scores.length !== 2) return false;
    return (people.length === 1 ? people[0] : this.now.turn ?? this.trace.at(-1)?.turn) === 2;
  }

  turn() {
    this.page.store.set("turn", this.page.store.get("turn") === "on" ? "off" : "on");
    this.draw();
    this.sayButtons();
  }

  sound() {
    this.page.sound.toggle();
    this.sayButtons();
  }

  /** Previews the captures of a point. */
  hover(point) {
    if (!this.person || this.offered.length) return;
    const areas = this.now.moves.filter(({ way, takes }) => !way.length && takes.includes(point));
    const ways = this.path.length ? this.going([...this.path, point]).filter(({ way }) => way.length === this.path.length + 1) : [];
    this.board.mark(this.marks([...areas, ...ways], ways.length ? [...this.path, point] : []));
  }

  tap(point, byTouch) {
    if (!this.person) return;
    // One of several lines is chosen by its stones: the shortest, where they overlap.
    const chosen = this.offered.length > 1 ? this.offered.filter(({ takes }) => takes.includes(point)) : [];
    if (chosen.length) return this.play(chosen.reduce((best, move) => (move.takes.length < best.takes.length ? move : best)).word);
    // A stone that would be taken confirms the move, unless another move begins with it.
    const begins = this.now.moves.some(({ way }) => way[0] === point);
    const same = this.offered.length === 1 && (this.path.at(-1) === point || (!begins && this.offered[0].takes.includes(point)));
    if (same) return this.play(this.offered[0].word);
    const areas = this.now.moves.filter(({ way, takes }) => !way.length && takes.includes(point));
    // A point that does not go on from those chosen begins anew.
    if (!areas.length && !this.going([...this.path, point]).length) this.clear();
    const path = [...this.path, point];
    if (point && areas.length) this.offer(areas, byTouch);
    else if (point && this.path.length && this.going(path).length) {
      this.path = path;
      const whole = this.going().filter(({ way }) => way.length === path.length);
      this.offer(whole, byTouch || this.going().length > whole.length);
    } else {
      this.clear();
      if (begins) this.path = [point];
      this.board.draw(this.now.rows, this.marks(), say("board"));
      if (point && !begins) this.refuse(point);
    }
  }

  /** Says why a tap does nothing. */
  refuse(point) {
    const why = whyNot(this.now, point);
    if (why) this.warn(say(...why));
  }

  warn(told) {
    this.asks.replaceChildren(make("p", { class: "why" }, told));
    this.showAsks();
    tell(told);
  }

  /** Plays the only move, or shows the alternatives. */
  offer(moves, asks) {
    if (moves.length === 1 && !asks) return this.play(moves[0].word);
    this.offered = moves;
    const told = (move) => ({ word: move.word, n: move.takes.join(" "), stones: move.takes.length, points: move.points });
    const buttons = moves.map((move, number) => {
      const show = () => this.board.mark({ ...this.marks(), takes: move.takes, lines: [] });
      const hide = () => this.board.mark(this.marks());
      const on = { onclick: () => this.play(move.word), onpointerenter: show, onpointerleave: hide, onfocus: show, onblur: hide };
      if (moves.length === 1) return make("button", { type: "button", class: "main", ...on }, say("play-it", told(move)));
      const name = `${letterOf(number)}: ${say("play-it", told(move))}`;
      return make("button", { type: "button", "aria-label": name, title: name, ...on }, make("b", { class: `letter-of c${number % 4}` }, letterOf(number)), `+${move.points}`);
    });
    this.asks.replaceChildren(moves.length > 1 ? make("p", {}, say("choose-one")) : "", ...buttons, moves.length > 1 ? "" : make("span", { class: "again" }, say("tap-again")));
    this.board.draw(this.now.rows, this.marks(), say("board"));
    this.showAsks();
    tell(moves.map((move) => say("takes", told(move))).join("; "));
  }

  play(word) {
    if (this.page.isBehind()) return;
    if (this.person) this.page.isTouched = true;
    const who = this.who(this.now.turn), { points } = this.now.moves.find((move) => move.word === word);
    if (this.undone.at(-1) === word) this.undone.pop();
    else this.undone = [];
    // After a person's move the bots answer again, also where one was undone.
    this.paused = false;
    this.page.game.moves.push(word);
    this.refresh();
    const { move, rows, turn } = this.trace.at(-1);
    this.board.animate(move, rows, this.score.children[turn - 1]?.querySelector(".tray"));
    const { over: end } = this.now, people = this.people();
    this.page.sound.move(move.takes.length, end ? (!people.length || people.some((seat) => end.winners.includes(seat)) ? "won" : "lost") : null);
    const over = this.now.over ? ` ${this.ended()}` : "";
    tell(say("moved", { who, move: word, points }) + over);
    if (this.now.over) this.showAsks();
    else if (this.person && this.instructed !== this.now.phase) this.instruct();
  }

  /** Goes back to the user's last turn, or by one move if there is none. */
  undo() {
    if (this.page.isBehind()) return;
    const { game } = this.page;
    do this.undone.push(game.moves.pop());
    while (game.moves.length && this.isBots());
    this.paused = true;
    this.refresh();
  }

  redo() {
    if (this.page.isBehind()) return;
    const { game } = this.page;
    do game.moves.push(this.undone.pop());
    while (this.undone.length && this.isBots());
    this.paused = this.undone.length > 0;
    this.refresh();
  }

  /** Whether the last move left it to a bot to move, in a game with a person. */
  isBots() {
    const { core, game, players } = this.page;
    return players.includes(PERSON) && players[look(core, game).turn - 1] !== PERSON;
  }

  async think() {
    const { page, begun } = this, last = this.trace.at(-1);
    const bot = page.catalogue.levels[page.players[this.now.turn - 1]];
    const seen = animates() && last ? new Promise((done) => setTimeout(done, PAUSE + (last.move.way.length ? SLIDE : 0))) : null;
    const answers = await this.thinker.ask([`set bot ${bot}`, `set seed ${page.seed}`, orderOf(page.game), "go"]).catch(() => null);
    await seen;
    if (!answers || begun !== this.begun) return;
    const [kind, word] = answers.at(-1).split(" ");
    if (kind === "bestmove") this.play(word);
    else this.told.textContent = reason(answers.at(-1));
  }

  async hint() {
    const { page, begun } = this;
    const answers = await this.thinker.ask([`set bot ${ADVISER}`, orderOf(page.game), "go"]).catch(() => null);
    if (!answers || begun !== this.begun) return;
    const word = answers.at(-1).split(" ")[1], move = this.now.moves.find((legal) => legal.word === word);
    this.path = move.way;
    this.offer([move], true);
    tell(say("hint-is", { takes: say("takes", { word, n: move.takes.join(" "), points: move.points }) }));
  }

  /** Name of a seat. */
  named(seat) {
    return say("player", { n: seat });
  }

  who(seat) {
    const name = this.named(seat), player = this.page.players[seat - 1];
    return player === PERSON ? name : `${name} (${playerWord(player)})`;
  }

  ended() {
    return `${this.result()} ${this.decided()}`.trim();
  }

  /** Says what the marks of a ka that is stuck show, and what decided. */
  decided() {
    return [this.endMarks().shut?.length && say("over-shut"), this.ahead()].filter(Boolean).join(" ");
  }

  /** The move that took the winner on points ahead for good, where points decided. */
  ahead() {
    const { over, scores } = this.now, [winner, ...others] = over.winners;
    const leads = this.trace.map(({ turn, move }) => (turn === winner ? move.points : -move.points)).map((_, at, all) => all.slice(0, at + 1).reduce((sum, points) => sum + points, 0));
    // Where points come from elsewhere too, by a toggle or before the position given, no move is named.
    if (scores.length !== 2 || others.length || leads.at(-1) !== scores[winner - 1] - scores[2 - winner] || leads.at(-1) <= 0) return "";
    if (over.ending === "stuck" && togglesOf(this.page.catalogue, this.page.game).stuck === "loses") return "";
    const at = 1 + leads.findLastIndex((lead) => lead <= 0), { move } = this.trace[at];
    return say("over-ahead", { who: capital(this.who(winner)), n: at + 1, points: move.points });
  }

  result() {
    const { over, scores } = this.now, own = this.people();
    // The player's own points first; else those of the one who won.
    const ahead = own.length === 1 ? own[0] : over.winners.length === 1 ? over.winners[0] : 1, score = (scores.length === 2 && ahead === 2 ? scores.toReversed() : scores).join("–");
    const isDraw = over.winners.length === scores.length;
    const winners = over.winners.map((seat) => this.who(seat)).join(", ");
    const { word, moves } = this.page.game, begun = word ? Number(word.split(":")[2]) : 1;
    const last = 1 + ((begun - 1 + moves.length) % 2);
    const stuck = over.ending === "stuck" ? this.who(last) : "";
    // With one person at the board: in that person's words.
    if (own.length === 1 && !isDraw) {
      const won = say(over.winners.includes(own[0]) ? "over-you-win" : "over-you-lose", { score });
      if (over.ending !== "stuck") return `${won} ${say(`over-${over.ending}`)}`;
      const decides = togglesOf(this.page.catalogue, this.page.game).stuck === "loses";
      return `${won} ${capital(decides ? say(last === own[0] ? "over-you-are-stuck" : "over-you-stuck", { who: stuck }) : say("over-stuck", { who: stuck }))}`;
    }
    const result = isDraw ? say("over-draw", { score }) : say("over-wins", { who: winners, score });
    return capital(`${say(`over-${over.ending}`, { who: stuck })} ${result}`);
  }

  /** What may follow the end of a game with a person, under the board. */
  sayEnd() {
    const { page } = this, { scores, over } = this.now, count = scores.length, players = page.players.slice(0, count), start = { ...page.game, moves: [], given: undefined };
    if (!over || !this.people().length) return;
    const sides = count === 2 && players[0] !== players[1] ? button("change-sides", () => page.another(start, players.toReversed())) : "";
    const offer = nextOffer(page, this.now, this.people());
    this.asks.replaceChildren(offer, button("play-again", () => page.another(start, players), { class: offer ? "" : "main" }), sides, count === 2 ? button("tab-review", () => this.review()) : "",
      endButton({ page, thinker: this.thinker, now: this.now, people: this.people() }), page.store.get("sound") ? "" : this.soundOffer());
  }

  /** Offers sounds, once: whoever goes on without them is not asked again. */
  soundOffer() {
    const offer = button("sound-offer", () => {
      this.sound();
      offer.remove();
    });
    addEventListener("click", ({ target }) => { if (target !== offer && !this.page.store.get("sound")) this.page.store.set("sound", "off"); }, { once: true, capture: true });
    return offer;
  }

  sayScore() {
    const { turn, scores } = this.now;
    const tray = (seat) => {
      const taken = this.trace.filter((it) => it.turn === seat).flatMap(({ rows, move }) => move.takes.map((point) => signAt(rows, point)));
      const count = (sign) => taken.filter((other) => other === sign).length;
      return make("span", { class: "tray", "aria-label": say("tray", { black: count("b"), white: count("w") }) },
        make("i", { class: "b" }), String(count("b")), make("i", { class: "w" }), String(count("w")));
    };
    // On a narrow screen a level stands without the word before it.
    const level = (player) => (player === PERSON ? [] : playerWord(player).split(/(?<=: )/).map((part, place, all) => make("span", { class: place < all.length - 1 ? "wide" : "" }, part)));
    const seats = scores.map((score, at) => make("div", { class: `seat s${at + 1}${turn === at + 1 ? " on" : ""}` },
      make("span", { class: "name" }, this.named(at + 1)), make("span", { class: "level" }, ...level(this.page.players[at])), tray(at + 1), make("b", {}, String(score))));
    this.score.replaceChildren(...seats);
  }

  /** Player 1's win probability, by the formula of reviews, where there is a button for it; the exact value if the endgame is solved. */
  async sayChance() {
    const { page, begun } = this, isShown = Boolean(this.press) && page.store.get("bar") === "on" && this.now.scores.length === 2;
    this.press?.bar.setAttribute("aria-pressed", String(isShown));
    this.bar.hidden = !isShown;
    this.judge.stop();
    if (!isShown) return;
    const answers = await this.judge.ask([orderOf(page.game), `chance ${BAR}`]).catch(() => null);
    if (!answers || begun !== this.begun) return;
    const [, chance, worth] = answers[1].split("\t");
    const told = worth.startsWith("proved") ? worthOf(worth) : aboutShare(chance);
    this.bar.style.setProperty("--chance", `${chance / 10}%`);
    this.bar.replaceChildren(make("span", {}, `${say("player", { n: 1 })}: ${told}`));
  }

  showBar() {
    this.page.store.set("bar", this.page.store.get("bar") === "on" ? "off" : "on");
    this.sayChance();
  }

  sayRule() {
    const { phase, over, turn } = this.now, toggles = togglesOf(this.page.catalogue, this.page.game);
    if (over) return this.rule.replaceChildren(make("strong", {}, this.ended()));
    const who = this.who(turn);
    if (!this.person && !this.paused) return this.rule.replaceChildren(capital(say("now-think", { who })));
    const entry = toggles.entry === "first-decides" ? "either" : toggles.entry;
    const key = { opening: "column", entry: `entry-${entry}`, main: toggles.capture === "partial" ? "main-partial" : "main" }[phase] ?? phase;
    this.rule.replaceChildren(make("strong", {}, capital(say("turn-of", { who }))), ` ${say(`now-${key}`)}`);
  }

  /** The rules, drawn when they are opened. */
  sayHow() {
    const toggles = togglesOf(this.page.catalogue, this.page.game), kind = this.page.catalogue.rules.get(this.page.game.rules).game;
    this.how.hidden = kind !== "brunei";
    if (this.how.hidden) return;
    this.how.replaceChildren(make("summary", {}, say("how-to")), this.how.open ? howTo(this.page.core, toggles) : "");
  }

  /** What matters during a game, and the rest on request; buttons are updated in place, so that focus and touches are not lost. */
  layButtons() {
    const first = { undo: () => this.undo(), redo: () => this.redo(), hint: () => this.hint(), swap: () => this.play("swap"), "go-on": () => this.pause(false), stop: () => this.pause(true), new: () => this.ask(), "tab-games": () => this.page.show("games") };
    const rest = {
      "tab-review": () => this.review(), turn: () => this.turn(), sound: () => this.sound(), bar: () => this.showBar(), big: () => this.enlarge(),
      save: () => this.askToSave(), open: () => this.open(), position: () => this.position(),
    };
    this.press = Object.fromEntries(Object.entries({ ...first, ...rest }).map(([key, press]) => [key, button(key, press)]));
    this.buttons.replaceChildren(...Object.keys(first).map((key) => this.press[key]));
    this.more.replaceChildren(make("summary", {}, say("more")), make("div", { class: "row" }, ...Object.keys(rest).map((key) => this.press[key]), shareButton(() => this.shown())), this.list, this.every);
  }

  review() {
    this.page.review(this.page.game, null, (seat) => this.who(seat));
  }

  sayButtons() {
    const { press, person, paused, now } = this, botMoves = !person && !now.over;
    press.undo.disabled = !this.page.game.moves.length;
    press.redo.hidden = !this.undone.length;
    press.hint.disabled = !person;
    press.swap.hidden = !person || !now.moves.some(({ word }) => word === "swap");
    press["tab-review"].disabled = this.now.scores.length !== 2 || !this.page.game.moves.length;
    press.turn.hidden = now.scores.length !== 2 || !this.people().includes(2);
    press.turn.setAttribute("aria-pressed", String(this.page.store.get("turn") === "on"));
    press.sound.setAttribute("aria-pressed", String(this.page.sound.isOn));
    press.big.setAttribute("aria-pressed", String(document.body.classList.contains("big")));
    // The first game after the lesson asks for its first move alone.
    if (this.page.game.moves.length) this.page.isFirst = false;
    this.side.classList.toggle("first", Boolean(this.page.isFirst));
    press["go-on"].hidden = !botMoves || !paused;
    press.stop.hidden = !botMoves || paused;
  }

  pause(paused) {
    this.paused = paused;
    this.refresh();
  }

  sayList() {
    const { moves } = this.page.game;
    const to = (count) => {
      if (this.page.isBehind()) return;
      this.undone.push(...moves.splice(count).reverse());
      this.paused = true;
      this.refresh();
    };
    this.list.setAttribute("aria-label", say("moves-so-far"));
    const each = moves.map((word, at) => make("li", {}, make("button", { type: "button", class: "plain", onclick: () => to(at + 1) }, word)));
    this.list.replaceChildren(...each);
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** Shows every legal move as a button, as text, on request. */
  listMoves() {
    const { moves } = this.now, told = (move) => say("takes", { word: move.word, n: move.takes.join(" "), points: move.points });
    const each = this.every.open && this.person ? moves : [];
    this.every.hidden = !this.person;
    this.every.replaceChildren(make("summary", {}, say("all-moves", { n: moves.length })),
      ...each.map((move) => make("button", { type: "button", class: "plain", onclick: () => this.play(move.word) }, told(move))));
  }

  ask() {
    this.thinker.stop();
    newGame(this.page, this.element);
  }

  text(consent = false) {
    const { page, now } = this;
    return gameText(page, { ...now, game: page.game, players: page.players, seed: page.seed }, consent);
  }

  save(consent) {
    keep("pasang-game.txt", this.text(consent));
  }

  /** Saves the game; asks people whether others may study it. Nothing is sent: they may send the file. */
  askToSave() {
    if (!this.page.players.slice(0, this.now.scores.length).includes(PERSON)) return this.save();
    const agrees = make("input", { type: "checkbox" }), close = () => this.dialog.replaceChildren();
    const save = button("save", () => { this.save(agrees.checked); close(); }, { class: "main" });
    this.dialog.replaceChildren(make("p", {}, say("save-says")), make("label", {}, agrees, say("save-agree")),
      make("div", { class: "row" }, save, button("copy-game", () => copied(this.text(agrees.checked), this.told)), button("cancel", close)));
    save.focus();
  }

  /** The position string, which programs and other pages read. */
  position() {
    const { core, game } = this.page;
    core.ask(orderOf(game));
    return copied(core.ask("word").split(" ")[1], this.told);
  }

  /** The position with the last move and the points, to share. */
  shown() {
    const { now, last, page } = this, state = now.over ? this.result() : capital(say("turn-of", { who: this.who(now.turn) }));
    const caption = `${state} ${say("seats-points", { score: now.scores.join("–") })}`;
    return { svg: svgOf(now.rows, { way: last?.way, taken: last?.takes }, caption), caption, link: linkOf(page.game, page.players.slice(0, now.scores.length)) };
  }

  open() {
    const area = make("textarea", { rows: 8, "aria-label": say("paste-here") });
    const wrong = make("p", { class: "wrong" });
    const read = () => {
      try {
        if (this.page.follow(hashIn(area.value))) return;
        const { game, about } = gameOf(this.page.core, area.value);
        const levels = Object.entries(this.page.catalogue.levels);
        const players = SEATS.map((seat) => levels.find(([, word]) => word === about[seat])?.[0] ?? PERSON);
        this.page.another(game, players, about.seed);
      } catch (why) {
        wrong.textContent = say("cannot-open", { why: reason(why.message) });
      }
    };
    const file = make("input", { type: "file", "aria-label": say("open"), onchange: async () => { area.value = await file.files[0].text(); read(); } });
    this.dialog.replaceChildren(make("p", {}, say("paste-here")), area, file, wrong,
      make("div", { class: "row" }, button("ok", read, { class: "main" }), button("cancel", () => this.dialog.replaceChildren())));
    area.focus();
  }
}
