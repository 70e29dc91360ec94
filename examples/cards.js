// A card game for four, as a command for `pasang run cards.toml --engines`: twenty cards, five each; whoever
// plays the highest card of the suit that was led takes the trick, and leads the next; most tricks win.
// Players: `random`; `high` and `low`, who follow suit with the highest or the lowest card that they may play;
// `sly`, who takes a trick only if nobody can take it back. Option `lead`: `any` suit, or `long`, the longest one.
const SUITS = 4, RANKS = 5, SEATS = 4;
const PLAYERS = ["random", "high", "low", "sly"];

// Mulberry32: the same seed gives the same numbers.
function generator(seed) {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

function play({ seed, rules, players }) {
  const random = generator(seed);
  const deck = Array.from({ length: SUITS * RANKS }, (_, card) => card);
  for (let last = deck.length - 1; last > 0; last--) {
    const other = random(last + 1);
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  const suit = (card) => Math.floor(card / RANKS), rank = (card) => card % RANKS;
  const hands = Array.from({ length: SEATS }, (_, seat) => deck.filter((_, at) => at % SEATS === seat));
  const tricks = Array(SEATS).fill(0), record = [];
  let leader = 0;
  while (hands[0].length) {
    let best = null, winner = leader, led = null;
    for (let turn = 0; turn < SEATS; turn++) {
      const seat = (leader + turn) % SEATS, hand = hands[seat];
      const count = (card) => hand.filter((other) => suit(other) === suit(card)).length;
      const longest = Math.max(...hand.map(count));
      let may = turn ? hand.filter((card) => suit(card) === led) : hand.filter((card) => rules.lead !== "long" || count(card) === longest);
      if (!may.length) may = hand;
      may = [...may].sort((one, other) => rank(one) - rank(other));
      const takes = may.find((card) => best === null || (suit(card) === led && rank(card) > rank(best)));
      const choice = { random: may[random(may.length)], high: may.at(-1), low: may[0],
        sly: turn === SEATS - 1 && takes !== undefined ? takes : rank(may.at(-1)) === RANKS - 1 ? may.at(-1) : may[0] };
      const card = choice[players[seat]];
      hand.splice(hand.indexOf(card), 1);
      record.push("cdhs"[suit(card)] + (rank(card) + 1));
      led ??= suit(card);
      if (best === null || (suit(card) === led && rank(card) > rank(best))) [best, winner] = [card, seat];
    }
    tricks[winner]++;
    leader = winner;
  }
  return { scores: tricks, record: record.join(" "), facts: { most_tricks: Math.max(...tricks) } };
}

const DESCRIPTION = { name: "Tricks", seats: SEATS, setups: ["standard"], players: PLAYERS, options: { lead: ["any", "long"] } };
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const asked = JSON.parse(line);
  console.log(JSON.stringify(asked.describe ? DESCRIPTION : play(asked)));
});
