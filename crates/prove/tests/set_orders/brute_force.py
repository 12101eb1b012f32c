"""What each program of `programs.py` answers in all orders of its sets, by brute force in CPython.

Prints, for each program: whether its answer depends on an order for some pair, and for each bucket of the problem in
`set_orders.rs` whether some pair of it is answered wrongly in some order.
"""

import itertools
import json
import pathlib
import sys


class Choices:
    """Goes through all sequences of choices, one for each run."""

    def __init__(self):
        self.made, self.next = [], 0

    def choose(self, count):
        if self.next == len(self.made):
            self.made.append([0, count])
        self.next += 1
        return self.made[self.next - 1][0]

    def advance(self):
        self.next = 0
        while self.made:
            self.made[-1][0] += 1
            if self.made[-1][0] < self.made[-1][1]:
                return True
            self.made.pop()
        return False


choices = Choices()


class ChosenSet:
    """A set whose order is chosen when it is first looked at, and then kept until something is added: CPython may then make a
    larger table, in which everything has another place, and keeps it when what was added is removed again.
    """

    def __init__(self, items=()):
        self.items = set(items)
        self.order = None

    def look(self):
        if self.order is None:
            self.order = []
        self.order = [item for item in self.order if item in self.items]
        for item in sorted(self.items - set(self.order)):
            self.order.insert(choices.choose(len(self.order) + 1), item)
        return self.order

    def __iter__(self):
        return iter(list(self.look()))

    def __len__(self):
        return len(self.items)

    def __contains__(self, item):
        return item in self.items

    def __eq__(self, other):
        return self.items == other.items

    def __sub__(self, other):
        return ChosenSet(self.items - other.items)

    def pop(self):
        first = self.look()[0]
        self.items = self.items - {first}
        return first

    def add(self, item):
        if item not in self.items:
            self.order = None
        self.items = self.items | {item}

    def discard(self, item):
        self.items = self.items - {item}

    def remove(self, item):
        if item not in self.items:
            raise KeyError(item)
        self.items = self.items - {item}

    def copy(self):
        return ChosenSet(self.items)


def programs():
    name, lines = None, []
    for line in (pathlib.Path(__file__).parent / "programs.py").read_text().splitlines():
        if line.startswith("# --- "):
            if name:
                yield name, lines
            name, lines = line[6:], []
        elif name:
            lines.append(line)
    yield name, lines


def answers(function, xs, y):
    found = set()
    while True:
        try:
            answer = function(list(xs), y)
            found.add(answer if answer in (True, False) and type(answer) is bool else type(answer).__name__)
        except Exception as error:
            found.add(type(error).__name__)
        if not choices.advance():
            return found


def main():
    numbers = range(3)
    pairs = [(xs, y) for size in (1, 2, 3) for xs in itertools.product(numbers, repeat=size) for y in numbers]
    result = {}
    for name, lines in programs():
        names = {"set": ChosenSet}
        exec("def is_valid(xs, y):\n" + "".join(f"    {line}\n" for line in lines), names)
        depends, wrong = False, {}
        for xs, y in pairs:
            fails = [] if y in xs else ["occurs"]
            fails += [] if all(y <= x for x in xs) else ["least"]
            given = answers(names["is_valid"], xs, y)
            depends |= len(given) > 1
            bucket = ",".join(fails)
            wrong[bucket] = wrong.get(bucket, False) or given != {not fails}
        result[name] = {"depends": depends, "wrong": wrong, "text": "\n".join(lines)}
    json.dump(result, sys.stdout)


main()
