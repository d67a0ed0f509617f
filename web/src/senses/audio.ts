// The audio output. Browsers let it start with a tap, and starting takes a while: so it starts with the tap that opens a
// game, or with the first one at a table, and not in the middle of a turn.

let audio: AudioContext | undefined;

export const output = (): AudioContext | undefined => audio;

/** A page that nobody has touched yet, such as that of the app's shortcut, waits for its first tap. */
export function unlock(): void {
  if (navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
}
