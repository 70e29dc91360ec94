import { animates } from "./board.js";
import { svgOf } from "./picture.js";
import { ADVISER } from "./play.js";
import { worthOf } from "./review.js";
import { shareButton } from "./share.js";
import { look, orderOf } from "./table.js";
import { TaskView } from "./task.js";
import { button, capital, make, say, tell } from "./words.js";

/** Milliseconds between two moves that are shown. */
const SHOWN = 900;

/** A puzzle on the board. A task has `game`, `title`, `asks`, `judge(word)`, which promises `{ isRight, told }`, `solved()`, and
 *  the buttons `[key, press]` of what comes next. A wrong move is answered, and may be tried again. */
export class SolveView extends TaskView {
  open(task) {
    this.task = task;
    scrollTo(0, 0);
    this.again();
  }

  again() {
    const { game } = this.task;
    this.page.game = { ...game, moves: [...game.moves] };
    this.state = "asked";
    this.outcome = null;
    this.start();
    this.board.focus(this.board.cursor);
  }

  get person() {
    return this.now.turn !== null && this.state === "asked";
  }

  title() {
    return this.task.title;
  }

  layButtons() {
    const { next } = this.task;
    this.retry = button("solve-again", () => this.again(), { class: "main" });
    this.end = button("solve-end", () => this.playOut());
    this.retry.hidden = this.end.hidden = true;
    this.buttons.replaceChildren(this.retry, this.end, ...next.map(([key, press]) => button(key, press)), shareButton(() => this.shown()));
  }

  /** The question with its board, to share; not the answer. */
  shown() {
    const { game, asks, link } = this.task;
    return { svg: svgOf(look(this.page.core, game).rows, {}, asks), caption: asks, link };
  }

  sayRule() {
    const { outcome, rule, task } = this;
    if (outcome) rule.style.minHeight = `${rule.getBoundingClientRect().height}px`;
    rule.replaceChildren(make("span", { class: outcome?.isRight ? "right" : outcome ? "wrong" : "" }, outcome?.told ?? task.asks));
  }

  ends(isRight, told) {
    this.outcome = { isRight, told };
    this.sayRule();
    this.retry.hidden = isRight || this.task.isRun;
    this.end.hidden = Boolean(this.now.over) || this.task.isRun;
    tell(told);
    if (!this.retry.hidden) this.retry.focus();
  }

  /** Bots do not move by themselves here. */
  async think() {}

  async play(word) {
    if (this.state !== "asked") return;
    const asked = this.now.turn;
    this.state = "judged";
    super.play(word);
    const { begun } = this;
    const { isRight, told } = await this.task.judge(word).catch(() => ({}));
    if (begun !== this.begun || isRight === undefined) return;
    if (isRight) this.task.solved();
    if (isRight || this.task.isRun) return this.ends(isRight, told);
    if (this.now.over) return this.ends(false, `${told} ${this.ended()}`);
    await this.answer(asked, told);
  }

  /** Plays the best reply to a wrong move, and says what it is worth to the one who was asked. */
  async answer(asked, told) {
    const found = await this.best();
    if (!found) return;
    const by = this.now.turn, { points } = this.now.moves.find((move) => move.word === found.word);
    super.play(found.word);
    const worth = asked === by ? found.worth : worthOf(found.worth, true);
    this.ends(false, `${told} ${say("solve-answer", { who: capital(this.who(by)), word: found.word, points })} ${this.now.over ? this.ended() : say("solve-worth", { who: capital(this.who(asked)), worth })}`);
  }

  /** Best move of the position, with its value for the mover. */
  async best() {
    const { begun } = this, [answers] = await Promise.all([
      this.thinker.ask([`set bot ${ADVISER}`, orderOf(this.page.game), "go"]).catch(() => null),
      new Promise((done) => setTimeout(done, animates() ? SHOWN : 0)),
    ]);
    if (!answers || begun !== this.begun) return null;
    const [, word, , ...rest] = answers.at(-1).split(" ");
    return { word, worth: rest.join(" ").replace(/ positions .*/, "") };
  }

  /** Plays on to the end, both sides at their best. */
  async playOut() {
    this.board.focus(this.board.cursor);
    this.end.hidden = true;
    while (!this.now.over) {
      const found = await this.best();
      if (!found) return;
      super.play(found.word);
    }
    this.ends(this.outcome.isRight, this.ended());
    this.retry.hidden = false;
  }
}
