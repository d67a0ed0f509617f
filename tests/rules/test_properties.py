"""Properties of all games, checked with Hypothesis."""

import copy
from contextlib import suppress
from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from qwixx import (
    VARIANTS,
    CellStatus,
    Cross,
    IllegalAction,
    Phase,
    QwixxError,
    Record,
    Roll,
    Rules,
    State,
    parse_board,
    parse_position,
    replay,
)
from qwixx.dice import Stream, roll
from qwixx.rules import Action, Choice
from qwixx.testing import games, playthroughs, positions, records
from qwixx.testing.strategies import Playthrough

Position = tuple[Rules, State]

# The same games every time, so that everyone can reproduce a failure.
settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("steady")


def is_legal(rules: Rules, state: State, action: Action) -> bool:
    """Whether `verify` accepts the action; it must not change the state."""
    before = rules.position(state)
    refused: IllegalAction | None = None
    try:
        rules.verify(state, action)
    except IllegalAction as error:
        refused = error
    assert rules.position(state) == before
    assert refused is None or (refused.action == action and str(refused).endswith(f"({refused.rule})."))
    return refused is None


def all_choices(rules: Rules) -> list[Choice]:
    """Every choice that has a code, of all seats."""
    rolls_from = rules.code(Roll((1, 1), (None,) * 4))
    choices: list[Choice] = []
    for number in range(rolls_from):
        try:
            action = rules.decode(number)
        except QwixxError:
            continue
        assert not isinstance(action, Roll)
        choices.append(action)
    return choices


# Legality


@settings(max_examples=200)
@given(positions())
def test_legal_and_verify_agree_on_every_choice(position: Position) -> None:
    rules, state = position
    offered = {choice for seat in rules.seats for choice in rules.legal(state, seat)}
    assert {choice for choice in all_choices(rules) if is_legal(rules, state, choice)} == offered
    assert {choice.seat for choice in offered} == rules.to_act(state)


@given(positions(), st.integers(0, 2**32))
def test_a_roll_is_legal_if_it_is_awaited_and_has_all_dice_in_the_game(position: Position, seed: int) -> None:
    rules, state = position
    dice = roll(Stream(seed), rules.variant.faces, rules.closed(state))
    assert is_legal(rules, state, dice) == rules.awaits_roll(state)
    other = roll(Stream(seed), rules.variant.faces, {seed % 4})
    assert is_legal(rules, state, other) == (rules.awaits_roll(state) and rules.closed(state) == {seed % 4})


@given(positions())
def test_legal_lists_each_choice_once_the_pass_first_then_by_row_and_number(position: Position) -> None:
    rules, state = position
    for seat in rules.to_act(state):
        codes = [rules.code(choice) for choice in rules.legal(state, seat)]
        assert codes == sorted(set(codes))
        assert codes[0] == rules.code(rules.decode(codes[0]))


@given(positions())
def test_somebody_is_to_act_or_a_roll_is_awaited_or_the_game_is_over(position: Position) -> None:
    rules, state = position
    assert [bool(rules.to_act(state)), rules.awaits_roll(state), rules.is_over(state)].count(True) == 1


@given(positions(), st.integers(0, 2**32))
def test_a_refused_action_leaves_the_state_as_it_was(position: Position, pick: int) -> None:
    rules, state = position
    kept = copy.deepcopy(state)
    choices = all_choices(rules)
    action = choices[pick % len(choices)]
    with suppress(IllegalAction):
        rules.step(state, action)
    assert state == kept
    assert hash(state) == hash(kept)


# Simultaneous choices


@given(playthroughs())
def test_the_order_of_simultaneous_choices_never_matters(played: Playthrough) -> None:
    rules = played.rules
    states = {rules.position(state) for state in _in_every_order(rules, played)}
    assert len(states) <= 1


