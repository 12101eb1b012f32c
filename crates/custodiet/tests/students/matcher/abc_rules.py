# correct
from typing import Callable, NamedTuple


class Instance(NamedTuple):
    companies: list
    candidates: list
    hires: frozenset

    @property
    def ids(self):
        return range(len(self.companies))


Rule = Callable[[Instance], bool]
RULES: list[Rule] = []


def rule(function: Rule) -> Rule:
    RULES.append(function)
    return function


@rule
def nobody_twice(x):
    return len({h.company for h in x.hires}) == len({h.candidate for h in x.hires}) == len(x.hires)


@rule
def everybody_known(x):
    return all(h.company in x.ids and h.candidate in x.ids for h in x.hires)


@rule
def everybody_placed(x):
    return len(x.hires) == len(x.ids)


@rule
def nobody_switches(x):
    staff = {h.company: h.candidate for h in x.hires}
    boss = {h.candidate: h.company for h in x.hires}
    for c in x.ids:
        for d in x.ids:
            if (x.companies[c].index(d) < x.companies[c].index(staff[c])
                    and x.candidates[d].index(c) < x.candidates[d].index(boss[d])):
                return False
    return True


def is_valid(companies, candidates, hires):
    instance = Instance(companies, candidates, frozenset(hires))
    return all(r(instance) for r in RULES)
