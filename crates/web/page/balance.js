import { orderOf } from "./table.js";
import { svgAddress } from "./picture.js";
import { capital, make, say } from "./words.js";

/** Least probability to be best of the first moves that are named. */
export const LIKELY = 0.05;

/** What the games of several classes say together about a game's start, of all levels and of one class: from the score sums
 *  `[twelfths, games]` of each class's pairs. */
export function balanceOf(core, game, crew, sums) {
  core.ask(orderOf(game, 0));
  return balanceFrom(core.ask(`balance ${crew} ${sumsOf(sums)}`));
}

function sumsOf(sums) {
  const played = Object.keys(sums).filter((crew) => sums[crew].some(([, games]) => games));
  return played.map((crew) => `${crew} ${sums[crew].map((sum) => sum.join("/")).join(" ")}`).join(" ");
}

/** Parses the core's answer.
 *  @returns {any} */
export function balanceFrom(answer) {
  const found = { firsts: [], pairs: [] };
  for (const line of answer.split("\n")) {
    const [kind, word, ...rest] = line.split(" "), figures = rest.map(Number);
    if (kind === "statement") Object.assign(found, { size: word, direction: rest[0] });
    else if (kind === "value") found.value = { score: [Number(word), ...figures.slice(0, 2)], size: rest[2], direction: rest[3] };
    else if (kind === "first") found.firsts.push({ words: word.split("/"), best: figures[0], value: figures.slice(1, 4), reply: rest[4], sure: figures[5] });
    else if (kind === "pair") found.pairs.push({ first: word, reply: rest[0], score: figures.slice(1) });
    else if (kind !== "level") found[kind] = [Number(word), ...figures];
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

/** Score with its interval as a bar. */
function bar([mean, low, high]) {
  const place = (share) => `${inPercent(share)}%`;
  return make("div", { class: "range", "aria-hidden": "true" }, make("i", { class: "even" }),
    make("i", { class: "reach", style: `left:${place(low)};width:${place(high - low)}` }), make("b", { style: `left:${place(mean)}` }));
}

/** Both statements as a clause, as the program words them. */
export function clauseOf({ size, direction }) {
  if (direction !== "open") return say(`told-${direction}`, { size: say(`size-${size}`) });
  if (size === "open") return say("told-open");
  return size === "beyond-10" ? say("told-far") : say("told-even", { size: say(`size-${size}`) });
}

/** Both statements in few words. */
export function briefOf({ size, direction }) {
  return [size, direction].filter((word) => word !== "open").map((word) => say(`short-${word}`)).join(", ") || say("short-open");
}

/** The estimates with best openings in sentences. */
export function bestOf({ value, firsts }) {
  const best = firsts.filter((it, at) => at === 0 || it.best >= LIKELY).map(({ words, best: of, reply, sure }) => `${words.join("/")} ${chance(of)}\u00a0% (${words[0]} ${reply} ${chance(sure)}\u00a0%)`);
  return [make("p", {}, say("balance-value", { ...scoreOf(value.score), told: clauseOf(value) })), bar(value.score), make("p", {}, say("balance-best", { firsts: best.join(", ") }))];
}

/** Estimates in sentences, each score with its interval as a bar. */
export function measuresOf(found, games) {
  const { score, unseen } = found;
  return [
    make("p", {}, say("balance-score", { ...scoreOf(score), games })), bar(score),
    make("p", {}, say("balance-unseen", { low: inPercent(unseen[0]), high: inPercent(unseen[1]) })),
    ...bestOf(found),
  ];
}

/** A level of players from a line of the core or of the book: its name, size and direction, and score with its interval. */
export function levelOf(/** @type {string[]} */ [crew, size, direction, ...figures]) {
  return { crew, size, direction, score: figures.slice(0, 3).map(Number) };
}

/** What the games of several classes say together about all levels, from the score sums of each, by class. */
export function levelsOf(core, order, sums) {
  core.ask(order);
  const isPlayed = (crew) => sums[crew]?.some(([, games]) => games);
  return core.ask(`levels ${sumsOf(sums)}`).split("\n").map((line) => levelOf(line.split(" ").slice(1))).map((level) => ({ ...level, isPredicted: !isPlayed(level.crew) }));
}

/** Whether a score is shown to be near to even. */
export function isFair({ size }) {
  return size.startsWith("within");
}

/** Answers whether a score is fair, as the program words it. */
export function answerTo(it) {
  const told = clauseOf(it), how = isFair(it) ? (it.direction === "open" ? "yes" : "nearly") : it.size === "beyond-10" ? "no" : "";
  return how ? say(`levels-${how}`, { told }) : told;
}

/** The statements by level, as the program words them. */
export function statementOf(levels) {
  const runs = [];
  for (const level of levels) {
    if (runs.length && clauseOf(runs.at(-1)[0]) === clauseOf(level)) runs.at(-1).push(level);
    else runs.push([level]);
  }
  const clause = (run, at) => {
    const [from, to] = [run[0], run.at(-1)].map(({ crew }) => say(`short-${crew}`)), told = clauseOf(run[0]);
    if (runs.length === 1) return levels.length > 1 ? say("levels-every", { told: answerTo(run[0]) }) : answerTo(run[0]);
    const where = from === to ? "at" : at === 0 ? "up-to" : at === runs.length - 1 ? "on" : "from-to";
    return say(`levels-${where}`, { from, to, told });
  };
  return `${capital(runs.map(clause).join("; "))}.`;
}

/** The picture of the levels in words. */
function curveTold(levels) {
  return say("levels-curve", { told: statementOf(levels) });
}

/** The levels as the program's card, as SVG: with the board's rows to send, in words, too; without them to stand beside a board. */
export function cardOf(core, levels, title, rows = "") {
  const row = ({ crew, score, isPredicted }) => `${score.join(" ")} ${isPredicted ? 0 : 1} ${say(`short-${crew}`)}`;
  return core.ask(["card", title, curveTold(levels), rows && title, rows, rows && curveTold(levels), ...levels.map(row)].map((line) => line.replace(/\s+/g, " ")).join("\n"));
}

/** The answer for all levels: the statements, the scores by level as a picture, and a row a level. */
export function answerOf(core, levels, title) {
  const picture = make("img", { class: "levels", src: svgAddress(cardOf(core, levels, title)), alt: curveTold(levels) });
  return [make("h3", {}, statementOf(levels)), picture, levelTable(levels)];
}

function levelTable(levels) {
  const head = ["class", "class-random", "class-shown"].map((key) => make("th", { scope: "col" }, say(key)));
  const row = (level) => {
    const { crew, score, isPredicted } = level, { score: mean, low, high } = scoreOf(score, 0), cells = [`${mean} (${low}–${high})`, briefOf(level)];
    return make("tr", {}, make("th", { scope: "row" }, say(`short-${crew}`), isPredicted ? "\u00a0*" : ""), ...cells.map((text) => make("td", {}, text)));
  };
  const note = [say("class-caption"), levels.some(({ isPredicted }) => isPredicted) && say("levels-predicted")].filter(Boolean).join(" ");
  return make("div", {}, make("table", { class: "classes" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...levels.map(row))), make("p", { class: "soft" }, note));
}
