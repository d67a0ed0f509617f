// The names of several players at one device. Only this device knows them: by table and seat.

import { t } from "../i18n.svelte";

const KEY = "qwixx.here";
const TABLES_KEPT = 20;

type Names = Record<number, string>;

function stored(): Record<string, Names> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Names>;
  } catch {
    return {};
  }
}

const known = $state(stored());

export const namesHere = (table: string): Names => known[table] ?? {};

/** The names by seat: of several seats of our own, those that were given here, or else a number. */
export const withNamesHere = (table: string, names: readonly string[], ours: readonly number[]): string[] =>
  names.map((name, n) =>
    ours.length > 1 && ours.includes(n) ? namesHere(table)[n] || t("play.seat", { number: n + 1 }) : name,
  );

export function keepNames(table: string, names: Names): void {
  known[table] = names;
  const kept = Object.entries($state.snapshot(known)).slice(-TABLES_KEPT);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
}
