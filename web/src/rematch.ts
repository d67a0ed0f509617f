// The way from a finished game to the next one: the names at this device and the chat go along.

import { keepNames, namesHere } from "./here.svelte";
import type { ChatLine } from "./protocol";
import { go } from "./router.svelte";

const place = (table: string): string => `qwixx.chat.${table}`;

/** Goes to the table of the next game, and takes our seats there. */
export function goOn(from: string, to: string, chat: readonly ChatLine[]): void {
  const names = namesHere(from);
  if (Object.keys(names).length) keepNames(to, names);
  keepChat(from, to, chat);
  go(`/t/${to}?now`);
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
