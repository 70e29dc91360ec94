// Keeps the page for use without a network. A new version of the page has another digest, and replaces it at the next visit.
const CACHE = "pasang-{{digest}}";

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(["./", "manifest.webmanifest", "icon.svg"])).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("pasang-") && name !== CACHE);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { method, mode } = event.request;
  if (method !== "GET") return;
  event.respondWith(caches.match(mode === "navigate" ? "./" : event.request).then((kept) => kept ?? fetch(event.request)));
});
