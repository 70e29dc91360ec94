import { reasonsOf } from "./because.js";
import { Board } from "./board.js";
import { linkOf } from "./files.js";
import { PERSON, Thinker } from "./levels.js";
import { pictured, svgOf } from "./picture.js";
import { shareButton } from "./share.js";
import { look, orderOf, seatsOf } from "./table.js";
import { button, capital, make, refocus, say, tell } from "./words.js";

/** Number of positions searched for each position of the game. */
const POSITIONS = 10000;
const [WIDE, HIGH] = [720, 170];

/** Cost in thousandths of the chance from which on a move mattered. */
const MATTERS = 50;

/** Cost in thousandths of the chance below which a move is as good as the best, as in the core. */
export const CHEAP = 20;

/** An evaluation for the other player. */
function turnedWorth(text) {
  const signs = { "+": "-", "-": "+", win: "loss", loss: "win" };
  return text.replace(/win|loss|[+-]/g, (found) => signs[found]);
}

/** Formats an evaluation for a player, or one for the other player. */
export function worthOf(worth, isTurned = false) {
  const text = isTurned ? turnedWorth(worth) : worth, [kind, ...rest] = text.split(" ");
  if (kind === "points") return say("worth-points", { n: rest[0] });
  if (kind === "stuck") return say(`worth-stuck-${rest[0]}`);
  const [result, margin] = [rest[0], +rest[1]];
  // A stuck player loses, regardless of points.
  const by = (result === "win" && margin <= 0) || (result === "loss" && margin >= 0) ? "-stuck" : "";
  return say(`worth-proved-${result}${by}`, { n: Math.abs(margin) });
}

export function percent(thousandths) {
  return `${Math.round(thousandths / 10)} %`;
}

/** A share that is estimated, in words; nothing estimated is certain. */
export function aboutShare(thousandths) {
  const share = Math.round(thousandths / 10);
  return share > 99 ? say("about-most") : share < 1 ? say("about-least") : say("about", { share });
}

/** What a move cost: about so much of the chance to win, or what it proves to have thrown away. */
export function costOf({ played, better, lost }) {
  const [was, is] = [better, played].map((seen) => seen?.worth.match(/^proved (\w+)/)?.[1]);
  return was && is && was !== is ? say(`cost-${was}-${is}`) : aboutShare(lost);
}

/** A chance of the first player with its evaluation, or the evaluation alone where it is proved. */
export function chanceOf({ chance, worth }) {
  return worth.startsWith("proved") ? say("chance-proved", { worth: worthOf(worth) }) : say("chance-is", { chance: aboutShare(chance), worth: worthOf(worth) });
}

/** Moves of these seats that were as good as the best and hard to find, at most so many: what the plain search of one move ahead takes instead costs much. Each has
 *  its place, and what the plain move would have been. */
async function wellSeen(thinker, { plies }, game, seats, most = 2) {
  const places = [...plies.keys()].filter((at) => seats.includes(plies[at].by) && plies[at].of > 2 && plies[at].lost < CHEAP / 4);
  const plain = await thinker.ask(["set bot greedy", ...places.flatMap((at) => [orderOf(game, at), "go"])]), found = [];
  for (const [place, at] of places.entries()) {
    const { by, played } = plies[at], word = plain[2 * place + 2].split(" ")[1];
    if (word === played.word || found.length === 2 * most) continue;
    const answers = await thinker.ask([orderOf({ ...game, moves: [...game.moves.slice(0, at), word] }), `chance ${POSITIONS}`]), [, first, worth] = answers[1].split("\t");
    const chance = by === 1 ? Number(first) : 1000 - Number(first), lost = played.chance - chance;
    if (lost >= 2 * MATTERS) found.push({ at, lost, ply: { by, played: { word, worth: by === 1 ? worth : turnedWorth(worth), line: [] }, better: played } });
  }
  return found.sort((one, other) => other.lost - one.lost).slice(0, most);
}

