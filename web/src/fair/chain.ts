// Hash chains: one published hash fixes a value for every turn. docs/fairness.md has the definition.
// `qwixx.dice.chain` is the counterpart; both are tested on tests/vectors/fair.json.

import { fromHex, sha256, toHex } from "./sha256";

const VALUE = /^[0-9a-f]{64}$/;
/** More values than any game has turns. */
const LENGTH = 500;

/** Whether a text is a value of a chain, or another SHA-256, in hexadecimal digits. */
export const isValue = (text: string | undefined): text is string => VALUE.test(text ?? "");

/** The value that is so many steps earlier in the chain. */
export function hashed(value: string, times = 1): string {
  let data = fromHex(value);
  for (let i = 0; i < times; i++) data = sha256(data);
  return toHex(data);
}

export const isNonce = (nonce: string, promise: string): boolean =>
  isValue(nonce) && hashed(nonce) === promise;

/** Whether this is the one link of that turn in the promised chain. */
export const isLink = (link: string, turn: number, promise: string): boolean =>
  isValue(link) && turn > 0 && hashed(link, 1 + turn) === promise;

/** A chain that its owner knows to the end: the promise, the nonce, then the links from turn 1 on. */
export class Chain {
  private readonly values: readonly string[];

  constructor(end: string, length = LENGTH) {
    const values = [end];
    while (values.length < length) values.push(hashed(values.at(-1) ?? ""));
    this.values = values.reverse();
  }

  get promise(): string {
    return this.values[0] ?? "";
  }

  get nonce(): string {
    return this.values[1] ?? "";
  }

  /** The link of a turn; none if the chain is too short. */
  link(turn: number): string | undefined {
    return this.values[1 + turn];
  }
}

/** A random last value of a new chain. */
export const drawEnd = (): string => toHex(crypto.getRandomValues(new Uint8Array(32)));
