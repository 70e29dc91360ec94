import { thumbnail } from "./board.js";
import { Thinker } from "./levels.js";
import { orderOf, seatsOf } from "./table.js";
import { button, make, patternNamed, say } from "./words.js";

/** Defaults of `pasang run --setup`, so that the figures are the same. */
const [BOT, SEED, GAMES, WITHIN] = ["search:nodes=250", 2026, 1200, 0.02];

/** Maximum number of games when both players choose, as a multiple of the games with drawn columns. */
const [SPREAD, TIMES, ROUND] = ["search:nodes=250,spread=0.25", 3, 240];
const Z = 1.959963984540054;

/** Number of games per request. */
const BATCH = 10;

/** Key of a pattern and its rules, regardless of names. */
function keyOf(game) {
  return orderOf(game, 0);
}

/** Wilson's interval for the mean score of these games, with its verdict. */
export function verdictOf(score, games) {
  const p = score / games, shrink = 1 + (Z * Z) / games;
  const centre = (p + (Z * Z) / (2 * games)) / shrink;
  const half = (Z / shrink) * Math.sqrt((p * (1 - p)) / games + (Z * Z) / (4 * games * games));
  const [low, high] = [Math.max(0, centre - half), Math.min(1, centre + half)];
  return { p, low, high, verdict: standingOf(low, high) };
}

/** Verdict on a score, from its interval. */
function standingOf(low, high) {
  if (low >= 0.5 - WITHIN && high <= 0.5 + WITHIN) return "balanced";
  return low > 0.5 ? "first" : high < 0.5 ? "second" : "undecided";
}

/** Fairness test: games of bots in Workers, one per spare core. */
export class FairView {
  constructor(page, element) {
    Object.assign(this, { page, element, thinkers: [], handed: null, kept: new Map() });
  }

  /** Pattern under test: the one handed over, until another game is played. */
  get about() {
    const played = this.page.pattern();
    if (this.handed?.played !== keyOf(played)) this.handed = null;
    return this.handed?.game ?? played;
  }

  set about(game) {
    this.handed = game && { game, played: keyOf(this.page.pattern()) };
  }

  start() {
    this.stop();
    const { page } = this, game = this.about, played = page.pattern();
    const about = make("p", {}, say("fair-about", { games: GAMES, bot: BOT }));
    const picture = make("div", { class: "picture" });
    picture.innerHTML = thumbnail(game.setup.rows.split("/"));
    this.result = make("div", { role: "status" });
    this.go = button("fair-go", () => this.play(), { class: "main", disabled: seatsOf(page.catalogue, game) !== 2 });
    const follow = button("fair-played", () => page.isFair(null));
    follow.append(` ${patternNamed(played.setup)}, ${played.rules}`);
    follow.hidden = keyOf(played) === keyOf(game);
    this.element.replaceChildren(make("h2", {}, `${say("tab-fair")} ${patternNamed(game.setup)}, ${game.rules}`), picture, about, make("div", { class: "row" }, this.go, follow), this.result);
    Object.assign(this, this.kept.get(keyOf(game)) ?? { counted: null, chosenBy: null, found: null });
    if (this.counted?.games) this.say();
  }

  stop() {
    for (const thinker of this.thinkers) thinker.stop();
    this.thinkers = [];
  }

  /** Plays all games for both measures, and updates the figures as results arrive. */
  async play(games = GAMES) {
    this.stop();
    const { page, thinkers } = this;
    this.order = keyOf(this.about);
    const cores = Math.max(1, Math.min(8, (navigator.hardwareConcurrency ?? 2) - 1));
    for (let each = 0; each < cores; each++) thinkers.push(new Thinker(page.bytes));
    this.go.disabled = true;
    await this.drawn(games).then(() => this.chosen(games)).catch(() => {});
    this.go.disabled = false;
  }

  /** Plays the games with these indices in chunks, and passes each index and winner to the callback. */
  async games(bot, indices, see) {
    const { thinkers, order } = this;
    let next = 0;
    const work = async (thinker) => {
      while (next < indices.length) {
        const some = indices.slice(next, next += BATCH);
        const answers = await thinker.ask([order, `games ${bot} ${SEED} ${some.join(" ")}`]);
        if (thinkers !== this.thinkers) throw new Error("stopped");
        for (const line of answers[1].split("\n").slice(1)) see(Number(line.split(" ")[1]), line.split(" ")[2]);
        this.say();
      }
    };
    await Promise.all(thinkers.map(work));
  }

