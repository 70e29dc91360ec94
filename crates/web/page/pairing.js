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

/** Number of sets of players in a search from which on it takes nearly the least cost; so late a round is rare. */
const MANY = 1000;

/** Pairs an even number of players, the best first, at the least sum of costs, by iterative deepening: what is left costs at least
 *  what neighbours in points do. */
export function pairedAt(players, cost, least) {
  let budget = least(players), over = 0, step = 0;
  const failed = new Set();
  const search = (left, rest) => {
    if (!left.length) return [];
    const key = `${left.map(({ at }) => at)} ${rest}`, [one, ...others] = left;
    if (failed.has(key)) return null;
    for (const two of others.toSorted((it, other) => cost(one, it) - cost(one, other))) {
      const after = others.filter((it) => it !== two), spent = cost(one, two), needs = spent + least(after) - rest;
      if (needs > 0) over = Math.min(over, needs);
      const found = needs > 0 ? null : search(after, rest - spent);
      if (found) return [[one, two], ...found];
    }
    failed.add(key);
    return null;
  };
  for (;;) {
    over = Infinity;
    failed.clear();
    const found = search(players, budget);
    if (found) return found;
    step = failed.size > MANY ? 2 * step + 1 : 0;
    // A longer step allows no more second games than there must be.
    budget = Math.max(budget + over, Math.min(budget + step, (Math.floor(budget / AGAIN) + 1) * AGAIN - 1));
  }
}

/** Swiss pairs: as few second games and byes as possible, and of those the nearest in points. Who is gone is left out; of an odd number
 *  one of the last has a bye. */
function swiss(tournament) {
  const players = standingsOf(tournament).filter(({ at }) => !tournament.gone[at]);
  if (players.length % 2) players.push({ at: BYE, points: players.at(-1).points, met: [] });
  const apart = (one, other) => (one.points - other.points) ** 2;
  const least = (left) => left.reduce((sum, one, at) => (at % 2 ? sum + apart(left[at - 1], one) : sum), 0);
  return pairedAt(players, (one, other) => apart(one, other) + AGAIN * one.met.filter((at) => at === other.at).length, least);
}

/** All against all by the circle method: the last one stays, the others move on by one place a round. */
function circle({ names, rounds, gone }) {
  const places = [...names.keys(), ...(names.length % 2 ? [BYE] : [])], last = places.pop(), n = places.length, round = rounds.length;
  const here = (at) => (gone[at] ? BYE : at), turned = (at) => places[(round + at) % n];
  const pairs = Array.from({ length: (n + 1) / 2 }, (_, at) => [at ? turned(n - at) : last, turned(at)].map(here));
  return pairs.filter(([one, two]) => one !== BYE || two !== BYE).map((pair) => pair.map((at) => ({ at })));
}

/** Returns whether a tournament goes on: where all meet all until they have, else while there are two. */
export function hasNext({ kind, names, gone, rounds }) {
  return kind === "swiss" ? gone.filter((isGone) => !isGone).length > 1 : rounds.length < names.length - 1 + (names.length % 2);
}

/** The next round of a tournament. Of two the one begins who began fewer of the games before. */
export function nextRound(tournament) {
  const pairs = tournament.kind === "swiss" ? swiss(tournament) : circle(tournament), records = recordsOf(tournament);
  const begun = (at) => (at === BYE ? Infinity : records[at].begun);
  return pairs.map(([{ at: one }, { at: two }]) => (begun(one) <= begun(two) ? [one, two, null] : [two, one, null]));
}
