// Entry point of a Worker, after the core: receives lists of commands, and returns all answers of each.
import { Core } from "./core.js";

let core;

onmessage = async ({ data }) => {
  if (data.bytes) core = Core.of(data.bytes);
  else {
    const asked = await core;
    postMessage(data.orders.map((order) => asked.ask(order)));
  }
};
