import { LIKELY, answerOf, balanceOf, bestOf, briefOf, cardOf, chance, inPercent, scoreOf, statementOf } from "./balance.js";
import { thumbnail } from "./board.js";
import { pairTable } from "./book.js";
import { Thinker } from "./levels.js";
import { dropOwn, ownPatterns } from "./own.js";
import { Replay } from "./replay.js";
import { shareButton } from "./share.js";
import { orderOf } from "./table.js";
import { button, capital, choice, make, patternNamed, refocus, rulesNamed, say } from "./words.js";

/** Bot of the typical games: it searches about as much as those of the class `club`. */
const TYPICAL = "search:nodes=4000,solve=12";

/** Gallery of the known patterns with their balance, a view of each, and the patterns of one's own. */
export class PatternsView {
  constructor(page, element) {
    this.page = page;
    this.element = element;
    this.chosen = null;
    this.order = "number";
    this.level = "strong";
    this.thinker = new Thinker(page.bytes);
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

  /** The classes whose results are kept under the rules that are shown; the strongest stands last. */
  gallery() {
    const { page, rules } = this, all = page.book.filter((it) => it.rules === rules), levels = [...new Set(all.map(({ crew }) => crew))];
    if (!levels.includes(this.level)) this.level = levels.at(-1);
    const cards = make("div", { class: "picks gallery" });
    const show = () => {
      const even = ({ level: { score } }) => Math.abs(score[0] - 0.5), byScore = ({ level: { score } }) => -score[0];
      const far = { number: () => 0, balance: even, score: byScore }[this.order];
      const each = all.filter(({ crew }) => crew === this.level).sort((one, other) => far(one) - far(other) || (one.setup < other.setup ? -1 : 1));
      cards.replaceChildren(...each.map((it) => this.card(it)));
    };
    const choose = (key, words, of) => choice(say(key), words, this[of], (value) => {
      this[of] = value;
      show();
    });
    const order = choose("order", ["number", "balance", "score"].map((word) => [word, say(`order-${word}`)]), "order"), level = choose("mend-level", levels.map((crew) => [crew, say(`short-${crew}`)]), "level");
    const count = new Set(all.map(({ setup }) => setup)).size;
    this.element.replaceChildren(make("h2", {}, say("patterns-known", { n: count })), make("p", {}, say("patterns-about", { rules: rulesNamed(rules) })),
      make("div", { class: "form" }, level, order), cards, ...this.ownList());
    show();
  }

  card(it) {
    const { score, low, high } = scoreOf(it.level.score, 0);
    const picture = `${thumbnail(this.gameOf(it).setup.rows.split("/"))}<span><b>${it.setup.replace("catalogue-", "")}</b> ${briefOf(it.level)}<br>${score}\u00a0% (${low}–${high})</span>`;
    return make("button", { type: "button", class: "pick", "data-setup": it.setup, picture, onclick: () => this.open(it) });
  }

  ownList() {
    const { page } = this, own = ownPatterns(page.store);
    const row = (pattern) => {
      const game = { rules: "brunei-slide", set: {}, setup: pattern, moves: [] }, picture = make("div", { class: "mini-board", picture: thumbnail(pattern.rows.split("/")) });
      return make("div", { class: "own-pattern" }, picture, make("div", {}, make("b", {}, patternNamed(pattern)), make("div", { class: "row" },
        button("play-this", () => page.another(game)), button("fair-this", () => page.isFair(game)), button("draw-from", () => page.views.pattern.load(pattern)),
        button("drop", () => {
          dropOwn(page.store, pattern.name);
          this.gallery();
        }))));
    };
    return [make("h2", {}, say("patterns-own")), ...(own.length ? own.map(row) : [make("p", {}, say("patterns-own-none"))])];
  }

  show() {
    const { page } = this, { book, core } = page, same = book.filter((it) => it.setup === this.chosen.setup), all = same.filter((it) => it.rules === this.chosen.rules);
    // Of the classes whose games are not in the book the levels alone are shown.
    const classes = all.filter(({ sums }) => sums), chosen = this.chosen = this.chosen.sums ? this.chosen : classes.at(-1), game = this.gameOf(chosen);
    // What is known of all patterns together stands first; these games say what each pair of columns is worth.
    const found = balanceOf(core, game, chosen.crew, Object.fromEntries(classes.map(({ players, sums }) => [players, sums])));
    const { best } = chosen, chanceOf = ({ words }) => best.firsts.find((it) => it.words.join() === words.join())?.best ?? 0;
    this.shown = { ...found, firsts: found.firsts.map((it) => ({ ...it, best: chanceOf(it) })).sort((one, other) => other.best - one.best) };
    this.levels = all.map(({ level }) => level);
    const rules = choice(say("rules"), [...new Set(same.map((it) => it.rules))].map((word) => [word, rulesNamed(word)]), chosen.rules, (word) => this.open(same.findLast((it) => it.rules === word)));
    const crews = choice(say("crew"), classes.map(({ crew }) => [crew, say(`crew-${crew}`)]), chosen.crew, (word) => this.open(classes.find(({ crew }) => crew === word)));
    const place = make("div", { class: "field" }), told = make("p", { role: "status" }, say("book-tap"));
    this.replay = new Replay(core, game, place);
    const puzzles = page.views.puzzles.ofPattern(chosen.setup);
    const typical = button("typical", () => this.typical(place));
    place.append(typical);
    const pair = (text, moves) => told.replaceChildren(text, " ", button("from-here", () => page.another({ ...game, moves, given: moves.length })));
    this.element.replaceChildren(make("div", { class: "row" }, button("patterns-all", () => this.open(null))), make("h2", { tabindex: -1 }, `${say("pattern")} ${chosen.setup.replace("catalogue-", "")}`),
      make("div", { class: "table" }, place, make("div", { class: "side" },
        ...answerOf(core, this.levels, this.titleOf(game)),
        make("h3", {}, say("best-columns")), this.columns(this.shown), make("div", { class: "row" },
          button("play-this", () => page.another(game), { class: "main" }), button("fair-this", () => page.isFair(game)), button("draw-from", () => page.views.pattern.load(game.setup)), shareButton(() => this.shared(game))),
        ...(puzzles.length ? [make("h3", {}, say("pattern-puzzles")), make("div", { class: "picks of-pattern" }, ...puzzles)] : []),
        make("div", { class: "form" }, rules, crews))),
      ...bestOf(best), pairTable(this.shown, pair), told, make("p", { class: "soft" }, say("book-how", { crew: say(`short-${chosen.crew}`) })));
  }

  titleOf({ setup, rules }) {
    return `${capital(patternNamed(setup))}, ${rulesNamed(rules)}`;
  }

  /** The pattern's card, to share. */
  shared(game) {
    const title = this.titleOf(game), svg = cardOf(this.page.core, this.levels, title, game.setup.rows);
    return { svg, caption: `${title}: ${statementOf(this.levels)}`, link: `#pattern=${game.setup.name}` };
  }

  /** Opens the pattern that a link names, as the site's gallery does; returns false if it is not known. */
  openNamed(name) {
    const found = this.page.book.findLast(({ setup, rules }) => setup === name && rules === "brunei-slide");
    if (!found) return false;
    this.chosen = found;
    this.page.show("patterns");
    return true;
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
