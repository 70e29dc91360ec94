import { Thinker } from "./levels.js";
import { say } from "./words.js";

/** Number of games per request. */
export const BATCH = 8;

/** Thinkers for the games of a crew, one per spare core. */
export function hire(bytes) {
  const cores = Math.max(1, Math.min(8, (navigator.hardwareConcurrency ?? 2) - 1));
  return Array.from({ length: cores }, () => new Thinker(bytes));
}

/** The time left in words, after this number of milliseconds and of games of all; empty before there is a rate. */
export function leftOf(time, games, all) {
  const seconds = (time * (all - games)) / games / 1000;
  if (!games || games === all) return "";
  return seconds < 90 ? say("fair-left-seconds", { n: Math.ceil(seconds / 5) * 5 }) : say("fair-left-minutes", { n: Math.round(seconds / 60) });
}

/** Numbers of pairs of first moves and of games in a whole design, for the position set up in the core. */
export function designOf(core, order, crew, seed) {
  core.ask(order);
  const [pairs, all] = core.ask(`games ${crew} ${seed}`).split(/\s/).slice(1, 3).map(Number);
  return { pairs, all };
}

/** Score sums of a pattern before its first game.
 *  @returns {[number, number][]} */
export function noSums(pairs) {
  return Array.from({ length: pairs }, () => [0, 0]);
}

/** Plays games in batches, `[order, crew, index]` each, and passes the first player's score in twelfths to `take(at, twelfths)`, and then
 *  calls `told()`. Rejects when the thinkers are stopped. */
export async function playGames(thinkers, seed, games, take, told) {
  const open = [...games.keys()];
  const work = async (thinker) => {
    while (open.length) {
      const [order, crew] = games[open[0]], end = open.findIndex((at) => games[at][0] !== order || games[at][1] !== crew);
      const some = open.splice(0, Math.min(BATCH, end < 0 ? BATCH : end));
      const answers = await thinker.ask([order, `games ${crew} ${seed} ${some.map((at) => games[at][2]).join(" ")}`]);
      answers[1].split("\n")[1].trim().split(" ").forEach((twelfths, place) => take(some[place], Number(twelfths)));
      told();
    }
  };
  await Promise.all(thinkers.map(work));
}