/** Parses the core's lines into an object. */
function reviewOf(text) {
  const review = { points: [], plies: [], choices: [], moments: [], proved: 0 };
  const seenOf = ([word, stones, points, leaves, chance, worth, line]) =>
    (word ? { word, stones: +stones, points: +points, leaves: +leaves, chance: +chance, worth, line: line.split(" ").filter(Boolean) } : null);
  for (const line of text.split("\n")) {
    const [kind, ...rest] = line.split("\t");
    if (kind === "point") review.points.push({ chance: +rest[0], worth: rest[1] });
    else if (kind === "ply") review.plies.push({ by: +rest[0], of: +rest[1], lost: +rest[2], played: seenOf(rest.slice(3, 10)), better: seenOf(rest.slice(10)) });
    else if (kind === "choices") review.choices.push(rest);
    else if (kind === "moments") review.moments = rest.map(Number);
    else if (kind === "proved") review.proved = +rest[0];
    else throw new Error(text);
  }
  return review;
}

const lastReview = { of: "", review: null };

/** Reviews a game of two; the last review is kept. */
export async function reviewGame(thinker, game, positions = POSITIONS) {
  const of = linkOf(game);
  if (lastReview.of !== of) {
    const answers = await thinker.ask([orderOf(game), `review ${positions}`]);
    Object.assign(lastReview, { of, review: reviewOf(answers[1]) });
  }
  return lastReview.review;
}

/** Review of a game: the curve, each player's accuracy, and the key moves. */
export class ReviewView {
  /** Parts of the view, which `layOut` makes. */
  wooden; caption; steps; curve; seen;

  constructor(page, element) {
    this.page = page;
    this.element = element;
    this.thinker = new Thinker(page.bytes);
    this.review = null;
    document.addEventListener("keydown", (event) => { if (page.view === "review") this.key(event); });
  }

  /** Reviews the game handed over, until another one is played. */
  async start() {
    const { page } = this;
    this.thinker.stop();
    this.review = null;
    if (this.handed?.of !== linkOf(page.game)) this.handed = null;
    const game = this.handed?.game ?? page.game;
    this.game = { ...game, moves: [...game.moves] };
    if (seatsOf(page.catalogue, this.game) !== 2 || !this.game.moves.length) {
      this.shows(say(this.game.moves.length ? "review-two" : "review-none"));
      return;
    }
    this.shows(say("review-wait"));
    const review = await reviewGame(this.thinker, this.game, page.sent?.positions).catch(() => null);
    if (!review) return;
    this.review = review;
    this.layOut();
    refocus(this.curve);
    await this.praise(review);
  }

  /** Says which of the player's moves were good and hard to find, and why: what the plain move would have cost. */
  async praise(review) {
    const { page, game } = this, people = [1, 2].filter((seat) => page.players[seat - 1] === PERSON), seats = people.length && !this.handed?.game.word ? people : [1, 2];
    const found = await wellSeen(this.thinker, review, game, seats).catch(() => []);
    if (review !== this.review || !found.length) return;
    this.seen.replaceChildren(make("h2", {}, say("well-seen")), ...found.map(({ at, ply }) => make("div", { class: "moment seen" },
      make("button", { type: "button", class: "plain", onclick: () => this.showAt(at) }, make("b", {}, say("well-seen-at", { n: at + 1, who: capital(this.who(ply.by)), word: ply.better.word }))),
      make("p", {}, say("well-seen-why", { word: ply.played.word, why: reasonsOf(page.core, game, at, ply).join(" ") })))));
  }

  who(seat) {
    return (this.handed?.who ?? ((it) => this.page.views.play.who(it)))(seat);
  }

  /** Shows a sentence alone. */
  shows(told) {
    const alone = make("p", { tabindex: -1 }, told);
    this.element.replaceChildren(alone);
    refocus(alone);
    tell(told);
  }

  stop() {
    this.thinker.stop();
  }

