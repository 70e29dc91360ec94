import { balanceOf, measuresOf } from "./balance.js";
import { thumbnail } from "./board.js";
import { Thinker } from "./levels.js";
import { orderOf, seatsOf } from "./table.js";
import { button, choice, make, patternNamed, say } from "./words.js";

/** Default seed of `pasang run --setup`, so that the games are the same. */
const SEED = 2026;

/** Number of games per request. */
const BATCH = 8;

/** Fairness test: games of a crew in Workers, one per spare core. */
export class FairView {
  constructor(page, element) {
    this.page = page;
    this.element = element;
    this.crew = "club";
    this.thinkers = [];
    this.handed = null;
    this.kept = new Map();
  }

  /** Pattern under test: the one handed over, until another game is played. */
  get about() {
    const played = this.page.pattern();
    if (this.handed?.played !== orderOf(played, 0)) this.handed = null;
    return this.handed?.game ?? played;
  }

  set about(game) {
    this.handed = game && { game, played: orderOf(this.page.pattern(), 0) };
  }

  start() {
    this.stop();
    const { page } = this, game = this.about, played = page.pattern();
    const about = make("p", {}, say("fair-about"));
    const picture = make("div", { class: "picture" });
    picture.innerHTML = thumbnail(game.setup.rows.split("/"));
    const crews = page.catalogue.crews.map((crew) => [crew, say(`crew-${crew}`)]);
    const crew = choice(say("crew"), crews, this.crew, (name) => {
      this.crew = name;
      this.start();
    });
    this.result = make("div", { role: "status" });
    this.go = button("fair-go", () => this.play(), { class: "main", disabled: seatsOf(page.catalogue, game) !== 2 });
    this.halt = button("stop", () => {
      this.isHalted = true;
      this.start();
    });
    this.halt.hidden = true;
    const follow = button("fair-played", () => page.isFair(null));
    follow.append(` ${patternNamed(played.setup)}, ${played.rules}`);
    follow.hidden = orderOf(played, 0) === orderOf(game, 0);
    this.element.replaceChildren(make("h2", {}, `${say("tab-fair")} ${patternNamed(game.setup)}, ${game.rules}`), picture, about, make("div", { class: "form" }, crew), make("div", { class: "row" }, this.go, this.halt, follow), this.result);
    this.played = this.kept.get(`${this.crew} ${orderOf(game, 0)}`) ?? null;
    if (this.played) this.say();
    // Games that another tab interrupted go on.
    if (this.played && this.played.games < this.played.all && !this.isHalted) this.play();
  }

  stop() {
    for (const thinker of this.thinkers) thinker.stop();
    this.thinkers = [];
  }

  /** Plays a whole design, and updates the estimates as results arrive. */
  async play() {
    this.stop();
    const { page, thinkers, crew } = this, game = this.about, order = orderOf(game, 0);
    const cores = Math.max(1, Math.min(8, (navigator.hardwareConcurrency ?? 2) - 1));
    for (let each = 0; each < cores; each++) thinkers.push(new Thinker(page.bytes));
    this.go.disabled = true;
    this.halt.hidden = this.isHalted = false;
    page.core.ask(order);
    const [pairs, all] = page.core.ask(`games ${crew} ${SEED}`).split(/\s/).slice(1, 3).map(Number);
    const begun = this.kept.get(`${crew} ${order}`);
    const played = begun?.games < all ? begun : { games: 0, all, sums: Array.from({ length: pairs }, () => [0, 0]), done: new Set() };
    const open = [...Array(all).keys()].filter((index) => !played.done.has(index));
    const work = async (thinker) => {
      while (open.length) {
        const some = open.splice(0, BATCH);
        const [, told] = await thinker.ask([order, `games ${crew} ${SEED} ${some.join(" ")}`]);
        if (thinkers !== this.thinkers) throw new Error("stopped");
        told.split("\n")[1].trim().split(" ").forEach((twelfths, at) => {
          const sum = played.sums[some[at] % pairs];
          sum[0] += Number(twelfths);
          sum[1] += 1;
          played.done.add(some[at]);
        });
        played.games += some.length;
        played.found = balanceOf(page.core, game, crew, played.sums);
        this.kept.set(`${crew} ${order}`, this.played = played);
        this.say();
      }
    };
    await Promise.all(thinkers.map(work)).catch(() => {});
    if (thinkers !== this.thinkers) return;
    this.go.disabled = false;
    this.halt.hidden = true;
  }

  say() {
    const { games, all, found } = this.played, isDone = games === all;
    const [black, white] = ["b", "w"].map((sign) => this.about.setup.rows.split(sign).length - 1);
    const notes = [black !== white && say("fair-uneven", { black, white }), isDone && say("fair-same", { seed: SEED, crew: this.crew })];
    this.result.replaceChildren(make("h3", {}, isDone ? say(`balance-${found.verdict}`) : say("fair-so-far", { games, all })),
      ...measuresOf(found, games), make("p", { class: "soft" }, notes.filter(Boolean).join(" ")));
  }
}
