// Offline use: the client's own files and the finished games viewed before. The build prepends BUILD, which changes with
// the files, and their paths: FIRST is the code of the home screen and the rules, REST that of the other screens, and
// TEXTS has both lists for each language.
/* global BUILD, FIRST, REST, TEXTS */

const SHELL = `qwixx-${BUILD}`;
const SEEN = "qwixx-seen";
// The answers of the server that are kept: the guest, the variants, and lists, replays and reviews of games.
const KEPT = /^\/api\/(me|variants|games|games\/[^/]+\/(replay|review))$/;

const isOlder = (name) => name.startsWith("qwixx-") && name !== SHELL && name !== SEEN;

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const older = (await caches.keys()).filter(isOlder);
      await Promise.all([
        keep(["/", ...FIRST]),
        // The rules page draws its examples from the variants.
        caches.open(SEEN).then((cache) => cache.add("/api/variants")),
      ]);
      // A new version must have all that the one before could show offline.
      if (older.length) await keep([...REST, ...(await languages(older)).flatMap(texts)]);
    })(),
  );
});

/** Keeps the files that are not kept yet. */
async function keep(paths) {
  const cache = await caches.open(SHELL);
  const found = await Promise.all(paths.map((path) => cache.match(path)));
  await cache.addAll(paths.filter((_, n) => !found[n]));
}

const texts = (language) => [...TEXTS[language].first, ...TEXTS[language].rest];

/** The languages whose texts are in these caches. */
async function languages(names) {
  const opened = await Promise.all(names.map((name) => caches.open(name)));
  const files = (await Promise.all(opened.map((cache) => cache.keys()))).flat();
  return Object.keys(TEXTS).filter((code) => files.some(({ url }) => url.includes(`/assets/${code}-`)));
}

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of (await caches.keys()).filter(isOlder)) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "now") void self.skipWaiting();
  // A first visit keeps only the home screen and the rules, so that it is small; after two minutes, or the next time, the
  // rest follows.
  else if (event.data.language in TEXTS) {
    const { language, all } = event.data;
    event.waitUntil(keep(all ? [...REST, ...texts(language)] : TEXTS[language].first).catch(() => undefined));
  }
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (!url.pathname.startsWith("/api/")) event.respondWith(page(request));
  } else if (url.pathname.startsWith("/assets/")) event.respondWith(file(request));
  else if (KEPT.test(url.pathname)) event.respondWith(newest(request));
});

/** A page: all are the same file. */
async function page(request) {
  return (await (await caches.open(SHELL)).match("/")) ?? fetch(request);
}

/** A file of the client, which is kept from its first use on. */
async function file(request) {
  const cache = await caches.open(SHELL);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
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
