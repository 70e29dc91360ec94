import { Board } from "./board.js";
import { linkOf } from "./files.js";
import { Thinker } from "./levels.js";
import { look, orderOf, seatsOf } from "./table.js";
import { button, capital, make, say } from "./words.js";

/** Number of positions searched for each position of the game. */
const POSITIONS = 10000;
const [WIDE, HIGH] = [720, 170];

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
export async function reviewGame(thinker, game) {
  const of = linkOf(game);
  if (lastReview.of !== of) {
    const answers = await thinker.ask([orderOf(game), `review ${POSITIONS}`]);
    Object.assign(lastReview, { of, review: reviewOf(answers[1]) });
  }
  return lastReview.review;
}

/** Review of a game: the curve, each player's accuracy, and the key moves. */
export class ReviewView {
  constructor(page, element) {
    Object.assign(this, { page, element, thinker: new Thinker(page.bytes), review: null });
  }

  async start() {
    const { page, element } = this;
    this.thinker.stop();
    this.review = null;
    this.game = { ...page.game, moves: [...page.game.moves] };
    if (seatsOf(page.catalogue, this.game) !== 2 || !this.game.moves.length) {
      element.replaceChildren(make("p", {}, say(this.game.moves.length ? "review-two" : "review-none")));
      return;
    }
    element.replaceChildren(make("p", {}, say("review-wait")));
    const review = await reviewGame(this.thinker, this.game).catch(() => null);
    if (!review) return;
    this.review = review;
    this.layOut();
  }

  stop() {
    this.thinker.stop();
  }

  layOut() {
    const { review } = this, part = (name, tag = "div") => (this[name] = make(tag, { class: name }));
    const field = make("div", { class: "field" }, part("wooden"), part("caption", "p"), part("steps"));
    const side = make("div", { class: "side" }, part("curve"), make("p", { class: "soft" }, say("curve-of")), ...[1, 2].map((seat) => this.playerOf(seat)), ...this.momentsOf(), make("p", { class: "soft" }, say("review-how")));
    this.element.replaceChildren(make("div", { class: "table" }, field, side));
    this.board = new Board(this.wooden, { tap: () => {}, hover: () => {} });
    this.steps.className = "row";
    const step = (by) => () => this.showAt(Math.min(review.plies.length, Math.max(0, this.at + by)));
    this.steps.append(button("back", step(-1)), button("forth", step(1)), button("from-here", () => this.page.another({ ...this.game, moves: this.game.moves.slice(0, this.at) })));
    this.curve.addEventListener("click", (event) => {
      const box = this.curve.getBoundingClientRect();
      this.showAt(Math.round(((event.clientX - box.left) / box.width) * review.plies.length));
    });
    this.showAt((review.moments[0] ?? 1) - 1);
  }

  playerOf(seat) {
    const [choices, good, share, points] = this.review.choices[seat - 1], who = this.page.views.play.who(seat);
    const told = [
      share && say("accuracy", { share: percent(share) }), points && say("points-lost", { points: (points / 100).toFixed(1) }), say("cheap-moves", { good, choices }),
    ];
    return make("p", {}, make("b", {}, `${capital(who)}: `), `${told.filter(Boolean).join("; ")}.`);
  }

  momentsOf() {
    const { plies, moments } = this.review;
    if (!moments.length) return [make("p", {}, say("all-good"))];
    const deed = (seen) => say(seen.stones ? "deed" : "deed-none", { word: seen.word, n: seen.stones, points: seen.points, leaves: seen.leaves });
    const fate = ({ worth, chance }) => (worth.startsWith("proved") ? worthOf(worth) : percent(chance));
    return [make("h2", {}, say("moments")), ...moments.map((number) => {
      const { by, played, better } = plies[number - 1];
      const line = better.line.slice(0, 4).join(" ");
      return make("div", { class: "moment" },
        make("button", { type: "button", class: "plain", "data-ply": number, onclick: () => this.showAt(number - 1) }, make("b", {}, say("moment", { n: number, who: this.page.views.play.who(by), from: fate(better), to: fate(played) }))),
        make("p", {}, say("was-played", { deed: deed(played) })),
        make("p", {}, say("was-better", { deed: deed(better) }), line ? say("then", { line }) : ""));
    })];
  }

  /** Shows the position before move `ply`, the move played, and in green a better one. */
  showAt(at) {
    this.at = at;
    const { review, game, page } = this;
    const now = look(page.core, game, at), ply = review.plies[at], point = review.points[at];
    const moveOf = (word) => now.moves.find((move) => move.word === word);
    const played = moveOf(ply?.played.word), better = moveOf(ply?.better?.word);
    this.board.draw(now.rows, { way: played?.way, taken: played?.takes, going: better?.way, takes: better?.takes }, say("board"));
    const told = ply ? say(ply.better ? "ply-better" : "ply-was", { n: at + 1, who: page.views.play.who(ply.by), word: ply.played.word, better: ply.better?.word }) : say("ply-last");
    this.caption.textContent = `${told} ${say("chance-is", { chance: percent(point.chance), worth: worthOf(point.worth) })}`;
    this.drawCurve();
  }

  drawCurve() {
    const { points, moments, proved } = this.review, last = Math.max(points.length - 1, 1);
    const x = (at) => (at * WIDE) / last, y = (at) => HIGH - (points[at].chance * HIGH) / 1000;
    const path = points.map((_, at) => `${x(at).toFixed(1)},${y(at).toFixed(1)}`).join(" ");
    const marks = moments.map((at) => `<circle cx="${x(at)}" cy="${y(at)}" r="7"/>`).join("");
    const solved = proved <= last ? `<rect class="solved" x="${x(proved)}" width="${WIDE - x(proved)}" height="${HIGH}"/>` : "";
    this.curve.innerHTML = `<svg viewBox="-8 -8 ${WIDE + 16} ${HIGH + 16}" role="img" aria-label="${say("curve-of")}"><rect class="ground" width="${WIDE}" height="${HIGH}"/>
      ${solved}<path class="half" d="M0 ${HIGH / 2}H${WIDE}"/><path class="here" d="M${x(this.at)} 0V${HIGH}"/><polyline points="${path}"/>${marks}</svg>`;
  }
}
