"""Drawings of positions: every state of a cell can be recognised without colours."""

import io

import pytest
from rich.console import Console, RenderableType

from qwixx.cli.draw.dice import dice
from qwixx.cli.draw.glyphs import ASCII, UNICODE, Glyphs, glyphs_for
from qwixx.cli.draw.options import options
from qwixx.cli.draw.result import result, verdict
from qwixx.cli.draw.screen import screen
from qwixx.cli.draw.sheet import sheet, strip
from qwixx.cli.draw.track import track
from qwixx.cli.draw.words import Words
from qwixx.cli.play.help_lines import help_lines
from qwixx.locales import LANGUAGES, catalogue
from qwixx.rules import Cross, Event, IllegalAction, Move, Outlook, Pass, Reason, State, parse_position
from qwixx.rules.events import Closed, Crossed, Ended, FinalLap, Moved, Passed, Penalised, TurnBegan

CLASSIC = "classic | r5,7 y2 p1 | g12,11,10,9,8,2 | 0 colour 4+1 3 6 - 5"
BOARD = "onboard-a | - | - | 0 roll"


def setting(position: str, language: str = "en", glyphs: Glyphs = UNICODE) -> tuple[Words, State]:
    rules, state = parse_position(position)
    return Words(
        catalogue(language), rules, ["Ann", "Ben", "Cyd", "Dan", "Eve"][: rules.players], glyphs
    ), state


def plain(*pictures: RenderableType, width: int = 80) -> list[str]:
    out = io.StringIO()
    console = Console(file=out, width=width, markup=False, highlight=False, emoji=False)
    for picture in pictures:
        console.print(picture)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_a_sheet_shows_crossed_lost_and_open_cells_lock_points_and_penalties() -> None:
    words, state = setting(CLASSIC)
    assert plain(*sheet(words, state, 0)) == [
        "Ann   penalties ×□□□   total −1   ▸ active",
        " ● R   ──  ──  ──  ×5  ──  ×7  8   9   10  11  12  ○     3",
        " ▲ Y   ×2  3   4   5   6   7   8   9   10  11  12  ○     1",
        " ■ G   ──  ──  ──  ──  ──  ──  ──  ──  ──  ──  ── ───    0",
        " ◆ B   12  11  10  9   8   7   6   5   4   3   2   ○     0",
    ]
    assert plain(*sheet(words, state, 1))[3] == " ■ G  ×12 ×11 ×10  ×9  ×8  ──  ──  ──  ──  ──  ×2  ×    28"


def test_possible_and_chosen_cells_are_marked() -> None:
    words, state = setting(CLASSIC)
    rows = plain(*sheet(words, state, 0, legal={(0, 8), (3, 10)}, chosen={(3, 10)}))
    assert "[8]" in rows[1]
    assert "(×)" in rows[4]


def test_signs_without_unicode() -> None:
    words, state = setting(CLASSIC, glyphs=ASCII)
    drawn = "\n".join(plain(*screen(words, state, 0, words.rules.legal(state, 0)), *options(words, state, 0)))
    assert drawn.replace("−", "-").isascii()
    assert (glyphs_for("utf-8"), glyphs_for("latin-1"), glyphs_for("nonsense")) == (UNICODE, ASCII, ASCII)


def test_a_strip_is_a_sheet_in_two_lines() -> None:
    words, state = setting(CLASSIC)
    assert plain(*strip(words, state, 0)) == [
        "Ann   penalties ×□□□   total −1   ▸ active",
        "   ● ───×─×·····○ ▲ ×··········○ ■ ──────────── ◆ ···········○",
    ]


def test_dice_are_drawn_with_their_sums() -> None:
    words, state = setting(CLASSIC)
    assert plain(*dice(words, state)) == ["White 4 + 1    ● 3  → 4/7    ▲ 6  → 7/10   ■ –    ◆ 5  → 6/9"]
    words, state = setting("classic | - | 0 white 4+1 3 6 2 5 : ?")
    assert plain(*dice(words, state))[0].startswith("White 4 + 1 = 5 ")


