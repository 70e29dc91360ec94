/** The compiled core: a command in, its answer out (docs/protocol.md, and the commands of crates/web). */
export class Core {
  static async of(bytes) {
    return new Core(await WebAssembly.compile(bytes));
  }

  constructor(module) {
    this.module = module;
    this.begin();
  }

  begin() {
    this.wasm = new WebAssembly.Instance(this.module, {}).exports;
  }

  /** Answers a text or its bytes synchronously. After a panic a new instance replaces the old one, without a position. */
  ask(order) {
    try {
      const bytes = typeof order === "string" ? new TextEncoder().encode(order) : order;
      const { memory, room, answer, length } = /** @type {any} */ (this.wasm);
      const to = room(bytes.length);
      new Uint8Array(memory.buffer, to, bytes.length).set(bytes);
      const from = answer();
      return new TextDecoder().decode(new Uint8Array(memory.buffer, from, length()));
    } catch (wrong) {
      this.begin();
      return `error the core stopped: ${wrong.message}`;
    }
  }
}
