"""All operators. If two produce the same mutant, it is named after the first one, which is more descriptive."""

from . import basic, beliefs, control
from .tree import Operator

OPERATORS: dict[str, Operator] = {
    operator.name: operator for operator in (*beliefs.TABLE, *control.TABLE, *basic.TABLE)
}
