"""A short run of scripts/fuzz, and proof that it notices a broken parser."""

import pytest
from fuzzing import Target, fuzz, targets

from qwixx.server.web.session import _decode


@pytest.mark.parametrize("name", ["command", "record", "position", "board"])
def test_damaged_input_is_accepted_or_refused_with_its_own_error(name: str) -> None:
    target = targets()[name]
    fuzz(target, number=0, inputs=300)
    assert target.inputs > 200
    assert 0 < target.taken < target.inputs, "some inputs are good, some are not"


def test_every_sample_is_good() -> None:
    """A command may arrive at the wrong moment; everything else must be accepted."""
    for name, target in targets().items():
        for sample in target.samples:
            taken = target.check(sample)
            assert taken or (name == "command" and _decode(sample)), (name, sample)


def test_a_broken_parser_is_noticed() -> None:
    def breaks(data: bytes) -> bool:
        data.decode()
        return True

    with pytest.raises(UnicodeDecodeError):
        fuzz(Target([b"some text"], breaks), number=0, inputs=300)
