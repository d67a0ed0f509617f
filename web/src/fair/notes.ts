// Dice notes: the player's secrets at a table, and what the finished game is checked against. They are kept in this
// browser, so that a reload loses nothing. `qwixx.client.dice_notes` is the counterpart.

import type { SeatView, TableView } from "../protocol";
import { Chain, drawEnd } from "./chain";
import { sha256, toHex } from "./sha256";

/** What was noted before and during the game; empty where nothing was noted. */
export interface Noted {
  readonly commitment: string;
  readonly terms: string;
  /** By seat: own nonces that the server acknowledged. */
  readonly nonces: Readonly<Record<number, string>>;
  /** By turn: own links that the server acknowledged. */
  readonly links: Readonly<Record<number, string>>;
}

/** The stored form: nonces and links follow from the chains. */
interface Stored {
  /** When the table was first seen. */
  readonly at: number;
  readonly commitment: string;
  readonly terms: string;
  /** By seat: the last value of the chain. */
  readonly ends: Readonly<Record<number, string>>;
  /** The seats whose nonce the server has acknowledged. */
  readonly revealed: readonly number[];
  /** By turn: the seat whose link the server has acknowledged. */
  readonly linked: Readonly<Record<number, number>>;
}

const PREFIX = "qwixx.dice.";
/** Tables that are remembered. */
const TABLES = 200;
const NOTHING: Stored = { at: 0, commitment: "", terms: "", ends: {}, revealed: [], linked: {} };

/** The notes that could not be stored: the storage is full or switched off. */
const unstored = new Map<string, Stored>();
const chains = new Map<string, Chain>();

function chainOf(end: string): Chain {
  const chain = chains.get(end) ?? new Chain(end);
  chains.set(end, chain);
  return chain;
}

/** One hash over everything that is fixed before the first nonce is revealed. */
export function terms(commitment: string, promises: readonly string[], nonces: readonly string[]): string {
  const seats = promises.map((promise, seat) =>
    promise === "plain" ? `plain ${nonces[seat] ?? ""}` : promise,
  );
  return toHex(sha256(["qwixx terms 2", commitment, ...seats].join("\n")));
}

const promiseOf = ({ nonce_kind, promise }: SeatView): string =>
  nonce_kind === "promised" ? (promise ?? "") : nonce_kind === "plain" ? "plain" : "derived";

export class DiceNotes {
  private readonly key: string;

  /** `table` is the table's id. */
  constructor(table: string) {
    this.key = PREFIX + table;
  }

  /** Notes the first commitment that the server shows. */
  see({ commitment }: TableView): void {
    if (this.read().commitment) return;
    forgetOldest();
    this.write({ at: Date.now(), commitment });
  }

  /** The promise for a seat. A chain that can have been revealed is not used again. */
  promise(seat: number): string {
    const { ends, terms } = this.read();
    const end = (terms ? undefined : ends[seat]) ?? drawEnd();
    this.write({ ends: { ...ends, [seat]: end } });
    return chainOf(end).promise;
  }

  /**
   * The nonces to reveal now, by seat. Notes the terms, which cannot change any more.
   * Nothing is revealed to a server that has changed its commitment or our promise.
   */
  toReveal(table: TableView, mine: readonly number[]): [seat: number, nonce: string][] {
    if (!table.starting) return [];
    const { commitment, terms: noted } = this.read();
    const own = mine.flatMap((seat) => {
      const chain = this.chain(seat);
      return chain ? [{ seat, chain }] : [];
    });
    if (!noted) {
      const promises = table.seats.map(
        (view, seat) => own.find((one) => one.seat === seat)?.chain.promise ?? promiseOf(view),
      );
      const nonces = table.seats.map(({ nonce }) => nonce ?? "");
      this.write({ terms: terms(commitment, promises, nonces) });
    }
    if (table.commitment !== commitment) return [];
    return own
      .filter(({ seat, chain }) => table.seats[seat]?.promise === chain.promise)
      .map(({ seat, chain }) => [seat, chain.nonce]);
  }

  /** Our link for a roll; none if this device has not promised the seat's chain. */
  link(table: TableView, seat: number, turn: number): string | undefined {
    const chain = this.chain(seat);
    return chain && table.seats[seat]?.promise === chain.promise ? chain.link(turn) : undefined;
  }

  /** The server has acknowledged our nonce. */
  revealed(seat: number): void {
    const { revealed } = this.read();
    if (!revealed.includes(seat)) this.write({ revealed: [...revealed, seat] });
  }

  /** The server has acknowledged our roll with its link. */
  linked(turn: number, seat: number): void {
    this.write({ linked: { ...this.read().linked, [turn]: seat } });
  }

  /** Our nonce for a seat; none if this device has not promised it. */
  nonce(table: TableView, seat: number): string | undefined {
    const chain = this.chain(seat);
    return chain && table.seats[seat]?.promise === chain.promise ? chain.nonce : undefined;
  }

  noted(): Noted {
    const { commitment, terms, revealed, linked } = this.read();
    return {
      commitment,
      terms,
      nonces: Object.fromEntries(revealed.map((seat) => [seat, this.chain(seat)?.nonce ?? ""])),
      links: Object.fromEntries(
        Object.entries(linked).map(([turn, seat]) => [turn, this.chain(seat)?.link(Number(turn)) ?? ""]),
      ),
    };
  }

  private chain(seat: number): Chain | undefined {
    const end = this.read().ends[seat];
    return end ? chainOf(end) : undefined;
  }

  // The storage is read every time, because another tab may have taken a seat.
  private read(): Stored {
    return unstored.get(this.key) ?? stored(this.key);
  }

  private write(change: Partial<Stored>): void {
    const notes = { ...this.read(), ...change };
    try {
      localStorage.setItem(this.key, JSON.stringify(notes));
      unstored.delete(this.key);
    } catch {
      unstored.set(this.key, notes);
    }
  }
}

function stored(key: string): Stored {
  try {
    return { ...NOTHING, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Stored>) };
  } catch {
    return NOTHING;
  }
}

function forgetOldest(): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    const oldest = keys.sort((one, two) => stored(two).at - stored(one).at).slice(TABLES - 1);
    for (const key of oldest) localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to forget.
  }
}
