import { cleanName } from "./code.js";
import { keep } from "./files.js";
import { BYE, LEVELS, codesIn, handicapOf, hasNext, nextRound, standingsOf } from "./pairing.js";
import { askToDrop, button, choice, make, say } from "./words.js";

/** Most pupils of a class, letters of a pupil's name, and rows of a score sheet. */
const PUPILS = 64, WHOLE_NAME = 48, ROWS = 36;

/** Names by line, comma or semicolon, after those of before; a second one of the same name gets a number. */
function namesIn(text, before = []) {
  const names = [...before];
  for (const name of text.split(/[\n,;\t]+/).map((name) => cleanName(name, WHOLE_NAME)).filter(Boolean).slice(0, PUPILS - before.length)) {
    const same = names.filter((other) => other === name || other.startsWith(`${name} (`)).length;
    names.push(same ? `${name} (${same + 1})` : name);
  }
  return names;
}

/** Points in halves, as people write them. */
function inHalves(points) {
  return `${points === 1 ? "" : Math.floor(points / 2)}${points % 2 ? "½" : ""}`;
}

/** Ranks of standings: who has the same points, and opponents with the same, shares one. */
function ranksOf(standings) {
  const isSame = (one, other) => one.points === other.points && one.against === other.against;
  return standings.map((record) => 1 + standings.findIndex((other) => isSame(record, other)));
}

