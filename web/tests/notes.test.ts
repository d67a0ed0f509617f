// Dice notes: what a browser keeps about a table, and when it reveals its nonce.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { hashed } from "../src/fair/chain";
import { DiceNotes, terms } from "../src/fair/notes";
import type { SeatView, TableView } from "../src/protocol";

const COMMITMENT = "c0".repeat(32);

function table(seats: SeatView[], more: Partial<TableView> = {}): TableView {
  const [id, code, host, status] = ["t", "c", "me", "lobby"] as const;
  return { id, code, host, status, options: {}, seats, commitment: COMMITMENT, ...more };
}

const promised = (promise: string): SeatView => ({ guest: "me", nonce_kind: "promised", promise });

/** Storage like the browser's, whose own properties are the keys; with `full` nothing can be stored. */
function storage(full = false): void {
  const items: Record<string, string> = {};
  const hidden = (value: unknown): PropertyDescriptor => ({ value, enumerable: false });
  const set = (key: string, text: string): void => {
    if (full) throw new Error("QuotaExceededError");
    items[key] = text;
  };
  Object.defineProperties(items, {
    getItem: hidden((key: string) => items[key] ?? null),
    setItem: hidden(set),
    removeItem: hidden((key: string) => Reflect.deleteProperty(items, key)),
  });
  Object.defineProperty(globalThis, "localStorage", { value: items, configurable: true });
}

beforeEach(() => storage());

let tables = 0;
const newNotes = (): [notes: DiceNotes, id: string] => {
  const id = `t${String(tables++)}`;
  return [new DiceNotes(id), id];
};

test("the first commitment is kept", () => {
  const [notes, id] = newNotes();
  notes.see(table([]));
  notes.see(table([], { commitment: "other" }));
  assert.equal(notes.noted().commitment, COMMITMENT);
  assert.equal(new DiceNotes(id).noted().commitment, COMMITMENT);
});

test("each seat has a chain of its own, which survives a new page", () => {
  const [notes, id] = newNotes();
  const [one, two] = [notes.promise(0), notes.promise(1)];
  assert.notEqual(one, two);
  const again = new DiceNotes(id);
  const view = table([promised(one), promised(two)]);
  assert.equal(hashed(again.nonce(view, 1) ?? ""), two);
  assert.equal(hashed(again.link(view, 0, 3) ?? "", 4), one);
});

test("a seat that is taken again before the start keeps its chain", () => {
  const [notes] = newNotes();
  assert.equal(notes.promise(0), notes.promise(0));
});

test("nonces are revealed when the game is starting, after the terms are noted", () => {
  const [notes] = newNotes();
  notes.see(table([]));
  const promise = notes.promise(1);
  const seats = [
    { guest: "x", nonce_kind: "plain", nonce: "open" },
    promised(promise),
    { bot: "gap" },
  ] as const;
  assert.deepEqual(notes.toReveal(table([...seats]), [1]), []);
  assert.equal(notes.noted().terms, "");
  const [[seat, nonce] = [0, ""], ...others] = notes.toReveal(table([...seats], { starting: 5 }), [1]);
  assert.equal(seat, 1);
  assert.equal(hashed(nonce), promise);
  assert.deepEqual(others, []);
  assert.equal(notes.noted().terms, terms(COMMITMENT, ["plain", promise, "derived"], ["open", "", ""]));
  assert.deepEqual(notes.noted().nonces, {});
  notes.revealed(1);
  assert.deepEqual(notes.noted().nonces, { 1: nonce });
});

test("nothing is revealed to a server that changes its commitment or our promise", () => {
  const [notes] = newNotes();
  notes.see(table([]));
  const promise = notes.promise(0);
  const starting = { starting: 5 };
  assert.deepEqual(notes.toReveal(table([promised(promise)], { ...starting, commitment: "x" }), [0]), []);
  assert.deepEqual(notes.toReveal(table([promised("ab".repeat(32))], starting), [0]), []);
  // The terms contain the commitment and the promise as we know them.
  assert.equal(notes.noted().terms, terms(COMMITMENT, [promise], [""]));
});

test("a chain that can have been revealed is not promised again, and the terms stay as first noted", () => {
  const [notes] = newNotes();
  notes.see(table([]));
  const promise = notes.promise(0);
  notes.toReveal(table([promised(promise)], { starting: 5 }), [0]);
  const noted = notes.noted().terms;
  const another = notes.promise(0);
  assert.notEqual(another, promise);
  notes.toReveal(table([promised(another)], { starting: 9 }), [0]);
  assert.equal(notes.noted().terms, noted);
});

test("links are given for our own promise only, and noted when acknowledged", () => {
  const [notes] = newNotes();
  const view = table([promised(notes.promise(0)), promised("ab".repeat(32))]);
  const link = notes.link(view, 0, 7);
  assert.ok(link);
  assert.equal(notes.link(view, 1, 7), undefined);
  assert.equal(new DiceNotes("elsewhere").link(view, 0, 7), undefined);
  assert.deepEqual(notes.noted().links, {});
  notes.linked(7, 0);
  assert.deepEqual(notes.noted().links, { 7: link });
});

test("without storage the notes last as long as the page", () => {
  storage(true);
  const [notes, id] = newNotes();
  notes.see(table([]));
  const promise = notes.promise(0);
  assert.equal(new DiceNotes(id).noted().commitment, COMMITMENT);
  assert.equal(hashed(notes.nonce(table([promised(promise)]), 0) ?? ""), promise);
});

test("broken notes count as none", () => {
  const [notes, id] = newNotes();
  localStorage.setItem(`qwixx.dice.${id}`, "{");
  assert.equal(notes.noted().commitment, "");
});

test("the oldest tables are forgotten, other items are not", () => {
  localStorage.setItem("qwixx.language", "de");
  for (let i = 0; i < 230; i++) {
    const key = `qwixx.dice.old${String(i)}`;
    localStorage.setItem(key, JSON.stringify({ at: i, commitment: COMMITMENT }));
  }
  const [notes] = newNotes();
  notes.see(table([]));
  const left = Object.keys(localStorage).filter((key) => key.startsWith("qwixx.dice."));
  assert.equal(left.length, 200);
  assert.equal(new DiceNotes("old0").noted().commitment, "");
  assert.equal(new DiceNotes("old229").noted().commitment, COMMITMENT);
  assert.equal(localStorage.getItem("qwixx.language"), "de");
});
