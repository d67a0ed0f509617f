// A screen that stays on while a game is played. Browsers can do it with TLS or on the same machine only.

import { settings } from "../settings.svelte";

/** Keeps the screen on until the returned function is called. */
export function keepAwake(): () => void {
  let lock: Promise<WakeLockSentinel> | undefined;
  // A browser gives the lock up when the page is hidden, and refuses it if the battery is low.
  const request = (): void => {
    if (document.hidden || !settings.awake || !("wakeLock" in navigator)) return;
    lock = navigator.wakeLock.request("screen");
    lock.catch(() => undefined);
  };
  request();
  document.addEventListener("visibilitychange", request);
  return () => {
    document.removeEventListener("visibilitychange", request);
    lock?.then((held) => held.release()).catch(() => undefined);
  };
}
