// The frame of the page: its header and its title.

export const frame = $state({
  /** The screen needs all the room, as the table does, and has a header of its own. */
  bare: false,
  /** Why there is nothing to show. */
  why: "",
});
