import { PERSON } from "./levels.js";
import { svgOf } from "./picture.js";
import { setupNamed } from "./setup.js";
import { shareButton } from "./share.js";
import { STEPS, gameOfStep, storyOf } from "./steps.js";
import { look } from "./table.js";
import { TaskView } from "./task.js";
import { button, make, say, tell } from "./words.js";

/** The first game, step by step; each step is done on the board. */
export class LessonView extends TaskView {
  constructor(page, element) {
    super(page, element);
    /** Milliseconds after which the next step begins. */
    this.wait = 2000;
    // A reload goes on where it was.
    const at = Number(page.store.get("lesson"));
    this.at = STEPS[at] ? at : 0;
  }

  /** Shows the step as it was left: another tab or language does not begin it anew. */
  start() {
    if (!this.page.game) return this.begin(this.at);
    super.start();
    if (this.isDone) this.praise(this.isDone);
  }

  begin(at, praised = "") {
    clearTimeout(this.timer);
    this.at = at;
    this.praised = praised;
    this.page.store.set("lesson", at);
    this.isDone = null;
    this.page.game = gameOfStep(this.page.core, STEPS[at]);
    // The person has the side to move.
    this.page.players = look(this.page.core, this.page.game).turn === 1 ? [PERSON, "beginner"] : ["beginner", PERSON];
    super.start();
  }

  title() {
    return say("lesson-step", { n: this.at + 1, of: STEPS.length });
  }

  layOut() {
    super.layOut();
    this.every.remove();
    const story = storyOf(STEPS[this.at]);
    if (story) this.side.append(make("p", { class: "soft story" }, say(story)));
  }

  layButtons() {
    const last = this.at === STEPS.length - 1;
    const leave = () => {
      this.page.store.set("learnt", "yes");
      this.at = 0;
      this.page.store.set("lesson", 0);
      this.page.game = null;
    };
    // The first game, after the lesson or without it, is a small one that can be won; one that runs goes on.
    const play = () => {
      const { game, core } = Object.getPrototypeOf(this.page);
      leave();
      if (game.moves.length && !look(core, game).over) {
        this.page.show("play");
        return this.page.views.play.toBoard();
      }
      Object.getPrototypeOf(this.page).isFirst = true;
      this.page.start({ rules: "brunei-slide", set: {}, setup: setupNamed(core, "fourfold-5-1"), moves: [] }, [PERSON, "beginner"]);
    };
    const go = (at) => () => this.goTo(at);
    this.next = last ? button("lesson-play", play, { class: "main" }) : button("lesson-next", go(this.at + 1), { class: "main" });
    this.next.disabled = true;
    this.buttons.replaceChildren(this.next, button("play-again", go(this.at)), button("back", go(this.at - 1), { disabled: this.at === 0 }), button("lesson-skip", play, { class: "plain" }), shareButton(() => this.shown()));
  }

  /** The step with its task, to share; the link opens it. */
  shown() {
    const step = STEPS[this.at], caption = say(`lesson-${step.key}`), { rows } = look(this.page.core, gameOfStep(this.page.core, step));
    return { svg: svgOf(rows, {}, caption), caption, link: `#open=lesson+${this.at + 1}` };
  }

  /** Opens a step by its place; returns false if there is none. */
  openStep(at) {
    if (!STEPS[at]) return false;
    this.begin(at);
    Object.getPrototypeOf(this.page).show("lesson");
    return true;
  }

  goTo(at, praised = "") {
    this.begin(at, praised);
    this.toBoard();
    this.rule.scrollIntoView({ block: "nearest" });
  }

  stop() {
    super.stop();
    clearTimeout(this.timer);
  }

  /** The task, after what the step before has shown. */
  sayRule() {
    this.rule.replaceChildren(this.praised ? make("span", { class: "right" }, `${this.praised} `) : "", say(`lesson-${STEPS[this.at].key}`));
  }

  /** Only the last step, a game, asks for a second tap: what else is not asked for is not played. */
  offer(moves, asks) {
    super.offer(moves, asks && Boolean(STEPS[this.at].plays));
  }

  /** Makes a legal move only if it is the one that is asked for. */
  play(word) {
    const { wants, plays } = STEPS[this.at], move = this.now.moves.find((legal) => legal.word === word);
    if (this.isDone || (!plays && !wants?.(move))) {
      this.clear();
      this.board.draw(this.now.rows, this.marks(), say("board"));
      if (!this.isDone) this.warn(say("lesson-other"));
      return;
    }
    super.play(word);
    if (!plays) this.praise(`lesson-${STEPS[this.at].key}-done`);
    else if (this.now.over && this.now.over.winners.includes(1)) this.praise("lesson-ending-done");
    else if (this.now.over) this.warn(`${this.ended()} ${say("lesson-ending-lost")}`);
  }

  refuse(point) {
    if (STEPS[this.at].taps === point) this.praise("lesson-two-done");
    else super.refuse(point);
  }

  /** The opponent answers in the last step alone. */
  async think() {
    if (STEPS[this.at].plays) await super.think();
  }

  /** The result replaces the task, so that the board stays where it is; the next step begins by itself, and says it again. */
  praise(key) {
    this.isDone = key;
    const told = `${["stuck", "ending"].includes(STEPS[this.at].key) ? this.ended() : ""} ${say(key)}`.trim();
    this.rule.style.minHeight = `${this.rule.getBoundingClientRect().height}px`;
    this.rule.replaceChildren(make("span", { class: "right" }, told));
    tell(told);
    this.next.disabled = false;
    // Of what goes on by itself the words stay in view, not the button.
    this.next.focus({ preventScroll: this.at < STEPS.length - 1 });
    clearTimeout(this.timer);
    if (this.at < STEPS.length - 1) this.timer = setTimeout(() => this.goTo(this.at + 1, told), this.wait);
  }
}
