# correct
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Hire:
    company: int
    candidate: int

    def reversed(self):
        return Hire(self.candidate, self.company)


def is_valid(companies, candidates, hires):
    n = len(companies)
    hires = sorted(hires)
    if [h.company for h in hires] != list(range(n)):
        return False
    back = sorted(h.reversed() for h in hires)
    if [h.company for h in back] != list(range(n)):
        return False
    for hire in hires:
        prefs = companies[hire.company]
        place = prefs.index(hire.candidate)
        for d in prefs[:place]:
            theirs = candidates[d]
            if theirs.index(hire.company) < theirs.index(back[d].candidate):
                return False
    return True
