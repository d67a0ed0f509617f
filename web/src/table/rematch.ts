// The way from a finished game to the next one: the names at this device go along.

import type { TableView } from "../protocol";
import { go } from "../router.svelte";
import { keepNames, namesHere } from "./here.svelte";

export type NextStep = { accept: readonly number[] } | { wait: readonly number[] } | "go";

/** What follows at the table of the next game while we look at the result: our seats are accepted, and we wait for the
 * other players who are invited. We go there when it starts, or when a seat is free and somebody has to be found. */
export function nextStep(view: TableView, you: string): NextStep {
  if (view.status !== "lobby") return "go";
  const reserved = [...view.seats.entries()].filter(([, seat]) => seat.reserved);
  const mine = reserved.filter(([, seat]) => seat.guest === you);
  if (mine.length) return { accept: mine.map(([n]) => n) };
  const free = view.seats.some((seat) => !seat.guest && !seat.bot);
  if (!free && (reserved.length || view.starting)) return { wait: reserved.map(([n]) => n) };
  return "go";
}

/** What the next game still is to somebody who looks at the result: a seat kept for us, one that we have taken, one that is
 * free, a game to watch, or one that is over itself. */
export type Invitation = "kept" | "seated" | "free" | "watch" | "over" | "closed";

export function invitation(view: TableView, you: string): Invitation {
  if (view.status === "finished") return "over";
  if (view.status === "expired") return "closed";
  const mine = view.seats.filter(({ guest }) => guest && guest === you);
  if (mine.length) return mine.some(({ reserved }) => reserved) ? "kept" : "seated";
  const free = view.status === "lobby" && view.seats.some((seat) => !seat.guest && !seat.bot);
  return free ? "free" : "watch";
}

/** Goes to the table of the next game. */
export function goOn(from: string, to: string): void {
  const names = namesHere(from);
  if (Object.keys(names).length) keepNames(to, names);
  go(`/t/${to}`);
}
