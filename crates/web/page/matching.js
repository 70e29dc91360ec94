/** Pairs of the numbers below an even `count` at the least sum of costs, the pair of the lowest number first: a perfect matching of least
 *  weight, by blossoms and dual variables (Edmonds 1965; in time O(n³) as Galil 1986 describes it). `cost(one, other)` is a whole number for `one < other`. */
export function matched(count, cost) {
  const n = count, all = n + 1 + (n >> 1), worst = Math.max(...[...Array(n * n).keys()].map((at) => (Math.floor(at / n) < at % n ? cost(Math.floor(at / n), at % n) : 0)));
  // Numbers from 1 on are players, those above n blossoms; an edge is [u, v, weight], and 0 no vertex. Weights so large that all are paired.
  /** @type {any[][]} */
  const edge = Array.from({ length: all }, (_, u) => Array.from({ length: all }, (_, v) => [u, v, u && v && u !== v && u <= n && v <= n ? n * (worst + 1) - cost(Math.min(u, v) - 1, Math.max(u, v) - 1) : 0]));
  const most = n * (worst + 1), zeros = () => Array(all).fill(0), dual = Array(all).fill(most), mate = zeros(), slack = zeros(), root = [...Array(all).keys()], parent = zeros(), label = zeros(), seen = zeros();
  const inside = Array.from({ length: all }, () => []), from = Array.from({ length: all }, (_, u) => Array.from({ length: n + 1 }, (_, v) => (u === v ? u : 0)));
  let last = n, round = 0, queue = [];
  const gap = ([u, v]) => dual[u] + dual[v] - 2 * edge[u][v][2];
  const loosen = (u, x) => { if (!slack[x] || gap(edge[u][x]) < gap(edge[slack[x]][x])) slack[x] = u; };
  const setSlack = (x) => {
    slack[x] = 0;
    for (let u = 1; u <= n; u++) if (edge[u][x][2] > 0 && root[u] !== x && label[root[u]] === 0) loosen(u, x);
  };
  const push = (x) => { if (x <= n) queue.push(x); else inside[x].forEach(push); };
  const setRoot = (x, b) => { for (const it of x > n ? inside[x] : []) setRoot(it, b); root[x] = b; };
  const turned = (b, x) => {
    const at = inside[b].indexOf(x);
    if (at % 2 === 0) return at;
    inside[b] = [inside[b][0], ...inside[b].slice(1).reverse()];
    return inside[b].length - at;
  };
  const setMate = (u, v) => {
    const [end, other] = edge[u][v];
    mate[u] = other;
    if (u <= n) return;
    const x = from[u][end], at = turned(u, x);
    for (let i = 0; i < at; i++) setMate(inside[u][i], inside[u][i ^ 1]);
    setMate(x, v);
    inside[u] = [...inside[u].slice(at), ...inside[u].slice(0, at)];
  };
  const augment = (u, v) => {
    for (;;) {
      const next = root[mate[u]];
      setMate(u, v);
      if (!next) return;
      setMate(next, root[parent[next]]);
      [u, v] = [root[parent[next]], next];
    }
  };
  const ancestor = (u, v) => {
    for (round += 1; u || v; [u, v] = [v, u]) {
      if (!u) continue;
      if (seen[u] === round) return u;
      seen[u] = round;
      u = root[mate[u]];
      if (u) u = root[parent[u]];
    }
    return 0;
  };
  const addBlossom = (u, top, v) => {
    let b = n + 1;
    while (b <= last && root[b]) b += 1;
    last = Math.max(last, b);
    dual[b] = label[b] = 0;
    mate[b] = mate[top];
    inside[b] = [top];
    const climb = (x) => {
      for (let y; x !== top; x = root[parent[y]]) inside[b].push(x, y = root[mate[x]]), push(y);
    };
    climb(u);
    inside[b] = [top, ...inside[b].slice(1).reverse()];
    climb(v);
    setRoot(b, b);
    for (let x = 1; x <= last; x++) edge[b][x] = [b, x, 0], edge[x][b] = [x, b, 0];
    from[b].fill(0);
    for (const part of inside[b]) {
      for (let x = 1; x <= last; x++) if (!edge[b][x][2] || gap(edge[part][x]) < gap(edge[b][x])) edge[b][x] = edge[part][x], edge[x][b] = edge[x][part];
      for (let x = 1; x <= n; x++) if (from[part][x]) from[b][x] = part;
    }
    setSlack(b);
  };
  const expand = (b) => {
    for (const part of inside[b]) setRoot(part, part);
    const x = from[b][edge[b][parent[b]][0]], at = turned(b, x);
    for (let i = 0; i < at; i += 2) {
      const [one, next] = inside[b].slice(i, i + 2);
      parent[one] = edge[next][one][0];
      [label[one], label[next], slack[one]] = [1, 0, 0];
      setSlack(next);
      push(next);
    }
    label[x] = 1;
    parent[x] = parent[b];
    for (const part of inside[b].slice(at + 1)) label[part] = -1, setSlack(part);
    root[b] = 0;
  };
  /** Grows the trees by an edge without slack; returns whether it made the matching larger. */
  const grow = ([end, other]) => {
    const u = root[end], v = root[other];
    if (label[v] === -1) {
      parent[v] = end;
      label[v] = 1;
      const next = root[mate[v]];
      slack[v] = slack[next] = label[next] = 0;
      push(next);
    } else if (label[v] === 0) {
      const top = ancestor(u, v);
      if (!top) return augment(u, v), augment(v, u), true;
      addBlossom(u, top, v);
    }
    return false;
  };
  const outer = () => [...Array(last).keys()].map((at) => at + 1).filter((x) => root[x] === x);
  const enlarge = () => {
    label.fill(-1);
    slack.fill(0);
    queue = [];
    for (const x of outer().filter((it) => !mate[it])) parent[x] = label[x] = 0, push(x);
    for (;;) {
      while (queue.length) {
        const u = queue.shift();
        if (label[root[u]] === 1) continue;
        for (let v = 1; v <= n; v++) {
          if (!edge[u][v][2] || root[u] === root[v]) continue;
          if (gap(edge[u][v])) loosen(u, root[v]);
          else if (grow(edge[u][v])) return;
        }
      }
      const steps = outer().flatMap((x) => [...(x > n && label[x] === 1 ? [dual[x] / 2] : []), ...(slack[x] && label[x] < 1 ? [gap(edge[slack[x]][x]) / (label[x] + 2)] : [])]), step = Math.min(...steps);
      for (let u = 1; u <= n; u++) dual[u] += [0, -step, step][label[root[u]] + 1];
      for (const b of outer().filter((it) => it > n)) dual[b] += [0, 2 * step, -2 * step][label[b] + 1];
      queue = [];
      for (const x of outer()) if (root[x] === x && slack[x] && root[slack[x]] !== x && !gap(edge[slack[x]][x]) && grow(edge[slack[x]][x])) return;
      for (const b of outer()) if (b > n && label[b] === 1 && !dual[b]) expand(b);
    }
  };
  root.fill(0, n + 1);
  for (let pair = 0; pair < n / 2; pair++) enlarge();
  return [...Array(n).keys()].filter((at) => mate[at + 1] - 1 > at).map((at) => [at, mate[at + 1] - 1]);
}
