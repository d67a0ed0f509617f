// The table that somebody has left to look up the rules or the settings: it stays connected, so that the others do not
// take them for away.

import { place } from "../router.svelte";
import type { Table } from "./table.svelte";

const PAGES = ["rules", "settings"];

interface Left {
  readonly table: Table;
  readonly path: string;
}
let left = $state.raw<Left>();

const isAside = (path: string): boolean => PAGES.includes(path.split("/")[1] ?? "");

/** The table that this page was opened from. */
export const tableLeft = (): Left | undefined => (left && isAside(place.path) ? left : undefined);

/** The screen of a table closes. While it does, Svelte still has the old state: the browser knows where we are. */
export function leave(table: Table, path: string): void {
  if (isAside(location.pathname)) left = { table, path };
  else table.close();
}

/** The table of this path, if it was left a moment ago; the connection of any other ends. */
export function returnTo(path: string): Table | undefined {
  const found = left;
  left = undefined;
  if (found?.path === path) return found.table;
  found?.table.close();
  return undefined;
}
