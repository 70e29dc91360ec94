import { thumbnail } from "./board.js";
import { look } from "./table.js";
import { button, choice, make, say } from "./words.js";

/** Kept results of patterns when both players choose: see crates/web/bundle.py. */
export function bookOf(text) {
  return text.split("\n").map((line) => {
    const [setup, rules, bots, games, value, low, high, best, pairs] = line.split("\t");
    const played = pairs.split(" ").map((pair) => pair.split(":")).map(([words, ...figures]) => [words, figures.map(Number)]);
    return { setup, rules, bots, games: +games, value: +value, low: +low, high: +high, best: best.split("/"), played: new Map(played) };
  });
}

/** The book of a pattern: first columns by replies, with the kept results of each and their uncertainty. */
export class BookView {
  constructor(page, element) {
    Object.assign(this, { page, element, chosen: null });
  }

  start() {
    const { book } = this.page, { setup, rules } = this.page.pattern();
    const of = book.filter((it) => it.setup === setup.name);
    // The strongest players stand last.
    this.chosen = of.findLast((it) => it.rules === rules) ?? of.at(-1) ?? book.findLast((it) => it.setup === "catalogue-05") ?? book[0];
    this.show();
  }

  /** First columns with their replies: games, score and its interval, in thousandths. A pair without games is open. */
  columns() {
    const { core, catalogue } = this.page, { setup, rules, played } = this.chosen;
    const game = { rules, set: {}, setup: catalogue.setups.get(setup), moves: [] };
    const rows = game.setup.rows.split("/"), letter = (at) => String.fromCharCode(97 + at);
    // On a pattern that is its own mirror image, a pair also stands for its mirror image.
    const isMirrored = rows.every((row) => [...row].reverse().join("") === row);
    const mirror = (words) => [...words].map((word) => letter(rows.length - 1 - (word.charCodeAt(0) - 97))).join("");
    const seen = (words) => played.get(words) ?? (isMirrored ? played.get(mirror(words)) : null);
    return look(core, game).moves.map(({ word: first }) => {
      const replies = look(core, { ...game, moves: [first] }).moves.filter(({ word }) => word.length === 1).map(({ word }) => {
        const [games, score, low, high] = seen(first + word) ?? [0, 500, 0, 1000];
        return { word, games, score, low, high };
      });
      const least = (of) => Math.min(...replies.map(of));
      return { first, replies, score: least((it) => it.score), low: least((it) => it.low), high: least((it) => it.high) };
    });
  }

  show() {
    const { page, chosen } = this, { catalogue, book } = page;
    const setup = catalogue.setups.get(chosen.setup), columns = this.columns();
    const percent = (thousandths) => (thousandths / 10).toFixed(0);
    const most = Math.max(...columns.map(({ low }) => low)), isBest = ({ high }) => high >= most;
    const others = chosen.best.slice(1), isOpen = columns.every(isBest), name = (it) => `${it.rules}, ${it.bots}`;
    const pick = (options, now, then) => choice(options.label, options.list.map((word) => [word, word]), now, (word) => {
      then(word);
      this.show();
    });
    const same = book.filter((it) => it.setup === chosen.setup);
    const pattern = pick({ label: say("pattern"), list: [...new Set(book.map((it) => it.setup))] }, chosen.setup, (word) => { this.chosen = book.findLast((it) => it.setup === word); });
    const players = pick({ label: say("book-games"), list: same.map(name) }, name(chosen), (word) => { this.chosen = same.find((it) => name(it) === word); });
    const words = [...new Set(columns.flatMap(({ replies }) => replies.map(({ word }) => word)))].sort();
    const cell = (column, reply) => {
      const it = column.replies.find(({ word }) => word === reply);
      if (!it) return make("td", {});
      const told = say(it.games ? "book-pair" : "book-no-pair", { first: column.first, reply, score: percent(it.score), low: percent(it.low), high: percent(it.high), games: it.games });
      const shade = it.games ? `--lean:${(it.score - 500) / 5}%;--sure:${Math.max(0.15, 1 - (it.high - it.low) / 1000)}` : "";
      const press = make("button", { type: "button", class: `plain ${it.score < 500 ? "second" : "first"}`, style: shade, "aria-label": told, onclick: () => this.tell(told, [column.first, reply]) }, it.games ? percent(it.score) : "·");
      return make("td", {}, press);
    };
    const head = make("tr", {}, make("td", {}), ...words.map((word) => make("th", { scope: "col" }, word)), make("th", { scope: "col" }, say("book-worth")));
    const row = (column) => make("tr", { class: isBest(column) && !isOpen ? "best" : "" }, make("th", { scope: "row" }, column.first), ...words.map((word) => cell(column, word)),
      make("td", { class: "worth" }, `${percent(column.low)}–${percent(column.high)}`));
    const picture = make("div", { class: "picture" });
    picture.innerHTML = thumbnail(setup.rows.split("/"));
    this.told = make("p", { role: "status" }, say("book-tap"));
    this.best = columns.filter(isBest).map(({ first }) => first);
    this.element.replaceChildren(make("h2", {}, `${say("tab-book")}: ${chosen.setup}`), make("div", { class: "form" }, pattern, players), picture,
      make("div", { class: "row" }, button("fair-this", () => page.isFair({ rules: chosen.rules, set: {}, setup, moves: [] }))),
      make("p", {}, make("strong", {}, say(isOpen ? "book-open" : "book-best", { first: chosen.best[0] })), " ", isOpen ? "" : say(others.length ? "book-others" : "book-no-others", { others: others.join(", ") })),
      make("p", {}, say("book-value", { score: percent(chosen.value), low: percent(chosen.low), high: percent(chosen.high), games: chosen.games })),
      make("table", { class: "book" }, make("caption", {}, say("book-caption")), make("thead", {}, head), make("tbody", {}, ...columns.map(row))),
      this.told, make("p", { class: "soft" }, say("book-how", { bots: chosen.bots }), " ", isOpen ? "" : say("book-bold")));
  }

  /** Results of a pair, and a link to the board. */
  tell(text, moves) {
    const game = { rules: this.chosen.rules, set: {}, setup: this.page.catalogue.setups.get(this.chosen.setup), moves };
    this.told.replaceChildren(text, " ", button("from-here", () => this.page.another(game)));
  }
}
