"""Golden games: the record, all positions and the score of games in every variant and number of players.

After an intended change to the rules, the dice or a bot, run this file as a program to write them again, and
explain the difference in the commit.
"""

from pathlib import Path

import pytest

from qwixx import VARIANTS, Phase, Record, play

FOLDER = Path(__file__).parent / "golden"
BOTS = ["random", "gap", "gap:skip=2", "random", "gap:skip=0"]
TABLES = {
    f"{name}-{players}-{kind}": (name, seats[:players])
    for name, variant in VARIANTS.items()
    for players in range(1, variant.max_players + 1)
    for kind, seats in [("mixed", BOTS), ("gap", ["gap"] * 5)]
}
MARK = "\nPositions\n\n"


def golden(name: str) -> str:
    """The record, then each position with a decision, then the score."""
    variant, bots = TABLES[name]
    seed = sorted(TABLES).index(name)
    record = play(variant, bots, seed=seed, first=seed % len(bots))
    return f"{record}{MARK}" + "\n".join(positions(record)) + "\n"


def positions(record: Record) -> list[str]:
    rules = record.rules()
    state = rules.start(record.first)
    lines = [rules.position(state)]
    for ply in record.plies():
        state = ply.after
        if state.phase is not Phase.WHITE or None not in state.choices or not any(state.choices):
            lines.append(rules.position(state))
    scores = " ".join(map(str, rules.scores(state)))
    return [*lines, "", f"{rules.cause(state)}: {scores}"]


@pytest.mark.parametrize("name", TABLES)
def test_golden_game_is_played_again(name: str) -> None:
    variant, bots = TABLES[name]
    kept = Record.parse((FOLDER / f"{name}.txt").read_text(encoding="utf-8").split(MARK)[0])
    seed = int(kept.headers["Seed"])
    assert play(variant, bots, seed=seed, first=kept.first) == kept


@pytest.mark.parametrize("name", TABLES)
def test_golden_game_is_replayed_position_by_position(name: str) -> None:
    text, expected = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split(MARK)
    record = Record.parse(text)
    for number, (found, wanted) in enumerate(zip(positions(record), expected.splitlines(), strict=True), 1):
        assert found == wanted, f"{name}, position {number}"
    assert str(record) == text


def test_no_file_is_missing_or_left_over() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(TABLES)


def test_the_games_end_in_every_way() -> None:
    causes = {path.read_text(encoding="utf-8").splitlines()[-1].split(":")[0] for path in FOLDER.iterdir()}
    assert causes == {"rows", "penalties", "board"}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for table in TABLES:
        (FOLDER / f"{table}.txt").write_text(golden(table), encoding="utf-8")
