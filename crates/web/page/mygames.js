import { thumbnail } from "./board.js";
import { gameText, keep, linked } from "./files.js";
import { gamesIn, recordOf, seatOf } from "./kept.js";
import { PERSON, playerWord } from "./levels.js";
import { look } from "./table.js";
import { askToDrop, button, capital, make, patternNamed, say, spoken } from "./words.js";

/** Number of games that are listed at a time. */
const LISTED = 12;

/** The games that are kept on the device, and what came of them by level. */
export class GamesView {
  constructor(page, element) {
    this.page = page;
    this.element = element;
    this.listed = LISTED;
    addEventListener("storage", ({ key }) => { if (key?.startsWith("pasang-kept-") && page.view === "games") this.start(); });
  }

  start() {
    const games = gamesIn(this.page.store), latest = games.toReversed();
    const more = latest.length > this.listed ? [button("games-more", () => {
      this.listed += LISTED;
      this.start();
    })] : [];
    this.element.replaceChildren(make("h2", {}, say("tab-games")), ...(games.length ? [...this.records(games), ...latest.slice(0, this.listed).map((it) => this.row(it)),
      make("div", { class: "row" }, ...more, button("games-save", () => this.save(games)))] : [make("p", {}, say("games-none"))]), make("p", { class: "soft" }, say(this.page.store.lasts ? "games-about" : "games-held")));
  }

  /** A row for each level that was met. */
  records(games) {
    const { catalogue } = this.page, levels = Object.keys(catalogue.levels).map((level) => ({ level, ...recordOf(games, level) })).filter(({ won, drawn, lost }) => won + drawn + lost);
    const heads = ["level", "record-won", "record-drawn", "record-lost", "record-row"].map((key) => make("th", { scope: "col" }, say(key)));
    const row = ({ level, won, drawn, lost, row }) => make("tr", {}, make("th", { scope: "row" }, capital(say(`level-${level}`).split(": ")[1])), ...[won, drawn, lost, row].map((n) => make("td", {}, String(n))));
    return levels.length ? [make("table", { class: "classes records" }, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...levels.map(row)))] : [];
  }

  row(entry) {
    const { page } = this, { game } = linked(page.core, entry.link);
    if (!game) return make("div", {}, this.dropping(entry));
    const now = look(page.core, game), picture = make("div", { class: "mini-board", picture: thumbnail(now.rows) });
    const others = entry.players.slice(0, now.scores.length).filter((it) => it !== PERSON).map(playerWord).join(", ") || say("games-people");
    const told = [patternNamed(game.setup), new Date(entry.at).toLocaleDateString(spoken(), { day: "numeric", month: "long", year: "numeric" })].join(", ");
    const start = () => page.start(game, entry.players, entry.seed, entry);
    const next = now.over ? now.scores.length === 2 ? button("tab-review", () => { start(); page.views.play.review(); }) : "" : button("games-go-on", start, { class: "main" });
    return make("div", { class: "own-pattern", "data-game": entry.id }, picture, make("div", {}, make("b", {}, `${capital(others)}: ${this.stateOf(entry, now)}`), make("p", { class: "soft" }, told), make("div", { class: "row" }, next, this.dropping(entry))));
  }

  /** How a game stands: the player's own points first. */
  stateOf(entry, { over, scores }) {
    const seat = seatOf(entry), score = (seat === 2 ? scores.toReversed() : scores).join("–");
    if (!over) return say("games-open", { score });
    if (over.winners.length === scores.length) return say("games-drawn", { score });
    return seat ? say(over.winners.includes(seat) ? "games-won" : "games-lost", { score }) : say("over-wins", { who: over.winners.map((it) => say("player", { n: it })).join(", "), score: scores.join("–") });
  }

  dropping({ id }) {
    return button("drop", () => askToDrop("games-sure", () => {
      this.page.store.set(`kept-${id}`, "");
      this.start();
    }));
  }

  /** All games in a file, as the program reads them. */
  save(games) {
    const { page } = this, texts = games.flatMap((entry, at) => {
      const { game } = linked(page.core, entry.link);
      return game ? [`game: ${at + 1}\n${gameText(page, { ...look(page.core, game), game, players: entry.players, seed: entry.seed })}`] : [];
    });
    keep("pasang-games.txt", texts.join("\n"));
  }
}
