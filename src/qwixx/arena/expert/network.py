"""The network of `expert` while it learns: a table of features, two hidden layers, a win chance and a lead.

`qwixx.kernel.bots.expert` describes the finished network, whose numbers are whole.
"""

from collections.abc import Callable

import torch
from torch import Tensor

CEILING = 2.0
"""Hidden values lie between 0 and this, so that few bits hold them."""
LEAK = 0.02
"""The part of the gradient that passes a clip, so that no hidden value stays out of bounds for ever."""
POINTS = 20.0
"""The unit of the second output: this many points ahead."""


class Network(torch.nn.Module):
    def __init__(
        self, features: int, width: int, hidden: int, widened: Callable[[Tensor], Tensor] | None = None
    ) -> None:
        super().__init__()
        self.widened = widened
        self.table = torch.nn.Parameter(torch.randn(features, width) * 0.15)
        self.hidden = torch.nn.Linear(width, hidden)
        self.heads = torch.nn.Linear(hidden, 2)
        with torch.no_grad():
            self.table += 0.05
            self.heads.weight *= 0.3

    def forward(self, features: Tensor) -> Tensor:
        """By position: the log odds of winning, and the lead at the end in units of `POINTS`."""
        if self.widened:
            features = self.widened(features)
        count = len(self.table)
        active = torch.zeros(len(features), count, device=features.device, dtype=self.table.dtype)
        # A product with ones and zeros is faster to differentiate than looking rows up.
        active.scatter_add_(1, features, torch.ones_like(features, dtype=self.table.dtype))
        return self._upper(active @ self.table)

    def _upper(self, summed: Tensor) -> Tensor:
        heads: Tensor = self.heads(_clipped(self.hidden(_clipped(summed))))
        return heads


def _clipped(values: Tensor) -> Tensor:
    return values.clamp(0, CEILING) + LEAK * (values - values.detach())


class FastNetwork:
    """A copy of a network's weights that only evaluates, in half precision on a GPU."""

    CHUNK = 1 << 20

    def __init__(self, network: Network) -> None:
        dtype = torch.float16 if network.table.is_cuda else torch.float32
        self.table = network.table.detach().to(dtype)
        self.widened = network.widened
        self.weights = [
            (layer.weight.detach().to(dtype), layer.bias.detach().to(dtype))
            for layer in (network.hidden, network.heads)
        ]

    def __call__(self, features: Tensor) -> Tensor:
        return torch.cat([self._some(part) for part in features.split(self.CHUNK)])

    def _some(self, features: Tensor) -> Tensor:
        (hidden, hidden_bias), (heads, heads_bias) = self.weights
        if self.widened:
            features = self.widened(features)
        first = torch.nn.functional.embedding_bag(features, self.table, mode="sum").clamp_(0, CEILING)
        second = torch.nn.functional.linear(first, hidden, hidden_bias).clamp_(0, CEILING)
        # In single precision: positions differ by little.
        return torch.nn.functional.linear(second.float(), heads.float(), heads_bias.float())
