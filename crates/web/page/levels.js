import { say } from "./words.js";

export const PERSON = "person";

/** Display name of a player. */
export function playerWord(player) {
  return player === PERSON ? say("person") : say(`level-${player}`);
}

/** A Worker with its own core. Stopping terminates it and starts a new one. */
export class Thinker {
  constructor(bytes) {
    this.bytes = bytes;
    this.last = Promise.resolve();
    this.refuse = null;
  }

  /** Sends commands in order; rejects when stopped. Lists are queued. */
  ask(orders) {
    const run = () => new Promise((resolve, refuse) => {
      this.worker ??= this.hired();
      this.refuse = refuse;
      this.worker.onmessage = ({ data }) => resolve(data);
      this.worker.onerror = (wrong) => {
        this.stop();
        refuse(wrong);
      };
      this.worker.postMessage({ orders });
    });
    const asked = this.last.catch(() => {}).then(run);
    this.last = asked;
    return asked;
  }

  hired() {
    const code = new Blob([document.getElementById("worker").textContent], { type: "text/javascript" });
    const address = URL.createObjectURL(code);
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    worker.postMessage({ bytes: this.bytes });
    return worker;
  }

  stop() {
    this.worker?.terminate();
    this.worker = null;
    this.refuse?.(new Error("stopped"));
    this.refuse = null;
    this.last = Promise.resolve();
  }
}
