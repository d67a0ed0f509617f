// A press counts only if it began half a second or more after the question changed, or after the dice lay still: a second
// tap on "Cross out" or "Roll" must not become a pass. Picking cells is never blocked.

export const GUARD = 500;

export class Guard {
  /** Whether the buttons react; for assistive technology and for tests. */
  armed = $state(true);
  private question: string;
  private wait = GUARD;
  private changed = -Infinity;
  private pressed = Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `before` is the question that somebody may still be answering; by default there was none. */
  constructor(before = "") {
    this.question = before;
  }

  /** The question that the buttons answer now. With `after`, it can be read only after that many milliseconds. */
  ask(question: string, after = 0): void {
    if (question === this.question) return;
    // The first question of a page has not taken the place of another one.
    const first = !this.question;
    this.question = question;
    if (first) return;
    this.changed = performance.now();
    this.wait = GUARD + after;
    this.armed = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.armed = true), this.wait);
  }

  /** A finger or a key goes down. */
  press = (): void => {
    this.pressed = performance.now();
  };

  /** The button was activated. A voice or a script that presses nothing means what it says. Somebody who has picked a
   * choice has read the question: `wait` is then shorter. */
  counts(wait = this.wait): boolean {
    const counts = this.pressed - this.changed >= wait;
    this.pressed = Infinity;
    return counts;
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
