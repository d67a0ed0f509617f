// The audio output. Browsers let it start with a tap, and starting takes a while: so it starts with the tap that opens a
// game, or with the first one at a table, and not in the middle of a turn.

let audio: AudioContext | undefined;

export const output = (): AudioContext | undefined => audio;

export function unlock(): void {
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
}
