/** Patterns of one's own that are kept on the device: their names and rows. */
export function ownPatterns(store) {
  try {
    const kept = JSON.parse(store.get("patterns") ?? "[]");
    return Array.isArray(kept) ? kept.filter(({ name, rows }) => typeof name === "string" && /^[bw_/]+$/.test(rows)) : [];
  } catch {
    return [];
  }
}

/** Keeps a pattern; one of the same name is replaced. */
export function keepOwn(store, pattern) {
  store.set("patterns", JSON.stringify([...ownPatterns(store).filter(({ name }) => name !== pattern.name), pattern]));
}

export function dropOwn(store, dropped) {
  store.set("patterns", JSON.stringify(ownPatterns(store).filter(({ name }) => name !== dropped)));
}
