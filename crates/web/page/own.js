/** Patterns of one's own that are kept on the device: their names and rows. */
export function ownPatterns(store) {
  try {
    const kept = JSON.parse(store.get("patterns") ?? "[]");
    const isSquare = (rows) => rows.length % 2 === 1 && rows.length >= 5 && rows.length <= 11 && rows.every((row) => row.length === rows.length);
    return Array.isArray(kept) ? kept.filter(({ name, rows }) => typeof name === "string" && /^[bw_/]+$/.test(rows) && isSquare(rows.split("/"))) : [];
  } catch {
    return [];
  }
}

/** Keeps a pattern; one of the same name is replaced. Returns whether it outlasts the visit. */
export function keepOwn(store, pattern) {
  return store.set("patterns", JSON.stringify([...ownPatterns(store).filter(({ name }) => name !== pattern.name), pattern]));
}

export function dropOwn(store, dropped) {
  store.set("patterns", JSON.stringify(ownPatterns(store).filter(({ name }) => name !== dropped)));
}
