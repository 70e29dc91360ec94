import { resultCode } from "./pairing.js";
import { asking, button, make, say } from "./words.js";

/** Games of a person against a bot that tell a level, and the most that are kept. */
const GAMES = 3, KEPT = 5;

/** Reads the kept games: the person's seat and the text of each. */
function keptGames(store) {
  try {
    const kept = JSON.parse(store.get("rated") ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Keeps a game that ended, of one person on the full board. */
function keepGame(store, seat, text) {
  const others = keptGames(store).filter((it) => it.text !== text);
  store.set("rated", JSON.stringify([...others, { seat, text }].slice(-KEPT)));
}

/** Shows the code of a result for the teacher, by the table that the pupils name. */
function showCode(winners) {
  const result = winners.length === 2 ? 1 : winners[0] === 1 ? 2 : 0, code = make("output", { class: "code" });
  const table = make("input", { type: "number", min: 1, max: 32, oninput: () => code.replaceChildren(table.value >= 1 && table.value <= 32 ? resultCode(Math.floor(table.value), result) : "") });
  const asks = asking(say("code-about"), button("close", () => asks.close()));
  asks.firstChild.after(make("label", {}, make("span", {}, say("code-table")), table), code);
  table.focus();
}

/** Estimates the level of the person of the kept games in a Worker, and shows it. */
async function showLevel(store, thinker) {
  const games = keptGames(store), told = make("p", { role: "status" }, say("level-wait", { n: games.length })), asks = asking(told, button("close", () => asks.close()));
  const texts = games.map(({ text }, at) => `game: ${at + 1}\n${text}`).join("\n\n");
  const [answer] = await thinker.ask([`level ${games.map(({ seat }) => seat).join("")}\n${texts}`]).catch(() => [""]);
  const [kind, level, low, high] = answer.split(" ");
  told.replaceChildren(kind === "level" ? say("level-is", { level: say(`short-${level}`), n: games.length, low: low === "-" ? "…" : low, high: high === "-" ? "…" : high }) : say("level-little"));
}

/** What the end of a game offers to pupils: two at one board the code of the result, one against a bot, after three games, the level. */
export function endButton({ page, thinker, now, people, text }) {
  if (now.scores.length !== 2) return "";
  if (people.length === 2) return button("class-code", () => showCode(now.over.winners));
  if (now.rows.length === 11 && page.catalogue.rules.get(page.game.rules).game === "brunei" && !page.game.given) keepGame(page.store, people[0], text);
  return keptGames(page.store).length < GAMES ? "" : button("your-level", () => showLevel(page.store, thinker));
}
