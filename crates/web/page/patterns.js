import { LIKELY, balanceFrom, balanceOf, balanceOrder, chance, inPercent, measuresOf, scoreOf } from "./balance.js";
import { thumbnail } from "./board.js";
import { pairTable } from "./book.js";
import { Thinker } from "./levels.js";
import { dropOwn, ownPatterns } from "./own.js";
import { svgOf } from "./picture.js";
import { Replay } from "./replay.js";
import { shareButton } from "./share.js";
import { orderOf } from "./table.js";
import { button, choice, make, refocus, say } from "./words.js";

/** Bot of the typical games: it searches about as much as those of the class `club`. */
const TYPICAL = "search:nodes=4000,solve=12";

/** Gallery of the known patterns with their balance, a view of each, and the patterns of one's own. */
export class PatternsView {
  constructor(page, element) {
    this.page = page;
    this.element = element;
    this.chosen = null;
    this.order = "number";
    this.thinker = new Thinker(page.bytes);
    this.found = new Map();
  }

  /** Rules of the results that are shown: those of the running game, if there are results under them. */
  get rules() {
    const { book } = this.page, { rules } = this.page.pattern();
    return book.some((it) => it.rules === rules) ? rules : book[0].rules;
  }

  start() {
    if (this.chosen) this.show();
    else this.gallery();
  }

  stop() {
    this.thinker.stop();
  }

  /** A pattern before the first move, under the rules of its results. */
  gameOf({ setup, rules }) {
    return { rules, set: {}, setup: this.page.catalogue.setups.get(setup), moves: [] };
  }

  open(chosen) {
    const left = this.chosen;
    this.stop();
    this.chosen = chosen;
    this.start();
    scrollTo(0, 0);
    // The focus goes to the pattern's heading, and from there back to its card.
    refocus(this.element.querySelector(chosen ? "h2" : `[data-setup="${left?.setup}"]`));
  }

  /** The strongest class stands last in the book. */
  async gallery() {
    const { page, rules } = this, of = new Map(page.book.filter((it) => it.rules === rules).map((it) => [it.setup, it]));
    const cards = make("div", { class: "picks gallery" });
    const show = () => {
      const even = ({ setup }) => Math.abs((this.found.get(`${rules} ${setup}`)?.score[0] ?? 1) - 0.5);
      const each = [...of.values()].sort((one, other) => (this.order === "balance" ? even(one) - even(other) : one.setup < other.setup ? -1 : 1));
      const focused = cards.contains(document.activeElement) && document.activeElement.getAttribute("data-setup");
      cards.replaceChildren(...each.map((it) => this.card(it)));
      if (focused) cards.querySelector(`[data-setup="${focused}"]`)?.focus({ preventScroll: true });
    };
    const order = choice(say("order"), [["number", say("order-number")], ["balance", say("order-balance")]], this.order, (value) => {
      this.order = value;
      show();
    });
    this.element.replaceChildren(make("h2", {}, say("patterns-known", { n: of.size })), make("p", {}, say("patterns-about", { crew: [...of.values()][0].crew, rules })),
      make("div", { class: "form" }, order), cards, ...this.ownList());
    show();
    const open = [...of.values()].filter((it) => !this.found.has(`${rules} ${it.setup}`));
    if (!open.length) return;
    const answers = await this.thinker.ask(open.flatMap((it) => [orderOf(this.gameOf(it), 0), balanceOrder(it.crew, it.sums, it.cells)])).catch(() => null);
    if (!answers) return;
    open.forEach((it, at) => this.found.set(`${rules} ${it.setup}`, balanceFrom(answers[2 * at + 1])));
    if (cards.isConnected) show();
  }

  card(it) {
    const found = this.found.get(`${it.rules} ${it.setup}`), { score, low, high } = found ? scoreOf(found.score, 0) : {};
    const card = make("button", { type: "button", class: "pick", "data-setup": it.setup, onclick: () => this.open(it) });
    card.innerHTML = `${thumbnail(this.gameOf(it).setup.rows.split("/"))}<span><b>${it.setup.replace("catalogue-", "")}</b> ${found ? `${say(`short-${found.verdict}`)}<br>${score}\u00a0% (${low}–${high})` : "…"}</span>`;
    return card;
  }

  ownList() {
    const { page } = this, own = ownPatterns(page.store);
    const row = (pattern) => {
      const game = { rules: "brunei-slide", set: {}, setup: pattern, moves: [] }, picture = make("div", { class: "mini-board" });
      picture.innerHTML = thumbnail(pattern.rows.split("/"));
      return make("div", { class: "own-pattern" }, picture, make("div", {}, make("b", {}, pattern.name), make("div", { class: "row" },
        button("play-this", () => page.another(game)), button("fair-this", () => page.isFair(game)), button("draw-from", () => page.views.pattern.load(pattern)),
        button("drop", () => {
          dropOwn(page.store, pattern.name);
          this.gallery();
        }))));
    };
    return [make("h2", {}, say("patterns-own")), ...(own.length ? own.map(row) : [make("p", {}, say("patterns-own-none"))])];
  }

