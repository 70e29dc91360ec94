import { gameText, linked } from "./files.js";
import { gamesIn, isWhole, recordOf, seatOf } from "./kept.js";
import { PERSON } from "./levels.js";
import { resultCode } from "./pairing.js";
import { setupNamed } from "./setup.js";
import { asking, button, capital, closing, make, patternNamed, say } from "./words.js";

/** Games in a row that are won before the next level is offered. */
const ROW = 3;

/** Classes of bots by the level of a player. */
const CLASS_OF = { beginner: "beginner", easy: "easy", medium: "medium", good: "club", strong: "strong" };

/** Games of a person against a bot that tell a level, and the most that are asked. */
const GAMES = 3, MOST_GAMES = 5;

/** The latest games that tell the level of the person who played them: whole ones against a bot, on the full board. */
function telling({ core, catalogue, store }) {
  const ended = gamesIn(store).filter((it) => it.over && seatOf(it) && isWhole(it)).toReversed().map((it) => ({ ...it, game: linked(core, it.link).game }));
  return ended.filter(({ game }) => game?.setup.rows.split("/").length === 11 && catalogue.rules.get(game.rules).game === "brunei").slice(0, MOST_GAMES).reverse();
}

/** Shows the code of a result for the teacher, by the table that the pupils name. */
function showCode(winners) {
  const result = winners.length === 2 ? 1 : winners[0] === 1 ? 2 : 0, code = make("output", { class: "code" });
  const table = make("input", { type: "number", min: 1, max: 32, oninput: () => code.replaceChildren(table.value >= 1 && table.value <= 32 ? resultCode(Math.floor(table.value), result) : "") });
  asking(say("code-about"), closing("close")).firstChild.after(make("label", {}, make("span", {}, say("code-table")), table), code);
  table.focus();
}

/** What comes next for who has won alone against a bot: a larger board, or the next level after some wins in a row; else nothing. */
export function nextOffer(page, { over, scores, rows }, people) {
  const levels = Object.keys(page.catalogue.levels), [seat] = people, level = page.players[2 - seat], { game } = page;
  if (scores.length !== 2 || people.length !== 1 || over.winners.length > 1 || over.winners[0] !== seat || game.given) return "";
  const against = (other) => (seat === 1 ? [PERSON, other] : [other, PERSON]), start = (setup, other) => page.another({ ...game, word: undefined, setup, moves: [] }, against(other));
  const size = rows.length + 2, main = { class: "main" };
  if (size <= 11 && !game.word) {
    const larger = button("larger-board", () => start(size === 11 ? page.catalogue.setups.get("catalogue-05") : setupNamed(page.core, `fourfold-${size}-1`), level), main);
    larger.append(` ${size} × ${size}`);
    return larger;
  }
  const next = levels[levels.indexOf(level) + 1];
  if (!next || recordOf(gamesIn(page.store), level).row < ROW) return "";
  const harder = button("next-level", () => start(game.setup, next), main);
  harder.append(` ${say(`level-${next}`).split(": ")[1]}`);
  return harder;
}

/** Says kindly whether the pattern of Play is fair for players of a level, where that is known. */
function fairAt(page, level) {
  const { setup, rules } = page.pattern(), known = page.book.find((it) => it.setup === setup.name && it.rules === rules && it.crew === CLASS_OF[level]);
  if (!known) return "";
  const { direction, size } = known.level, key = direction !== "open" ? direction : size.startsWith("within") ? "even" : "open";
  return make("p", {}, say(`level-fair-${key}`, { pattern: capital(patternNamed(setup)) }));
}

/** Estimates the level of the person of the kept games in a Worker, and shows it. */
async function showLevel(page, thinker) {
  const games = telling(page), told = make("p", { role: "status" }, say("level-wait", { n: games.length })), asks = asking(told, closing("close"));
  const texts = games.map((it, at) => `game: ${at + 1}\n${gameText(page, { ...it, scores: it.over.scores })}`).join("\n\n");
  const [answer] = await thinker.ask([`level ${games.map(seatOf).join("")}\n${texts}`]).catch(() => [""]);
  const [kind, level, low, high] = answer.split(" ");
  if (kind === "level") asks.firstChild.after(fairAt(page, level));
  told.replaceChildren(kind === "level" ? say("level-is", { level: say(`short-${level}`), n: games.length, low: low === "-" ? "…" : low, high: high === "-" ? "…" : high }) : say("level-little"));
}

/** What the end of a game offers to pupils: two at one board the code of the result, one against a bot, after three games, the level. */
export function endButton({ page, thinker, now, people }) {
  if (now.scores.length !== 2) return "";
  if (people.length === 2) return button("class-code", () => showCode(now.over.winners));
  return people.length !== 1 || telling(page).length < GAMES ? "" : button("your-level", () => showLevel(page, thinker));
}
