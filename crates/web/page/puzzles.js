import { animates, thumbnail } from "./board.js";
import { dayOf, puzzleOf, solvedOn, streakOn } from "./daily.js";
import { linkOf } from "./files.js";
import { PERSON, Thinker } from "./levels.js";
import { CHEAP, aboutShare, costOf, reviewGame } from "./review.js";
import { SolveView } from "./solve.js";
import { setupNamed } from "./setup.js";
import { look, orderOf, seatsOf } from "./table.js";
import { button, capital, make, notice, say } from "./words.js";

/** Kinds of puzzles beside the endings: openings and moves that avoid being stuck, proved, and captures on which searches agree. */
const KINDS = ["open", "live", "best"];

/** Milliseconds of a run against the clock. */
const RUN = 180000;

/** Depths of the searches that grade a puzzle. */
const DEPTHS = [1, 2, 3, 4, 5];

/** Number of endings that are listed at a time, which fill two sheets of paper. */
const SHEET = 30;

/** Number of a game's costliest moves that are asked again. */
const COSTLIEST = 3;

/** Endgames with a single move that keeps the win or the draw: drawn by seed and proven (`pasang-tuning puzzles`
 * of commit d486867c): 30 by seed 1, the others by seeds 2 to 6. Visitors' records name them by their places. */
function puzzlesOf(text, { catalogue, core }) {
  return text.trim().split("\n").filter(Boolean).map((line) => {
    const [name, moves, solution, keeps] = line.split("\t");
    return { game: { rules: "brunei-slide", set: {}, setup: catalogue.setups.get(name) ?? setupNamed(core, name), moves: moves.split(" ").filter(Boolean) }, solution, keeps };
  });
}

/** Grade of a puzzle from 1 to 3: how deep a search must look so that it and the deeper ones find the move. */
export function gradeOf(solution, found) {
  const needed = 1 + found.findLastIndex((word) => word !== solution);
  return needed === 0 ? 1 : needed < DEPTHS.length ? 2 : 3;
}

/** Moves of these seats that cost most, the costliest first, as indices into a review's plies; from move `given` on. */
export function costliestOf({ plies }, seats, given = 0) {
  const dear = [...plies.keys()].filter((at) => at >= given && seats.includes(plies[at].by) && plies[at].better && plies[at].lost >= CHEAP);
  return dear.sort((one, other) => plies[other].lost - plies[one].lost).slice(0, COSTLIEST);
}

/** Puzzles, solved on the board: the day's, the moves of one's own game that cost most, and proven endings by grade. */
export class PuzzlesView {
  constructor(page, element) {
    this.page = page;
    this.element = element;
    this.puzzles = puzzlesOf(page.puzzles, page);
    /** The endings stand first: each is the puzzle of a day. */
    this.count = this.puzzles.findIndex(({ keeps }) => KINDS.includes(keeps));
    this.run = null;
    this.thinker = new Thinker(page.bytes);
    this.grades = null;
    this.own = null;
    this.listed = SHEET;
    this.solve = new SolveView(page, element);
  }

  get solved() {
    return new Set((this.page.store.get("puzzles") ?? "").split(" "));
  }

  get today() {
    return dayOf(new Date());
  }

  /** A task that another tab hands over is shown instead of the list. */
  start() {
    const task = this.handed ?? this.open;
    this.handed = null;
    if (task) return this.ask(task);
    this.list();
  }

  stop() {
    this.solve.stop();
    this.thinker.stop();
  }

  list() {
    this.stop();
    this.open = null;
    const { page, count, puzzles, today } = this, daily = puzzleOf(today, count);
    const streak = streakOn(page.store.get("streak"), today), some = puzzles.slice(0, Math.min(count, this.listed));
    this.picks = some.map((_, at) => this.pick(at, () => this.ask(() => this.taskOf(at, today))));
    const solutions = some.map(({ solution }) => make("li", {}, solution));
    this.element.replaceChildren(make("h2", { class: "printed" }, say("sheet-title", { n: some.length })),
      make("div", { class: "today" }, make("h2", {}, say("daily")), make("div", { class: "picks" }, this.pick(daily, () => this.ask(() => this.taskOf(daily, today, true)))),
        make("p", {}, streak ? say("streak", { n: streak }) : say("streak-none"))),
      make("div", { class: "own" }, make("h2", {}, say("own-puzzles")), this.ownList()),
      make("div", { class: "kinds" }, make("h2", {}, say("run")), make("p", {}, say("run-about"), " ", Number(page.store.get("run")) ? say("run-best", { n: page.store.get("run") }) : ""), make("div", { class: "row" }, button("run-go", () => this.begins())), ...KINDS.map((kind) => this.kindOf(kind))),
      make("h2", { class: "heading" }, say("endings")), make("p", { class: "about" }, say("puzzles-about"), " ", say("grades-about")),
      make("div", { class: "picks sheet" }, ...this.picks), make("div", { class: "row" }, ...this.more(), button("print", () => print())),
      make("div", { class: "printed solutions" }, make("h2", {}, say("solutions")), make("ol", {}, ...solutions)));
    this.grade();
  }

