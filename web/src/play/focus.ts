// Keyboard focus: when a step is done, its buttons disappear and would take the focus with them.

import { afterFrame } from "./later.svelte";

/** Was the focus in this panel? `touched` is true once it has been there. Focusing needs the layout, so it waits until the
 * next frame has made one. */
export function keepFocus(panel: HTMLElement | undefined, touched: boolean): void {
  afterFrame(() => {
    if (touched && panel && document.activeElement === document.body) panel.focus({ preventScroll: true });
  });
}

/** Moves the focus from the buttons of a step to their panel before they are taken away. A browser that finds the focus on
 * an element that is being removed makes a layout at once, in the middle of all other changes; to let it go makes none. */
export function leaveButtons(panel: HTMLElement | undefined): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !panel?.contains(focused) || !focused.closest(".bar")) return;
  focused.blur();
  keepFocus(panel, true);
}