def _in_every_order(rules: Rules, played: Playthrough) -> list[State]:
    """The last full action 1 of the game, with its choices made in every order."""
    last = max((n for n, action in enumerate(played.actions) if isinstance(action, Roll)), default=None)
    choices = () if last is None else played.actions[last + 1 : last + 1 + rules.players]
    if last is None or len(choices) < rules.players:
        return []
    state = rules.start(played.first)
    for action in played.actions[: last + 1]:
        state, _ = rules.step(state, action)
    ends = []
    for order in permutations(choices):
        end = state
        for choice in order:
            assert choice in rules.legal(end, choice.seat)  # type: ignore[union-attr]
            end, _ = rules.step(end, choice)
        ends.append(end)
    return ends


@given(playthroughs(finished=True))
def test_choices_revealed_at_once_have_the_effect_of_the_steps_one_by_one(played: Playthrough) -> None:
    rules, state = played.rules, played.rules.start(played.first)
    for action in played.actions:
        before = state
        state, events = rules.step(state, action)
        assert rules.apply(before, action) == (state, events)
        if before.phase is Phase.WHITE and state.phase is not Phase.WHITE and not isinstance(action, Roll):
            given = [action if choice is None else choice for choice in before.choices]
            unmade = structs.replace(before, choices=(None,) * rules.players)
            # The first event of the last step says that its seat has chosen.
            assert rules.reveal(unmade, tuple(given)) == (state, events[1:])


@given(positions(), st.integers(0, 2**32))
def test_a_view_never_shows_a_pending_choice(position: Position, seed: int) -> None:
    """The view and legal choices of a seat do not depend on the others' pending choices."""
    rules, state = position
    stream = Stream(seed)
    for seat in rules.to_act(state):
        view, legal = rules.view(state, seat), rules.legal(state, seat)
        assert all(choice is None for choice in view.state.choices)
        later = state
        for other in sorted(rules.to_act(state) - {seat}):
            options = rules.legal(later, other)
            later, events = rules.step(later, options[stream.below(len(options))])
            assert not any(hasattr(event, "number") for event in events)
        assert rules.view(later, seat) == view
        assert rules.legal(later, seat) == legal
        assert [rules.outlook(later, choice) for choice in legal] == [rules.outlook(state, c) for c in legal]


# Replay and text forms


@given(playthroughs())
def test_replay_equals_play(played: Playthrough) -> None:
    rules = played.rules
    record = Record(
        variant=rules.variant.name,
        seats=("",) * rules.players,
        actions=played.actions,
        first=played.first,
        lucky=tuple((one, two) for one, two in rules.lucky) if rules.variant.lucky_pairs else None,
        board=rules.variant.board,
    )
    assert replay(record) == played.state
    assert [ply.number for ply in record.plies()] == list(range(1, len(played.actions) + 1))


@given(positions())
def test_a_position_can_be_written_and_read(position: Position) -> None:
    rules, state = position
    text = rules.position(state)
    assert "\n" not in text
    again, copied = parse_position(text)
    assert (again, copied) == (rules, state)
    assert hash((again, copied)) == hash((rules, state))
    assert again.position(copied) == text
    assert rules.scores(state) == again.scores(copied)


@given(records())
def test_a_record_can_be_written_and_read_as_text_and_as_json(record: Record) -> None:
    assert Record.parse(str(record)) == record
    assert Record.parse(record.json()) == record
    assert replay(Record.parse(str(record))) == replay(record)


@given(playthroughs())
def test_every_action_has_a_code(played: Playthrough) -> None:
    for action in played.actions:
        assert played.rules.decode(played.rules.code(action)) == action


@pytest.mark.parametrize("name", VARIANTS)
def test_every_code_has_an_action(name: str) -> None:
    rules = Rules(name, players=VARIANTS[name].max_players)
    choices = all_choices(rules)
    assert [rules.code(choice) for choice in choices] == list(range(len(choices)))
    assert len(set(choices)) == len(choices)


# Invariants of a game


