"""The reducer of the server's messages: what a client knows about its table after each of them.

`web/src/table/reducer.ts` is its counterpart in the browser. Both are tested on `tests/vectors/updates.json`.
"""

from msgspec import Struct, structs

from qwixx.server.protocol import (
    Ack,
    Chat,
    ChatLine,
    Choice,
    Error,
    GameView,
    Message,
    SeatOffers,
    Snapshot,
    TableEvent,
    TableView,
    Update,
    Variant,
)

RESEND_AFTER = 0.5
"""Seconds until a command that the server could not store is sent again."""


class MessageEffect(Struct, frozen=True, gc=False):
    """What a message means beside the table: for the log and for the commands that wait for an answer."""

    events: tuple[TableEvent, ...] = ()
    acks: tuple[str, ...] = ()
    resend: str = ""
    """The command to be sent again after `RESEND_AFTER`."""
    refused: Error | None = None


NOTHING = MessageEffect()


class TableMirror(Struct):
    """A client's copy of its table."""

    seq: int = 0
    you: str = ""
    table: TableView | None = None
    variant: Variant | None = None
    game: GameView | None = None
    offers: tuple[SeatOffers, ...] = ()
    picked: tuple[Choice, ...] = ()
    chat: tuple[ChatLine, ...] = ()

    def take(self, message: Message) -> MessageEffect:
        match message:
            case Update():
                return self._update(message)
            case Snapshot():
                self.seq, self.you, self.chat = message.seq, message.you, message.chat
                self.table, self.variant, self.game = message.table, message.variant, message.game
                self.offers, self.picked = message.offers, message.picked
            case Ack(id=id):
                return MessageEffect(acks=(id,))
            # `hello-first`: the server could not read the table, so `hello` comes again before this command.
            # `shutdown`: the connection ends, and the command waits for the next one.
            case Error(code="storage" | "hello-first" | "shutdown", id=id) if id:
                return MessageEffect(resend=id)
            case Error():
                return MessageEffect(refused=message)
            case Chat(line=line) if all(line.number != known.number for known in self.chat):
                self.chat = (*self.chat, line)
        return NOTHING

    def _update(self, update: Update) -> MessageEffect:
        if update.seq < self.seq:
            # It was on its way when a newer snapshot came. An acknowledgement stays true.
            return MessageEffect(acks=update.acks)
        self.seq = update.seq
        if update.table:
            self.table = update.table
        if update.variant:
            self.variant = update.variant
        if update.game:
            self.game, self.offers, self.picked = update.game, update.offers, update.picked
        else:
            if self.game and update.chosen is not None:
                awaited = tuple([seat for seat in self.game.awaited if seat not in update.chosen])
                self.game = structs.replace(self.game, chosen=update.chosen, awaited=awaited)
            self.offers = update.offers or self.offers
            self.picked = update.picked or self.picked
        return MessageEffect(update.events, update.acks)
