// Values that follow a frame or two later: a turn changes dice, sheet, players and board at once, and drawing all of
// that in one frame would hold up a slow phone.

/** Runs a task of its own after the next frame is drawn; what it returns calls the task off. */
export function afterFrame(task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(task)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** The value as it was before the last frame, or before the last few. A page that nobody sees does not wait. */
export function later<T>(value: () => T, frames = 1): () => T {
  let shown = $state.raw(value());
  $effect(() => {
    const now = value();
    let stop: (() => void) | undefined;
    const wait = (left: number): void => {
      if (!left || document.hidden) shown = now;
      else stop = afterFrame(() => wait(left - 1));
    };
    wait(frames);
    return () => stop?.();
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
