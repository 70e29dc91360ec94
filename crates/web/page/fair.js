import { balanceOf, measuresOf, scoreOf } from "./balance.js";
import { thumbnail } from "./board.js";
import { linkOf, linked } from "./files.js";
import { designOf, hire, noSums, playGames } from "./games.js";
import { Mending } from "./mend.js";
import { svgOf } from "./picture.js";
import { shareButton } from "./share.js";
import { orderOf, seatsOf } from "./table.js";
import { button, choice, make, patternNamed, refocus, say, tell } from "./words.js";

/** Default seed of `pasang run --setup`, so that the games are the same. */
const SEED = 2026;

/** Keeps unfinished games over a reload. */
function keepFair(visit, game, crew, { games, all, sums, done }) {
  visit.set("fair", games < all ? JSON.stringify({ link: linkOf({ ...game, moves: [] }), crew, games, all, sums, done: [...done] }) : "");
}

/** What is known of a pattern before a game is played here, by the strongest class of the kept results: `found` and `crew`; null if it
 *  is not among them. An estimate for other classes of strength has its place here. */
function knownOf({ core, book, catalogue }, game) {
  const isAsked = ({ setup, rules }) => rules === game.rules && catalogue.setups.get(setup)?.rows === game.setup.rows;
  const kept = Object.keys(game.set).length ? null : book.findLast(isAsked);
  return kept && { crew: kept.crew, found: balanceOf(core, game, kept.crew, kept.sums, kept.cells) };
}

/** Fairness test: games of a crew in Workers, one per spare core. */
export class FairView {
  constructor(page, element) {
    this.page = page;
    this.element = element;
    this.crew = "club";
    this.thinkers = [];
    this.handed = null;
    this.kept = new Map();
    this.mending = null;
    this.mendings = new Map();
    this.restore();
  }

  /** Takes up the games that a reload interrupted. */
  restore() {
    const { page } = this;
    try {
      const { link, crew, done, ...played } = JSON.parse(page.visit.get("fair")), { game } = linked(page.core, link), order = orderOf(game, 0);
      if (orderOf(page.pattern(), 0) !== order) this.about = game;
      this.crew = crew;
      this.kept.set(`${crew} ${order}`, { ...played, done: new Set(done), found: balanceOf(page.core, game, crew, played.sums) });
    } catch {
      // Nothing was kept.
    }
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
    const picture = make("div", { class: "picture" });
    picture.innerHTML = thumbnail(game.setup.rows.split("/"));
    this.known = knownOf(page, game);
    const crews = page.catalogue.crews.map((crew) => [crew, say(`crew-${crew}`)]);
    const crew = choice(say("crew"), crews, this.crew, (name) => {
      this.crew = name;
      this.start();
    });
    this.result = make("div", { class: "result" });
    this.mended = make("div", { class: "mended" });
    this.mend = button("mend", () => this.repair());
    this.mend.hidden = true;
    this.go = button("fair-go", () => this.play(), { class: "main", disabled: seatsOf(page.catalogue, game) !== 2 });
    this.halt = button("stop", () => {
      this.isHalted = true;
      this.start();
      refocus(this.go);
    });
    this.halt.hidden = true;
    const follow = button("fair-played", () => page.isFair(null));
    follow.append(` ${patternNamed(played.setup)}, ${played.rules}`);
    follow.hidden = orderOf(played, 0) === orderOf(game, 0);
    this.share = shareButton(() => this.shared());
    this.share.hidden = !this.known;
    const how = make("details", { class: "how" }, make("summary", {}, say("fair-how")), make("p", {}, say("fair-about")), make("div", { class: "form" }, crew));
    this.element.replaceChildren(make("h2", {}, `${say("tab-fair")} ${patternNamed(game.setup)}, ${game.rules}`), this.before = this.answer(), make("div", { class: "row" }, this.go, this.halt, this.share, follow), this.result, make("div", { class: "row" }, this.mend), this.mended, how, picture);
    this.played = this.kept.get(`${this.crew} ${orderOf(game, 0)}`) ?? null;
    if (this.played) this.say();
    this.mendings.get(orderOf(game, 0))?.answerIn(this.mended);
    // Games that another tab interrupted go on.
    if (this.played && this.played.games < this.played.all && !this.isHalted) this.play();
  }

  /** The answer that is known, or the question that games answer here. */
  answer() {
    const { known } = this, told = known ? [say(`balance-${known.found.verdict}`), say("fair-known", { crew: known.crew, ...scoreOf(known.found.score) })] : [say("fair-question"), say("fair-ask")];
    return make("div", {}, make("h3", {}, told[0]), make("p", {}, told[1]));
  }