@given(games())
def test_sheets_only_fill_up(record: Record) -> None:
    rules = record.rules()
    for ply in record.plies():
        assert rules.closed(ply.before) <= rules.closed(ply.after)
        for before, after in zip(ply.before.sheets, ply.after.sheets, strict=True):
            assert all(old & new == old for old, new in zip(before.rows, after.rows, strict=True))
            assert before.penalties <= after.penalties <= 4
            assert before.pawn <= after.pawn


@given(games())
def test_only_a_penalty_lowers_a_score_and_only_the_active_player_takes_one(record: Record) -> None:
    rules = record.rules()
    steady = [space.points for space in rules.variant.board.spaces] if rules.variant.board else []
    for ply in record.plies():
        changes = [
            (after - before, old, new)
            for before, after, old, new in zip(
                rules.scores(ply.before),
                rules.scores(ply.after),
                ply.before.sheets,
                ply.after.sheets,
                strict=True,
            )
        ]
        for seat, (change, old, new) in enumerate(changes):
            taken = new.penalties - old.penalties
            assert taken == 0 or (taken == 1 and seat == ply.before.active)
            if old.pawn == new.pawn or steady == sorted(steady):
                assert change >= -5 * taken


@given(games())
def test_a_game_ends_for_one_of_three_reasons(record: Record) -> None:
    rules, state = record.rules(), replay(record)
    assert rules.is_over(state)
    penalised = [seat for seat, sheet in enumerate(state.sheets) if sheet.penalties == 4]
    match rules.cause(state):
        case "rows":
            assert len(rules.closed(state)) >= 2
            assert not penalised
        case "penalties":
            assert penalised == [state.active]
            assert len(rules.closed(state)) < 2
        case cause:
            assert cause == "board"
            assert rules.variant.board is not None
            assert state.final is not None


@given(games())
def test_a_lock_is_where_a_closing_number_is(record: Record) -> None:
    rules, state = record.rules(), replay(record)
    for sheet in state.sheets:
        for row, marks in enumerate(sheet.rows):
            cells = len(rules.variant.rows[row])
            closing = marks >> (cells - rules.variant.closing_cells) & (2**rules.variant.closing_cells - 1)
            assert closing.bit_count() == marks >> cells
            assert not closing or marks.bit_count() >= rules.variant.crosses_to_close + 2


@given(games())
def test_equal_positions_are_equal_objects(record: Record) -> None:
    """A position read back from its text equals the original state and has the same hash."""
    rules = record.rules()
    for ply in record.plies():
        _, copied = parse_position(rules.position(ply.after))
        assert copied == ply.after
        assert hash(copied) == hash(ply.after)
        if ply.after.phase in (Phase.ROLL, Phase.OVER):
            assert ply.after == State(
                ply.after.sheets, ply.after.active, ply.after.phase, final=ply.after.final
            )


@given(games())
def test_a_turn_has_one_cross_for_a_passive_player_and_two_for_the_active_one(record: Record) -> None:
    """The cross of a pawn's move comes on top."""
    crosses: dict[int, int] = {}
    active = record.first
    for ply in record.plies():
        if isinstance(ply.action, Roll):
            crosses, active = {}, ply.before.active
        elif isinstance(ply.action, Cross):
            crosses[ply.action.seat] = crosses.get(ply.action.seat, 0) + 1
            assert crosses[ply.action.seat] <= (2 if ply.action.seat == active else 1)


# Damaged texts