def test_the_track_shows_spaces_points_pawns_and_where_to_go() -> None:
    words, state = setting(BOARD)
    board = words.rules.variant.board
    assert board is not None
    first = board.spaces[0]
    lines = plain(*track(words, state, reachable={2, 3}, chosen=3))
    assert len(lines) == 8
    assert lines[0].startswith(f"  @1  {'●▲■◆'[first.row]}{first.number}")
    assert lines[0].count("[") == lines[0].count("(") == 1
    assert lines[1].split() == [f"+{space.points}" for space in board.spaces[:10]]


def test_a_pawn_is_drawn_under_its_space_and_a_low_terminal_shows_only_the_spaces_nearby() -> None:
    words, state = setting(BOARD)
    assert words.rules.track is not None
    space = words.rules.track.board.spaces[11]
    there = f"{'rygb'[space.row]}{space.number}"
    words, state = setting(f"onboard-a | {there} @12 | - | 0 roll")
    whole = plain(*track(words, state))
    assert whole[3].split()[1:3] == [f"+{space.points}", "♟0"]
    assert plain(*track(words, state, near=0)) == whole[2:4]
    assert plain(*track(words, state, near=1)) == whole[:2]
    assert len(screen(words, state, 0, height=14)) < len(screen(words, state, 0, height=15))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", ["classic", "longo", "onboard-a", "onboard-b"])
def test_a_choice_of_two_players_fits_80_by_24(variant: str, language: str) -> None:
    """With four lines of news above and the prompt below, even in action 2 with all its options."""
    words, state = setting(f"{variant} | - | - | 0 colour 2+6 1 2 4 5", language)
    question = words.text("ask.colour")
    drawn = plain(
        *screen(words, state, 0, words.rules.legal(state, 0), height=18), question, *options(words, state, 0)
    )
    assert len(drawn) + 1 <= 24
    assert max(map(len, drawn)) <= 80


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", ["classic", "longo", "onboard-a", "onboard-b"])
def test_help_fits_80_by_24_with_its_prompt(variant: str, language: str) -> None:
    words, _ = setting(f"{variant} | - | - | 0 roll", language)
    assert len(plain(*help_lines(words))) + 1 <= 24


