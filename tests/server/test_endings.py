"""Games that end early, or end early for one player: who may, what is shown, and what the record says."""

from typing import Any

import pytest

from qwixx import Record
from qwixx.dice.proof import check
from qwixx.rules import Pass, Phase
from qwixx.rules.events import Ended
from qwixx.rules.records.ending import Ending, ending
from qwixx.server import protocol
from qwixx.server.protocol import EndProposal, Notice, Options
from qwixx.server.table import duties, log, views
from qwixx.server.table.checks import Refusal
from qwixx.server.table.decide import MOST_ENTRIES, attempt
from qwixx.server.table.opening import series
from qwixx.server.table.records import record_of, replay_of
from qwixx.server.table.rights import Access, allowed
from qwixx.server.table.table import Table

GUESTS = ("ann", "bob", "cem", "dora", "eve")
NAMES = {guest: guest.title() for guest in GUESTS}
SEED = bytes(range(32))


class Game:
    """A running game of guests and bots, played by commands alone; `log` is all that is stored of it."""

    def __init__(self, people: int, bots: int = 0, **options: Any) -> None:
        self.table = Table("id", "CODE22", SEED)
        self.log: list[bytes] = []
        self.now, self.ids = 1_000_000, 0
        self.events: list[protocol.TableEvent] = []
        seats = people + bots
        opened: list[log.Event] = [log.Opened(Options(seats=seats, spectators=False, **options), "ann")]
        opened += [log.Sat(seat, guest, f"n{seat}") for seat, guest in enumerate(GUESTS[:people])]
        opened += [log.BotSat(seat, "gap") for seat in range(people, seats)]
        for entry in [log.Entry(self.now, event) for event in [*opened, log.Started(0, 2)]]:
            self.table.apply(entry)
            self.log.append(log.encode(entry))

    def do(self, guest: str, command: Any) -> str:
        """The code of the refusal; empty if the command was carried out."""
        self.now += 10
        found = attempt(self.table, guest, command, self.now)
        if isinstance(found, Refusal):
            return found.code
        self.table, self.events = found.table, found.events
        self.log += [log.encode(entry) for entry in found.entries]
        return ""

    def say(self, guest: str, kind: type[Any], **fields: Any) -> str:
        self.ids += 1
        return self.do(guest, kind(str(self.ids), **fields))

    def resign(self, guest: str) -> str:
        return self.say(guest, protocol.Resign, seat=GUESTS.index(guest))

    def propose(self, guest: str) -> str:
        return self.say(guest, protocol.ProposeEnd)

    def answer(self, guest: str, accept: bool = True, turn: int | None = None) -> str:
        now = self.table.game.turn if self.table.game else 0
        return self.say(guest, protocol.AnswerEnd, turn=now if turn is None else turn, accept=accept)

    def roll(self) -> None:
        game = self.table.game
        assert game is not None
        assert not self.do("", duties.AutoRoll(game.turn + 1))

    def pass_on(self) -> None:
        """Everyone passes until the next roll, or the end of the game."""
        while (game := self.table.game) and game.action and game.awaited():
            for seat in game.awaited():
                player = "" if self.table.seats[seat].deciding_bot else self.table.seats[seat].guest
                if player:
                    choice = {"turn": game.turn, "action": game.action, "choice": Pass(seat)}
                    assert not self.say(player, protocol.Choose, **choice)
                else:
                    assert not self.do("", duties.BotChoice(game.turn, game.action, Pass(seat)))

    @property
    def running(self) -> bool:
        return self.table.status == "playing"

    def view(self) -> protocol.GameView:
        found = views.game_view(self.table)
        assert found is not None
        return found

    def record(self) -> Record:
        return Record.parse(str(record_of(self.table, self.log, NAMES)[1]))


def test_resigning_ends_a_game_of_two_at_once() -> None:
    game = Game(2)
    game.roll()
    before = game.table
    assert not game.resign("ann")
    assert game.table.status == "finished"
    assert game.table.ending == Ending("resigned", (0,))
    assert game.events == [Notice("resigned", 0, "ann"), Ended("resigned", (0, 0))]
    view = game.view()
    assert (view.phase, view.cause, view.places, view.awaited) == (Phase.OVER, "resigned", (2, 1), ())
    sent = views.Frames(before, game.table, game.events, NAMES, game.now, tuple)
    assert sent.whole_game, "the step shows everyone the result"
    assert SEED.hex().encode() in sent.shared
    assert b"offers" not in (sent.frame("ann", []) or b"")
    assert game.resign("bob") == "not-playing"


