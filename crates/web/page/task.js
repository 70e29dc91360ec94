import { PERSON } from "./levels.js";
import { PlayView, ownPage } from "./play.js";
import { make, say, tell } from "./words.js";

/** A board with a task: the taps of Play, on a game of its own, without the controls of a game. */
export class TaskView extends PlayView {
  constructor(page, element, players = [PERSON, PERSON]) {
    super(ownPage(page, players), element);
  }

  stop() {
    this.begun += 1;
    this.thinker.stop();
  }

  layOut() {
    super.layOut();
    this.element.firstChild.classList.add("task");
    this.side.replaceChildren(make("p", { class: "soft" }, this.title()), this.rule, this.buttons, this.every);
    this.placeAsks();
  }

  /** Names the task. */
  title() {
    return "";
  }

  who(seat) {
    return say("player", { n: seat });
  }

  isTurned() {
    return false;
  }

  /** Announces the task. */
  instruct() {
    tell(`${this.title()}. ${this.rule.textContent}`);
    this.instructed = this.now.phase;
  }

  decided() {
    return "";
  }

  sayButtons() {}

  sayEnd() {}

  sayHow() {}

  sayList() {}
}
