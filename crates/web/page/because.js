import { look, placeOf } from "./table.js";
import { capital, say } from "./words.js";

/** Least difference in points that is told. */
const TOLD = 2;

/** Number of moves of the expected lines that are compared. */
const AHEAD = 8;

/** Stones in words, by colour. */
export function stonesOf(rows, takes) {
  const signs = takes.map((point) => {
    const { x, y } = placeOf(point, rows.length);
    return rows[y][x];
  });
  const counts = [["w", "white-stones"], ["b", "black-stones"]].map(([sign, key]) => [signs.filter((other) => other === sign).length, key]);
  return counts.filter(([n]) => n).map(([n, key]) => say(key, { n })).join(say("and"));
}

function dearest(moves) {
  return moves.reduce((best, move) => (move.points > (best?.points ?? 0) ? move : best), null);
}

/** Points that both players take in these moves from here on: the mover's, the other's. */
function takenIn(core, game, at, words) {
  const taken = [0, 0];
  words.forEach((word, step) => {
    const now = look(core, { ...game, moves: [...game.moves.slice(0, at), ...words.slice(0, step)] });
    taken[step % 2] += now.moves.find((move) => move.word === word).points;
  });
  return taken;
}

/** Says what a move decided, as far as it is proved or the search sees a player stuck; null otherwise. */
function decisionOf(played, better, { own, other }) {
  const [is, was] = [played, better].map(({ worth }) => worth.match(/^proved (\w+) ?([+-]?\d+)?/));
  if (is && was && is[1] !== was[1]) return say(`because-${was[1]}-${is[1]}`);
  // A player who loses without fewer points is stuck.
  if (is?.[1] === "loss" && !was) return say(Number(is[2]) >= 0 ? "because-stuck-proved" : "because-lost", { who: own });
  if (is?.[1] === "draw" && !was) return say("because-drawn");
  if (played.worth.startsWith("stuck loss") && !better.worth.startsWith("stuck loss")) return say("because-stuck", { who: own });
  if (was?.[1] === "win" && !is) return say("because-won", { word: better.word });
  if (better.worth.startsWith("stuck win") && !played.worth.startsWith("stuck win")) return say("because-sticks", { word: better.word, who: other });
  return null;
}

/** Says why a move was worse than another one: what it left open, gave up, or took away from the next move. */
export function reasonsOf(core, game, at, { by, played, better }) {
  const after = (...words) => look(core, { ...game, moves: [...game.moves.slice(0, at), ...words] });
  const who = (seat) => capital(say("player", { n: seat })), other = who(3 - by), own = who(by);
  const here = look(core, game, at), was = after(played.word), good = after(better.word), reasons = [];
  const stuck = (now, seat) => now.over?.ending === "stuck" && !now.over.winners.includes(seat);
  if (stuck(good, 3 - by)) return [say("because-wins", { word: better.word, who: other })];
  const trap = was.moves.find(({ word }) => stuck(after(played.word, word), by));
  if (trap) reasons.push(say("because-trap", { word: trap.word, who: own, other }));
  const [open, shut] = [dearest(was.moves), dearest(good.moves)];
  if (!trap && open && open.points - (shut?.points ?? 0) >= TOLD) {
    reasons.push(say("because-open", { who: other, stones: stonesOf(was.rows, open.takes), word: open.word, points: open.points, less: shut?.points ?? 0, better: better.word }));
  }
  const [took, could] = [played, better].map(({ word }) => here.moves.find((move) => move.word === word));
  if (could.points - took.points >= TOLD) {
    reasons.push(say("because-less", { who: own, stones: took.takes.length ? stonesOf(here.rows, took.takes) : say("nothing"), points: took.points, other: stonesOf(here.rows, could.takes), more: could.points }));
  }
  const next = ({ word, line }) => (line.length ? dearest(after(word, line[0]).moves)?.points ?? 0 : 0);
  const [left, kept] = [next(played), next(better)];
  if (kept - left >= TOLD) reasons.push(say("because-next", { who: own, left, kept }));
  if (!reasons.length && good.moves.length * 2 <= was.moves.length) reasons.push(say("because-free", { who: other, n: was.moves.length, m: good.moves.length }));
  const decided = decisionOf(played, better, { own, other });
  if (decided) reasons.unshift(decided);
  if (reasons.length) return reasons.slice(0, 2);
  // Nothing shows at once: what the moves that are expected bring.
  const count = Math.min(AHEAD, 1 + played.line.length, 1 + better.line.length);
  const [then, instead] = [played, better].map(({ word, line }) => takenIn(core, game, at, [word, ...line].slice(0, count)));
  const gain = instead[0] - instead[1] - then[0] + then[1];
  return [gain >= TOLD ? say("because-run", { who: own, other, n: count, own: then[0], others: then[1], better: better.word, more: instead[0], less: instead[1] }) : say("because-deep")];
}
