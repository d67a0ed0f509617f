// Keyboard shortcuts.

/** The Latin letter of a key press: on a Greek or Ukrainian keyboard the one that is printed on the same key. */
export function letterOf({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  const letter = key.toLowerCase();
  if (/^[a-z]$/.test(letter)) return letter;
  return /^\p{L}$/u.test(letter) && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : "";
}