  /** A button that lists more endings. */
  more() {
    const more = button("puzzles-more", () => this.backTo(this.listed));
    more.append(` ${this.count - this.listed}`);
    return this.listed < this.count ? [more] : [];
  }

  /** The puzzles of a kind, drawn when they are opened. */
  kindOf(kind) {
    const { puzzles, today } = this, places = [...puzzles.keys()].filter((at) => puzzles[at].keeps === kind), solved = places.filter((at) => this.solved.has(String(at))).length;
    const picks = make("div", { class: "picks" }), fold = make("details", { ontoggle: () => picks.replaceChildren(...places.map((at) => this.pick(at, () => this.ask(() => this.taskOf(at, today))))) });
    fold.append(make("summary", {}, `${say(`kind-${kind}`)} (${solved} / ${places.length})`), make("p", {}, say(`kind-${kind}-about`)), picks);
    return fold;
  }

  /** Begins a run: one puzzle after the other, until the time is over. */
  begins() {
    const order = [...this.puzzles.keys()].map((at) => [Math.random(), at]).sort(([one], [other]) => one - other).map(([, at]) => at);
    this.run = { order, until: Date.now() + RUN, right: 0, clock: setInterval(() => this.element.querySelector(".task .side .soft")?.replaceChildren(this.left()), 1000) };
    this.goOn();
  }

  left() {
    const { until, right } = this.run;
    return say("run-left", { n: Math.max(0, Math.ceil((until - Date.now()) / 1000)), right });
  }

  /** The next puzzle of the run, or what came of it. */
  goOn() {
    const { run } = this, best = Number(this.page.store.get("run") ?? 0), at = Date.now() < run.until ? run.order.pop() : undefined;
    if (at !== undefined) return this.ask(() => this.taskOf(at, this.today));
    clearInterval(run.clock);
    this.run = null;
    this.page.store.set("run", Math.max(best, run.right));
    this.list();
    notice(say(run.right > best ? "run-record" : "run-over", { n: run.right, best }));
  }

  pick(at, press) {
    const { game, keeps } = this.puzzles[at], now = look(this.page.core, game);
    const picture = `${thumbnail(now.rows, true)}<span>${at + 1}. ${say(keeps === "open" ? "puzzle-column" : "puzzle-short", { turn: now.turn, score: now.scores.join("\u2060–\u2060") })} ${say(`keeps-${keeps}`)}<span class="grade"></span>${this.solved.has(String(at)) ? ` <span role="img" aria-label="${say("is-solved")}">✓</span>` : ""}</span>`;
    return make("button", { type: "button", class: "pick", picture, onclick: press });
  }

  /** Grades the puzzles, once a visit. */
  async grade() {
    const puzzles = this.puzzles.slice(0, this.count), orders = puzzles.flatMap(({ game }) => [orderOf(game), ...DEPTHS.flatMap((depth) => [`set bot search:depth=${depth}`, "go"])]);
    const answers = this.grades ? [] : await this.thinker.ask(orders).catch(() => []);
    const found = answers.filter((answer) => answer.startsWith("bestmove ")).map((answer) => answer.split(" ")[1]);
    if (found.length) this.grades = puzzles.map(({ solution }, at) => gradeOf(solution, found.slice(at * DEPTHS.length, (at + 1) * DEPTHS.length)));
    const daily = this.element.querySelector(".today .pick"), day = puzzleOf(this.today, this.count);
    for (const [at, pick] of [...this.picks.entries(), [day, daily]]) {
      const stars = this.grades?.[at] ?? 0, place = pick?.querySelector(".grade");
      place?.replaceChildren(stars ? make("span", { role: "img", "aria-label": say(`grade-${stars}`) }, ` ${"★".repeat(stars)}`) : "");
    }
  }

  /** The current game's costliest moves, after a review on request. */
  ownList() {
    // A copy: the running game goes on while its moves are puzzles.
    const { page } = this, game = { ...page.game, moves: [...page.game.moves] };
    if (!game.moves.length || seatsOf(page.catalogue, game) !== 2) return make("p", {}, say("own-none"));
    const place = make("div", {});
    const show = async () => {
      place.replaceChildren(make("p", { role: "status" }, say("review-wait")));
      const review = await reviewGame(this.thinker, game).catch(() => null);
      if (!review) return place.replaceChildren(button("own-find", show));
      const people = [1, 2].filter((seat) => page.players[seat - 1] === PERSON);
      const dear = costliestOf(review, people.length ? people : [1, 2], game.given);
      const picks = dear.map((at) => {
        const ply = review.plies[at], picture = `${thumbnail(look(page.core, game, at).rows, true)}<span>${say("own-short", { n: at + 1, who: say("player", { n: ply.by }), lost: costOf(ply) })}</span>`;
        return make("button", { type: "button", class: "pick", picture, onclick: () => this.ask(() => this.again(game, at, ply)) });
      });
      place.replaceChildren(dear.length ? make("div", { class: "picks" }, ...picks) : make("p", {}, say("all-good")));
    };
    place.append(button("own-find", show));
    return place;
  }

