// The rhythm of a turn: an update of the server becomes beats, and each is shown long enough to be read. Pure.

import type { GameView, Rolled } from "../protocol";
import { EMPTY, type Mirror, type TableEvent } from "./reducer";

/** What is shown at once, and for how many milliseconds at least before the next beat. */
export interface Beat {
  readonly mirror: Mirror;
  /** What has happened now. */
  readonly events: readonly TableEvent[];
  /** What the sentence under the dice is about: of a roll that fits nowhere it says at once what follows. */
  readonly why: readonly TableEvent[];
  readonly hold: number;
}

/** How long the dice tumble; the style sheet has the same number. */
export const TUMBLE = 600;
/** How long they tumble on a device with this speed: calm ones do not fall more slowly. */
export const tumbleAt = (speed: number): number => TUMBLE * Math.min(1, speed);
/** How long a reason is shown: an automatic pass, a penalty, a closed row. */
export const REASON = 1600;
/** How long a revealed cross is shown, and how much longer each further one. */
export const REVEAL = 900;
const REVEAL_MORE = 450;
const LONGEST_REVEAL = 2400;
/** How long the last position is shown before the result. */
export const ENDING = 2400;
/** The same, with much to read. */
const LONGEST_ENDING = 4500;
const isRead = ({ type }: TableEvent): boolean => ["crossed", "closed", "penalised", "ended"].includes(type);

/** The dice on the table before anybody has chosen. Nobody is asked, so that nothing can be pressed by mistake. */
function rolling(before: GameView, after: GameView, { seat, white, colours }: Rolled): GameView {
  const { sheets, lost, scores, breakdown } = before;
  const turn = before.phase === "roll" ? before.turn + 1 : before.turn;
  return {
    ...{ sheets, lost, scores, breakdown, turn },
    closed: before.closed ?? [],
    final: before.final ?? null,
    active: seat,
    phase: "white",
    roll: { type: "roll", white, colours },
    due: after.due ?? null,
  };
}

/** Whether we play a seat, and have not resigned. */
const isMine = ({ table, you }: Mirror, seat: number): boolean =>
  !!you && table?.seats[seat]?.guest === you && !table.seats[seat].resigned;

const asksMe = (mirror: Mirror): boolean =>
  mirror.offers.length > 0 || (mirror.game?.phase === "roll" && isMine(mirror, mirror.game.active));

const hasOwnDice = ({ table }: Mirror): boolean => table?.options.dice === "own";

function holdOf(before: Mirror, mirror: Mirror, events: readonly TableEvent[]): number {
  const has = (...types: TableEvent["type"][]): boolean => events.some(({ type }) => types.includes(type));
  if (has("ended")) return Math.min(LONGEST_ENDING, ENDING + 500 * (events.filter(isRead).length - 1));
  if (has("penalised", "closed", "final-lap")) return REASON;
  if (events.some((event) => event.type === "notice" && event.what === "time-up")) return REASON;
  if (events.some((event) => event.type === "passed" && event.action > 1 && isMine(mirror, event.seat)))
    return REASON;
  if (isForced(before, events)) return Math.max(REASON, revealOf(events));
  // The keys for the next roll would take the place of the news.
  if (
    asksMe(mirror) &&
    hasOwnDice(mirror) &&
    events.some((event) => event.type === "passed" && event.action > 1)
  )
    return REVEAL;
  return revealOf(events);
}

function revealOf(events: readonly TableEvent[]): number {
  const revealed = events.filter(({ type }) => type === "crossed" || type === "moved").length;
  return revealed ? Math.min(LONGEST_REVEAL, REVEAL + REVEAL_MORE * (revealed - 1)) : 0;
}

/** After a roll: a player here who is not asked needs time to see that nothing fits. */
function holdOfRoll(mirror: Mirror): number {
  if (asksMe(mirror)) return 0;
  const here = mirror.table?.seats.some((_, seat) => isMine(mirror, seat));
  return here && mirror.game?.phase === "white" ? TUMBLE + REASON : TUMBLE;
}

/** Splits an update: dice that are followed by automatic passes are shown by themselves first, with their reason; and
 * the table of a finished game is shown before its result. */
export function beats(before: Mirror, after: Mirror, events: readonly TableEvent[]): Beat[] {
  if (!events.some(({ type }) => type === "ended")) return ofTurn(before, after, events);
  const still = { ...after, table: before.table };
  return [...ofTurn(before, still, events), { mirror: after, events: [], why: [], hold: 0 }];
}