  /** Plays every pair of columns equally often. */
  async drawn(games) {
    const { core } = this.page;
    core.ask(this.order);
    const pairs = Number(core.ask(`games ${BOT} ${SEED}`).split(" ")[1]);
    const all = Math.ceil(games / pairs) * pairs;
    Object.assign(this, { counted: { games: 0, first: 0, second: 0, draw: 0, all }, chosenBy: null, found: null });
    await this.games(BOT, [...Array(all).keys()], (_, winner) => {
      this.counted[winner] += 1;
      this.counted.games += 1;
    });
  }

  /** Plays adaptively where both players choose: the core returns the next games and the estimate. */
  async chosen(games) {
    const { core, catalogue } = this.page, game = this.about;
    if (catalogue.rules.get(game.rules).game === "bell") return;
    const most = Math.ceil((TIMES * this.counted.all) / ROUND) * ROUND;
    let sums = [];
    const by = this.chosenBy = { games: 0, most };
    for (let round = 0; ; round += 1) {
      core.ask(this.order);
      const told = core.ask(`choice ${most} ${round} ${sums.map(({ twelfths, games: played }) => `${twelfths}/${played}`).join(" ")}`);
      const lines = Object.fromEntries(told.split("\n").map((line) => [line.split(" ")[0], line.split(" ").slice(1)]));
      const [turn, ...places] = [lines.pairs.at(-1), ...lines.pairs.slice(0, -1)].map(Number);
      if (!sums.length) sums = places.map(() => ({ twelfths: 0, games: 0 }));
      const [score, low, high] = lines.value.map(Number), [best, reply] = lines.best;
      Object.assign(by, { p: score, low, high, verdict: standingOf(low, high), best: best.split("/"), reply: reply.split("/"), isDone: Boolean(lines.end) });
      this.say();
      if (by.isDone) return;
      await this.games(SPREAD, lines.play.map(Number), (index, winner) => {
        const sum = sums[places.indexOf(index % turn)];
        sum.twelfths += { first: 12, draw: 6, second: 0 }[winner];
        sum.games += 1;
        by.games += 1;
      });
    }
  }

  say() {
    const { games, first, second, draw, all } = this.counted, by = this.chosenBy;
    const { p, low, high, verdict } = verdictOf(first + draw / 2, games);
    const percent = (share) => (100 * share).toFixed(1);
    const place = (share) => `${(100 * share).toFixed(1)}%`;
    this.found = { verdict, score: percent(p), low: percent(low), high: percent(high) };
    this.kept.set(keyOf(this.about), { counted: this.counted, chosenBy: by, found: this.found });
    const [black, white] = ["b", "w"].map((sign) => this.about.setup.rows.split(sign).length - 1);
    const bar = (it) => make("div", { class: "range", "aria-hidden": "true" }, make("i", { class: "even" }), make("i", { class: "reach", style: `left:${place(it.low)};width:${place(it.high - it.low)}` }), make("b", { style: `left:${place(it.p)}` }));
    const isDone = games === all && (!by || by.isDone), isOpen = [verdict, by?.verdict].includes("undecided");
    const measures = [make("h3", {}, games < all ? say("fair-so-far", { games, all }) : `${say("fair-drawn")} ${say(`fair-${verdict}`)}`),
      make("p", {}, say("fair-figures", { score: percent(p), low: percent(low), high: percent(high), games, first, second, draw })), bar({ p, low, high })];
    if (by?.best) {
      const known = { score: percent(by.p), low: percent(by.low), high: percent(by.high), games: by.games, first: by.best[0], reply: by.reply[0] };
      const others = by.best.slice(1).join(", ");
      measures.push(make("h3", {}, by.isDone ? `${say("fair-chosen")} ${say(`fair-${by.verdict}`)}` : say("fair-choosing", { games: by.games, all: by.most })),
        make("p", {}, say("fair-value", known), others ? ` ${say("fair-others", { others })}` : ""), bar(by));
    }
    this.result.replaceChildren(...measures, make("p", { class: "soft" }, black !== white ? say("fair-uneven", { black, white }) : isDone ? say("fair-same", { seed: SEED }) : ""),
      isDone && isOpen && all < 4 * GAMES ? button("fair-more", () => this.play(4 * GAMES)) : "");
  }
}
