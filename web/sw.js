// Offline use: the client's own files and the finished games viewed before. The build prepends two constants:
// BUILD, which changes with the files, and FILES, their paths.
/* global BUILD, FILES */

const SHELL = `qwixx-${BUILD}`;
const SEEN = "qwixx-seen";
// The answers of the server that are kept: the guest, the variants, and lists, replays and reviews of games.
const KEPT = /^\/api\/(me|variants|games|games\/[^/]+\/(replay|review))$/;

self.addEventListener("install", (event) => {
  event.waitUntil(
    Promise.all([
      caches.open(SHELL).then((cache) => cache.addAll(FILES)),
      // The rules page draws its examples from the variants.
      caches.open(SEEN).then((cache) => cache.add("/api/variants")),
    ]),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("qwixx-") && name !== SHELL && name !== SEEN) await caches.delete(name);
      }
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "now") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (!url.pathname.startsWith("/api/")) event.respondWith(kept(SHELL, "/", request));
  } else if (url.pathname.startsWith("/assets/")) event.respondWith(kept(SHELL, request, request));
  else if (KEPT.test(url.pathname)) event.respondWith(newest(request));
});

/** A file of the client, from this version's cache if it is there. */
async function kept(name, key, request) {
  const cache = await caches.open(name);
  return (await cache.match(key)) ?? fetch(request);
}

/** An answer of the server, or the last one received. */
async function newest(request) {
  const cache = await caches.open(SEEN);
  try {
    const answer = await fetch(request);
    // "Not ready yet" (202) is not worth keeping.
    if (answer.status === 200) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const seen = await cache.match(request);
    if (seen) return seen;
    throw error;
  }
}
