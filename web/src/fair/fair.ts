// The check of a finished game's dice, from its record and from what this device noted; the server is not asked.
// `qwixx.dice.proof` is the counterpart; both are tested on tests/vectors/fair.json.

import type { Cross, Move, Pass, Roll, Variant } from "../protocol";
import { isLink, isNonce, isValue } from "./chain";
import { terms, type Noted } from "./notes";
import { fromHex, hmac, sha256, toHex } from "./sha256";

/** The JSON form of a record, as far as the check needs it. */
export interface GameRecord {
  readonly seats: readonly string[];
  readonly actions: readonly (Roll | Pass | Cross | Move)[];
  readonly first: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Fault {
  readonly what:
    | "proof"
    | "commitment"
    | "nonce"
    | "first"
    | "roll"
    | "link"
    | "late-link"
    | "noted-commitment"
    | "noted-terms"
    | "noted-nonce"
    | "noted-link";
  /** 0 if it is not about a roll. */
  readonly turn: number;
  readonly seat: number;
}

export interface SeatCheck {
  /** How the seat came to its nonce. */
  readonly nonce: "promised" | "unrevealed" | "plain" | "derived";
  rolls: number;
  /** Rolls that carry a link, so that the server could not foresee them. */
  linked: number;
}

/** The result of a check. Of a record that lacks the proof nothing can be said. */
export const verdict = ({ faults }: RecordCheck): "fair" | "unfair" | "unknown" => {
  if (!faults.length) return "fair";
  return faults.every(({ what }) => what === "proof") ? "unknown" : "unfair";
};

export interface RecordCheck {
  readonly version: number;
  readonly rolls: number;
  readonly seats: readonly SeatCheck[];
  readonly faults: readonly Fault[];
}

interface Proof {
  readonly version: number;
  readonly seed: Uint8Array;
  readonly commitment: string;
  readonly nonces: readonly string[];
  /** By seat: the promise, "plain" or "derived". Version 1 has none. */
  readonly promises: readonly string[];
  readonly links: ReadonlyMap<number, string>;
}

const NONCE = /^[!-~]{1,64}$/;
const LINK = /^([1-9][0-9]{0,5})=([0-9a-f]{64})$/;

const fault = (what: Fault["what"], turn = 0, seat = 0): Fault => ({ what, turn, seat });

const derivedNonce = (seed: Uint8Array, seat: number): string =>
  toHex(hmac(seed, `qwixx nonce 2\n${String(seat)}`));

/** Numbers from 0 to sides - 1, equally likely: bytes that would favour some are skipped. */
export function draw(proof: Proof, turn: number, sides: number, count: number, link = "-"): number[] {
  const numbers: number[] = [];
  const fair = 256 - (256 % sides);
  for (let block = 0; numbers.length < count; block++) {
    const lines = [`qwixx dice ${String(proof.version)}`, turn, block, ...proof.nonces];
    if (proof.version > 1) lines.push(link);
    for (const byte of hmac(proof.seed, lines.join("\n"))) if (byte < fair) numbers.push(byte % sides);
  }
  return numbers.slice(0, count);
}

export function check(record: GameRecord, variant: Variant, noted: Noted): RecordCheck {
  const proof = readProof(record);
  if (!proof) return { version: 0, rolls: 0, seats: [], faults: [fault("proof")] };
  const faults = [...commitments(proof), ...compared(proof, noted)];
  const players = record.seats.length;
  if (record.first !== draw(proof, 0, players, 1)[0]) faults.push(fault("first", 0, record.first));
  const seats = proof.nonces.map((_, seat): SeatCheck => ({ nonce: kind(proof, seat), rolls: 0, linked: 0 }));
  const closed = new Set<number>();
  let turn = 0;
  for (const action of record.actions) {
    if (action.type === "roll") {
      const active = (record.first + turn) % players;
      turn += 1;
      faults.push(...checkRoll(proof, action, { turn, active, faces: variant.faces, closed }));
      const seat = seats[active];
      if (!seat) continue;
      seat.rolls += 1;
      if (proof.links.has(turn)) seat.linked += 1;
    } else {
      const row = closedBy(action, variant);
      if (row !== undefined) closed.add(row);
    }
  }
  for (const late of proof.links.keys()) if (late > turn) faults.push(fault("late-link", late));
  return { version: proof.version, rolls: turn, seats, faults };
}

interface Moment {
  readonly turn: number;
  readonly active: number;
  readonly faces: number;
  readonly closed: ReadonlySet<number>;
}

function checkRoll(proof: Proof, roll: Roll, { turn, active, faces, closed }: Moment): Fault[] {
  const faults: Fault[] = [];
  const link = proof.links.get(turn);
  if (link && !isLink(link, turn, proof.promises[active] ?? "")) faults.push(fault("link", turn, active));
  const [one, two, ...colours] = draw(proof, turn, faces, 6, link).map((number) => number + 1);
  const drawn = [one, two, ...colours.map((die, row) => (closed.has(row) ? null : die))];
  if (JSON.stringify(drawn) !== JSON.stringify([...roll.white, ...roll.colours]))
    faults.push(fault("roll", turn, active));
  return faults;
}

/** The row that a choice closes, whose die then leaves the game: one of its last numbers is crossed. */
function closedBy(choice: Pass | Cross | Move, variant: Variant): number | undefined {
  if (choice.type === "pass") return undefined;
  const cell = choice.type === "cross" ? choice : variant.board?.spaces[choice.space - 1];
  const closing = variant.rows[cell?.row ?? -1]?.slice(-variant.closing_cells) ?? [];
  return closing.some(({ number }) => number === cell?.number) ? cell?.row : undefined;
}

/** Whether the seed and the nonces are those that were committed to. */
function commitments(proof: Proof): Fault[] {
  const faults: Fault[] = [];
  if (proof.commitment !== toHex(sha256(proof.seed))) faults.push(fault("commitment"));
  proof.promises.forEach((promise, seat) => {
    const nonce = proof.nonces[seat] ?? "";
    const own = promise === "plain" || (promise !== "derived" && isNonce(nonce, promise));
    if (!own && nonce !== derivedNonce(proof.seed, seat)) faults.push(fault("nonce", 0, seat));
  });
  return faults;
}

/** What differs from what was noted. */
function compared(proof: Proof, noted: Noted): Fault[] {
  const faults: Fault[] = [];
  if (noted.commitment && noted.commitment !== proof.commitment) faults.push(fault("noted-commitment"));
  const agreed = proof.promises.length ? terms(proof.commitment, proof.promises, proof.nonces) : "";
  if (noted.terms && noted.terms !== agreed) faults.push(fault("noted-terms"));
  for (const [seat, nonce] of Object.entries(noted.nonces))
    if (proof.nonces[Number(seat)] !== nonce) faults.push(fault("noted-nonce", 0, Number(seat)));
  for (const [turn, link] of Object.entries(noted.links))
    if (proof.links.get(Number(turn)) !== link) faults.push(fault("noted-link", Number(turn)));
  return faults;
}

function kind({ promises, nonces, seed }: Proof, seat: number): SeatCheck["nonce"] {
  const promise = promises[seat] ?? "plain";
  if (promise === "plain" || promise === "derived") return promise;
  return nonces[seat] === derivedNonce(seed, seat) ? "unrevealed" : "promised";
}

/** The proof in a record's headers; nothing if it is missing or incomplete. */
function readProof({ headers, seats }: GameRecord): Proof | undefined {
  const version = ["1", "2"].indexOf(headers["Fair dice"] ?? "") + 1;
  const { Commitment: commitment, "Revealed seed": seed } = headers;
  const nonces = headers["Nonces"]?.split(" ") ?? [];
  if (!version || commitment === undefined || !isValue(seed)) return undefined;
  if (nonces.length !== seats.length || !nonces.every((nonce) => NONCE.test(nonce))) return undefined;
  const proof = { version, commitment, nonces, seed: fromHex(seed), promises: [], links: new Map() };
  if (version === 1) return proof;
  const promises = headers["Promises"]?.split(" ") ?? [];
  const known = promises.every((word) => word === "plain" || word === "derived" || isValue(word));
  const links = readLinks(headers["Links"]);
  return promises.length === seats.length && known && links ? { ...proof, promises, links } : undefined;
}

function readLinks(text: string | undefined): Map<number, string> | undefined {
  const links = new Map<number, string>();
  if (text === undefined) return undefined;
  for (const word of text === "-" ? [] : text.split(" ")) {
    const [, turn, link] = LINK.exec(word) ?? [];
    if (!turn || !link || links.has(Number(turn))) return undefined;
    links.set(Number(turn), link);
  }
  return links;
}