function ofTurn(before: Mirror, after: Mirror, events: readonly TableEvent[]): Beat[] {
  const at = events.findIndex(({ type }) => type === "rolled");
  const roll = events[at];
  if (!before.game || !after.game || roll?.type !== "rolled")
    return held(
      before,
      after,
      events,
      reasonOf(
        before,
        events.filter((event) => isNews(event, after.game)),
      ),
    );
  const rest = events.slice(at + 1);
  if (!rest.some(({ type }) => type === "passed" || type === "penalised"))
    return [{ mirror: after, events, why: [], hold: holdOfRoll(after) }];
  const game = rolling(before.game, after.game, roll);
  const dice = { ...before, game, offers: [], picked: [], seq: after.seq };
  return [
    { mirror: dice, events: events.slice(0, at + 1), why: events, hold: TUMBLE + REASON },
    ...held(dice, after, rest, events),
  ];
}

/** Whether we roll next with a button, beside which the news have room: keys for own dice take it. */
const rollsNext = (mirror: Mirror): boolean => asksMe(mirror) && !hasOwnDice(mirror);

/** What happened at the end of a turn is shown in that turn, where nobody is awaited any more, unless we are asked to go
 * on. */
function held(
  before: Mirror,
  after: Mirror,
  events: readonly TableEvent[],
  why: readonly TableEvent[],
): Beat[] {
  const hold = holdOf(before, after, events);
  if (!hold || !before.game?.roll || after.game?.phase !== "roll" || rollsNext(after))
    return [{ mirror: after, events, why, hold }];
  const { phase, active, roll } = before.game;
  return [
    { mirror: { ...after, game: { ...after.game, phase, active, roll, awaited: [] } }, events, why, hold },
    { mirror: after, events: [], why: [], hold: 0 },
  ];
}

/** In the first turn people come from the lobby, or from the result of the game before: they have not been away. */
const isNews = (event: TableEvent, game: GameView | undefined): boolean =>
  event.type !== "notice" || event.what !== "back" || !game || game.turn > 1;

/** Whether we pass the white sum because nothing fits. */
const isForced = (before: Mirror, events: readonly TableEvent[]): boolean =>
  before.game?.phase === "white" &&
  events.some(
    (event) =>
      event.type === "passed" &&
      event.action === 1 &&
      isMine(before, event.seat) &&
      !before.offers.some(({ seat }) => seat === event.seat),
  );

/** What the sentence is about: if we could not choose, the roll is the reason for our pass and our penalty. */
function reasonOf(before: Mirror, events: readonly TableEvent[]): readonly TableEvent[] {
  const { game } = before;
  if (!game?.roll || !isForced(before, events)) return events;
  const { white, colours } = game.roll;
  return [{ type: "rolled", seat: game.active, white, colours }, ...events];
}

/** With more than this to show, in milliseconds, the screen is too far behind the game. */
const LONGEST_WAIT = 7000;

/** Whether a beat says what happened to us, or to the whole game: nobody may miss it. */
const concernsUs = ({ mirror, why }: Beat): boolean =>
  why.some(
    (event) =>
      ((event.type === "passed" || event.type === "penalised") && isMine(mirror, event.seat)) ||
      ["closed", "final-lap", "ended"].includes(event.type),
  );

/** Whether the game goes no further than our next move, and nobody else minds how long we look at what has happened. */
function onlyBotsWait({ table, you }: Mirror): boolean {
  const people = table?.seats.filter((seat) => seat.guest && !seat.resigned && !seat.stand_in) ?? [];
  return people.length > 0 && people.every(({ guest }) => guest === you);
}

/** What still has to be shown at this speed. If that is too much, the oldest beats that do not concern us take no time. */
export function hurried(waiting: readonly Beat[], speed: number): readonly Beat[] {
  if (onlyBotsWait(waiting.at(-1)?.mirror ?? EMPTY)) return waiting;
  let rest = speed * waiting.reduce((sum, { hold }) => sum + hold, 0);
  return waiting.map((beat) => {
    if (rest <= LONGEST_WAIT || concernsUs(beat)) return beat;
    rest -= speed * beat.hold;
    return { ...beat, hold: 0 };
  });
}

/** Whether a clock runs for a question to this device: then nothing may be held back. */
export const isTimed = (mirror: Mirror): boolean => !!mirror.game?.due && asksMe(mirror);
