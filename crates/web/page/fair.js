import { AnyGame } from "./any.js";
import { answerOf, balanceOf, bestOf, cardOf, isFair, levelsOf, statementOf } from "./balance.js";
import { thumbnail } from "./board.js";
import { linkOf, linked } from "./files.js";
import { BATCH, designOf, hire, leftOf, noSums, playGames } from "./games.js";
import { Mending } from "./mend.js";
import { shareButton } from "./share.js";
import { orderOf, seatsOf } from "./table.js";
import { button, capital, choice, make, patternNamed, refocus, rulesNamed, say, tell } from "./words.js";

/** Default seed of `pasang run --setup`, and the crews that play there, from weak to strong, so that the games are the same. */
const SEED = 2026, PLAYED = ["medium", "quick", "club"];

/** Part of the games after which there is a first answer. */
const FIRST_ANSWER = 1 / 3;

/** Keeps unfinished games over a reload. */
function keepFair(visit, game, { done, ...played }) {
  visit.set("levels", played.games < played.all ? JSON.stringify({ link: linkOf({ ...game, moves: [] }), ...played, done: [...done] }) : "");
}

/** A board with left and right exchanged: the same game. Each turned or mirrored board of a known pattern is itself or this. */
function mirrored(rows) {
  return rows.split("/").map((row) => [...row].reverse().join("")).join("/");
}

/** What is kept of a pattern, or else of its mirror image, a line a level, before a game is played here; none if it is not among them. */
function knownOf({ book, catalogue }, game) {
  const of = (rows) => book.filter(({ setup, rules }) => rules === game.rules && catalogue.setups.get(setup)?.rows === rows);
  const own = of(game.setup.rows);
  if (Object.keys(game.set).length) return [];
  return own.length ? own : of(mirrored(game.setup.rows));
}

/** The games of each crew, half a design, as `[crew, index]`: the crews take turns, so that each part of the games tells about all.
 *  @returns {any[]} */
function schedule(count) {
  const turns = Array.from({ length: Math.ceil(count / BATCH) }, (_, turn) => PLAYED.flatMap((crew) => Array.from({ length: BATCH }, (_, at) => [crew, turn * BATCH + at])));
  return turns.flat().filter(([, index]) => index < count);
}

/** Fairness test for all levels: games of several crews in Workers, one per spare core. */
export class FairView {
  constructor(page, element) {
    this.page = page;
    this.element = element;
    this.level = "quick";
    this.thinkers = [];
    this.handed = null;
    this.kept = new Map();
    this.mending = null;
    this.mendings = new Map();
    this.any = new AnyGame(page);
    this.restore();
  }

