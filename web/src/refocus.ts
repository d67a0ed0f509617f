// Keyboard focus: when the control that has it disappears, it goes to what comes instead, and not to the whole page.

// No field to type in, for which a phone would show its keyboard, unless it must be filled.
const CONTROLS =
  "a[href], button:not(:disabled), summary, select, textarea, [tabindex], " +
  "input:is([readonly], [required], [type=radio], [type=checkbox])";

const nameOf = (control: Element): string => control.ariaLabel ?? control.textContent;
const isLost = (): boolean => document.activeElement === document.body;

/** Remembers who has the focus; what it returns gives it back, if nobody else has it. */
export function rememberFocus(): () => void {
  const before = document.activeElement;
  return () => {
    if (!isLost() || !(before instanceof HTMLElement)) return;
    // The buttons of a turn may have another meaning by now: their panel has none.
    const target = before.closest(".bar")?.closest<HTMLElement>("[tabindex]") ?? before;
    target.focus({ preventScroll: true });
  };
}

/**
 * An attachment. If a control in this element disappears with the focus on it, as a question does when it is answered, the
 * focus goes to the control of the same name as one that disappeared before, else to the first new one, else to the next
 * one that is still there. An element inside this one with the same attachment comes first.
 */
export function passOnFocus(container: HTMLElement): () => void {
  let last: Element | null = null;
  let order: HTMLElement[] = [];
  const gone: string[] = [];

  function remember(): void {
    order = [...container.querySelectorAll<HTMLElement>(CONTROLS)];
    const focused = document.activeElement;
    last = container.contains(focused) ? focused : null;
  }

  /** The control that takes the place of the one that is gone. */
  function heir(lost: Element): HTMLElement | undefined {
    const now = [...container.querySelectorAll<HTMLElement>(CONTROLS)].filter(
      (one) => one.getClientRects().length,
    );
    const fresh = now.filter((one) => !order.includes(one));
    const at = order.indexOf(lost as HTMLElement);
    const isThere = (one: HTMLElement): boolean => now.includes(one);
    const back = gone.findLast((name) => fresh.some((one) => nameOf(one) === name));
    return (
      fresh.find((one) => nameOf(one) === back) ??
      fresh[0] ??
      order.slice(at).find(isThere) ??
      order.slice(0, Math.max(at, 0)).findLast(isThere)
    );
  }

  const observer = new MutationObserver(() => {
    const lost = last;
    if (lost && !lost.isConnected && isLost()) {
      heir(lost)?.focus();
      gone.push(nameOf(lost));
    }
    remember();
  });
  observer.observe(container, { childList: true, subtree: true });
  container.addEventListener("focusin", remember);
  return () => observer.disconnect();
}
