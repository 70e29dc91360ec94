import { Thinker } from "./levels.js";
import { make, spoken, tell } from "./words.js";

/** "Is it fair?" of any game: the core words the form, reads a table of results, and answers on the device. */
export class AnyGame {
  constructor({ core, bytes }) {
    const drop = (event) => {
      event.preventDefault();
      if (event.type === "drop") this.answer(event.dataTransfer.files[0]);
    };
    this.part = make("details", { ondragover: drop, ondrop: drop, onchange: ({ target }) => this.answer(target.files?.[0]) });
    this.core = core;
    this.thinker = new Thinker(bytes);
    this.fields = [];
  }

  /** Lays the form in the language of the page, with what stood in it. */
  start() {
    const kept = this.fields;
    this.part.innerHTML = this.core.ask(`table-form ${spoken()}`);
    this.fields = [...this.part.querySelectorAll("label:nth-child(n+2) input")];
    kept.forEach(({ value }, at) => { this.fields[at].value = value; });
    this.answer(this.table, false);
  }

  /** Answers on a table, and says so aloud if it was asked for. */
  async answer(table, isAsked = true) {
    if (!table) return;
    this.table = table;
    this.thinker.stop();
    const order = this.order = new Blob([[`table ${spoken()}`, ...this.fields.map(({ value }) => value), ""].join("\n"), table]);
    const bytes = new Uint8Array(await order.arrayBuffer());
    // Another question may have come since.
    if (order !== this.order) return;
    const [told] = await this.thinker.ask([bytes]).catch(({ message }) => [message]);
    if (order !== this.order) return;
    this.part.lastChild.innerHTML = told;
    if (isAsked) tell(this.part.lastChild.firstChild.textContent);
  }
}
