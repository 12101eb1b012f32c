"""Writes a class of any size for the toposort problem, with the variety of a real one.

    python3 benches/large_class.py PROGRAMS            # every different program once
    python3 benches/large_class.py CLASS 100000        # this number of submissions, each one of these programs

Grade PROGRAMS, then let `multiply` store these outcomes for all of CLASS, as grading CLASS would:

    custodiet grade toposort.json PROGRAMS -o graded
    cargo run --release -p custodiet-grading --example multiply -- graded CLASS results

Programs differ in what they check and how; some raise, some are unstable, some cannot be loaded, a few time out. Each submission
has 1 to 3 KB, of which no two are equal. The same arguments give the same files.
"""

import itertools
import pathlib
import random
import sys

NEW = {
    "": "",
    "all": "    if not set(order) <= vertices:\n        return False\n",
    "first": "    if order and order[0] not in vertices:\n        return False\n",
}
DROPPED = {
    "": "",
    "all": "    if not vertices <= set(order):\n        return False\n",
    "count": "    if len(order) < len(vertices):\n        return False\n",
    "length": "    if len(order) != len(vertices):\n        return False\n",
}
UNIQUE = {
    "": "",
    "all": "    if len(set(order)) != len(order):\n        return False\n",
    "adjacent": "    if any(a == b for a, b in zip(order, order[1:])):\n        return False\n",
}
SORTED = {
    "": "    return True\n",
    "index": "    return all(order.index(a) < order.index(b) for a, b in edges)\n",
    "guarded": "    return all(order.index(a) < order.index(b) for a, b in edges if a in order and b in order)\n",
    "dict": "    place = {v: i for i, v in enumerate(order)}\n    return all(place[a] < place[b] for a, b in edges)\n",
    "strict": "    return all((a, b) in edges for a, b in zip(order, order[1:]))\n",
}
ODD = [
    "def is_valid(edges, order):\n    return 1\n",
    "def is_valid(edges, order):\n    return True\n",
    "def is_valid(edges, order):\n    return False\n",
    "def is_valid(edges, order)\n    return True\n",
    "import networkx\n\ndef is_valid(edges, order):\n    return True\n",
    "def valid_order(edges, order):\n    return True\n",
    "def is_valid(edges, order):\n    while len(order) > 4:\n        pass\n    return True\n",
    "import random\n\ndef is_valid(edges, order):\n    return len(order) > 2 or random.random() < 0.5\n",
    "def is_valid(edges, order):\n    print('checking', order)\n    return len(order) == len(set(order))\n",
    "def is_valid(edges, order):\n    return len(order) == len({v for edge in edges for v in edge}) and order[0] == order[0]\n",
]


def programs():
    """All different programs, the most frequent ones first."""
    parts = list(itertools.product(NEW.values(), DROPPED.values(), UNIQUE.values(), SORTED.values()))
    random.Random(8).shuffle(parts)
    start = "def is_valid(edges, order):\n    vertices = {v for edge in edges for v in edge}\n"
    correct = start + NEW["all"] + DROPPED["all"] + UNIQUE["all"] + SORTED["index"]
    return [correct, *ODD, *(start + "".join(part) for part in parts)]


def text(program, number, body):
    """A file with a header of three lines, so that exceptions are raised in the same lines of all copies."""
    chosen = random.Random(number)
    words = "edge order vertex check first last before after seen position graph list".split()
    note = lambda: "# " + " ".join(chosen.choices(words, k=chosen.randint(6, 14))) + "\n"
    filler = "".join(note() for _ in range(chosen.randint(12, 45)))
    return f"# program {program}\n# submission {number}\n# {note()[2:]}{body}\n{filler}"


def main(folder, count=None):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True)
    bodies = programs()
    if count is None:
        for program, body in enumerate(bodies):
            (folder / f"p{program:03}.py").write_text(text(program, -1 - program, body))
        return
    chosen = random.Random(9)
    weights = [1 / (rank + 3) for rank in range(len(bodies))]
    for number, program in enumerate(chosen.choices(range(len(bodies)), weights, k=int(count))):
        (folder / f"s{number:06}.py").write_text(text(program, number, bodies[program]))


main(*sys.argv[1:])
