"""The network of `expert` while it learns: a table of features, two hidden layers, a win chance and a lead.

`qwixx.kernel.bots.expert` describes the finished network, whose numbers are whole.
"""

import torch
from torch import Tensor

CEILING = 2.0
"""Hidden values lie between 0 and this, so that few bits hold them."""
POINTS = 20.0
"""The unit of the second output: this many points ahead."""


class Network(torch.nn.Module):
    def __init__(self, features: int, width: int, hidden: int) -> None:
        super().__init__()
        self.table = torch.nn.Parameter(torch.randn(features, width) * 0.15)
        self.hidden = torch.nn.Linear(width, hidden)
        self.heads = torch.nn.Linear(hidden, 2)
        with torch.no_grad():
            self.table += 0.05
            self.heads.weight *= 0.3

    def forward(self, features: Tensor) -> Tensor:
        """By position: the log odds of winning, and the lead at the end in units of `POINTS`."""
        count = len(self.table)
        active = torch.zeros(len(features), count, device=features.device, dtype=self.table.dtype)
        # A product with ones and zeros is faster to differentiate than looking rows up.
        active.scatter_add_(1, features, torch.ones_like(features, dtype=self.table.dtype))
        return self._upper(active @ self.table)

    def _upper(self, summed: Tensor) -> Tensor:
        first = summed.clamp(0, CEILING)
        second = self.hidden(first).clamp(0, CEILING)
        heads: Tensor = self.heads(second)
        return heads


class FastNetwork:
    """A copy of a network's weights that only evaluates, in half precision on a GPU."""

    CHUNK = 1 << 20

    def __init__(self, network: Network) -> None:
        dtype = torch.float16 if network.table.is_cuda else torch.float32
        self.table = network.table.detach().to(dtype)
        self.weights = [
            (layer.weight.detach().to(dtype), layer.bias.detach().to(dtype))
            for layer in (network.hidden, network.heads)
        ]

    def __call__(self, features: Tensor) -> Tensor:
        return torch.cat([self._some(part) for part in features.split(self.CHUNK)])

    def _some(self, features: Tensor) -> Tensor:
        (hidden, hidden_bias), (heads, heads_bias) = self.weights
        first = torch.nn.functional.embedding_bag(features, self.table, mode="sum").clamp_(0, CEILING)
        second = torch.nn.functional.linear(first, hidden, hidden_bias).clamp_(0, CEILING)
        return torch.nn.functional.linear(second, heads, heads_bias).float()