@st.composite
def damaged(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """A text with some pieces removed, repeated, swapped or replaced."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 6)))
        junk = draw(
            st.sampled_from(
                ["", "-", "|", ":", "?", "@0", "p9", "99", "r", "9" * 5000, "²", "٣", "\n", "\x85"]
            )
            | st.text(max_size=4)
            | st.just(text[end : end + 5])
        )
        text = text[:start] + junk + text[end:]
    return text


@settings(max_examples=300)
@given(damaged(positions().map(lambda position: position[0].position(position[1]))))
def test_a_damaged_position_is_read_or_refused_with_its_own_error(text: str) -> None:
    try:
        rules, state = parse_position(text)
    except QwixxError:
        return
    assert parse_position(rules.position(state)) == (rules, state)


@settings(max_examples=300)
@given(damaged(records().map(str) | records().map(Record.json)))
def test_a_damaged_record_is_read_or_refused_with_its_own_error(text: str) -> None:
    try:
        record = Record.parse(text)
        replay(record)
    except QwixxError:
        return
    assert Record.parse(str(record)) == record


@settings(max_examples=300)
@given(damaged(st.just("r2+1 y3+1 g11+2 b12+2\ng10+3 r4+4 y5+5 # to the end\nb9+6")))
def test_a_damaged_board_is_read_or_refused_with_its_own_error(text: str) -> None:
    try:
        board = parse_board(text)
    except QwixxError:
        return
    assert parse_board(str(board)) == board


@given(st.integers(-10, 3_000_000))
def test_a_number_is_an_action_or_refused_with_its_own_error(number: int) -> None:
    for name, variant in VARIANTS.items():
        rules = Rules(name, players=variant.max_players - 1)
        try:
            action = rules.decode(number)
        except QwixxError:
            continue
        assert rules.code(action) == number


# Cells and points


def found(rules: Rules, state: State, seat: int, wanted: CellStatus) -> set[tuple[int, int]]:
    """The rows and columns of the cells; the lock is the column after the last cell."""
    return {
        (row, column)
        for row, statuses in enumerate(rules.cells(state, seat))
        for column, status in enumerate(statuses)
        if status is wanted
    }


@given(playthroughs(finished=True))
def test_in_every_game_cells_follow_the_rules(played: Playthrough) -> None:
    """Crossed cells are the marks; every legal cross is open; a lost cell is never crossed later."""
    rules, state = played.rules, played.rules.start(played.first)
    lost: list[set[tuple[int, int]]] = [set() for _ in rules.seats]
    for action in played.actions:
        for seat in rules.seats:
            marks = state.sheets[seat].rows
            crossed = {(row, c) for row in rules.crossing.rows for c in range(20) if marks[row] >> c & 1}
            assert found(rules, state, seat, CellStatus.CROSSED) == crossed
            assert lost[seat] <= found(rules, state, seat, CellStatus.LOST)
            lost[seat] = found(rules, state, seat, CellStatus.LOST)
            assert legal_cells(rules, state, seat) <= found(rules, state, seat, CellStatus.OPEN)
        state, _ = rules.step(state, action)


def legal_cells(rules: Rules, state: State, seat: int) -> set[tuple[int, int]]:
    cells = (rules.crossed_cell(state, choice) for choice in rules.legal(state, seat))
    return {(cell[0], rules.crossing.columns[cell[0]][cell[1]]) for cell in cells if cell}


@given(positions())
def test_the_parts_add_up_to_the_scores(position: Position) -> None:
    rules, state = position
    parts = rules.breakdown(state)
    assert tuple(sum(part.rows) + part.penalties + part.bonus for part in parts) == rules.scores(state)
    assert tuple(part.total for part in parts) == rules.scores(state)
    for sheet, part in zip(state.sheets, parts, strict=True):
        assert part.total == rules.score(sheet)
        assert len(part.rows) == len(sheet.rows)
        assert part.penalties == -rules.variant.penalty_points * sheet.penalties
        assert part.bonus == rules.bonus(sheet)


@given(positions())
def test_the_cell_of_a_choice_is_the_one_that_gets_crossed(position: Position) -> None:
    rules, state = position
    for seat in rules.seats:
        for choice in rules.legal(state, seat):
            before = state.sheets[seat].rows
            after = rules.if_others_pass(state, choice).sheets[seat].rows
            numbers = rules.crossing.numbers
            new = [
                (row, number)
                for row in rules.crossing.rows
                for column, number in enumerate(numbers[row])
                if (after[row] & ~before[row]) >> column & 1
            ]
            cell = rules.crossed_cell(state, choice)
            assert new == ([] if cell is None else [cell])
