import { PERSON } from "./levels.js";

/** A game that is kept on the device under a key of its own, so that two tabs never overwrite each other's: `id`, `link`, `players`, `seed`, `at`, the time of the last
 *  change, and of one that has ended `over`, with its `scores`, `winners` and `ending`; null if there is none. */
export function keptGame(store, id) {
  try {
    const kept = JSON.parse(store.get(`kept-${id}`));
    return typeof kept?.link === "string" && Array.isArray(kept.players) ? kept : null;
  } catch {
    return null;
  }
}

/** All games that are kept, the latest last. @returns {any[]} */
export function gamesIn(store) {
  return store.keys("kept-").map((key) => keptGame(store, key.slice(5))).filter(Boolean).sort((one, other) => one.at - other.at);
}

/** The seat of the one person in a game of two against a bot; 0 in other games. */
export function seatOf({ players, over }) {
  const seats = [1, 2].filter((seat) => players[seat - 1] === PERSON);
  return seats.length === 1 && (!over || over.scores.length === 2) ? seats[0] : 0;
}

/** Whether a game was played from its first move on. */
export function isWhole({ link }) {
  return !/[#&](given|word)=/.test(link);
}

/** What came of the games against a level, from their first move on: `won`, `drawn`, `lost`, and how many of the last were won in a `row`. */
export function recordOf(games, level) {
  const record = { won: 0, drawn: 0, lost: 0, row: 0 };
  for (const game of games) {
    const seat = seatOf(game);
    if (!game.over || !seat || game.players[2 - seat] !== level || !isWhole(game)) continue;
    const result = game.over.winners.length === 2 ? "drawn" : game.over.winners[0] === seat ? "won" : "lost";
    record[result] += 1;
    record.row = result === "won" ? record.row + 1 : 0;
  }
  return record;
}
