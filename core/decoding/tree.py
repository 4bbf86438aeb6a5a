"""Record of one beam search: every candidate that was kept, ended or pruned, with its scores."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Status = Literal["kept", "finished", "pruned"]


class SearchNode(NamedTuple):
    """One candidate: a hypothesis extended by one token."""

    id: int  # the root, the empty hypothesis, is 0
    parent: int
    token: int
    depth: int  # tokens from the root to here
    log_prob: float  # of this token, nats
    total: float  # of the path, nats
    penalty: float  # length penalty at this depth
    score: float  # total / penalty
    status: Status


@dataclass
class SearchTree:
    """All candidates of one sentence's search, in the order in which they were considered."""

    nodes: list[SearchNode] = field(default_factory=list[SearchNode])

    def add(
        self,
        parent: int,
        token: int,
        log_prob: float,
        total: float,
        penalty: float,
        score: float,
        status: Status,
    ) -> int:
        """Append a candidate below `parent` (0 is the root) and return its id."""
        depth = self.nodes[parent - 1].depth + 1 if parent else 1
        node = SearchNode(len(self.nodes) + 1, parent, token, depth, log_prob, total, penalty, score, status)
        self.nodes.append(node)
        return node.id

    def __iter__(self) -> Iterator[SearchNode]:
        return iter(self.nodes)

    def path(self, node: int) -> list[int]:
        """Return the tokens from the root to `node`."""
        tokens: list[int] = []
        while node:
            found = self.nodes[node - 1]
            tokens.append(found.token)
            node = found.parent
        return tokens[::-1]
