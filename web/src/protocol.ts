// Made by scripts/types; do not edit.

export const VERSION = 1;

export interface Ack {
  readonly type: "ack";
  readonly id: string;
  readonly seq: number;
}

export interface AnswerEnd {
  readonly type: "answer-end";
  readonly id: string;
  readonly turn: number;
  readonly accept?: boolean;
}

export interface Ban {
  readonly type: "ban";
  readonly id: string;
  readonly guest: string;
  readonly banned?: boolean;
}

export interface Board {
  readonly spaces: readonly Space[];
}

export interface BotInfo {
  readonly name: string;
  readonly about: string;
}

export interface Breakdown {
  readonly rows: readonly number[];
  readonly penalties: number;
  readonly bonus: number;
}

export interface Bye {
  readonly type: "bye";
  readonly code: "malformed" | "unknown-message" | "too-large" | "too-fast" | "too-many" | "log-full" | "hello-first" | "no-such-table" | "no-spectators" | "no-guest" | "no-such-guest" | "wrong-key" | "moved" | "wrong-origin" | "not-host" | "not-seated" | "not-your-seat" | "no-such-seat" | "seat-taken" | "seats-empty" | "seats-taken" | "seat-empty" | "not-ready" | "not-in-lobby" | "starting" | "not-playing" | "not-finished" | "bad-options" | "bad-bot" | "bad-name" | "already-revealed" | "too-late" | "too-early" | "own-dice" | "server-dice" | "wrong-nonce" | "wrong-link" | "not-away" | "no-bot-there" | "resigned" | "no-proposal" | "declined" | "chat-off" | "chat-empty" | "chat-too-long" | "muted" | "banned" | "locked" | "kicked" | "shut-out" | "expired" | "not-training" | "not-practice" | "not-your-turn" | "busy" | "damaged" | "coach-failed" | "no-values" | "storage" | "server-fault" | "shutdown" | "not-found" | "game-over" | "unknown-action" | "roll-first" | "not-now" | "already-chosen" | "not-active" | "bad-die" | "die-missing" | "die-removed" | "no-such-cell" | "not-rolled" | "not-white-sum" | "not-lucky-cell" | "row-closed" | "left-to-right" | "too-few-crosses" | "no-such-space" | "space-behind" | "space-taken" | "space-too-far" | "space-closed" | "space-left-behind" | "space-too-few";
}

export interface Cell {
  readonly colour: number;
  readonly number: number;
}

export interface Chat {
  readonly type: "chat";
  readonly line: ChatLine;
}

