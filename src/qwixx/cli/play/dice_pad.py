"""The dice of a roll as players type them in: the white ones, then those of the rows that are still open."""

from qwixx.rules import COLOURS, Roll, Rules, State


class DicePad:
    def __init__(self, rules: Rules, state: State) -> None:
        self.faces = rules.variant.faces
        closed = rules.closed(state)
        self.rows = [row for row in rules.crossing.rows if row not in closed]
        self._all_rows = len(rules.crossing.rows)
        self.typed: list[int] = []

    @property
    def size(self) -> int:
        return 2 + len(self.rows)

    @property
    def complete(self) -> bool:
        return len(self.typed) == self.size

    def next_die(self) -> str:
        """The colour of the die that comes next."""
        at = len(self.typed)
        return "white" if at < 2 else COLOURS[self.rows[at - 2]]

    def add(self, number: int) -> bool:
        """Whether there is a die left, and it has this face."""
        if self.complete or not 1 <= number <= self.faces:
            return False
        self.typed.append(number)
        return True

    def delete(self) -> None:
        del self.typed[-1:]

    def read(self, line: str) -> bool:
        """Reads a whole line such as 3 4 5 4 4 6 or 345446; whether it is complete and right."""
        self.typed.clear()
        signs = [sign for sign in line if sign not in " ,+"]
        return all(sign in "12345678" and self.add(int(sign)) for sign in signs) and self.complete

    def roll(self) -> Roll:
        white, coloured = self.typed[:2], dict(zip(self.rows, self.typed[2:], strict=True))
        return Roll((white[0], white[1]), tuple(coloured.get(row) for row in range(self._all_rows)))
