// The frame of the page: a screen that needs all the room, such as the table, has a header of its own.

export const frame = $state({ bare: false });
