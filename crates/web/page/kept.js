import { PERSON } from "./levels.js";

/** Games that are kept on the device, the latest last: `id`, `link`, `players`, `seed`, `at`, the time of the last change, and of one that has
 *  ended `over`, with its `scores`, `winners` and `ending`.
 *  @returns {any[]} */
export function gamesIn(store) {
  try {
    const kept = JSON.parse(store.get("games") ?? "[]");
    return Array.isArray(kept) ? kept.filter((it) => typeof it?.link === "string" && Array.isArray(it.players)) : [];
  } catch {
    return [];
  }
}

/** Keeps a game in place of the one with its id. Returns whether it outlasts the visit. */
export function keepGame(store, entry) {
  return store.set("games", JSON.stringify([...gamesIn(store).filter(({ id }) => id !== entry.id), entry]));
}

export function dropGame(store, dropped) {
  store.set("games", JSON.stringify(gamesIn(store).filter(({ id }) => id !== dropped)));
}

/** The seat of the one person in a game of two against a bot; 0 in other games. */
export function seatOf({ players, over }) {
  const seats = [1, 2].filter((seat) => players[seat - 1] === PERSON);
  return seats.length === 1 && (!over || over.scores.length === 2) ? seats[0] : 0;
}

/** What came of the games against a level, from their first move on: `won`, `drawn`, `lost`, and how many of the last were won in a `row`. */
export function recordOf(games, level) {
  const record = { won: 0, drawn: 0, lost: 0, row: 0 };
  for (const game of games) {
    const seat = seatOf(game);
    if (!game.over || !seat || game.players[2 - seat] !== level || /[#&](given|word)=/.test(game.link)) continue;
    const result = game.over.winners.length === 2 ? "drawn" : game.over.winners[0] === seat ? "won" : "lost";
    record[result] += 1;
    record.row = result === "won" ? record.row + 1 : 0;
  }
  return record;
}
