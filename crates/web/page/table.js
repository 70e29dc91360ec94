/** Names known to the core: levels of bots, rule sets with their toggles, values of toggles, setups. */
export function catalogueOf(core) {
  const catalogue = { levels: {}, crews: [], rules: new Map(), toggles: { brunei: [], bell: [] }, setups: new Map() };
  for (const line of core.ask("catalogue").split("\n")) {
    const [kind, name, second, ...rest] = line.split("\t");
    const pairs = (list) => list.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]);
    if (kind === "level") catalogue.levels[name] = second;
    else if (kind === "crew") catalogue.crews.push(name);
    else if (kind === "rules") {
      catalogue.rules.set(name, { game: second, who: rest[0], set: Object.fromEntries(pairs(rest.slice(1))) });
    } else if (kind === "toggle") {
      const [, least, most, step] = rest[0].match(/^(-?\d+)\.\.(-?\d+)\.\.(\d+)$/) ?? [];
      const range = least && { least: +least, most: +most, step: +step };
      catalogue.toggles[name].push({ name: second, range, words: rest[0].includes("=") ? pairs(rest) : [] });
    } else {
      catalogue.setups.set(name, { name, rows: rest[0] });
    }
  }
  return catalogue;
}

/** A game.
 *  @typedef {object} Game
 *  @property {string} rules a preset's name
 *  @property {Object<string, string>} set the toggles that differ
 *  @property {{ name: string, rows: string }} setup the pattern
 *  @property {string} [word] the position string of a later start
 *  @property {string[]} moves */

/** Command that sets up a game after some of its moves.
 *  @param {Game} game
 *  @param {number} [count] */
export function orderOf({ rules, set, setup, word, moves }, count = moves.length) {
  const toggles = Object.entries(set).map(([name, value]) => ` set ${name}=${valueOf(name, value)}`);
  const played = moves.slice(0, count);
  const start = word ? `word ${word}` : `rules ${rules}${toggles.join("")} rows ${setup.rows}`;
  return `position ${start}${played.length ? ` moves ${played.join(" ")}` : ""}`;
}

/** Values of stones are `1/2` here, and a table in the rules. */
export function valueOf(name, value) {
  const [black, white] = name === "values" ? value.split("/") : [];
  return name === "values" ? `{black=${black},white=${white}}` : value;
}

/** All toggles of a game, including its preset's. */
export function togglesOf(catalogue, { rules, set }) {
  return { ...catalogue.rules.get(rules).set, ...set };
}

export function seatsOf(catalogue, game) {
  return Number(togglesOf(catalogue, game).players ?? 2);
}

/** The board, the player to move, and every legal move with its captures. */
export function look(core, game, count) {
  const refused = core.ask(orderOf(game, count));
  if (refused) throw new Error(refused.replace(/^error /, ""));
  const lines = core.ask("board").split("\n");
  const [, rows, , phase, state, ...rest] = lines.pop().split(" ");
  const over = state === "over";
  const scores = rest[rest.indexOf("score") + 1].split("-").map(Number);
  return {
    rows: rows.split("/"),
    phase,
    over: over && { ending: rest[0], winners: rest[2].split("/").map(Number) },
    turn: over ? null : Number(rest[0]),
    scores,
    moves: lines.map(moveOf),
  };
}

function moveOf(line) {
  const move = { way: [], takes: [], points: 0 };
  let list = [];
  for (const word of line.split(" ").slice(2)) {
    if (word === "points") break;
    if (word === "way" || word === "takes") list = move[word];
    else list.push(word);
  }
  return { ...move, word: line.split(" ")[1], points: Number(line.slice(line.lastIndexOf(" ") + 1)) };
}

/** Points of a board with this many rows, and their signs: `a11` first, along the rows. */
export function pointsOf(rows) {
  return rows.flatMap((row, down) => [...row].map((sign, right) => ({ name: nameOf(right, rows.length - down), sign, x: right, y: down })));
}

export function nameOf(right, row) {
  return String.fromCharCode(97 + right) + row;
}

export function placeOf(name, side) {
  return { x: name.charCodeAt(0) - 97, y: side - Number(name.slice(1)) };
}