export interface ChatLine {
  readonly number: number;
  readonly guest: string;
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

export interface Choose {
  readonly type: "choose";
  readonly id: string;
  readonly turn: number;
  readonly action: number;
  readonly choice: Pass | Cross | Move;
}

export interface Chose {
  readonly type: "chose";
  readonly seat: number;
}

export interface ClearSeat {
  readonly type: "clear-seat";
  readonly id: string;
  readonly seat: number;
}

export interface Closed {
  readonly type: "closed";
  readonly row: number;
  readonly seats: readonly number[];
}

export interface Configure {
  readonly type: "configure";
  readonly id: string;
  readonly options: Options;
}

export interface Created {
  readonly id: string;
  readonly code: string;
}

export interface Cross {
  readonly type: "cross";
  readonly seat: number;
  readonly row: number;
  readonly number: number;
}

export interface Crossed {
  readonly type: "crossed";
  readonly seat: number;
  readonly row: number;
  readonly number: number;
  readonly action: number;
  readonly lucky: boolean;
}

export interface Decision {
  readonly ply: number;
  readonly turn: number;
  readonly action: number;
  readonly seat: number;
  readonly position: string;
  readonly choice: Pass | Cross | Move;
  readonly options: readonly Option[];
  readonly loss: number;
  readonly verdict: Verdict;
}

export interface Dice {
  readonly white: readonly [number, number];
  readonly colours: readonly (number | null)[];
}

export interface DiceCheck {
  readonly dice: "own" | "server";
  readonly rolls: number;
  readonly ok: boolean;
  readonly fault?: string;
  readonly turn?: number | null;
}

export interface EndProposal {
  readonly guest: string;
  readonly turn: number;
  readonly accepted: readonly string[];
}

export interface Ended {
  readonly type: "ended";
  readonly cause: string;
  readonly scores: readonly number[];
}

export interface Error {
  readonly type: "error";
  readonly code: "malformed" | "unknown-message" | "too-large" | "too-fast" | "too-many" | "log-full" | "hello-first" | "no-such-table" | "no-spectators" | "no-guest" | "no-such-guest" | "wrong-key" | "moved" | "wrong-origin" | "not-host" | "not-seated" | "not-your-seat" | "no-such-seat" | "seat-taken" | "seats-empty" | "seats-taken" | "seat-empty" | "not-ready" | "not-in-lobby" | "starting" | "not-playing" | "not-finished" | "bad-options" | "bad-bot" | "bad-name" | "already-revealed" | "too-late" | "too-early" | "own-dice" | "server-dice" | "wrong-nonce" | "wrong-link" | "not-away" | "no-bot-there" | "resigned" | "no-proposal" | "declined" | "chat-off" | "chat-empty" | "chat-too-long" | "muted" | "banned" | "locked" | "kicked" | "shut-out" | "expired" | "not-training" | "not-practice" | "not-your-turn" | "busy" | "damaged" | "coach-failed" | "no-values" | "storage" | "server-fault" | "shutdown" | "not-found" | "game-over" | "unknown-action" | "roll-first" | "not-now" | "already-chosen" | "not-active" | "bad-die" | "die-missing" | "die-removed" | "no-such-cell" | "not-rolled" | "not-white-sum" | "not-lucky-cell" | "row-closed" | "left-to-right" | "too-few-crosses" | "no-such-space" | "space-behind" | "space-taken" | "space-too-far" | "space-closed" | "space-left-behind" | "space-too-few";
  readonly id?: string;
  readonly rule?: string;
  readonly detail?: string;
}

export interface Estimate {
  readonly score: number;
  readonly win: number;
}

export interface FinalLap {
  readonly type: "final-lap";
  readonly seat: number;
}

export interface GameLog {
  readonly seq: number;
  readonly lines: readonly LogLine[];
}

export interface GameView {
  readonly turn: number;
  readonly active: number;
  readonly phase: Phase;
  readonly sheets: readonly Sheet[];
  readonly lost: readonly (readonly number[])[];
  readonly scores: readonly number[];
  readonly breakdown: readonly Breakdown[];
  readonly roll?: Roll | null;
  readonly closed?: readonly number[];
  readonly chosen?: readonly number[];
  readonly awaited?: readonly number[];
  readonly final?: number | null;
  readonly due?: number | null;
  readonly idle?: number | null;
  readonly correctable?: boolean;
  readonly cause?: string | null;
  readonly places?: readonly number[];
}

export interface GuestProfile {
  readonly id: string;
  readonly name: string;
}

export interface HandOver {
  readonly type: "hand-over";
  readonly id: string;
  readonly seat: number;
}

export interface Hello {
  readonly type: "hello";
  readonly id: string;
  readonly table: string;
  readonly have?: number;
}

export interface Hint {
  readonly type: "hint";
  readonly seat: number;
  readonly turn: number;
  readonly action: number;
  readonly unit: "points" | "win";
  readonly evaluator: string;
  readonly games: number;
  readonly options: readonly Option[];
}

export interface Kick {
  readonly type: "kick";
  readonly id: string;
  readonly guest: string;
}

export interface Leave {
  readonly type: "leave";
  readonly id: string;
}

export interface Lock {
  readonly type: "lock";
  readonly id: string;
  readonly locked?: boolean;
}

export interface LogLine {
  readonly seq: number;
  readonly turn: number;
  readonly event: Rolled | Chose | Passed | Crossed | Moved | Closed | Penalised | FinalLap | TurnBegan | Ended | Notice;
}

export interface Moment {
  readonly ply: number;
  readonly reason: string;
  readonly numbers: Readonly<Record<string, number>>;
}

export interface Move {
  readonly type: "move";
  readonly seat: number;
  readonly space: number;
}

export interface Moved {
  readonly type: "moved";
  readonly seat: number;
  readonly space: number;
  readonly points: number;
}

export interface Mute {
  readonly type: "mute";
  readonly id: string;
  readonly guest: string;
  readonly muted?: boolean;
}

export interface Name {
  readonly name: string;
}

export interface NewTable {
  readonly options: Options;
  readonly bots?: readonly (string | null)[];
}

export interface Notice {
  readonly type: "notice";
  readonly what: "away" | "back" | "banned" | "bot-sat" | "configured" | "corrected" | "end-accepted" | "end-declined" | "end-proposed" | "expired" | "handed-over" | "host" | "kicked" | "left" | "locked" | "muted" | "ready" | "rematch" | "resigned" | "sat" | "started" | "stood" | "taken-back" | "time-up" | "unbanned" | "unlocked" | "unmuted" | "unready";
  readonly seat?: number | null;
  readonly guest?: string;
  readonly name?: string;
}

export interface Offer {
  readonly choice: Pass | Cross | Move;
  readonly skips?: number;
  readonly crosses?: boolean;
  readonly lucky?: boolean;
  readonly closes?: boolean;
  readonly penalty?: boolean;
  readonly final_lap?: boolean;
  readonly ends?: boolean;
}

export interface Option {
  readonly choice: Pass | Cross | Move;
  readonly win: number;
  readonly score: number;
  readonly loss: number;
  readonly error: number;
}

export interface Options {
  readonly variant?: string;
  readonly seats?: number;
  readonly lucky?: readonly (readonly [number, number])[] | null;
  readonly board?: string;
  readonly visibility?: "link" | "open" | "private";
  readonly spectators?: boolean;
  readonly chat?: boolean;
  readonly clock?: number | null;
  readonly dice?: "own" | "server";
  readonly roll_after?: number | null;
  readonly away_after?: number;
  readonly stand_in?: string;
  readonly training?: boolean;
}

export interface Pass {
  readonly type: "pass";
  readonly seat: number;
}

export interface Passed {
  readonly type: "passed";
  readonly seat: number;
  readonly action: number;
}

export interface Penalised {
  readonly type: "penalised";
  readonly seat: number;
  readonly penalties: number;
}

export type Phase = "board" | "colour" | "over" | "roll" | "white";

export interface Ping {
  readonly type: "ping";
  readonly id: string;
}

export interface Point {
  readonly ply: number;
  readonly turn: number;
  readonly estimates: readonly Estimate[];
}

export interface ProposeEnd {
  readonly type: "propose-end";
  readonly id: string;
}

export type Rating = "excellent" | "fair" | "good" | "strong" | "weak";

export interface Ready {
  readonly type: "ready";
  readonly id: string;
  readonly ready?: boolean;
}

export interface RecoveryKey {
  readonly key: string;
  readonly link: string;
  readonly qr: string;
}

export interface Rematch {
  readonly type: "rematch";
  readonly id: string;
}

export interface Replay {
  readonly table: TableView;
  readonly variant: Variant;
  readonly plies: readonly ReplayPly[];
}

export interface ReplayPly {
  readonly ply: number;
  readonly events: readonly (Rolled | Chose | Passed | Crossed | Moved | Closed | Penalised | FinalLap | TurnBegan | Ended)[];
  readonly game: GameView;
}

export interface Resign {
  readonly type: "resign";
  readonly id: string;
  readonly seat: number;
}

export interface Reveal {
  readonly type: "reveal";
  readonly id: string;
  readonly seat: number;
  readonly nonce: string;
}

export interface Review {
  readonly variant: string;
  readonly players: number;
  readonly unit: "points" | "win";
  readonly evaluator: string;
  readonly games: number;
  readonly finished: boolean;
  readonly start: readonly Estimate[];
  readonly points: readonly Point[];
  readonly rolls: readonly RollLuck[];
  readonly decisions: readonly Decision[];
  readonly seats: readonly SeatReview[];
  readonly moments: readonly Moment[];
}

export interface Reviewed {
  readonly type: "review";
  readonly review: Review;
}

export interface Roll {
  readonly type: "roll";
  readonly white: readonly [number, number];
  readonly colours: readonly (number | null)[];
}

export interface RollDice {
  readonly type: "roll";
  readonly id: string;
  readonly turn: number;
  readonly dice?: Dice | null;
  readonly link?: string | null;
}

export interface RollLuck {
  readonly ply: number;
  readonly turn: number;
  readonly luck: readonly number[];
  readonly errors: readonly number[];
}

export interface Rolled {
  readonly type: "rolled";
  readonly seat: number;
  readonly white: readonly [number, number];
  readonly colours: readonly (number | null)[];
}

export interface Say {
  readonly type: "say";
  readonly id: string;
  readonly text: string;
}

export interface SeatBot {
  readonly type: "seat-bot";
  readonly id: string;
  readonly seat: number;
  readonly bot: string;
}

export interface SeatOffers {
  readonly seat: number;
  readonly turn: number;
  readonly action: number;
  readonly options: readonly Offer[];
}

export interface SeatReview {
  readonly seat: number;
  readonly decisions: number;
  readonly errors: number;
  readonly luck: number;
  readonly result: number;
  readonly adjusted: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly rating: Rating;
  readonly mean_loss: number;
  readonly luck_error: number;
  readonly moments: readonly Moment[];
}

export interface SeatView {
  readonly guest?: string;
  readonly name?: string;
  readonly bot?: string;
  readonly level?: string;
  readonly stand_in?: string;
  readonly resigned?: boolean;
  readonly ready?: boolean;
  readonly reserved?: boolean;
  readonly away?: number | null;
  readonly nonce_kind?: "" | "derived" | "plain" | "promised";
  readonly promise?: string;
  readonly nonce?: string;
}

export interface Sheet {
  readonly rows: readonly number[];
  readonly penalties: number;
  readonly pawn: number;
}

export interface Sit {
  readonly type: "sit";
  readonly id: string;
  readonly seat: number;
  readonly nonce?: string;
  readonly promise?: string | null;
}

export interface Snapshot {
  readonly type: "snapshot";
  readonly seq: number;
  readonly you: string;
  readonly now: number;
  readonly table: TableView;
  readonly variant: Variant;
  readonly version: number;
  readonly game?: GameView | null;
  readonly offers?: readonly SeatOffers[];
  readonly picked?: readonly (Pass | Cross | Move)[];
  readonly chat?: readonly ChatLine[];
}

export interface Space {
  readonly row: number;
  readonly number: number;
  readonly points: number;
}

export interface Spectator {
  readonly guest: string;
  readonly name: string;
}

export interface Stand {
  readonly type: "stand";
  readonly id: string;
  readonly seat: number;
}

export interface Start {
  readonly type: "start";
  readonly id: string;
}

export interface Summary {
  readonly id: string;
  readonly code: string;
  readonly status: "expired" | "finished" | "lobby" | "playing";
  readonly variant: string;
  readonly seats: readonly string[];
  readonly spectators: boolean;
  readonly created: number;
  readonly updated: number;
  readonly clock?: number | null;
  readonly dice?: "own" | "server";
  readonly scores?: readonly number[];
  readonly levels?: readonly string[];
  readonly training?: boolean;
  readonly places?: readonly number[];
  readonly early?: "agreed" | "resigned" | null;
  readonly your_turn?: boolean;
  readonly yours?: readonly number[];
}

export interface TableView {
  readonly id: string;
  readonly code: string;
  readonly options: Options;
  readonly status: "expired" | "finished" | "lobby" | "playing";
  readonly host: string;
  readonly seats: readonly SeatView[];
  readonly commitment: string;
  readonly seed?: string;
  readonly starting?: number | null;
  readonly rematch?: string;
  readonly proposal?: EndProposal | null;
  readonly wins?: readonly number[];
  readonly muted?: readonly string[];
  readonly banned?: readonly string[];
  readonly banned_names?: readonly string[];
  readonly locked?: boolean;
  readonly watching?: number;
  readonly spectators?: readonly Spectator[];
  readonly practice?: boolean;
}

export interface TakeBack {
  readonly type: "take-back";
  readonly id: string;
  readonly seat: number;
}

export interface TurnBegan {
  readonly type: "turn-began";
  readonly seat: number;
}

export interface TurnVerdict {
  readonly type: "verdict";
  readonly turn: number;
  readonly decisions: readonly Decision[];
  readonly roll: number;
  readonly luck: number;
  readonly errors: number;
  readonly start: number;
}

export interface Update {
  readonly type: "update";
  readonly seq: number;
  readonly now: number;
  readonly events?: readonly (Rolled | Chose | Passed | Crossed | Moved | Closed | Penalised | FinalLap | TurnBegan | Ended | Notice)[];
  readonly table?: TableView | null;
  readonly variant?: Variant | null;
  readonly game?: GameView | null;
  readonly chosen?: readonly number[] | null;
  readonly offers?: readonly SeatOffers[];
  readonly picked?: readonly (Pass | Cross | Move)[];
  readonly acks?: readonly string[];
}

export interface Variant {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
  readonly faces: number;
  readonly closing_cells: number;
  readonly crosses_to_close: number;
  readonly closing_rule: string;
  readonly points: readonly number[];
  readonly max_players: number;
  readonly penalty_points: number;
  readonly max_penalties: number;
  readonly closed_rows_to_end: number;
  readonly lucky_pairs: readonly (readonly [number, number])[];
  readonly board: Board | null;
}

export interface Variants {
  readonly variants: readonly Variant[];
}

export type Verdict = "blunder" | "fine" | "inaccuracy" | "mistake";

export interface Working {
  readonly type: "working";
  readonly what: "thinking" | "values" | "waiting";
  readonly done: number;
}

export type Command = Hello | Sit | Stand | SeatBot | ClearSeat | Ready | Configure | Start | Reveal | RollDice | Choose | HandOver | Resign | ProposeEnd | AnswerEnd | TakeBack | Rematch | Leave | Say | Mute | Kick | Ban | Lock | Ping;

export type Message = Snapshot | Update | Ack | Error | Chat | Bye;

export type HintAnswer = Hint | Working;

export type VerdictAnswer = TurnVerdict | Working;

export type ReviewAnswer = Reviewed | Working;
