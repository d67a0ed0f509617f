// The settings of this device.

const KEY = "qwixx.settings";

/** The rhythm of a turn: by how much its pauses are longer or shorter. */
export const SPEEDS = { calm: 1.5, normal: 1, quick: 0.5, instant: 0 } as const;

export interface Settings {
  /** A tap confirms at once; otherwise it is tentative, and a second button confirms. */
  atOnce: boolean;
  /** The choices are shown as buttons too, not only as cells of the sheet. */
  list: boolean;
  speed: keyof typeof SPEEDS;
  /** Letters and digits are shortcuts at the table. */
  keys: boolean;
  /** Dice, pen and locks can be heard. */
  sound: boolean;
  /** A notification of the system says that it is our turn. */
  notify: boolean;
  vibration: boolean;
  awake: boolean;
  theme: "auto" | "light" | "dark";
}

const USUAL: Settings = {
  atOnce: false,
  list: false,
  speed: "normal",
  keys: true,
  sound: true,
  notify: false,
  vibration: true,
  awake: true,
  theme: "auto",
};

const THEMES: readonly unknown[] = ["auto", "light", "dark"] satisfies Settings["theme"][];

/** Whether this version has such a value of a setting: another one may have stored others. */
function isKnown(name: string, value: unknown): boolean {
  if (name === "speed") return typeof value === "string" && Object.hasOwn(SPEEDS, value);
  if (name === "theme") return THEMES.includes(value);
  return Object.hasOwn(USUAL, name) && typeof value === "boolean";
}

/** The settings in a stored text: the usual ones, where it has none that are known. */
export function settingsFrom(text: string | null): Settings {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? "{}");
  } catch {
    kept = {};
  }
  const known = Object.entries(kept ?? {}).filter(([name, value]) => isKnown(name, value));
  return { ...USUAL, ...(Object.fromEntries(known) as Partial<Settings>) };
}

function stored(): Settings {
  try {
    return settingsFrom(localStorage.getItem(KEY));
  } catch {
    return { ...USUAL };
  }
}

export const settings = $state(stored());

export function change(part: Partial<Settings>): void {
  Object.assign(settings, part);
  localStorage.setItem(KEY, JSON.stringify(settings));
  applyTheme();
}

export function applyTheme(): void {
  document.documentElement.dataset["theme"] = settings.theme;
}