  show() {
    const { page, chosen } = this, { book, core } = page, game = this.gameOf(chosen);
    const same = book.filter((it) => it.setup === chosen.setup), classes = same.filter((it) => it.rules === chosen.rules);
    const found = new Map(classes.map((it) => [it.crew, balanceOf(core, game, it.crew, it.sums, it.cells)]));
    const games = chosen.sums.reduce((all, sum) => all + sum[1], 0);
    this.shown = found.get(chosen.crew);
    const rules = choice(say("rules"), [...new Set(same.map((it) => it.rules))].map((word) => [word, word]), chosen.rules, (word) => this.open(same.findLast((it) => it.rules === word)));
    const crews = choice(say("crew"), classes.map(({ crew }) => [crew, say(`crew-${crew}`)]), chosen.crew, (word) => this.open(classes.find(({ crew }) => crew === word)));
    const place = make("div", { class: "field" }), told = make("p", { role: "status" }, say("book-tap"));
    this.replay = new Replay(core, game, place);
    const puzzles = page.views.puzzles.ofPattern(chosen.setup);
    const typical = button("typical", () => this.typical(place));
    place.append(typical);
    const pair = (text, moves) => told.replaceChildren(text, " ", button("from-here", () => page.another({ ...game, moves, given: moves.length })));
    this.element.replaceChildren(make("div", { class: "row" }, button("patterns-all", () => this.open(null))), make("h2", { tabindex: -1 }, `${say("pattern")} ${chosen.setup.replace("catalogue-", "")}`),
      make("div", { class: "table" }, place, make("div", { class: "side" },
        make("h3", {}, say(`balance-${this.shown.verdict}`)), this.classTable(classes, found),
        make("h3", {}, say("best-columns")), this.columns(this.shown), make("div", { class: "row" },
          button("play-this", () => page.another(game), { class: "main" }), button("fair-this", () => page.isFair(game)), button("draw-from", () => page.views.pattern.load(game.setup)), shareButton(() => this.shared(game))),
        ...(puzzles.length ? [make("h3", {}, say("pattern-puzzles")), make("div", { class: "picks of-pattern" }, ...puzzles)] : []),
        make("div", { class: "form" }, rules, crews))),
      ...measuresOf(this.shown, games), pairTable(this.shown, pair), told, make("p", { class: "soft" }, say("book-how", { crew: chosen.crew })));
  }

  /** The pattern with its verdict, to share. */
  shared(game) {
    const { score, verdict } = this.shown, caption = `${say("pattern")} ${game.setup.name}, ${game.rules}: ${say(`balance-${verdict}`)} ${say("balance-share", scoreOf(score, 0))}`;
    return { svg: svgOf(game.setup.rows.split("/"), {}, caption), caption, link: `#pattern=${game.setup.name}` };
  }

  /** Opens the pattern that a link names, as the site's gallery does; returns false if it is not known. */
  openNamed(name) {
    const found = this.page.book.findLast(({ setup, rules }) => setup === name && rules === "brunei-slide");
    if (!found) return false;
    this.chosen = found;
    this.page.show("patterns");
    return true;
  }

  /** The balance, by strength of the bots. */
  classTable(classes, found) {
    const interval = ([mean, low, high]) => `${inPercent(mean, 0)} (${inPercent(low, 0)}–${inPercent(high, 0)})`;
    const head = ["class", "class-random", "class-best", "class-within"].map((key) => make("th", { scope: "col" }, say(key)));
    const row = ({ crew }) => {
      const { score, value, unseen, verdict } = found.get(crew);
      return make("tr", {}, make("th", { scope: "row" }, say(`short-${crew}`), make("span", { class: "soft" }, say(`short-${verdict}`))), ...[interval(score), interval(value), `${chance(unseen[3])}\u00a0%`].map((text) => make("td", {}, text)));
    };
    return make("div", {}, make("table", { class: "classes" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...classes.map(row))), make("p", { class: "soft" }, say("class-caption")));
  }

  /** First columns that are likely to be the best, with the probability and a bar. */
  columns({ firsts }) {
    const likely = firsts.filter(({ best }, at) => at === 0 || best >= LIKELY);
    return make("ul", { class: "columns" }, ...likely.map(({ words, best, value }) => make("li", {}, make("b", {}, words.join(" / ")), make("i", { style: `width:${Math.round(100 * best)}%`, "aria-hidden": "true" }),
      make("span", {}, say("column-best", { best: chance(best), low: inPercent(value[1], 0), high: inPercent(value[2], 0) })))));
  }

  /** A game of two equal bots from the most probably best column and its best reply. */
  async typical(place) {
    const { page, chosen } = this, first = this.shown.firsts[0].words[0];
    const replies = this.shown.pairs.filter((pair) => pair.first === first);
    const game = { ...this.gameOf(chosen), moves: [first, replies.reduce((best, pair) => (pair.score[0] < best.score[0] ? pair : best)).reply] };
    place.replaceChildren(make("p", { role: "status" }, say("typical-wait")));
    for (;;) {
      const answers = await this.thinker.ask([`set bot ${TYPICAL}`, "set seed 1", orderOf(game), "go"]).catch(() => null);
      if (!answers || this.chosen !== chosen || !place.isConnected) return;
      const [kind, word] = answers.at(-1).split(" ");
      if (kind !== "bestmove") break;
      game.moves.push(word);
    }
    this.replay = new Replay(page.core, game, place);
    place.append(make("p", { class: "soft" }, say("typical-about")), make("div", { class: "row" }, button("play-here", () => page.another({ ...game, moves: game.moves.slice(0, this.replay.at), given: this.replay.at }))));
    this.replay.forth.focus();
  }
}
