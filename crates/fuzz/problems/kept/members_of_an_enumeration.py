"""Members of an enumeration in a list, as keys and as an optional value."""

from enum import Enum
from typing import NewType

from custodiet import Input, Output, error_subproperty, precondition, scope, subproperty


class Light(Enum):
    """What a light shows."""

    RED = "stop"
    GREEN = "go"
    OFF = None

    @property
    def is_on(self):
        return self is not Light.OFF


Count = NewType("Count", int)


def is_valid(before: Input[list[Light]], wanted: Input[Light | None], after: Output[dict[Light, Count]]) -> bool: ...


scope(before=3, Count=range(3), after=2)


@precondition
def some(before):
    return len(before) > 0


@subproperty
def counted(before, after):
    """Every light that is on is counted."""
    return all(after.get(light, 0) == before.count(light) for light in Light if light.is_on)


@subproperty
def no_off(after):
    """Nothing is counted that is off."""
    return Light.OFF not in after


@subproperty
def has_wanted(wanted, after):
    """The wanted light is there."""
    return wanted is None or wanted.value == "stop" or wanted in after


@error_subproperty(instead_of=["counted"])
def right_keys(before, after):
    """Looks at keys only."""
    return set(after) == {light for light in before if light != Light.OFF}
