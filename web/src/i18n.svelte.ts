// Texts in all languages, from the same files as the terminal's.

import { LANGUAGES } from "./constants";

export { LANGUAGES };
export type Language = keyof typeof LANGUAGES;
type Text = string | Record<string, string>;
type Values = Record<string, string | number>;

const files = import.meta.glob<Record<string, Text>>("../../src/qwixx/locales/*.json", { import: "default" });
const later = {
  lessons: import.meta.glob<Record<string, Text>>("../../src/qwixx/locales/*.json", {
    import: "default",
    query: "?lessons",
  }),
  coach: import.meta.glob<Record<string, Text>>("../../src/qwixx/locales/*.json", {
    import: "default",
    query: "?coach",
  }),
  fair: import.meta.glob<Record<string, Text>>("../../src/qwixx/locales/*.json", {
    import: "default",
    query: "?fair",
  }),
  around: import.meta.glob<Record<string, Text>>("../../src/qwixx/locales/*.json", {
    import: "default",
    query: "?around",
  }),
  screens: import.meta.glob<Record<string, Text>>("../../src/qwixx/locales/*.json", {
    import: "default",
    query: "?screens",
  }),
};
const KEY = "qwixx.language";

let current = $state.raw<{ language: Language; texts: Record<string, Text> }>({ language: "en", texts: {} });

export function isLanguage(code: string): code is Language {
  return code in LANGUAGES;
}

function preferred(): Language {
  const wishes = [localStorage.getItem(KEY) ?? "", ...navigator.languages];
  return wishes.map((wish) => wish.slice(0, 2)).find(isLanguage) ?? "en";
}

export async function load(language: Language = preferred()): Promise<void> {
  const file = files[`../../src/qwixx/locales/${language}.json`];
  if (!file) throw new Error(`no catalogue for ${language}`);
  // The texts that were loaded on demand are needed in the new language, too.
  const read = await Promise.all([file(), ...parts.map((part) => readMore(part, language))]);
  current = { language, texts: Object.assign({}, ...read) as Record<string, Text> };
  document.documentElement.lang = language;
}

/** Loads texts that are not part of the first load: those of the rules and the guided game, of the coach, of the
 * check of the dice, of the screens around a game, or of the game. */
export async function loadMore(part: keyof typeof later): Promise<void> {
  const more = await readMore(part, current.language);
  if (!parts.includes(part)) parts.push(part);
  current = { ...current, texts: { ...current.texts, ...more } };
}

const parts: (keyof typeof later)[] = [];

async function readMore(part: keyof typeof later, language: Language): Promise<Record<string, Text>> {
  const file = later[part][`../../src/qwixx/locales/${language}.json`];
  if (!file) throw new Error(`no ${part} for ${language}`);
  return file();
}

export async function choose(language: Language): Promise<void> {
  await load(language);
  localStorage.setItem(KEY, language);
}

export const language = (): Language => current.language;

/** The text of a key with its {placeholders} filled. `n` chooses the plural form, as in the terminal. */
export function t(key: string, values: Values = {}): string {
  const text = current.texts[key];
  if (text === undefined) return key;
  const form = typeof text === "string" ? text : pluralForm(key, text, values["n"]);
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "number" ? number(value) : value;
  });
}

export const has = (key: string): boolean => key in current.texts;

// Making a formatter takes longer than everything else that a text needs, and a sheet has a hundred texts.
const rules = new Map<Language, Intl.PluralRules>();
const formats = new Map<string, Intl.NumberFormat>();

function cached<K, T>(known: Map<K, T>, key: K, make: () => T): T {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

/** The CLDR plural category of a number. */
export const plural = (language: Language, n: number): string =>
  cached(rules, language, () => new Intl.PluralRules(language)).select(n);

function pluralForm(key: string, forms: Record<string, string>, n: string | number | undefined): string {
  if (typeof n !== "number") throw new Error(`${key} has plural forms: give it a number n`);
  return forms[plural(current.language, n)] ?? forms["other"] ?? "";
}

/** A number as the language writes it, with a real minus sign as in the texts. */
export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  const make = (): Intl.NumberFormat => new Intl.NumberFormat(current.language, options);
  return cached(formats, current.language + JSON.stringify(options), make)
    .format(value)
    .replace("-", "−");
}

/** A number with a fixed number of decimals. */
export const decimal = (value: number, digits = 1): string =>
  number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });

export const date = (millis: number): string =>
  new Intl.DateTimeFormat(current.language, { dateStyle: "medium", timeStyle: "short" }).format(millis);

export const list = (items: string[]): string => new Intl.ListFormat(current.language).format(items);

/** A list of which one can be chosen. */
export const either = (items: string[]): string =>
  new Intl.ListFormat(current.language, { type: "disjunction" }).format(items);
