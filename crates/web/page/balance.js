import { orderOf } from "./table.js";
import { make, say } from "./words.js";

/** Least probability to be best of the first moves that are named. */
export const LIKELY = 0.05;

/** What the games of a crew say about a game's start, one of so many cells: from the score sums `[twelfths, games]` of its pairs. */
export function balanceOf(core, game, crew, sums, cells) {
  core.ask(orderOf(game, 0));
  return balanceFrom(core.ask(balanceOrder(crew, sums, cells)));
}

export function balanceOrder(crew, sums, cells = 1) {
  return `balance ${crew} ${cells} ${sums.map((sum) => sum.join("/")).join(" ")}`;
}

/** Parses the core's answer.
 *  @returns {any} */
export function balanceFrom(answer) {
  const found = { firsts: [], pairs: [] };
  for (const line of answer.split("\n")) {
    const [kind, word, ...rest] = line.split(" "), figures = rest.map(Number);
    if (kind === "verdict") found.verdict = word;
    else if (kind === "first") found.firsts.push({ words: word.split("/"), best: figures[0], value: figures.slice(1) });
    else if (kind === "pair") found.pairs.push({ first: word, reply: rest[0], score: figures.slice(1) });
    else found[kind] = [Number(word), ...figures];
  }
  return found;
}

export function inPercent(share, digits = 1) {
  return (100 * share).toFixed(digits);
}

/** Names and values of a score with its interval. */
export function scoreOf([score, low, high], digits) {
  return { score: inPercent(score, digits), low: inPercent(low, digits), high: inPercent(high, digits) };
}

/** Probability as a whole number of percent; only what is certain is 0 or 100. */
export function chance(share) {
  return share < 0.01 ? "< 1" : share > 0.99 ? "> 99" : inPercent(share, 0);
}

/** Estimates in sentences, each score with its interval as a bar. */
export function measuresOf({ score, unseen, value, firsts }, games) {
  const place = (share) => `${inPercent(share)}%`;
  const bar = ([mean, low, high]) => make("div", { class: "range", "aria-hidden": "true" }, make("i", { class: "even" }),
    make("i", { class: "reach", style: `left:${place(low)};width:${place(high - low)}` }), make("b", { style: `left:${place(mean)}` }));
  const within = (probabilities) => say("balance-within", { five: chance(probabilities[0]), ten: chance(probabilities[1]) });
  const best = firsts.filter((it, at) => at === 0 || it.best >= LIKELY).map((it) => `${it.words.join("/")} ${chance(it.best)}\u00a0%`);
  return [
    make("p", {}, say("balance-score", { ...scoreOf(score), games })), bar(score),
    make("p", {}, say("balance-unseen", { low: inPercent(unseen[0]), high: inPercent(unseen[1]) }), " ", within(unseen.slice(2))),
    make("p", {}, say("balance-value", scoreOf(value)), " ", within(value.slice(3))), bar(value),
    make("p", {}, say("balance-best", { firsts: best.join(", ") })),
  ];
}