  /** Asks a task, which is made again in another language. */
  ask(task) {
    this.stop();
    this.open = task;
    this.solve.open(task());
  }

  /** Shows the list as far as an ending, with the focus on it or on what a selector finds. */
  backTo(at, selector = `.sheet .pick:nth-child(${at + 1})`) {
    this.listed = Math.max(this.listed, SHEET * Math.ceil((at + 1) / SHEET));
    this.list();
    /** @type {HTMLElement} */ (this.element.querySelector(selector))?.focus();
  }

  /** A proven ending, opened on a day; on the day whose puzzle it is it counts, from whichever list it was opened. */
  taskOf(at, day, isDaily = false) {
    const { page, puzzles, count, run } = this, { game, solution, keeps } = puzzles[at], now = look(page.core, game);
    const who = capital(say("player", { n: now.turn })), next = at < count ? (at + 1) % count : at + 1 < puzzles.length ? at + 1 : count;
    const task = {
      game, link: `#open=puzzles+${at + 1}`, asks: `${say("puzzle-asks", { who, score: now.scores.join("–") })} ${say(`puzzle-${keeps}`)}`,
      judge: async (word) => ({ isRight: word === solution, told: say(word === solution ? "puzzle-right" : "puzzle-wrong") }),
    };
    if (run) {
      const judge = (word) => {
        if (word === solution) run.right += 1;
        setTimeout(() => this.run === run && this.page.view === "puzzles" && this.goOn(), animates() ? 900 : 0);
        return task.judge(word);
      };
      return { ...task, isRun: true, title: this.left(), judge, solved: () => {}, next: [["run-stop", () => Object.assign(run, { until: 0 }) && this.goOn()]] };
    }
    return {
      ...task, title: isDaily ? say("daily") : say("puzzle", { n: at + 1 }),
      solved: () => {
        page.store.set("puzzles", [...this.solved.add(String(at))].join(" ").trim());
        if (puzzleOf(day, count) === at) page.store.set("streak", solvedOn(page.store.get("streak"), day));
      },
      next: [...(isDaily ? [] : [["puzzle-next", () => this.ask(() => this.taskOf(next, day))]]), ["puzzle-all", () => (isDaily ? this.backTo(0, ".today .pick") : at < count ? this.backTo(at) : this.backTo(0, ".kinds summary"))],
        ["play-this", () => page.another({ ...game, moves: [...game.moves], given: game.moves.length }, now.turn === 1 ? ["person", "strongest"] : ["strongest", "person"])]],
    };
  }

  /** A move of a reviewed game, to be tried again: right is what costs no more than a good move may. */
  again(game, at, { by, played, better }) {
    const { page, thinker } = this, before = { ...game, moves: game.moves.slice(0, at) };
    return {
      game: before, link: `${linkOf({ ...before, given: at })}&open=puzzles+${[played.word, better.word, better.chance].map(encodeURIComponent).join("+")}`, title: say("own-title", { n: at + 1 }), asks: say("own-asks", { who: capital(say("player", { n: by })), word: played.word }),
      judge: async (word) => {
        if (word === better.word) return { isRight: true, told: say("own-right") };
        const answers = await thinker.ask([orderOf({ ...before, moves: [...before.moves, word] }), "chance 100000"]);
        const first = Number(answers[1].split("\t")[1]), lost = better.chance - (by === 1 ? first : 1000 - first);
        return lost < CHEAP ? { isRight: true, told: say("own-right") } : { isRight: false, told: say("own-wrong", { lost: aboutShare(lost) }) };
      },
      solved: () => {},
      next: [["puzzle-all", () => this.backTo(0, ".own button")], ["tab-review", () => page.show("review")]],
    };
  }

  /** Buttons of the endings of a pattern, which open them here. */
  ofPattern(name) {
    const { page, puzzles, today } = this;
    const open = (at) => () => {
      this.handed = () => this.taskOf(at, today);
      page.show("puzzles");
    };
    return [...puzzles.keys()].filter((at) => puzzles[at].game.setup.name === name).map((at) => this.pick(at, open(at)));
  }

  /** Opens the puzzle of a link: a proven ending by its number, or a move of a game. Returns false if there is none. */
  openLink(game, [first, better, chance]) {
    const at = game ? game.moves.length : Number(first) - 1, { moves, turn, scores } = game ? look(this.page.core, game) : { moves: [], turn: 1, scores: [] };
    const isLegal = scores.length === 2 && [first, better].every((word) => moves.some((move) => move.word === word)) && Number(chance) >= 0 && Number(chance) <= 1000;
    if (game ? !isLegal : !this.puzzles[at]) return false;
    this.handed = game ? () => this.again(game, at, { by: turn, played: { word: first }, better: { word: better, chance: Number(chance) } }) : () => this.taskOf(at, this.today);
    this.page.show("puzzles");
    return true;
  }

  /** Opens a move of a reviewed game as a puzzle. */
  tryIt(game, at, ply) {
    this.handed = () => this.again(game, at, ply);
    this.page.show("puzzles");
  }
}
