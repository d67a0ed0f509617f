// Own dice that are typed in or corrected: what the tray and the action bar need for it.

import type { Dice, GameView } from "../protocol";
import { diceInPlay, entryOf, erased, nothingTyped, rollOf, type Entry } from "../table/typing";

export class TypedRoll {
  /** Whether the player wants to correct the roll. */
  private wanted = $state(false);
  /** What has been typed since the keys are there. */
  private edited = $state.raw<Entry>();
  private readonly closed = $derived.by(() => this.game().closed ?? []);
  /** Whether a roll is being corrected: what it allows is not offered meanwhile. */
  readonly amending = $derived.by(() => this.wanted && !!this.game().correctable);
  readonly typing = $derived.by(() => this.mayRoll() || this.amending);
  /** The rows of the dice in play, undefined for a white one. */
  readonly dice = $derived(diceInPlay(this.closed));
  readonly entry = $derived.by(() => {
    const { roll } = this.game();
    return this.edited ?? (this.amending && roll ? entryOf(roll) : nothingTyped(this.closed));
  });
  readonly roll: Dice = $derived(rollOf(this.entry, this.closed));
  /** Whether the roll can be confirmed. */
  readonly complete = $derived(!this.entry.values.includes(0) && (!this.amending || !!this.edited));
  /** By place in the tray, as a number of the dice in play. */
  private readonly places = $derived(this.dice.map((row, n) => (row === undefined ? n : row + 2)));
  /** The place in the tray of the die that is typed next. */
  readonly next = $derived(this.entry.next === undefined ? undefined : this.places[this.entry.next]);

  /** `mayRoll` is whether somebody here types the next roll. */
  constructor(
    private readonly game: () => GameView,
    private readonly mayRoll: () => boolean,
  ) {
    $effect(() => {
      if (!this.typing) this.edited = undefined;
    });
  }

  get untouched(): boolean {
    return !this.edited;
  }

  correct = (): void => {
    this.wanted = true;
  };

  stopCorrecting = (): void => {
    this.wanted = false;
  };

  type = (entry: Entry): void => {
    this.edited = entry;
  };

  /** Chooses the die at a place in the tray. */
  pick = (place: number): void => {
    this.edited = { ...this.entry, next: this.places.indexOf(place) };
  };

  /** Takes a number back; undefined if there is none. */
  get erase(): (() => void) | undefined {
    const before = erased(this.entry);
    return before.values === this.entry.values ? undefined : () => (this.edited = before);
  }
}