  layOut() {
    const part = (name, tag = "div") => (this[name] = make(tag, { class: name }));
    const field = make("div", { class: "field" }, part("wooden"), part("caption", "p"), part("steps"));
    const side = make("div", { class: "side" }, part("curve"), make("p", { class: "soft" }, say("curve-of"), " ", shareButton(() => this.sharedCurve())), part("seen"), ...this.momentsOf(), ...[1, 2].map((seat) => this.playerOf(seat)), make("p", { class: "soft" }, say("review-how")));
    this.element.replaceChildren(make("div", { class: "table" }, field, side));
    this.board = new Board(this.wooden, { tap: () => {}, hover: () => {} });
    this.steps.className = "row";
    this.steps.append(button("back", () => this.step(-1)), button("forth", () => this.step(1)), button("from-here", () => this.page.another({ ...this.game, moves: this.movesHere() })), shareButton(() => this.sharedBoard()));
    this.layCurve();
    this.showAt(Math.min(this.handed?.at ?? (this.review.moments[0] ?? 1) - 1, this.review.plies.length));
  }

  /** The curve is tapped, dragged, or moved along by arrow keys. */
  layCurve() {
    const { curve, review } = this, last = review.plies.length;
    for (const [name, value] of Object.entries({ role: "slider", tabindex: 0, "aria-label": say("curve-of"), "aria-valuemin": 0, "aria-valuemax": last })) curve.setAttribute(name, value);
    const drag = (event) => {
      const box = curve.getBoundingClientRect();
      this.showAt(Math.max(0, Math.min(last, Math.round(((event.clientX - box.left) / box.width) * last))));
    };
    curve.addEventListener("click", drag);
    curve.addEventListener("pointermove", (event) => { if (event.buttons) drag(event); });
  }