  /** Takes up the games that a reload interrupted. */
  restore() {
    const { page } = this;
    try {
      const { link, done, ...played } = JSON.parse(page.visit.get("levels")), { game } = linked(page.core, link), order = orderOf(game, 0);
      if (orderOf(page.pattern(), 0) !== order) this.about = game;
      this.kept.set(order, { ...played, done: new Set(done) });
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
    const picture = make("div", { class: "picture", picture: thumbnail(game.setup.rows.split("/")) });
    const kept = knownOf(page, game);
    this.known = kept.map((it) => it.level);
    this.image = kept.find(({ setup }) => page.catalogue.setups.get(setup).rows !== game.setup.rows)?.setup;
    const level = choice(say("mend-level"), page.catalogue.crews.map((crew) => [crew, say(`short-${crew}`)]), this.level, (name) => { this.level = name; });
    this.result = make("div", { class: "result" });
    this.mended = make("div", { class: "mended" });
    this.mend = make("div", { class: "form", hidden: true }, level, button("mend", () => this.repair()));
    this.go = button("fair-go", () => this.play(), { class: "main", disabled: seatsOf(page.catalogue, game) !== 2 });
    this.halt = button("stop", () => {
      this.isHalted = true;
      this.start();
      refocus(this.go);
    });
    this.halt.hidden = true;
    const follow = button("fair-played", () => page.isFair(null));
    follow.append(` ${patternNamed(played.setup)}, ${rulesNamed(played.rules)}`);
    follow.hidden = orderOf(played, 0) === orderOf(game, 0);
    this.share = shareButton(() => this.shared());
    const how = make("details", { class: "how" }, make("summary", {}, say("fair-how")), make("p", {}, say("fair-about")));
    this.element.replaceChildren(make("h2", {}, `${say("tab-fair")} ${this.title}`), this.before = this.answer(), make("div", { class: "row" }, this.go, this.halt, this.share, follow), this.result, this.mend, this.mended, how, picture, this.any.part);
    this.any.start();
    this.played = this.kept.get(orderOf(game, 0)) ?? null;
    this.share.hidden = !this.levels.length;
    if (this.played) this.say();
    else this.offerMending();
    this.mendings.get(orderOf(game, 0))?.answerIn(this.mended);
    // Games that another tab interrupted go on.
    if (this.played && this.played.games < this.played.all && !this.isHalted) this.play();
  }

  get title() {
    return `${capital(patternNamed(this.about.setup))}, ${rulesNamed(this.about.rules)}`;
  }

  /** The levels by the games that were played here, or else those that are known. */
  get levels() {
    return this.played?.levels ?? this.known;
  }

  /** The answer that is known, or the question that games answer here. */
  answer() {
    const image = this.image ? say("fair-image", { name: patternNamed({ name: this.image }) }) : "";
    const told = this.known.length ? [...answerOf(this.page.core, this.known, this.title), make("p", {}, [image, say("fair-known")].filter(Boolean).join(" "))] : [make("h3", {}, say("fair-question")), make("p", {}, say("fair-ask"))];
    return make("div", {}, ...told);
  }

  /** Offers to mend a pattern that is not fair at every level. */
  offerMending() {
    this.mend.hidden = this.levels.every(isFair) || this.played?.games < this.played?.all;
  }

  /** The answer as a picture, to share. */
  shared() {
    const { about: game, levels, page, played } = this, title = played?.games < played?.all ? `${this.title}, ${say("fair-so-far", played)}` : this.title;
    return { svg: cardOf(page.core, levels, title, game.setup.rows), caption: `${title}: ${statementOf(levels)}`, link: `${linkOf({ ...game, moves: [] })}&open=fair` };
  }

  stop() {
    for (const thinker of this.thinkers) thinker.stop();
    this.thinkers = [];
    this.mending?.stop();
    this.mending = this.since = null;
  }

  /** Shows that work has begun or ended: it can be stopped, or begun again. */
  works(hasBegun) {
    this.halt.hidden = !hasBegun;
    this.go.disabled = hasBegun;
    this.mend.hidden ||= hasBegun;
    refocus(hasBegun ? this.halt : this.go);
  }

  /** Plays half a design by each crew, and updates the estimates as results arrive. */
  async play() {
    this.stop();
    const { page } = this, game = this.about, order = orderOf(game, 0);
    const thinkers = this.thinkers = hire(page.bytes);
    this.isHalted = false;
    this.works(true);
    const { pairs, all: design } = designOf(page.core, order, PLAYED[0], SEED), games = schedule(design / 2), begun = this.kept.get(order);
    const played = begun?.games < games.length ? begun : { games: 0, all: games.length, sums: Object.fromEntries(PLAYED.map((crew) => [crew, noSums(pairs)])), done: new Set(), levels: [] };
    const open = [...games.keys()].filter((at) => !played.done.has(at));
    this.since = { time: performance.now(), games: played.games };
    this.before.replaceChildren();
    this.result.replaceChildren(make("h3", {}, say("fair-so-far", played)));
    // Stop, the statement and the scores are in view while games are played.
    const top = () => this.halt.parentElement.scrollIntoView({ block: "start" });
    top();
    const take = (at, twelfths) => {
      const [crew, index] = games[open[at]], sum = played.sums[crew][index % pairs];
      sum[0] += twelfths;
      sum[1] += 1;
      played.done.add(open[at]);
      played.games += 1;
    };
    const told = () => {
      if (thinkers !== this.thinkers) throw new Error("stopped");
      if (played.games >= FIRST_ANSWER * played.all) played.levels = levelsOf(page.core, order, played.sums);
      this.kept.set(order, this.played = played);
      keepFair(page.visit, game, played);
      const isFirst = !this.result.querySelector(".levels");
      this.say();
      if (isFirst) top();
    };
    await playGames(thinkers, SEED, open.map((at) => [order, ...games[at]]), take, told).catch(() => {});
    if (thinkers !== this.thinkers) return;
    this.works(false);
    this.since = null;
    this.say();
    tell(this.result.firstChild.textContent);
  }

  /** Time left by the rate of the games so far; empty before there is one. */
  timeLeft() {
    const { games, all } = this.played, { since } = this;
    return since ? leftOf(performance.now() - since.time, games - since.games, all - since.games) : "";
  }

  say() {
    const { played, about: game } = this, { games, all, levels } = played, isDone = games === all, strongest = PLAYED.at(-1);
    const [black, white] = ["b", "w"].map((sign) => game.setup.rows.split(sign).length - 1);
    const notes = [black !== white && say("fair-uneven", { black, white }), isDone && say("fair-same", { seed: SEED })].filter(Boolean);
    const soFar = [say("fair-so-far", { games, all }), this.timeLeft()].filter(Boolean).join(", ");
    if (isDone) played.best ??= balanceOf(this.page.core, game, strongest, played.sums);
    this.before.replaceChildren();
    this.share.hidden = !levels.length;
    this.result.replaceChildren(...(isDone ? [] : [make("h3", {}, soFar)]), ...(levels.length ? answerOf(this.page.core, levels, this.title) : []),
      ...(isDone ? [make("p", {}, say("fair-best", { crew: say(`short-${strongest}`) })), ...bestOf(played.best)] : []), make("p", { class: "soft" }, notes.join(" ")));
    this.offerMending();
  }

  /** Searches for a small change that makes the pattern fair. */
  async repair() {
    this.stop();
    this.works(true);
    const mending = this.mending = new Mending(this.page, this.about, this.level, this.mended);
    this.mended.scrollIntoView({ block: "nearest" });
    await mending.run().catch((why) => { if (why.message !== "stopped") throw why; });
    if (mending !== this.mending) return;
    if (mending.result) this.mendings.set(orderOf(mending.game, 0), mending);
    this.mended.scrollIntoView({ block: "start" });
    this.works(false);
  }
}
