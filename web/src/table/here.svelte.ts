// The names of several players at one device. Only this device knows them: by table and seat.

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

export function keepNames(table: string, names: Names): void {
  known[table] = names;
  const kept = Object.entries($state.snapshot(known)).slice(-TABLES_KEPT);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
}
