// Sounds, made of noise and tones when they are needed: no files. Nothing sounds before the first tap.

import { settings } from "../settings.svelte";
import { output, unlock } from "./audio";

export type Sound = "roll" | "cross" | "lock" | "penalty" | "turn" | "win";

let noise: AudioBuffer | undefined;

/** Half a second of noise. It takes a while to make, so it is made in a task of its own, before the first roll needs it. */
function noiseOf(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const data = noise.getChannelData(0);
  for (let n = 0; n < data.length; n++) data[n] = Math.random() * 2 - 1;
  return noise;
}

function prepare(): void {
  const audio = output();
  if (audio) noiseOf(audio);
}

function begin(): void {
  unlock();
  setTimeout(prepare);
}

setTimeout(prepare);
for (const type of ["pointerdown", "keydown"]) addEventListener(type, begin, { once: true, capture: true });

/** A short noise through a filter, such as a die on felt or a pencil on paper. */
function rub(at: number, length: number, frequency: number, volume: number): void {
  const audio = output();
  if (!audio) return;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  source.buffer = noiseOf(audio);
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  source.connect(filter).connect(fade(audio, at, length, volume));
  source.start(audio.currentTime + at, Math.random() * 0.2, length);
}

function tone(
  at: number,
  length: number,
  frequency: number,
  volume: number,
  type: OscillatorType = "sine",
): void {
  const audio = output();
  if (!audio) return;
  const source = audio.createOscillator();
  source.type = type;
  source.frequency.value = frequency;
  source.connect(fade(audio, at, length, volume));
  source.start(audio.currentTime + at);
  source.stop(audio.currentTime + at + length);
}

function fade(context: AudioContext, at: number, length: number, volume: number): GainNode {
  const gain = context.createGain();
  const from = context.currentTime + at;
  gain.gain.setValueAtTime(volume, from);
  gain.gain.exponentialRampToValueAtTime(0.001, from + length);
  gain.connect(context.destination);
  return gain;
}

const SOUNDS: Record<Sound, () => void> = {
  roll: () => {
    for (let n = 0; n < 9; n++)
      rub(0.05 * n + 0.02 * Math.random(), 0.05, 900 + 1400 * Math.random(), 0.5 - 0.04 * n);
  },
  cross: () => {
    rub(0, 0.11, 3200, 0.25);
    rub(0.14, 0.13, 2700, 0.28);
  },
  lock: () => {
    rub(0, 0.04, 1800, 0.6);
    tone(0.02, 0.09, 240, 0.25, "square");
    rub(0.1, 0.05, 700, 0.6);
  },
  penalty: () => {
    tone(0, 0.22, 150, 0.3, "triangle");
    tone(0.16, 0.34, 105, 0.3, "triangle");
  },
  turn: () => {
    tone(0, 0.16, 660, 0.1);
    tone(0.11, 0.22, 880, 0.1);
  },
  win: () => {
    [523, 659, 784, 1047].forEach((frequency, n) => tone(0.13 * n, 0.4, frequency, 0.14, "triangle"));
  },
};

export function play(sound: Sound): void {
  if (settings.sound && output()?.state === "running") SOUNDS[sound]();
}
