import { nameOf, placeOf } from "./table.js";

/** The line that a ka at `place` sees in one direction: its colour, and how many stones. */
function sight(rows, { x, y }, [right, down]) {
  let sign = null, count = 0;
  for (let at = 1; ; at++) {
    const found = rows[y + at * down]?.[x + at * right];
    if (found === "." ) continue;
    if ((found !== "b" && found !== "w") || (sign && found !== sign)) return { sign, count };
    sign = found;
    count += 1;
  }
}

/** Numbers of stones in the lines of a row or a column, as seen from a point: both directions make one line if they show
 *  the same colour. */
export function linesAcross(rows, place, [right, down]) {
  const [one, other] = [sight(rows, place, [right, down]), sight(rows, place, [-right, -down])];
  if (one.sign && one.sign === other.sign) return [one.count + other.count];
  return [one, other].filter(({ sign }) => sign).map(({ count }) => count);
}

/** The ways of a ka that is stuck: each point in its reach with the stones of the lines there, and a wall where there is none.
 *  @returns {[string, string][]} */
export function shutOf(rows, seat) {
  const ka = rows.flatMap((row, y) => [...row].map((found, x) => ({ found, x, y }))).find(({ found }) => found === String(seat));
  return !ka ? [] : [[0, 1], [1, 0], [0, -1], [-1, 0]].flatMap(([right, down]) => {
    /** @type {[string, string][]} */
    const found = [];
    for (let x = ka.x + right, y = ka.y + down; rows[y]?.[x] === "."; x += right, y += down) {
      const name = nameOf(x, rows.length - y), [, { n = 0, m = 0 } = {}] = /** @type {any[]} */ (whyNot({ rows, phase: "main", turn: seat, moves: [] }, name) ?? []);
      found.push([name, m ? `${n} ${m}` : String(n)]);
    }
    return found;
  });
}

/** Returns why a point cannot be tapped: a key of the words, and what to fill in; null if there is nothing to say. */
export function whyNot({ rows, phase, turn, moves }, point) {
  const place = placeOf(point, rows.length), sign = rows[place.y][place.x];
  if (sign === "_") return ["why-hollow"];
  if (phase === "opening") {
    const columns = [...new Set(moves.filter(({ way, takes }) => !way.length && takes.length).map(({ takes }) => takes[0][0]))];
    return ["why-column", { columns: columns.join(", ") }];
  }
  if (phase === "entry") {
    const passage = moves[0].way[1][0];
    const away = (name) => Math.abs(name.charCodeAt(0) - passage.charCodeAt(0)), row = rows.length - place.y, half = (rows.length - 1) / 2;
    const isOwn = turn === 1 ? row <= half : row > half + 1;
    // A stone beside the column can always slide in, where stones slide.
    const slides = (sign === "b" || sign === "w") && isOwn && away(point) === 1 && moves.some(({ way }) => away(way[0]) === 1);
    return [slides ? "why-entry-nothing" : "why-entry", { column: passage }];
  }
  if (phase !== "main") return null;
  if (sign === String(turn)) return null;
  if (sign !== ".") return ["why-occupied"];
  const ka = rows.flatMap((row, y) => [...row].map((found, x) => ({ found, x, y }))).find(({ found }) => found === String(turn));
  if (!ka) return null;
  const [right, down] = [Math.sign(place.x - ka.x), Math.sign(place.y - ka.y)];
  if (right && down) return ["why-rook"];
  for (let { x, y } = { x: ka.x + right, y: ka.y + down }; x !== place.x || y !== place.y; x += right, y += down) {
    if (rows[y][x] !== ".") return ["why-blocked", { point: nameOf(x, rows.length - y) }];
  }
  // What the ka leaves behind is empty.
  const without = rows.map((row) => row.replace(String(turn), "."));
  const counts = linesAcross(without, place, right ? [0, 1] : [1, 0]);
  if (!counts.length) return ["why-no-line"];
  return [counts.length > 1 ? "why-even-both" : "why-even", { n: counts[0], m: counts[1] }];
}