@pytest.mark.parametrize(
    ("people", "bots", "ends"), [(1, 0, True), (1, 1, True), (1, 4, True), (2, 1, False), (3, 0, False)]
)
def test_resigning_ends_the_game_if_only_one_seat_or_only_bots_are_left(
    people: int, bots: int, ends: bool
) -> None:
    game = Game(people, bots)
    assert not game.resign("ann")
    assert (game.table.status == "finished") is ends


def test_the_others_play_on_with_a_bot_that_cannot_be_sent_away() -> None:
    game = Game(3)
    assert not game.resign("ann")
    assert (game.table.seats[0].resigned, game.table.seats[0].stand_in) == (True, "gap")
    assert game.resign("ann") == "resigned"
    assert game.say("ann", protocol.TakeBack, seat=0) == "resigned"
    assert game.say("ann", protocol.RollDice, turn=1) == "resigned"
    game.roll()
    assert not views.offers(game.table, "ann")
    assert len(views.offers(game.table, "bob")) == 1
    assert game.say("ann", protocol.Choose, turn=1, action=1, choice=Pass(0)) == "resigned"
    assert {due.duty.seat for due in duties.due(game.table, 0) if isinstance(due.duty, duties.Think)} == {0}
    assert game.say("ann", protocol.Resign, seat=1) == "not-your-seat"
    assert allowed(Access.GAME, game.table, "ann"), "a player who resigned still sees the game"


def test_seats_that_resigned_share_the_last_place_whatever_their_score() -> None:
    game = Game(4)
    for guest in ("bob", "dora"):
        assert not game.resign(guest)
    while game.table.status == "playing":
        game.roll()
        game.pass_on()
    view = game.view()
    assert (view.cause, view.scores) == ("penalties", (-20, -15, -15, -15))
    assert view.places == (2, 3, 1, 3), "without resigning, Ann would be last"
    assert game.table.places() == view.places
    assert views.summary(game.table, NAMES, 0).places == view.places, "the lists have the winner"
    assert ending(game.record()) == Ending(None, (1, 3))


def test_a_player_who_resigns_does_not_win_the_game_of_the_series() -> None:
    game = Game(2)
    game.roll()
    game.pass_on()
    assert not game.resign("bob")
    assert game.view().scores == (-5, 0)
    assert series(game.table) == (1, 0)


def test_the_record_of_a_resigned_game_is_readable_and_its_dice_can_be_checked() -> None:
    game = Game(2)
    for _ in range(3):
        game.roll()
        game.pass_on()
    game.roll()
    assert not game.resign("bob")
    record = game.record()
    assert ending(record) == Ending("resigned", (1,))
    verdict = check(record)
    assert (verdict.fair, verdict.rolls) == (True, 4)
    replay = replay_of(*record_of(game.table, game.log, NAMES), NAMES)
    assert replay.plies[-1].game == game.view()
    assert replay.plies[-1].events[-1] == Ended("resigned", (-10, -5))
    assert all(ply.game.phase is not Phase.OVER for ply in replay.plies[:-1])


def test_a_game_that_ends_before_its_first_roll_has_a_replay_too() -> None:
    game = Game(2)
    assert not game.resign("ann")
    [only] = replay_of(*record_of(game.table, game.log, NAMES), NAMES).plies
    assert (only.game.phase, only.events) == (Phase.OVER, (Ended("resigned", (0, 0)),))


def test_headers_that_somebody_else_wrote_are_not_an_ending() -> None:
    record = Record(variant="classic", seats=("Ann", "Bob"), headers={"Ended": "late", "Resigned": "7"})
    assert ending(record) == Ending()


def test_what_the_server_had_begun_to_do_no_longer_changes_a_game_that_was_ended() -> None:
    game = Game(2, clock=30)
    assert not game.resign("ann")
    seq = game.table.seq
    for duty in (duties.AutoRoll(1), duties.TimeUp(0, 0), duties.BotChoice(0, 0, Pass(0))):
        assert not game.do("", duty)
    assert game.table.seq == seq
    assert not duties.due(game.table, 0)


def test_one_can_resign_though_the_log_is_full() -> None:
    game = Game(2)
    game.table.seq = MOST_ENTRIES
    assert not game.resign("ann")


# Agreement


