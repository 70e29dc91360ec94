// What runs in a Worker, beside the core: lists of orders in, their answers out, each list whole.
let core;

onmessage = async ({ data }) => {
  if (data.bytes) core = Core.of(data.bytes);
  else {
    const asked = await core;
    postMessage(data.orders.map((order) => asked.ask(order)));
  }
};