  /** Arrow keys step through the game, wherever the focus is not on something that has its own use for them. */
  key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key], isCurve = event.target === this.curve;
    if (!this.review || !by || event.target.closest("[data-point], input, select, textarea, dialog, [role=tab]")) return;
    if (!isCurve && event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    this.step(by);
  }

  /** Goes on or back in the game, or in the better line that is shown. */
  step(by) {
    const { line } = this;
    if (!line) return this.showAt(Math.min(this.review.plies.length, Math.max(0, this.at + by)));
    if (line.step + by < 0) return this.showAt(this.at);
    line.step = Math.min(line.words.length, line.step + by);
    this.showLine(by > 0);
  }

  movesHere() {
    return [...this.game.moves.slice(0, this.at), ...(this.line?.words.slice(0, this.line.step) ?? [])];
  }

  playerOf(seat) {
    const [choices, good, share, points] = this.review.choices[seat - 1], who = this.who(seat);
    const told = [
      share && say("accuracy", { share: percent(share) }), points && say("points-lost", { points: (points / 100).toFixed(1) }), say("cheap-moves", { good, choices }),
    ];
    return make("p", {}, make("b", {}, `${capital(who)}: `), `${told.filter(Boolean).join("; ")}.`);
  }

  /** The moves that mattered; where none did, those that cost most, under another name. */
  momentsOf() {
    const { plies, moments } = this.review;
    if (!moments.length) return [make("p", {}, say("all-good"))];
    const parts = [[say("moments"), moments.filter((number) => plies[number - 1].lost >= MATTERS)], [say("moments-small"), moments.filter((number) => plies[number - 1].lost < MATTERS)]];
    return parts.filter(([, numbers]) => numbers.length).flatMap(([title, numbers]) => [make("h2", {}, title), ...numbers.map((number) => this.momentOf(number))]);
  }

  momentOf(number) {
    const ply = this.review.plies[number - 1], { by, played, better } = ply, at = number - 1;
    const deed = (seen) => say(seen.stones ? "deed" : "deed-none", { word: seen.word, n: seen.stones, points: seen.points, leaves: seen.leaves });
    const who = capital(this.who(by));
    return make("div", { class: "moment" },
      make("button", { type: "button", class: "plain", "data-ply": number, onclick: () => this.showAt(at) }, make("b", {}, say("moment", { n: number, who, word: played.word, lost: costOf(ply) }))),
      make("p", { class: "why-so" }, reasonsOf(this.page.core, this.game, at, ply).join(" ")),
      make("p", { class: "soft" }, say("was-better", { deed: deed(better) })),
      make("div", { class: "row" }, button("show-line", () => {
        this.at = at;
        this.line = { words: [better.word, ...better.line], step: 1 };
        this.showLine(true);
        this.wooden.scrollIntoView({ block: "nearest" });
      }), button("try-it", () => this.page.views.puzzles.tryIt(this.game, at, ply))));
  }

  /** Shows the position before move `ply`, the move played with a ring, and in green a better one. */
  showAt(at) {
    this.at = at;
    this.line = null;
    const { review, game, page } = this;
    const now = look(page.core, game, at), ply = review.plies[at], point = review.points[at];
    const moveOf = (word) => now.moves.find((move) => move.word === word);
    const played = moveOf(ply?.played.word), better = moveOf(ply?.better?.word);
    this.draws(now.rows, { way: played?.way, takes: played?.takes, going: better?.way, good: better?.takes });
    const told = ply ? say(ply.better ? "ply-better" : "ply-was", { n: at + 1, who: this.who(ply.by), word: ply.played.word, better: ply.better?.word }) : say("ply-last");
    this.says(`${told} ${chanceOf(point)}`);
  }

  /** Shows the better line up to its step. */
  showLine(animated) {
    const { words, step } = this.line, { core } = this.page, played = this.movesHere(), word = played.at(-1);
    const before = look(core, { ...this.game, moves: played.slice(0, -1) }), now = look(core, { ...this.game, moves: played });
    const move = step ? before.moves.find((it) => it.word === word) : null;
    this.draws(now.rows, { way: move?.way, taken: move?.takes });
    if (move && animated) this.board.animate(move, before.rows);
    this.says(step ? say("line-at", { n: step, of: words.length, who: capital(say("player", { n: before.turn })), word, points: move.points }) : say("line-begin"));
  }

  draws(rows, marks) {
    this.drawn = [rows, marks];
    this.board.draw(rows, marks, say("board"));
  }

  /** What stands on the board, to share; a link opens the review there. */
  sharedBoard() {
    const caption = this.caption.textContent;
    return { svg: svgOf(...this.drawn, caption), caption, link: this.linkHere() };
  }

  sharedCurve() {
    const { moments } = this.review, caption = [say("curve-of"), moments.length ? `${say("moments")}: ${moments.join(", ")}` : say("all-good")].join(". "), inside = this.curve.innerHTML.replace(/^<svg[^>]*>|<\/svg>$/g, "");
    return { svg: pictured(inside, [-8, -8, WIDE + 16, HIGH + 16], caption), caption, link: this.linkHere() };
  }

  linkHere() {
    return `${linkOf(this.game)}&open=review+${this.at}`;
  }

  says(told) {
    this.caption.textContent = told;
    this.curve.setAttribute("aria-valuenow", this.at);
    this.curve.setAttribute("aria-valuetext", told);
    // The slider itself says its value.
    if (document.activeElement !== this.curve) tell(told);
    this.drawCurve();
  }

  drawCurve() {
    const { points, moments, proved } = this.review, last = Math.max(points.length - 1, 1);
    const x = (at) => (at * WIDE) / last, y = (at) => HIGH - (points[at].chance * HIGH) / 1000;
    const path = points.map((_, at) => `${x(at).toFixed(1)},${y(at).toFixed(1)}`).join(" ");
    const marks = moments.map((number) => `<circle cx="${x(number - 1)}" cy="${y(number - 1)}" r="7"/>`).join("");
    const solved = proved <= last ? `<rect class="solved" x="${x(proved)}" width="${WIDE - x(proved)}" height="${HIGH}"/>` : "";
    this.curve.innerHTML = `<svg viewBox="-8 -8 ${WIDE + 16} ${HIGH + 16}" aria-hidden="true"><rect class="ground" width="${WIDE}" height="${HIGH}"/>
      ${solved}<path class="half" d="M0 ${HIGH / 2}H${WIDE}"/><path class="here" d="M${x(this.at)} 0V${HIGH}"/><polyline points="${path}"/>${marks}</svg>`;
  }
}
