# correct
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Hashable


@dataclass
class Node:
    label: Hashable
    parents: list[Node] = field(default_factory=list, repr=False)
    placed: bool = False

    def ready(self) -> bool:
        return not self.placed and all(p.placed for p in self.parents)


@dataclass
class DependencyGraph:
    nodes: dict[Hashable, Node] = field(default_factory=dict)

    def node(self, label: Hashable) -> Node:
        if label not in self.nodes:
            self.nodes[label] = Node(label)
        return self.nodes[label]

    def connect(self, a: Hashable, b: Hashable) -> None:
        self.node(b).parents.append(self.node(a))


def is_valid(edges: list[tuple[Hashable, Hashable]], order: list[Hashable]) -> bool:
    graph = DependencyGraph()
    for a, b in edges:
        graph.connect(a, b)
    for label in order:
        if label not in graph.nodes or not graph.nodes[label].ready():
            return False
        graph.nodes[label].placed = True
    return all(n.placed for n in graph.nodes.values())
