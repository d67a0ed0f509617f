// The settings of this device.

const KEY = "qwixx.settings";

export interface Settings {
  /** A tap confirms at once; otherwise it is tentative, and a second button confirms. */
  atOnce: boolean;
  sound: boolean;
  vibration: boolean;
  awake: boolean;
  theme: "auto" | "light" | "dark";
}

const USUAL: Settings = { atOnce: false, sound: false, vibration: false, awake: true, theme: "auto" };

function stored(): Settings {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
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
