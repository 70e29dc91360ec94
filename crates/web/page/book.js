import { LIKELY, balanceOf, inPercent, measuresOf, scoreOf } from "./balance.js";
import { thumbnail } from "./board.js";
import { button, choice, make, say } from "./words.js";

/** Kept results of crews, a line per pattern, rules and crew: see crates/web/bundle.py. */
export function bookOf(text) {
  return text.split("\n").filter(Boolean).map((line) => {
    const [setup, rules, crew, cells, sums] = line.split("\t");
    return { setup, rules, crew, cells, sums: sums.split(" ").map((sum) => sum.split("/").map(Number)) };
  });
}

/** The book of a pattern: first columns by replies, with the estimated score of each and its uncertainty. */
export class BookView {
  constructor(page, element) {
    Object.assign(this, { page, element, chosen: null });
  }

  start() {
    const { book } = this.page, { setup, rules } = this.page.pattern();
    const of = book.filter((it) => it.setup === setup.name);
    // The strongest crew stands last.
    this.chosen = of.findLast((it) => it.rules === rules) ?? of.at(-1) ?? book.findLast((it) => it.setup === "catalogue-05") ?? book[0];
    this.show();
  }

  /** The chosen game before its first move. */
  game() {
    const { setup, rules } = this.chosen;
    return { rules, set: {}, setup: this.page.catalogue.setups.get(setup), moves: [] };
  }

  show() {
    const { page, chosen } = this, { book, core } = page, game = this.game();
    const found = this.found = balanceOf(core, game, chosen.crew, chosen.sums, chosen.cells);
    const games = chosen.sums.reduce((all, sum) => all + sum[1], 0), name = (it) => `${it.rules}, ${it.crew}`;
    const pick = (options, now, then) => choice(options.label, options.list.map((word) => [word, word]), now, (word) => {
      then(word);
      this.show();
    });
    const same = book.filter((it) => it.setup === chosen.setup);
    const pattern = pick({ label: say("pattern"), list: [...new Set(book.map((it) => it.setup))] }, chosen.setup, (word) => { this.chosen = book.findLast((it) => it.setup === word); });
    const crews = pick({ label: say("book-games"), list: same.map(name) }, name(chosen), (word) => { this.chosen = same.find((it) => name(it) === word); });
    const words = [...new Set(found.pairs.map(({ reply }) => reply))].sort();
    const cell = (first, reply) => {
      const score = found.pairs.find((it) => it.first === first && it.reply === reply)?.score;
      if (!score) return make("td", {});
      const [mean, low, high] = score, told = say("book-pair", { first, reply, ...scoreOf(score, 0) });
      const style = `--lean:${200 * mean - 100}%;--sure:${Math.max(0.15, 1 - (high - low))}`;
      return make("td", {}, make("button", { type: "button", class: `plain ${mean < 0.5 ? "second" : "first"}`, style, "aria-label": told, onclick: () => this.tell(told, [first, reply]) }, inPercent(mean, 0)));
    };
    const head = make("tr", {}, make("td", {}), ...words.map((word) => make("th", { scope: "col" }, word)), make("th", { scope: "col" }, say("book-worth")));
    const row = (first) => {
      const { best, value } = found.firsts.find((it) => it.words.includes(first));
      return make("tr", { class: best >= LIKELY ? "best" : "" }, make("th", { scope: "row" }, first), ...words.map((word) => cell(first, word)),
        make("td", { class: "worth" }, `${inPercent(value[1], 0)}–${inPercent(value[2], 0)}`));
    };
    const firsts = [...new Set(found.pairs.map(({ first }) => first))];
    const picture = make("div", { class: "picture" });
    picture.innerHTML = thumbnail(game.setup.rows.split("/"));
    this.told = make("p", { role: "status" }, say("book-tap"));
    this.element.replaceChildren(make("h2", {}, `${say("tab-book")}: ${chosen.setup}`), make("div", { class: "form" }, pattern, crews), picture,
      make("div", { class: "row" }, button("fair-this", () => page.isFair(game))),
      make("h3", {}, say(`balance-${found.verdict}`)), ...measuresOf(found, games),
      make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": say("book-caption") }, make("table", { class: "book" }, make("caption", {}, say("book-caption")), make("thead", {}, head), make("tbody", {}, ...firsts.map(row)))),
      this.told, make("p", { class: "soft" }, say("book-how", { crew: chosen.crew })));
  }

  /** Estimate for a pair, and a link to the board. */
  tell(text, moves) {
    this.told.replaceChildren(text, " ", button("from-here", () => this.page.another({ ...this.game(), moves })));
  }
}
