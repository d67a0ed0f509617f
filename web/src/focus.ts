// Keyboard focus: when a step is done, its buttons disappear and would take the focus with them.

import { tick } from "svelte";

/** Was the focus in this panel? `touched` is true once it has been there. */
export async function keepFocus(panel: HTMLElement | undefined, touched: boolean): Promise<void> {
  await tick();
  if (touched && panel && document.activeElement === document.body) panel.focus({ preventScroll: true });
}
