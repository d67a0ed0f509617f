"""The editor of one typed line: its text, the cursor, and the proposal that the first letter replaces."""

from rich.text import Text


class LineEditor:
    def __init__(self, proposal: str) -> None:
        self.text = proposal
        self.cursor = len(proposal)
        self.selected = bool(proposal)
        """The whole text is selected, so that what is typed replaces it."""

    def insert(self, typed: str) -> None:
        if self.selected:
            self.text, self.cursor, self.selected = "", 0, False
        self.text = self.text[: self.cursor] + typed + self.text[self.cursor :]
        self.cursor += len(typed)

    def press(self, key: str) -> None:
        """Moves the cursor or deletes; other keys do nothing."""
        at, end = self.cursor, len(self.text)
        if self.selected and key in ("backspace", "delete"):
            self.insert("")
            return
        match key:
            case "backspace":
                self.text, self.cursor = self.text[: max(at - 1, 0)] + self.text[at:], max(at - 1, 0)
            case "delete":
                self.text = self.text[:at] + self.text[at + 1 :]
            case "ctrl+u":
                self.text, self.cursor = self.text[at:], 0
            case "left" | "ctrl+b":
                self.cursor = max(at - 1, 0)
            case "right" | "ctrl+f":
                self.cursor = min(at + 1, end)
            case "home" | "ctrl+a":
                self.cursor = 0
            case "end" | "ctrl+e":
                self.cursor = end
            case _:
                return
        self.selected = False

    def drawn(self) -> Text:
        line = Text(f"{self.text} ", overflow="fold")
        line.stylize("reverse", 0 if self.selected else self.cursor, self.cursor + 1)
        return line
