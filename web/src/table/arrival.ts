// What the address of a table asks for: `?sit=2` takes two seats without a tap, `?now` takes one and starts.

import type { TableView } from "../protocol";

export type Step = { sit: number } | "start" | "done" | "wait";

/** The next thing to do on arrival. `asked`: the seats that have been asked for already. */
export function arrive(
  view: TableView,
  you: string,
  search: string,
  asked: readonly number[],
): Step | undefined {
  const wish = new URLSearchParams(search);
  if (view.status !== "lobby" || !(wish.has("now") || wish.has("sit"))) return undefined;
  const seats = [...view.seats.entries()];
  const mine = seats.filter(([, seat]) => seat.guest === you);
  if (mine.length < Math.max(1, Number(wish.get("sit")))) {
    const free = seats.find(([n, seat]) => !seat.guest && !seat.bot && !asked.includes(n));
    if (free) return { sit: free[0] };
    return asked.length > mine.length ? "wait" : "done";
  }
  return wish.has("now") ? "start" : "done";
}
