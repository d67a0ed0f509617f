"""The screen under all others: hands each key to the page on top, or to the game if no page is open."""

from abc import abstractmethod
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Click, Key, Paste
from textual.screen import Screen
from textual.widgets import Static

from .pages import Page, is_chord, now

SCROLLING = ("up", "down", "pageup", "pagedown", "home", "end")


class PageScreen(Screen[None]):
    """A screen whose pages are parts of it, not screens of their own.

    One screen has one queue of keys, so each key acts on what the keys before it have left on the screen,
    however fast they are typed. A screen of its own for each page would have a queue of its own: a key that
    was typed ahead would reach a page that is already closed.
    """

    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self.pages: list[Page] = []
        """The open pages; the last one is on top."""
        self.left = False
        """The player has left: keys no longer count."""

    def compose(self) -> ComposeResult:
        page = VerticalScroll(Static(id="page-text"), id="page", classes="page")
        page.can_focus = False
        yield page
        yield Static(id="foot")

    def open(self, page: Page, *, below: bool = False) -> None:
        """Opens a page on top, or below those that are open."""
        page.opened(now())
        self.pages.insert(0 if below else len(self.pages), page)
        self.show_pages()
        if page is self.pages[-1]:
            scroll(self.query_one("#page", VerticalScroll), "end" if page.typed_at_end else "home")

    def show_pages(self) -> None:
        """Shows the page on top, or what is below all pages."""
        top = self.pages[-1] if self.pages else None
        self.set_class(top is not None, "paged")
        if top:
            self.query_one("#page-text", Static).update(top.drawn())
            self.query_one("#foot", Static).update(Text(top.foot))

    def leave_app(self, result: Any = None) -> None:
        self.left = True
        self.app.exit(result)

    @abstractmethod
    async def press_key(self, event: Key) -> None:
        """Handles a key while no page is open."""

    async def on_key(self, event: Key) -> None:
        event.stop()
        if self.left or not self.is_current or is_chord(event):
            return
        if self.pages:
            self.press_page(event)
        else:
            await self.press_key(event)

    def press_page(self, event: Key) -> None:
        page = self.pages[-1]
        if not page.accepts(event.time):
            return
        then = page.press(event)
        if then is not None:
            self.pages.remove(page)
            then()
        elif event.key in SCROLLING and not page.typed_at_end:
            scroll(self.query_one("#page", VerticalScroll), event.key)
        self.show_pages()

    def on_paste(self, event: Paste) -> None:
        if self.pages:
            self.pages[-1].paste(event.text)
            self.show_pages()

    async def on_click(self, event: Click) -> None:
        if self.pages and event.widget and event.widget.id == "foot":
            self.press_page(Key("enter", None))


def scroll(area: VerticalScroll, key: str) -> None:
    match key:
        case "pageup":
            area.scroll_page_up(animate=False)
        case "pagedown":
            area.scroll_page_down(animate=False)
        case "up":
            area.scroll_up(animate=False)
        case "down":
            area.scroll_down(animate=False)
        case "home":
            area.scroll_home(animate=False)
        case _:
            area.scroll_end(animate=False)