def test_a_game_ends_when_all_other_people_agree() -> None:
    game = Game(3, bots=1)
    game.roll()
    game.pass_on()
    assert not game.propose("bob")
    assert game.events == [Notice("end-proposed", 1, "bob")]
    assert views.table_view(game.table, NAMES).proposal == EndProposal("bob", 1, ("bob",))
    assert not game.answer("ann")
    assert game.running
    assert not game.answer("cem")
    assert game.events == [Notice("end-accepted", 2, "cem"), Ended("agreed", (-5, 0, 0, 0))]
    assert game.table.status == "finished"
    view, table = game.view(), views.table_view(game.table, NAMES)
    assert (view.phase, view.cause, view.places) == (Phase.OVER, "agreed", (4, 1, 1, 1))
    assert (table.seed, table.proposal) == (SEED.hex(), None)
    assert ending(game.record()) == Ending("agreed")


def test_a_proposal_lapses_with_the_next_roll() -> None:
    game = Game(2)
    assert not game.propose("ann")
    game.roll()
    assert views.table_view(game.table, NAMES).proposal is None
    assert game.answer("bob") == "no-proposal"
    assert not game.propose("ann")
    assert game.answer("bob", turn=0) == "no-proposal", "an answer to the earlier proposal"
    assert not game.answer("bob")
    assert game.table.status == "finished"


def test_whoever_declines_is_not_asked_again_before_the_next_roll() -> None:
    game = Game(3)
    assert not game.propose("ann")
    assert not game.answer("cem", accept=False)
    assert game.events == [Notice("end-declined", 2, "cem")]
    assert game.answer("bob") == "no-proposal"
    assert [game.propose(guest) for guest in ("ann", "bob")] == ["declined", "declined"]
    game.roll()
    assert not game.propose("bob")


def test_two_who_propose_at_once_agree() -> None:
    game = Game(2)
    assert not game.propose("ann")
    assert not game.propose("bob")
    assert game.table.status == "finished"


def test_an_answer_given_twice_is_stored_once() -> None:
    game = Game(3)
    assert not game.propose("ann")
    for _ in range(2):
        assert not game.answer("ann")
    assert game.table.seq == len(game.log)
    assert game.table.open_proposal == EndProposal("ann", 0, ("ann",))


def remove_cem(game: Game, how: str) -> None:
    if how == "resign":
        assert not game.resign("cem")
    elif how == "leave":
        assert not game.say("cem", protocol.Leave)
    else:
        assert not game.do("", duties.Gone("cem"))
        game.now += 100_000
        assert not game.say("ann", protocol.HandOver, seat=2)


@pytest.mark.parametrize("how", ["hand-over", "leave", "resign"])
def test_the_game_ends_when_the_last_player_without_an_answer_stops_playing(how: str) -> None:
    game = Game(3)
    assert not game.propose("ann")
    assert not game.answer("bob")
    remove_cem(game, how)
    assert game.events[-1] == Ended("agreed", (0, 0, 0))
    assert (game.table.status, game.view().cause) == ("finished", "agreed")
    assert game.table.seq == len(game.log)


@pytest.mark.parametrize("how", ["hand-over", "leave", "resign"])
def test_the_game_goes_on_while_another_player_has_not_answered(how: str) -> None:
    game = Game(4)
    assert not game.propose("ann")
    assert not game.answer("bob")
    remove_cem(game, how)
    assert game.running
    assert not game.answer("dora")
    assert game.view().cause == "agreed"


def test_nobody_has_agreed_when_everybody_has_left() -> None:
    game = Game(2)
    assert not game.propose("ann")
    assert not game.say("ann", protocol.Leave)
    assert not game.say("bob", protocol.Leave)
    assert game.running


@pytest.mark.parametrize("how", ["hand-over", "leave", "resign"])
def test_players_who_do_not_play_any_more_are_not_asked(how: str) -> None:
    game = Game(3)
    remove_cem(game, how)
    assert not game.propose("ann")
    assert game.answer("cem", accept=False) == ("resigned" if how == "resign" else "not-seated")
    assert not game.answer("bob")
    assert game.table.status == "finished"


def test_a_player_who_is_away_for_a_moment_is_asked() -> None:
    game = Game(3)
    assert not game.do("", duties.Gone("cem"))
    assert not game.propose("ann")
    assert not game.answer("bob")
    assert game.table.status == "playing"


def test_a_player_among_bots_needs_nobody_to_agree() -> None:
    game = Game(1, bots=2)
    assert not game.propose("ann")
    assert (game.table.status, game.view().cause) == ("finished", "agreed")


def test_spectators_and_tables_without_a_game_have_nothing_to_end() -> None:
    game = Game(2)
    assert [game.propose("eve"), game.answer("eve")] == ["not-seated", "not-seated"]
    assert not game.resign("ann")
    assert [game.propose("bob"), game.answer("bob")] == ["not-playing", "not-playing"]
