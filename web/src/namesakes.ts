// Players with the same name, told apart.

/** The names by seat; equal ones get the number of their seat. A free seat has no name, and gets no number. */
export const numbered = (names: readonly string[]): string[] =>
  names.map((name, n) =>
    name && names.indexOf(name) !== names.lastIndexOf(name) ? `${name} ${String(n + 1)}` : name,
  );
