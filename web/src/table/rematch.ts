// The way from a finished game to the next one: the names at this device and the chat go along.

import type { ChatLine, TableView } from "../protocol";
import { go } from "../router.svelte";
import { keepNames, namesHere } from "./here.svelte";

const place = (table: string): string => `qwixx.chat.${table}`;

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

/** Goes to the table of the next game. */
export function goOn(from: string, to: string, chat: readonly ChatLine[]): void {
  const names = namesHere(from);
  if (Object.keys(names).length) keepNames(to, names);
  keepChat(from, to, chat);
  go(`/t/${to}`);
}

/** Takes the chat along, also for somebody who only watches. */
export function keepChat(from: string, to: string, chat: readonly ChatLine[]): void {
  sessionStorage.setItem(place(to), JSON.stringify([...chatBefore(from), ...chat]));
}

/** The chat of the games before. Its numbers are below zero, because the table counts its own from one. */
export function chatBefore(table: string): ChatLine[] {
  try {
    const lines = JSON.parse(sessionStorage.getItem(place(table)) ?? "[]") as ChatLine[];
    return lines.map((line, n) => ({ ...line, number: n - lines.length }));
  } catch {
    return [];
  }
}