  /** The verdict with its pattern, to share. */
  shared() {
    const { about: game } = this, { found } = this.played ?? this.known, caption = `${patternNamed(game.setup)}, ${game.rules}: ${say(`balance-${found.verdict}`)} ${say("balance-share", scoreOf(found.score, 0))}`;
    return { svg: svgOf(game.setup.rows.split("/"), {}, caption), caption, link: `${linkOf({ ...game, moves: [] })}&open=fair` };
  }

  stop() {
    for (const thinker of this.thinkers) thinker.stop();
    this.thinkers = [];
    this.mending?.stop();
    this.mending = this.since = null;
  }

  /** Plays a whole design, and updates the estimates as results arrive. */
  async play() {
    this.stop();
    const { page, crew } = this, game = this.about, order = orderOf(game, 0), key = `${crew} ${order}`;
    const thinkers = this.thinkers = hire(page.bytes);
    this.halt.hidden = this.isHalted = false;
    this.go.disabled = this.mend.hidden = true;
    refocus(this.halt);
    const { pairs, all } = designOf(page.core, order, crew, SEED), begun = this.kept.get(key);
    const played = begun?.games < all ? begun : { games: 0, all, sums: noSums(pairs), done: new Set() };
    const open = [...Array(all).keys()].filter((index) => !played.done.has(index));
    this.since = { time: performance.now(), games: played.games };
    this.before.replaceChildren();
    this.result.replaceChildren(make("h3", {}, say("fair-so-far", { games: played.games, all })));
    // Stop, the verdict and the score are in view while games are played.
    const top = () => this.halt.parentElement.scrollIntoView({ block: "start" });
    top();
    const take = (at, twelfths) => {
      const index = open[at], sum = played.sums[index % pairs];
      sum[0] += twelfths;
      sum[1] += 1;
      played.done.add(index);
      played.games += 1;
    };
    const told = () => {
      if (thinkers !== this.thinkers) throw new Error("stopped");
      played.found = balanceOf(page.core, game, crew, played.sums);
      this.kept.set(key, this.played = played);
      keepFair(page.visit, game, crew, played);
      const isFirst = !this.result.querySelector(".range");
      this.say();
      if (isFirst) top();
    };
    await playGames(thinkers, crew, SEED, open.map((index) => [order, index]), take, told).catch(() => {});
    if (thinkers !== this.thinkers) return;
    this.go.disabled = false;
    this.halt.hidden = true;
    refocus(this.go);
    this.since = null;
    this.say();
    tell(this.result.firstChild.textContent);
  }

  /** Time left by the rate of the games so far; empty before there is one. */
  timeLeft() {
    const { games, all } = this.played, { since } = this, rate = since && (games - since.games) / (performance.now() - since.time);
    if (!rate || games === all) return "";
    const seconds = (all - games) / rate / 1000;
    return seconds < 90 ? say("fair-left-seconds", { n: Math.ceil(seconds / 5) * 5 }) : say("fair-left-minutes", { n: Math.round(seconds / 60) });
  }

  say() {
    const { games, all, found } = this.played, isDone = games === all;
    const [black, white] = ["b", "w"].map((sign) => this.about.setup.rows.split(sign).length - 1);
    const notes = [black !== white && say("fair-uneven", { black, white }), isDone && say("fair-same", { seed: SEED, crew: this.crew })];
    const soFar = [say("fair-so-far", { games, all }), this.timeLeft()].filter(Boolean).join(", ");
    this.before.replaceChildren();
    this.share.hidden = false;
    this.result.replaceChildren(make("h3", {}, isDone ? say(`balance-${found.verdict}`) : soFar),
      ...measuresOf(found, games), make("p", { class: "soft" }, notes.filter(Boolean).join(" ")));
    this.mend.hidden = !isDone || found.verdict.startsWith("balanced");
  }

  /** Searches for a small change that makes the pattern fair. */
  async repair() {
    this.stop();
    this.halt.hidden = false;
    this.go.disabled = true;
    this.mend.hidden = true;
    refocus(this.halt);
    const mending = this.mending = new Mending(this.page, this.about, this.mended);
    this.mended.scrollIntoView({ block: "nearest" });
    await mending.run().catch((why) => { if (why.message !== "stopped") throw why; });
    if (mending !== this.mending) return;
    if (mending.result) this.mendings.set(orderOf(mending.game, 0), mending);
    this.go.disabled = false;
    this.halt.hidden = true;
    this.mended.scrollIntoView({ block: "start" });
    refocus(this.go);
  }
}
