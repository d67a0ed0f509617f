// Calls for the player's attention: sound, vibration and a screen that stays on. Each is optional, and skipped where
// the browser does not support it (without TLS there is no wake lock).

import { settings } from "./settings.svelte";

let lock: WakeLockSentinel | undefined;
let signalled = "";

export async function stayAwake(on: boolean): Promise<void> {
  try {
    if (on && settings.awake && "wakeLock" in navigator) lock ??= await navigator.wakeLock.request("screen");
    else {
      await lock?.release();
      lock = undefined;
    }
  } catch {
    lock = undefined;
  }
}

function beep(): void {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.12, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.25);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.25);
  tone.onended = () => void audio.close();
}

/** Signals once for each turn in which this player is asked. */
export function signal(asked: boolean, turn: number): void {
  void stayAwake(true);
  const key = `${String(asked)}-${String(turn)}`;
  if (!asked || key === signalled) {
    signalled = key;
    return;
  }
  signalled = key;
  if (settings.sound) beep();
  if (settings.vibration && "vibrate" in navigator) navigator.vibrate(80);
}
