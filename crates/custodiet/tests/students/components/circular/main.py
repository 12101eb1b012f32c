# broken: its modules import each other
from tools import components_of


def check(found, given):
    return found == given


def is_valid(roads, components):
    return check(components_of(roads), components)
