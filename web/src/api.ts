// The HTTP requests. A refusal is a `Refusal` with the server's code, which the catalogues translate.

import type { GameRecord } from "./fair/fair";
import type {
  BotInfo,
  Created,
  Error as Refused,
  GameLog,
  GuestProfile,
  Hint,
  NewTable,
  RecoveryKey,
  Replay,
  Reviewed,
  Summary,
  TableView,
  TurnVerdict,
  Variant,
  Variants,
  Working,
} from "./protocol";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly detail = "",
  ) {
    super(code);
  }
}

async function ask<T>(path: string, body?: unknown, method = "POST"): Promise<T> {
  let response: Response;
  try {
    response = await fetch(
      path,
      body === undefined
        ? {}
        : { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) },
    );
  } catch {
    throw new Refusal("offline");
  }
  const answer: unknown = await response.json().catch(() => ({ code: "not-found" }));
  if (!response.ok) throw new Refusal((answer as Refused).code ?? "not-found", (answer as Refused).detail);
  return answer as T;
}

/** The guest of this browser, if it has one. */
export const guest = (): Promise<GuestProfile | null> => ask("/api/me");
/** The guest of this browser, created if there is none. */
export async function me(name: string): Promise<GuestProfile> {
  return (await guest()) ?? rename(name);
}

export const deleteMe = (): Promise<null> => ask("/api/me", {}, "DELETE");
export const makeKey = (): Promise<RecoveryKey> => ask("/api/me/key", {});
export const recover = (key: string): Promise<GuestProfile> => ask("/api/me/recover", { key });
export const EXPORT = "/api/me/export";
export const rename = (name: string): Promise<GuestProfile> => ask("/api/me", { name });
/** The address for links. On the server's own machine, the address of this page may work only there. */
export const address = (): Promise<string> =>
  ask<string | null>("/api/home").then(
    (home) => home ?? location.origin,
    () => location.origin,
  );
export const bots = (): Promise<BotInfo[]> => ask("/api/bots");
export const openTables = (): Promise<Summary[]> => ask("/api/tables");
export const myGames = (): Promise<Summary[]> => ask("/api/games");
const tablePath = (name: string): string => `/api/tables/${encodeURIComponent(name)}`;
export const table = (name: string): Promise<TableView> => ask(tablePath(name));
/** What has happened in the game of a table. */
export const log = (name: string): Promise<GameLog> => ask(`${tablePath(name)}/log`);
/** Tells the host of the server about somebody at the table. */
export const report = (table: string, body: { guest: string; text: string }): Promise<null> =>
  ask(`/api/tables/${table}/report`, body);
export const newTable = (table: NewTable): Promise<Created> => ask("/api/tables", table);
export const replay = (name: string): Promise<Replay> => ask(`/api/games/${encodeURIComponent(name)}/replay`);
export const recordLink = (name: string): string => `/api/games/${encodeURIComponent(name)}/record`;
export const record = (name: string): Promise<GameRecord> => ask(`${recordLink(name)}?format=json`);

/** Asks until the coach is ready. `working` gets the progress and returns whether to go on asking. */
async function patiently<T extends { type: string }>(
  path: string,
  working: (state: Working) => boolean,
): Promise<T | undefined> {
  for (;;) {
    const answer = await ask<T | Working>(path);
    if (answer.type !== "working") return answer as T;
    if (!working(answer as Working)) return undefined;
    await new Promise((done) => setTimeout(done, 300));
  }
}

type Still = (state: Working) => boolean;
export const hint = (name: string, seat: number, still: Still): Promise<Hint | undefined> =>
  patiently(`${tablePath(name)}/hint?seat=${String(seat)}`, still);
export const verdict = (name: string, turn: number, still: Still): Promise<TurnVerdict | undefined> =>
  patiently(`${tablePath(name)}/verdict?turn=${String(turn)}`, still);
export const review = (name: string, still: Still): Promise<Reviewed | undefined> =>
  patiently(`/api/games/${encodeURIComponent(name)}/review`, still);

let known: Promise<Variants> | undefined;

/** The games that can be played. What is drawn at a table, in a replay or in a review comes with it. */
export async function variants(): Promise<readonly Variant[]> {
  known ??= ask<Variants>("/api/variants");
  known.catch(() => (known = undefined));
  return (await known).variants;
}

export async function variant(name: string): Promise<Variant> {
  const found = (await variants()).find((variant) => variant.name === name);
  if (!found) throw new Refusal("outdated");
  return found;
}
