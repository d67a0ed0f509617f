// Values that follow a frame or two later: a turn changes dice, sheet, players and board at once, and drawing all of
// that in one frame would hold up a slow phone.

/** The value as it was before the last frame, or before the last few. A page that nobody sees does not wait. */
export function later<T>(value: () => T, frames = 1): () => T {
  let shown = $state.raw(value());
  $effect(() => {
    const now = value();
    let frame = 0;
    let task: ReturnType<typeof setTimeout> | undefined;
    const wait = (left: number): void => {
      if (!left || document.hidden) shown = now;
      // After the frame is drawn, in a task of its own.
      else frame = requestAnimationFrame(() => (task = setTimeout(() => wait(left - 1))));
    };
    wait(frames);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(task);
    };
  });
  return () => shown;
}

/** The value as it was when it began to be held: what is hidden is drawn again when it is shown. */
export function held<T>(value: () => T, isHeld: () => boolean): () => T {
  let last = value();
  const shown = $derived.by(() => {
    if (!isHeld()) last = value();
    return last;
  });
  return () => shown;
}
