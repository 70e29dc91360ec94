import { thumbnail } from "./board.js";
import { Thinker } from "./levels.js";
import { orderOf, seatsOf } from "./table.js";
import { button, make, say } from "./words.js";

/** As `pasang run --setup` has it where nothing else is asked for: so the figures are the same. */
const [BOT, SEED, GAMES, WITHIN] = ["search:nodes=250", 2026, 1200, 0.02];
const Z = 1.959963984540054;

/** So many games are asked for at once. */
const BATCH = 10;

/** Wilson's interval for the score of so many games, and what may be said of it. */
export function verdictOf(score, games) {
  const p = score / games, shrink = 1 + (Z * Z) / games;
  const centre = (p + (Z * Z) / (2 * games)) / shrink;
  const half = (Z / shrink) * Math.sqrt((p * (1 - p)) / games + (Z * Z) / (4 * games * games));
  const [low, high] = [Math.max(0, centre - half), Math.min(1, centre + half)];
  const verdict = low >= 0.5 - WITHIN && high <= 0.5 + WITHIN ? "balanced" : low > 0.5 ? "first" : high < 0.5 ? "second" : "undecided";
  return { p, low, high, verdict };
}

/** Is a pattern fair? Games of bots in Workers, as many at once as there are cores to spare. */
export class FairView {
  constructor(page, element) {
    Object.assign(this, { page, element, thinkers: [] });
  }

  start() {
    this.stop();
    const { game, catalogue } = this.page;
    const about = make("p", {}, say("fair-about", { games: GAMES, bot: BOT }));
    const picture = make("div", { class: "picture" });
    picture.innerHTML = thumbnail(game.setup.rows.split("/"));
    this.result = make("div", { role: "status" });
    this.go = button("fair-go", () => this.play(), { class: "main", disabled: seatsOf(catalogue, game) !== 2 });
    this.element.replaceChildren(make("h2", {}, `${say("tab-fair")} ${game.setup.name}, ${game.rules}`), picture, about, make("div", { class: "row" }, this.go), this.result);
  }

  stop() {
    for (const thinker of this.thinkers) thinker.stop();
    this.thinkers = [];
  }

  /** Plays all games; the figures grow as they come in. */
  async play(games = GAMES) {
    this.stop();
    const { page, thinkers } = this, order = orderOf({ ...page.game, moves: [] });
    const pairs = Number(page.core.ask(`${order}`) || page.core.ask(`games ${BOT} ${SEED} 0 0`).split(" ")[1]);
    const all = Math.ceil(games / pairs) * pairs;
    this.counted = { games: 0, first: 0, second: 0, draw: 0, all };
    let next = 0;
    const work = async (thinker) => {
      while (next < all && thinkers === this.thinkers) {
        const from = next;
        next = Math.min(next + BATCH, all);
        const answers = await thinker.ask([order, `games ${BOT} ${SEED} ${from} ${next}`]);
        for (const line of answers[1].split("\n").slice(1)) {
          this.counted[line.split(" ")[2]] += 1;
          this.counted.games += 1;
        }
        this.say();
      }
    };
    const cores = Math.max(1, Math.min(8, (navigator.hardwareConcurrency ?? 2) - 1));
    for (let each = 0; each < cores; each++) thinkers.push(new Thinker(page.bytes));
    this.go.disabled = true;
    await Promise.all(thinkers.map(work)).catch(() => {});
    this.go.disabled = false;
  }

  say() {
    const { games, first, second, draw, all } = this.counted;
    const { p, low, high, verdict } = verdictOf(first + draw / 2, games);
    const percent = (share) => (100 * share).toFixed(1);
    const place = (share) => `${(100 * share).toFixed(1)}%`;
    this.found = { verdict, score: percent(p), low: percent(low), high: percent(high) };
    const bar = make("div", { class: "range", "aria-hidden": "true" }, make("i", { class: "even" }), make("i", { class: "reach", style: `left:${place(low)};width:${place(high - low)}` }), make("b", { style: `left:${place(p)}` }));
    this.result.replaceChildren(
      make("h3", {}, games < all ? say("fair-so-far", { games, all }) : say(`fair-${verdict}`)),
      make("p", {}, say("fair-figures", { score: percent(p), low: percent(low), high: percent(high), games, first, second, draw })), bar,
      make("p", { class: "soft" }, games < all ? "" : say("fair-same", { seed: SEED })),
      games === all && verdict === "undecided" && all < 4 * GAMES ? button("fair-more", () => this.play(4 * GAMES)) : "");
  }
}
