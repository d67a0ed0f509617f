"""What environments that play one game at a time share: rules, record, picture and spaces."""

from __future__ import annotations  # the spaces of Gymnasium before 1.4 are not generic

import numpy as np
from gymnasium import spaces

from qwixx.rules import Record, Rules, State

from .compiled_episodes import open_episodes
from .episodes import EpisodeSetting
from .observation import Encoder
from .picture import picture


class OneGame:
    """Mixin of an environment on top of `Episodes`."""

    render_mode: str | None

    def _open(self, setting: EpisodeSetting, render_mode: str | None) -> None:
        self._episodes = open_episodes(setting)
        self.render_mode = render_mode

    @property
    def rules(self) -> Rules:
        return self._episodes.rules

    @property
    def encoder(self) -> Encoder:
        return self._episodes.encoder

    @property
    def position(self) -> State:
        """The whole position, pending choices included."""
        return self._episodes.game().state

    @property
    def record(self) -> Record:
        """The game so far, to be saved or replayed."""
        return self._episodes.game().so_far()

    def render(self) -> str | None:
        return None if self.render_mode is None else picture(self.rules, self.position)


def observation_space(encoder: Encoder) -> spaces.Box[np.int8]:
    return spaces.Box(np.zeros_like(encoder.high), encoder.high, dtype=np.int8)