def test_in_a_narrow_terminal_lines_break_between_cells_dice_and_spaces() -> None:
    words, state = setting("longo | r2 | - | 0 colour 3+5 1 3 7 7 crossed")
    assert plain(*screen(words, state, 0, [Cross(0, 2, 12)], width=40, height=12), width=40)[:7] == [
        "White 3 + 5    ● 1  → 4/6    ▲ 3  → 6/8",
        "    ■ 7  → 10/12    ◆ 7  → 10/12",
        "Ann   penalties □□□□   lucky 5, 8",
        "   total 1   ▸ active",
        " ● R   ×2  3   4   5   6   7   8   9",
        "       10  11  12  13  14  15  16",
        "       ○     1",
    ]
    words, state = setting("onboard-a | b12 @2 | - | 0 roll")
    assert plain(*track(words, state, width=40), width=40)[:3] == [
        "  @1  ●2     ◆12    ■11    ▲3     ■10",
        "      +1     +1 ♟0  +1     +1     +2",
        "  @6  ◆11    ▲2     ■12    ▲6     ●5",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", ["classic", "longo", "onboard-a", "onboard-b"])
@pytest.mark.parametrize("width", [30, 40, 60])
def test_nothing_is_wider_than_a_narrow_terminal(variant: str, language: str, width: int) -> None:
    words, state = setting(f"{variant} | - | - | 0 colour 2+6 1 2 4 5", language)
    for all_sheets in (True, False):
        lines = screen(words, state, 0, words.rules.legal(state, 0), every_sheet=all_sheets, width=width)
        assert max(line.cell_len for line in lines) <= width
        assert plain(*lines, width=width) == [line.plain.rstrip() for line in lines]


def test_in_a_low_terminal_the_other_sheet_is_a_strip() -> None:
    words, state = setting(CLASSIC)
    own, whole = sheet(words, state, 0), screen(words, state, 0, height=12)
    assert plain(*whole) == plain(*dice(words, state), *own, "", *sheet(words, state, 1))
    assert plain(*screen(words, state, 0, height=11)) == plain(
        *dice(words, state), *own, *strip(words, state, 1)
    )


def test_options_are_numbered_and_name_their_consequences() -> None:
    words, state = setting("classic | r2,3,4,5,6 b12,11,10,9,8,2 | 0 white 6+6 1 1 1 - : ?")
    drawn = " ".join(" ".join(plain(*options(words, state, 0))).split())
    assert "1 ● red 12 ends the game, closes the row, skips 5 numbers" in drawn
    assert drawn.endswith("0 pass −5 if you cross out nothing this turn")


def test_a_pass_names_its_penalty() -> None:
    words, state = setting("classic | p3 | - | 0 colour 4+1 3 6 2 5")
    assert plain(*options(words, state, 0))[-1] == " 0 pass  ends the game, penalty, −5"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_consequence_and_refusal_has_words(language: str) -> None:
    words, _ = setting(BOARD, language)
    events: list[Event] = [
        Passed(0, 1), Crossed(1, 0, 5, 1), Crossed(1, 0, 5, 1, lucky=True), Moved(0, 5, 2),
        Closed(2, (0, 1)), Penalised(0, 2), FinalLap(1),
        *(Ended(cause, (1, 2)) for cause in ("rows", "penalties", "board")),
    ]  # fmt: skip
    lines = [words.event(event) for event in events]
    assert all(lines)
    assert len(set(lines)) == len(lines)
    assert words.event(TurnBegan(0)) == ""
    everything = Outlook(2, True, True, True, True, True, True)
    assert len(set(words.consequences(Move(0, 5), everything))) == 6
    assert words.consequences(Move(0, 5), Outlook()) == [words.text("outlook.no-cross")]
    assert words.consequences(Pass(0), Outlook()) == []
    texts = {words.illegal(IllegalAction(reason, "x", reason.rule)) for reason in Reason}
    assert len(texts) == len(Reason)
    assert words.choice(Cross(0, 3, 7)).startswith("◆ ")


def test_choices_of_one_action_share_a_line() -> None:
    words, _ = setting(CLASSIC)
    lines = words.lines([Crossed(0, 0, 5, 1), Passed(1, 1), Crossed(0, 1, 6, 2), TurnBegan(1)], turn=1)
    assert lines == ["Action 1: Ann – ● red 5 · Ben – pass", "Action 2: Ann – ▲ yellow 6"]


def test_scores_row_by_row_with_places() -> None:
    words, state = setting("classic | r2,3,4,5 p4 | r2 | y2,3 r5 | 0 over")
    drawn = [line.split() for line in plain(*result(words, state))]
    assert ["1.", "Cyd", "1", "3", "0", "0", "0", "4"] in drawn
    assert ["3.", "Ann", "10", "0", "0", "0", "−20", "−10"] in drawn
    assert verdict(words, state) == "Winner: Cyd, 4 points"


def test_scores_in_a_narrow_terminal_follow_their_headings() -> None:
    words, state = setting("classic | r2,3,4,5 p4 | r2 | y2,3 r5 | 0 over")
    table = plain(*result(words, state))
    widest = max(map(len, table))
    assert plain(*result(words, state, width=widest + 1)) == table
    assert plain(*result(words, state, width=40), width=40)[:4] == [
        "1. Cyd   ● R 1   ▲ Y 3   ■ G 0   ◆ B 0",
        "   Penalties 0   Total 4",
        "2. Ben   ● R 1   ▲ Y 0   ■ G 0   ◆ B 0",
        "   Penalties 0   Total 1",
    ]
    words, state = setting("classic | p4 | 0 over")
    assert plain(*result(words, state, width=20), width=20)[0] == "Ann   ● R 0   ▲ Y 0"


def test_equal_totals_share_a_place_and_a_single_player_has_none() -> None:
    words, state = setting("classic | p4 | r2 | y2 | 0 over")
    assert verdict(words, state) == "A tie: Ben, Cyd, 1 point each"
    assert [line.split()[0] for line in plain(*result(words, state))[3:6]] == ["1.", "1.", "3."]
    words, state = setting("classic | p4 | 0 over")
    assert verdict(words, state) == "Your score: −20 points"
    assert "Place" not in " ".join(plain(*result(words, state)))


def test_names_are_never_mark_up_and_equal_ones_are_distinguished() -> None:
    rules, state = parse_position("classic | - | - | 0 roll")
    words = Words(catalogue("en"), rules, ["[red]x[/]", "[red]x[/]"])
    assert plain(*sheet(words, state, 1))[0].startswith("[red]x[/] (1)   ")
