"""Cells, choices, events and refusals as words of one language."""

from collections.abc import Iterable, Sequence

from qwixx.locales import Catalogue, decimal_sign
from qwixx.rules import COLOURS, Choice, Cross, Event, IllegalAction, Move, Outlook, Reason, Roll, Rules
from qwixx.rules.events import Closed, Crossed, Ended, FinalLap, Moved, Passed, Penalised, Rolled

from .glyphs import UNICODE, Glyphs


class Words:
    def __init__(self, text: Catalogue, rules: Rules, names: Sequence[str], glyphs: Glyphs = UNICODE) -> None:
        self.text = text
        self.rules = rules
        self.glyphs = glyphs
        # The seat distinguishes players of the same name.
        self.names = tuple(
            f"{name} ({seat})" if list(names).count(name) > 1 else name for seat, name in enumerate(names)
        )

    def row(self, row: int) -> str:
        return self.text(f"row.{COLOURS[row]}")

    def short_row(self, row: int) -> str:
        return self.text(f"row-short.{COLOURS[row]}")

    def cell(self, row: int, number: int) -> str:
        return f"{self.glyphs.shapes[row]} {self.plain_cell(row, number)}"

    def plain_cell(self, row: int, number: int) -> str:
        return self.text(f"cell.{COLOURS[row]}", number=number)

    def space(self, space: int) -> str:
        board = self.rules.variant.board
        assert board is not None
        place = board.spaces[space - 1]
        return f"@{space} {self.cell(place.row, place.number)}, +{place.points}"

    def signed(self, points: int) -> str:
        return f"{self.glyphs.minus}{-points}" if points < 0 else str(points)

    def decimal(self, value: float) -> str:
        """The number with one decimal, as the language writes it."""
        number = f"{abs(value):.1f}"
        sign = self.glyphs.minus if value < 0 and number != "0.0" else ""
        return sign + number.replace(".", decimal_sign(self.text.language))

    def choice(self, choice: Choice) -> str:
        match choice:
            case Cross(_, row, number):
                return self.cell(row, number)
            case Move(_, space):
                return self.space(space)
            case _:
                return self.text("choice.pass")

    def consequences(self, choice: Choice, outlook: Outlook) -> list[str]:
        """What the choice would bring about, the most important first."""
        found = []
        if outlook.ends:
            found.append(self.text("outlook.ends"))
        if outlook.penalty:
            found.append(self.text("outlook.penalty", points=self.rules.variant.penalty_points))
        if outlook.closes:
            found.append(self.text("outlook.closes"))
        if outlook.final_lap:
            found.append(self.text("outlook.final-lap"))
        if outlook.lucky:
            found.append(self.text("outlook.lucky"))
        if outlook.skips:
            found.append(self.text("outlook.skips", n=outlook.skips))
        if isinstance(choice, Move) and not outlook.crosses:
            found.append(self.text("outlook.no-cross"))
        return found

    def dice(self, roll: Roll) -> str:
        shapes = zip(self.glyphs.shapes, roll.colours, strict=True)
        coloured = " ".join(f"{shape}{die}" for shape, die in shapes if die is not None)
        return f"{roll.white[0]}+{roll.white[1]} {coloured}".rstrip()

    def refusal(self, reason: Reason) -> str:
        return self.text(f"refusal.{reason.value}", needed=self.rules.variant.crosses_to_close)

    def illegal(self, error: IllegalAction) -> str:
        return f"{self.refusal(error.reason)} ({error.rule})"

    def cause(self, cause: str, by: int | None) -> str:
        """What ended the game; `by` is the seat that did, if it was one."""
        if by is None or cause not in ("penalties", "resigned"):
            return self.text(f"cause.{cause}")
        if self.names[by] == self.text("play.you"):
            return self.text(f"cause-you.{cause}")
        return self.text(f"cause-of.{cause}", name=self.names[by])

    def lines(self, events: Iterable[Event], turn: int) -> list[str]:
        """What happened, a line for each action; `Chose` gets none."""
        lines: list[str] = []
        last, penalised = 0, None
        for event in events:
            if isinstance(event, Penalised):
                penalised = event.seat
            if isinstance(event, Ended):
                lines.append(self.cause(event.cause, penalised))
            elif isinstance(event, Rolled):
                name, dice = self.names[event.seat], self.dice(Roll(event.white, event.colours))
                lines.append(self.text("event.rolled", turn=turn, name=name, dice=dice))
            elif isinstance(event, Passed | Crossed) and event.action == last:
                lines[-1] += f" {self.glyphs.dot} {self.event(event)}"
            elif isinstance(event, Passed | Crossed):
                last = event.action
                lines.append(self.text("event.action", number=event.action, what=self.event(event)))
            elif line := self.event(event):
                lines.append(line)
        return lines

    def event(self, event: Event) -> str:
        name = self.names[event.seat] if hasattr(event, "seat") else ""
        match event:
            case Passed():
                return self.text("event.passed", name=name)
            case Crossed(_, row, number, _, lucky):
                key = "event.lucky" if lucky else "event.crossed"
                return self.text(key, name=name, cell=self.cell(row, number))
            case Moved(_, space, _):
                return self.text("event.moved", name=name, space=self.space(space))
            case Closed(row, seats):
                holders = ", ".join(self.names[seat] for seat in seats)
                return self.text(f"closed.{COLOURS[row]}", names=holders)
            case Penalised(_, penalties):
                most, points = self.rules.variant.max_penalties, self.rules.variant.penalty_points
                return self.text("event.penalised", name=name, number=penalties, most=most, points=points)
            case FinalLap():
                return self.text("event.final-lap", name=name)
            case Ended(cause, _):
                return self.cause(cause, None)
            case _:
                return ""
