"""All operators. Where two make the same mutant, it is named after the one that comes first, the more telling one."""

from . import basic, beliefs, control
from .tree import Operator

OPERATORS: dict[str, Operator] = {
    operator.name: operator for operator in (*beliefs.TABLE, *control.TABLE, *basic.TABLE)
}
