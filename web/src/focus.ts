// Keyboard focus: when a step is done, its buttons disappear and would take the focus with them.

/** Was the focus in this panel? `touched` is true once it has been there. Focusing needs the layout, so it waits for the
 * next frame, which makes one anyway. */
export function keepFocus(panel: HTMLElement | undefined, touched: boolean): void {
  requestAnimationFrame(() => {
    if (touched && panel && document.activeElement === document.body) panel.focus({ preventScroll: true });
  });
}
