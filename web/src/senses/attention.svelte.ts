// Calls for the player's attention: sound, vibration and a notification. Each is optional, and skipped where the browser
// does not support it (without TLS there is no notification).

import { t } from "../i18n.svelte";
import { settings } from "../settings.svelte";
import type { TableEvent } from "../table/reducer";
import { play, type Sound } from "./sound";

let signalled = false;

function vibrate(pattern: number | number[]): void {
  // Browsers refuse it before the first tap, and complain.
  if (settings.vibration && "vibrate" in navigator && navigator.userActivation?.hasBeenActive)
    navigator.vibrate(pattern);
}

/** Asks the browser for permission; whether it was given. */
export const mayNotify = async (): Promise<boolean> =>
  "Notification" in globalThis && (await Notification.requestPermission()) === "granted";

async function notify(): Promise<void> {
  if (!settings.notify || !document.hidden || !("serviceWorker" in navigator)) return;
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  const worker = await navigator.serviceWorker.getRegistration();
  await worker?.showNotification(t("table.your-turn"), { tag: location.pathname, icon: "/icon-192.png" });
}

/** Signals when this player begins to be asked: not again after their own roll. */
export function signal(asked: boolean): void {
  const before = signalled;
  signalled = asked;
  if (!asked || before) return;
  play("turn");
  vibrate(80);
  void notify();
}

const SOUNDS: Partial<Record<TableEvent["type"], Sound>> = {
  rolled: "roll",
  crossed: "cross",
  moved: "cross",
  closed: "lock",
  penalised: "penalty",
};

/** What has just happened, to be heard and felt. */
export function accompany(events: readonly TableEvent[], mine: readonly number[]): void {
  const sounds = events.map(({ type }) => SOUNDS[type]);
  sounds.forEach((sound, n) => sound && sounds.indexOf(sound) === n && play(sound));
  if (events.some((event) => event.type === "penalised" && mine.includes(event.seat))) vibrate([60, 60, 60]);
  else if (events.some(({ type }) => type === "closed")) vibrate(120);
}