/** A class as a table for spreadsheets: a row a pupil, with the opponent and the points of each round. */
function csvOf({ names, rounds }, standings) {
  // A spreadsheet would take a name that begins like a formula for one.
  const cell = (text) => `"${String(text).replace(/^[=@-]/, "'$&").replaceAll('"', '""')}"`, halves = (points) => (points ?? "") === "" ? "" : points / 2;
  const ranks = ranksOf(standings), heads = ["class-rank", "class-name", "points", "class-against"].map((key) => say(key));
  const games = (pupil) => rounds.flatMap((games) => {
    const game = games.find(([one, two]) => one === pupil || two === pupil), [one, two, result] = game ?? [pupil, null, null];
    return two === null ? ["", ""] : two === BYE ? [say("class-bye"), ""] : [names[one === pupil ? two : one], result === null ? "" : halves(one === pupil ? result : 2 - result)];
  });
  const rows = standings.map(({ at, points, against }, place) => [ranks[place], names[at], halves(points), halves(against), ...games(at)]);
  const all = [[...heads, ...rounds.flatMap((_, at) => [say("class-round", { n: at + 1 }), say("points")])], ...rows];
  return `\ufeff${all.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** Reads a kept class; null if it is none. */
function classIn(text) {
  try {
    const { names, gone, kind, rounds, levels } = JSON.parse(text), isPlace = (at) => Number.isInteger(at) && at >= 0 && at < names.length;
    const isGame = ([one, two, result]) => isPlace(one) && (isPlace(two) || two === BYE) && one !== two && [null, 0, 1, 2].includes(result);
    const isRight = ["swiss", "all"].includes(kind) && names.length <= PUPILS && names.length > 1 && gone.length === names.length && rounds.length && rounds.every((round) => round.every(isGame));
    return isRight ? { names: names.map((name, at) => cleanName(name, WHOLE_NAME) || String(at + 1)), gone: gone.map(Boolean), kind, rounds, levels: names.map((_, at) => (levels?.[at] in LEVELS ? levels[at] : "")) } : null;
  } catch {
    return null;
  }
}

/** A tournament of a class: rounds, results by tapping, standings, and sheets to print. */
export class ClassView {
  constructor(page, element) {
    this.page = page;
    this.element = element;
    this.shown = null;
    this.tournament = classIn(page.store.get("class"));
    // Another tab with the class.
    addEventListener("storage", ({ key }) => {
      if (key !== "pasang-class") return;
      this.tournament = classIn(page.store.get("class"));
      if (page.view === "class") this.start();
    });
  }

  start() {
    if (this.tournament) this.round();
    else this.begin();
  }

  /** Keeps and shows the class. */
  settle() {
    this.page.store.set("class", this.tournament ? JSON.stringify(this.tournament) : "");
    this.start();
  }

  begin() {
    const names = make("textarea", { rows: 8, "aria-label": say("class-names") }), wrong = make("p", { class: "wrong", role: "status" });
    let kind = "swiss";
    const pair = () => {
      const found = namesIn(names.value);
      if (found.length < 2) return wrong.replaceChildren(say("class-few"));
      this.tournament = { names: found, gone: found.map(() => false), kind, rounds: [], levels: found.map(() => "") };
      this.next();
    };
    const file = make("input", { type: "file", "aria-label": say("class-open"), onchange: async () => {
      this.tournament = classIn(await file.files[0].text());
      if (this.tournament) this.settle();
      else wrong.replaceChildren(say("class-none"));
    } });
    this.element.replaceChildren(make("h2", {}, say("class-title")), make("p", {}, say("class-names")), names,
      make("div", { class: "form" }, choice(say("class-kind"), ["swiss", "all"].map((word) => [word, say(`class-${word}`)]), kind, (value) => { kind = value; })),
      make("div", { class: "row" }, button("class-pair", pair, { class: "main" })), wrong, make("h3", {}, say("class-open")), file);
  }

  /** Pairs the next round. */
  next() {
    this.tournament.rounds.push(nextRound(this.tournament));
    this.shown = null;
    this.settle();
  }

  get at() {
    return this.shown ?? this.tournament.rounds.length - 1;
  }

  named(at) {
    return at === BYE ? say("class-bye") : this.tournament.names[at];
  }

  round() {
    const { rounds } = this.tournament, isOpen = rounds.flat().some(([, two, result]) => two !== BYE && result === null), title = say("class-round", { n: this.at + 1 });
    const go = (at) => make("button", { type: "button", "aria-pressed": String(at === this.at), "aria-label": say("class-round", { n: at + 1 }), onclick: () => {
      this.shown = at;
      this.round();
    } }, String(at + 1));
    const next = button("class-next", () => this.next(), { class: "main", disabled: isOpen || !hasNext(this.tournament) });
    this.element.replaceChildren(make("h2", {}, title), make("div", { class: "row", role: "group", "aria-label": say("class-rounds") }, ...rounds.map((_, at) => go(at))), make("p", { class: "soft" }, say("class-tap")),
      make("div", { class: "pairs" }, ...rounds[this.at].map((game, table) => this.pair(game, table))), ...this.codes(), make("div", { class: "row" }, next, button("class-sheet", () => this.print("sheet")), button("class-wall", () => this.print("wall"))),
      make("h3", {}, say("class-standings")), this.standings(true), make("p", { class: "soft" }, say("class-handicap")), ...this.late(), make("div", { class: "row" }, button("save", () => keep("pasang-class.json", JSON.stringify(this.tournament))),
        button("class-csv", () => keep("pasang-class.csv", new Blob([csvOf(this.tournament, standingsOf(this.tournament))], { type: "text/csv" }))), button("class-new", () => this.drop())));
  }

  /** A table of the round: a tap on a name, or on the sign between, is the result, and another one takes it back. */
  pair(game, table) {
    const [one, two, result] = game;
    if (two === BYE) return make("p", {}, `${this.named(one)}: ${say("class-bye")}`);
    const press = (points, text, told) => make("button", { type: "button", "data-result": points, "aria-pressed": String(result === points), "aria-label": told, onclick: () => {
      game[2] = result === points ? null : points;
      this.settle();
      /** @type {HTMLElement} */ (this.element.querySelector(`.pair:nth-child(${table + 1}) [data-result="${points}"]`)).focus({ preventScroll: true });
    } }, text);
    const wins = (at) => say("class-wins", { who: this.named(at) });
    return make("div", { class: "pair", role: "group", "aria-label": say("class-table", { n: table + 1 }) }, make("span", {}, `${table + 1}.`), press(2, this.withPoints(game, 0), wins(one)), press(1, "=", say("class-draw")), press(0, this.withPoints(game, 1), wins(two)));
  }

  /** The name of one of two with the points in advance. */
  withPoints([...two], place) {
    const { levels } = this.tournament, points = handicapOf(levels[two[0]], levels[two[1]]);
    return `${this.named(two[place])}${(place ? points : -points) > 0 ? ` (+${Math.abs(points)})` : ""}`;
  }

  /** A field for the codes that pupils tell; a result that is there stays. */
  codes() {
    const told = make("p", { role: "status" }), codes = make("input", { placeholder: "7-21", autocomplete: "off", "aria-label": say("class-codes"), onkeydown: ({ key }) => key === "Enter" && enter() });
    const enter = () => {
      const games = this.tournament.rounds[this.at], found = codesIn(codes.value), said = found.map(({ table, result, wrong }) => {
        const game = games[table - 1];
        if (wrong) return say("code-wrong", { code: wrong });
        if (!game || game[1] === BYE) return say("code-no-table", { n: table });
        if (game[2] !== null && game[2] !== result) return say("code-other", { n: table });
        game[2] = result;
        return say("code-entered", { n: table, who: result === 1 ? say("class-draw") : say("class-wins", { who: this.named(game[result ? 0 : 1]) }) });
      });
      this.settle();
      this.element.querySelector(".codes p").replaceChildren(said.join(" "));
      this.element.querySelector(".codes input").focus({ preventScroll: true });
    };
    return [make("div", { class: "codes" }, make("label", {}, make("span", {}, say("class-codes")), codes), button("code-enter", enter), told)];
  }

  /** A field for pupils who come late: they play from the next round on. */
  late() {
    const { tournament } = this, name = make("input", { "aria-label": say("class-late"), onkeydown: ({ key }) => key === "Enter" && add() });
    const add = () => {
      tournament.names = namesIn(name.value, tournament.names);
      while (tournament.gone.length < tournament.names.length) tournament.gone.push(false), tournament.levels.push("");
      this.settle();
    };
    return [make("div", { class: "codes" }, make("label", {}, make("span", {}, say("class-late")), name), button("class-add", add))];
  }

  /** Standings; on the screen with a button for who leaves. */
  standings(isActive) {
    const { names, gone, levels } = this.tournament, sorted = standingsOf(this.tournament), ranks = ranksOf(sorted), heads = ["", "class-name", "points", "class-against", ...(isActive ? ["level"] : [])].map((key) => make("th", { scope: "col" }, key ? say(key) : "№"));
    const leave = (at) => button(gone[at] ? "class-back" : "class-leave", () => {
      gone[at] = !gone[at];
      this.settle();
    }, { "aria-label": `${names[at]}: ${say(gone[at] ? "class-back" : "class-leave")}`, class: "plain" });
    const level = (at) => make("select", { "aria-label": `${names[at]}: ${say("level")}`, onchange: ({ target }) => {
      levels[at] = target.value;
      this.settle();
      /** @type {HTMLElement} */ (this.element.querySelector(`[data-pupil="${at}"]`)).focus({ preventScroll: true });
    }, "data-pupil": at }, ...["", ...Object.keys(LEVELS)].map((word) => make("option", { value: word, selected: word === levels[at] }, word ? say(`short-${word}`) : "–")));
    const row = ({ at, points, against }, place) => make("tr", { class: gone[at] ? "gone" : "" }, make("td", {}, String(ranks[place])), make("th", { scope: "row" }, names[at]), make("td", {}, inHalves(points)), make("td", {}, inHalves(against)), ...(isActive ? [make("td", {}, level(at)), make("td", {}, leave(at))] : []));
    const table = make("table", { class: "classes" }, make("thead", {}, make("tr", {}, ...heads, ...(isActive ? [make("td", {})] : []))), make("tbody", {}, ...sorted.map(row)));
    return isActive ? make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": say("class-standings") }, table) : table;
  }

  drop() {
    askToDrop("class-sure", () => {
      this.tournament = this.shown = null;
      this.settle();
    });
  }

  /** Prints a score sheet for each table, or the pairs and standings for the wall. */
  print(what) {
    const { rounds } = this.tournament, title = say("class-round", { n: this.at + 1 }), games = rounds[this.at];
    const paper = make("div", { class: "paper" }, ...(what === "wall" ? this.wall(title, games) : games.filter(([, two]) => two !== BYE).map((game, table) => this.sheet(title, game, table))));
    this.element.append(paper);
    print();
    paper.remove();
  }

  wall(title, games) {
    const row = ([one, two, result], table) => make("tr", {}, ...[`${table + 1}`, two === BYE ? this.named(one) : this.withPoints([one, two], 0), result === null || two === BYE ? "" : `${inHalves(result)} : ${inHalves(2 - result)}`, two === BYE ? this.named(two) : this.withPoints([one, two], 1)].map((text) => make("td", {}, text)));
    return [make("h2", {}, title), make("table", {}, ...games.map(row)), make("h2", {}, say("class-standings")), this.standings(false)];
  }

  /** A score sheet: the points of each move, by player. */
  sheet(title, [one, two], table) {
    const cells = (...texts) => make("tr", {}, ...texts.map((text) => make("td", {}, text)));
    const block = (from) => make("table", {}, cells("", "1", "2"), ...Array.from({ length: ROWS / 3 }, (_, at) => cells(String(from + at + 1), "", "")));
    return make("div", { class: "sheet-of" }, make("h2", {}, `${title}, ${say("class-table", { n: table + 1 })}`), make("p", {}, `1: ${this.withPoints([one, two], 0)} (${say("class-begins")})   2: ${this.withPoints([one, two], 1)}`),
      make("div", { class: "blocks" }, ...[0, 1, 2].map((part) => block((part * ROWS) / 3))), make("p", {}, say("class-sum")));
  }
}
