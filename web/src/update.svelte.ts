// The service worker: it keeps the client for offline use, and a new version waits until the user wants it.
// Only secure contexts have one; without TLS, as in a home network, the client works without it.

import { language } from "./i18n.svelte";

export const version = $state({ waiting: false });

const PATIENCE = 5000;
/** How long a first visit lasts before it keeps the screens that were not opened, too, in milliseconds: a game that
 * begins at once has its first minute for itself. */
const SETTLED = 120_000;

/** Starts it after the first screen, so that it does not compete with it. */
export function watch(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const start = (): void => void register().catch(() => undefined);
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
}

async function register(): Promise<void> {
  if (navigator.serviceWorker.controller) keepFiles(true);
  else
    navigator.serviceWorker.addEventListener(
      "controllerchange",
      () => {
        keepFiles(false);
        void keepGuest();
        setTimeout(() => keepFiles(true), SETTLED);
      },
      { once: true },
    );
  const registration = await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  const look = (): void => {
    version.waiting = !!registration.waiting && !!navigator.serviceWorker.controller;
  };
  look();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", look);
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void registration.update().catch(() => undefined);
  });
}

/** Has the files kept that an offline visit needs, in this language; `all`: those of all screens. */
function keepFiles(all: boolean): void {
  navigator.serviceWorker.controller?.postMessage({ language: language(), all });
}

/** What the first visit asked for came before the worker could keep it: the guest, and the guest's games. */
async function keepGuest(): Promise<void> {
  const answer = await fetch("/api/me").catch(() => undefined);
  if (answer?.ok && (await answer.json())) await fetch("/api/games").catch(() => undefined);
}

/** Reloads the page in its newest version. */
export async function reload(): Promise<void> {
  const workers = "serviceWorker" in navigator ? navigator.serviceWorker : undefined;
  const registration = await workers?.getRegistration();
  await registration?.update().catch(() => undefined);
  const fresh = registration?.waiting ?? registration?.installing;
  if (fresh && workers) {
    const changed = new Promise((done) => workers.addEventListener("controllerchange", done, { once: true }));
    fresh.postMessage("now");
    await Promise.race([changed, new Promise((done) => setTimeout(done, PATIENCE))]);
  }
  location.reload();
}

let page = "";

/** Shows another page: with a new version if there is one, unless a game is opened. */
export function turn(path: string): void {
  const turned = !!page && page !== path;
  page = path;
  if (turned && version.waiting && !path.startsWith("/t/")) void reload();
}

/** Where this tab notes the version that it has reloaded itself from. */
const RELOADED = "qwixx.reloaded";

/**
 * A part of the client that is being loaded. After an update the server no longer has the files of this version: then
 * the page reloads itself in the new one. It does so once for each version, and only if the server is there.
 */
export async function part<T>(loading: Promise<T>, version: string = import.meta.url): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    if (sessionStorage.getItem(RELOADED) === version || !(await isServerThere())) throw error;
    sessionStorage.setItem(RELOADED, version);
    await reload();
    // Nothing is shown any more.
    return new Promise(() => undefined);
  }
}

const isServerThere = (): Promise<boolean> =>
  fetch("/healthz").then(
    ({ ok }) => ok,
    () => false,
  );
