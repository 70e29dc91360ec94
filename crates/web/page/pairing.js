import { matched } from "./matching.js";

/** What a second game of the same two, or a second bye, costs: more than any differences of points. */
const AGAIN = 1e6;

/** The place of who has no opponent in a round. */
export const BYE = -1;

/** Points in halves of each pupil of a class, whom each met, and how many games more each began than answered. A game of a round is `[one, two, result]`:
 *  the places of who begins and of the other, and the points in halves of the first; null while it is open. Where all meet all, a
 *  bye is worth nothing. */
export function recordsOf({ names, kind, rounds }) {
  const records = names.map((_, at) => ({ at, points: 0, begun: 0, met: [] }));
  const add = (at, other, points) => {
    if (at === BYE) return;
    records[at].met.push(other);
    records[at].points += points;
  };
  for (const [one, two, result] of rounds.flat()) {
    add(one, two, two === BYE ? (kind === "swiss" ? 2 : 0) : result ?? 0);
    add(two, one, result === null ? 0 : 2 - result);
    if (two === BYE) continue;
    records[one].begun += 1;
    records[two].begun -= 1;
  }
  return records;
}

/** Records by points, then by the opponents' points. */
export function standingsOf(tournament) {
  const records = recordsOf(tournament);
  const against = ({ met }) => met.reduce((sum, at) => sum + (records[at]?.points ?? 0), 0);
  return records.map((record) => ({ ...record, against: against(record) })).sort((one, other) => other.points - one.points || other.against - one.against || one.at - other.at);
}

/** Swiss pairs: as few second games and byes as possible, and of those the nearest in points. Who is gone is left out; of an odd number
 *  one of the last has a bye. */
function swiss(tournament) {
  const players = standingsOf(tournament).filter(({ at }) => !tournament.gone[at]);
  if (players.length % 2) players.push({ at: BYE, points: players.at(-1).points, met: [] });
  const apart = (one, other) => (one.points - other.points) ** 2;
  const again = (one, other) => (other.at === BYE && tournament.kind !== "swiss" ? 0 : one.met.filter((at) => at === other.at).length);
  const cost = (one, other) => apart(one, other) + AGAIN * again(one, other);
  return matched(players.length, (at, other) => cost(players[at], players[other])).map((pair) => pair.map((at) => players[at]));
}

/** Two who have not met and are both there; null if all have. */
function unmet({ names, gone, rounds }) {
  const met = new Set(rounds.flat().flatMap(([one, two]) => [`${one} ${two}`, `${two} ${one}`])), here = [...names.keys()].filter((at) => !gone[at]);
  return here.flatMap((one, place) => here.slice(place + 1).map((two) => [one, two])).find(([one, two]) => !met.has(`${one} ${two}`)) ?? null;
}

/** Pairs of who has not met, where the circle has no place: for who came late or was away. Others have no opponent. */
function left(tournament) {
  return swiss(tournament).flatMap(([one, two]) => (two.at !== BYE && one.met.includes(two.at) ? [one, two].map((it) => [it, { at: BYE }]) : [[one, two]]));
}

/** All against all by the circle method: the last one stays, the others move on by one place a round. */
function circle({ names, rounds, gone }) {
  const places = [...names.keys(), ...(names.length % 2 ? [BYE] : [])], last = places.pop(), n = places.length, round = rounds.length;
  const here = (at) => (gone[at] ? BYE : at), turned = (at) => places[(round + at) % n];
  const pairs = Array.from({ length: (n + 1) / 2 }, (_, at) => [at ? turned(n - at) : last, turned(at)].map(here));
  return pairs.filter(([one, two]) => one !== BYE || two !== BYE).map((pair) => pair.map((at) => ({ at })));
}

/** Returns whether a tournament goes on: where all meet all until they have, else while there are two. */
export function hasNext(tournament) {
  return tournament.kind === "swiss" ? tournament.gone.filter((isGone) => !isGone).length > 1 : unmet(tournament) !== null;
}

/** Returns whether a pupil came after the first round. */
function isLate({ names, rounds }) {
  return rounds.length > 0 && new Set(rounds[0].flatMap(([one, two]) => [one, two]).filter((at) => at !== BYE)).size < names.length;
}

/** The next round of a tournament. Of two the one begins who began fewer of the games before. */
export function nextRound(tournament) {
  const { kind, names, rounds } = tournament, isRegular = rounds.length < names.length - 1 + (names.length % 2) && !isLate(tournament);
  const pairs = kind === "swiss" ? swiss(tournament) : isRegular ? circle(tournament) : left(tournament), records = recordsOf(tournament);
  const begun = (at) => (at === BYE ? Infinity : records[at].begun);
  return pairs.map(([{ at: one }, { at: two }]) => (begun(one) <= begun(two) ? [one, two, null] : [two, one, null]));
}

/** Elo of the levels, as in the core, from weak to strong; percentage points that a point of handicap is worth (docs/answers.md). */
export const LEVELS = { beginner: 87, easy: 295, medium: 621, good: 954, strong: 1308 };
const WORTH = 2;

/** Points in advance that make up for a difference of levels: above 0 for the second player, as the toggle `handicap` has them; 0 where
 *  a level is not known. */
export function handicapOf(first, second) {
  const more = (LEVELS[first] - LEVELS[second]) / 400;
  return Math.round((100 * (1 / (1 + 10 ** -more) - 0.5)) / WORTH) || 0;
}

/** Check digit of a number: it finds each wrong digit, and nearly all that change places (ISO 7064, MOD 11,10). */
function checkDigit(digits) {
  const product = [...digits].reduce((product, digit) => (2 * ((product + Number(digit)) % 10 || 10)) % 11, 10);
  return String((11 - product) % 10);
}

/** Code of a result that pupils tell their teacher: the table, the points in halves of the first, and a check digit: `7-21`. */
export function resultCode(table, result) {
  return `${table}-${result}${checkDigit(`${table}${result}`)}`;
}

/** The codes of a text: `table` and `result` of each, or the `wrong` one. */
export function codesIn(text) {
  return text.split(/[\s,;]+/).filter(Boolean).map((code) => {
    const [, table, result, check] = code.replace(/\D/g, "").match(/^(\d{1,2})([012])(\d)$/) ?? [];
    return check === checkDigit(`${table}${result}`) ? { table: Number(table), result: Number(result) } : { wrong: code };
  });
}
