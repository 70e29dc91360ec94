import { answerTo, balanceOf, isFair, measuresOf } from "./balance.js";
import { thumbnail } from "./board.js";
import { SYMMETRIES } from "./draw.js";
import { linkOf } from "./files.js";
import { designOf, hire, leftOf, noSums, playGames } from "./games.js";
import { svgOf } from "./picture.js";
import { shareButton } from "./share.js";
import { nameOf, orderOf } from "./table.js";
import { button, capital, make, say } from "./words.js";

/** The seed of the first games; each stage has the next one, so that no game counts twice. */
const FIRST_SEED = 3000;

/** Numbers of changes that are tried, and of the best that play on; whole designs of games for the answer. */
const TRIED = 24, NEAR = 3, DESIGNS = 2;

/** Points that turn into one another under all the symmetries that a pattern has, with their colour. */
export function orbitsOf(rows) {
  const side = rows.length, half = (side - 1) / 2;
  const signAt = (x, y) => rows[y + half][x + half];
  const each = rows.flatMap((row, y) => [...row].map((_, x) => [x - half, y - half])).filter(([x, y]) => x || y);
  const kept = SYMMETRIES.full.filter((turned) => each.every(([x, y]) => signAt(...turned(x, y)) === signAt(x, y)));
  const found = new Map();
  for (const [x, y] of each) {
    const points = [...new Set(kept.map((turned) => turned(x, y)).map(([right, down]) => nameOf(right + half, half - down + 1)))].sort();
    found.set(points.join(" "), { points, sign: signAt(x, y) });
  }
  return [...found.values()];
}

/** The smallest changes of a pattern: a few black stones and as many white ones change colour. Of too many every so-manieth is taken. */
export function changesOf(rows, most = TRIED) {
  const orbits = orbitsOf(rows), [black, white] = ["b", "w"].map((sign) => orbits.filter((orbit) => orbit.sign === sign));
  const pairs = black.flatMap((one) => white.filter(({ points }) => points.length === one.points.length).map((other) => [...one.points, ...other.points]));
  pairs.sort((one, other) => one.length - other.length);
  const least = pairs.filter((points) => points.length === pairs[0].length), some = least.length < most ? pairs.slice(0, most) : least;
  const step = Math.max(1, some.length / most);
  return Array.from({ length: Math.min(most, some.length) }, (_, at) => some[Math.floor(at * step)]);
}

/** Rows with these points in the other colour. */
export function changed(rows, points) {
  const change = new Set(points);
  return rows.map((row, down) => [...row].map((sign, right) => (!change.has(nameOf(right, rows.length - down)) ? sign : sign === "b" ? "w" : "b")).join(""));
}

/** Search for a small change that makes a pattern fair at a level, as `pasang repair` does: its crew plays many changes by few games, the
 *  best by more, and the answer by fresh ones. */
export class Mending {
  constructor(page, game, crew, place) {
    this.page = page;
    this.game = game;
    this.crew = crew;
    this.place = place;
    this.thinkers = hire(page.bytes);
    this.rows = game.setup.rows.split("/");
    this.told = null;
    this.pairs = 0;
    this.best = this.result = null;
    this.played = this.all = this.since = 0;
  }

  stop() {
    for (const thinker of this.thinkers) thinker.stop();
  }

  say(key, values) {
    this.told ??= this.place.appendChild(make("p", { role: "status" }));
    const left = leftOf(performance.now() - this.since, this.played, this.all);
    this.told.textContent = [say(key, values), left && `${capital(left)}.`].filter(Boolean).join(" ");
  }

  gameOf(points) {
    return { ...this.game, moves: [], setup: { name: say("own-pattern"), rows: changed(this.rows, points).join("/") } };
  }

  /** Plays so many games of each change; they then have their score sums, and stand nearest to even first. */
  async play(tries, seed, count, told) {
    const games = tries.flatMap((it) => [...Array(count).keys()].map((index) => [it.order, this.crew, index])), of = tries.flatMap((it) => Array(count).fill(it));
    let played = 0;
    for (const it of tries) it.sums = noSums(this.pairs);
    const take = (at, twelfths) => {
      const sum = of[at].sums[games[at][2] % this.pairs];
      sum[0] += twelfths;
      sum[1] += 1;
      played += 1;
      this.played += 1;
    };
    await playGames(this.thinkers, seed, games, take, () => told(played, games.length));
    const far = ({ sums }) => Math.abs(sums.reduce((sum, [twelfths, number]) => sum + twelfths / number, 0) / sums.length / 12 - 0.5);
    return tries.sort((one, other) => far(one) - far(other));
  }

  /** Searches, and shows the answer; rejects when stopped. */
  async run() {
    const { page } = this, all = changesOf(this.rows);
    this.place.replaceChildren(make("p", { class: "soft" }, say("mend-about", { n: all.length, crew: say(`short-${this.crew}`) })));
    if (!all.length) return this.say("mend-none");
    const tries = all.map((points) => ({ points, order: orderOf(this.gameOf(points)) }));
    const { pairs, all: design } = designOf(page.core, tries[0].order, this.crew, FIRST_SEED);
    // How many games there are in all stages, and how long they take.
    Object.assign(this, { pairs, all: tries.length * pairs + (Math.min(NEAR, tries.length) + DESIGNS) * design, since: performance.now() });
    await this.play(tries, FIRST_SEED, pairs, (played) => this.say("mend-tries", { n: Math.floor(played / pairs), of: tries.length }));
    const near = await this.play(tries.slice(0, NEAR), FIRST_SEED + 1, design, (games, of) => this.say("mend-near", { n: Math.min(NEAR, tries.length), games, all: of }));
    const [best] = await this.play(near.slice(0, 1), FIRST_SEED + 2, DESIGNS * design, (games, of) => this.say("mend-fresh", { games, all: of }));
    this.best = { ...best, tried: all.length };
    this.answerIn(this.place);
  }

  /** Shows the answer, here or where the view is laid out again. */
  answerIn(place) {
    const { page } = this, { points, sums, tried } = this.best, game = this.gameOf(points), found = balanceOf(page.core, game, this.crew, { [this.crew]: sums });
    const isMended = isFair(found), picture = make("div", { class: "picture", picture: thumbnail(game.setup.rows.split("/"), true, { takes: points }) });
    this.result = { points, found, game, isMended };
    const answer = `${capital(answerTo(found))}.`, told = say(isMended ? "mend-found" : "mend-best", { n: isMended ? points.length / 2 : tried });
    const shown = () => ({ svg: svgOf(game.setup.rows.split("/"), { takes: points }, answer), caption: `${answer} ${told}`, link: `${linkOf(game)}&open=fair` });
    place.replaceChildren(make("h3", { role: "status" }, answer), make("p", {}, told), picture,
      make("div", { class: "row" }, button("play-this", () => page.another(game)), button("draw-from", () => page.views.pattern.load(game.setup)), button("fair-this", () => page.isFair(game)), shareButton(shown)),
      ...measuresOf(found, sums.reduce((sum, [, number]) => sum + number, 0)), make("p", { class: "soft" }, say("mend-how", { crew: say(`short-${this.crew}`), seed: FIRST_SEED + 2 })));
  }
}
