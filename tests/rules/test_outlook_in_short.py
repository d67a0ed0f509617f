"""The shortcut for the outlook of action 1 gives the same as playing the choice."""

from random import Random

import pytest

from qwixx import Roll, Rules
from qwixx.rules.consequences import played


@pytest.mark.parametrize(
    ("variant", "lucky"),
    [("classic", None), ("longo", ((2, 3), (15, 16), (7, 9))), ("onboard-a", None), ("onboard-b", None)],
)
def test_the_outlook_equals_what_playing_the_choice_gives(
    variant: str, lucky: tuple[tuple[int, int], ...] | None
) -> None:
    rules = Rules(variant, 3, lucky=lucky)
    random = Random(7)
    seen = set()
    for _ in range(60):
        state = rules.start()
        while not rules.is_over(state):
            if rules.awaits_roll(state):
                closed = rules.closed(state)
                dice = [random.randint(1, rules.variant.faces) for _ in range(6)]
                colours = tuple(None if row in closed else die for row, die in enumerate(dice[2:]))
                state, _ = rules.step(state, Roll((dice[0], dice[1]), colours))
                continue
            seat = min(rules.to_act(state))
            legal = rules.legal(state, seat)
            for choice in legal:
                found = rules.outlook(state, choice)
                assert found == played(rules, state, choice), rules.position(state)
                seen.add((state.phase, found))
            view = rules.view(state, seat)
            # A player who skips few cells closes rows.
            best = min(legal[1:], key=view.skips, default=legal[0])
            state, _ = rules.step(state, best if random.random() < 0.9 else random.choice(legal))
    white = [found for phase, found in seen if phase == "white"]
    assert any(found.ends for found in white)
    assert any(found.closes and not found.ends for found in white)
    assert any(found.lucky for found in white) == (variant == "longo")
