"""What each fixture answers, in Python: `MODELS` maps the name of a fixture to its `Model`.

A model takes the values of the problem and returns True, False or "raises", exactly as the predicate in Pyret does.
"""

import functools
from dataclasses import dataclass
from typing import Callable

from models.pyret import Raised

RAISES = "raises"
MODELS = {}


@dataclass(frozen=True)
class Model:
    fixture: str
    correct: bool
    answer: Callable

    @property
    def problem(self):
        return self.fixture.split("/")[1].split("-")[0]


def model(fixture, correct=False):
    """Registers a function as the model of a fixture. `Raised` in it becomes the answer "raises"."""

    def register(function):
        @functools.wraps(function)
        def answer(*values):
            try:
                return function(*values)
            except Raised:
                return RAISES

        assert fixture not in MODELS, fixture
        MODELS[fixture] = Model(fixture, correct, answer)
        return answer

    return register


from models import matcher, sortacle  # noqa: E402, F401  (they register their models)
