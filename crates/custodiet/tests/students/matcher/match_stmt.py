# correct
from dataclasses import dataclass


@dataclass(frozen=True)
class Hire:
    company: int
    candidate: int


def is_valid(companies, candidates, hires):
    n = len(companies)
    roster: dict[int, int] = {}
    bosses: dict[int, int] = {}
    for hire in hires:
        match hire:
            case Hire(c, _) if c in roster or not 0 <= c < n:
                return False
            case Hire(_, d) if d in bosses or not 0 <= d < n:
                return False
            case Hire(company=c, candidate=d):
                roster[c] = d
                bosses[d] = c
    if len(roster) != n:
        return False
    for c in range(n):
        for d in range(n):
            match companies[c].index(d) - companies[c].index(roster[c]), candidates[d].index(c) - candidates[d].index(bosses[d]):
                case (x, y) if x < 0 and y < 0:
                    return False
    return True
