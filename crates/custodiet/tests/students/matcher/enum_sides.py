# correct
from enum import Enum


class Side(Enum):
    COMPANY = "company"
    CANDIDATE = "candidate"

    @property
    def other(self):
        return Side.CANDIDATE if self is Side.COMPANY else Side.COMPANY


class Table:
    def __init__(self, companies, candidates, hires):
        self.prefs = {Side.COMPANY: companies, Side.CANDIDATE: candidates}
        self.hires = hires

    def partners(self, side, who):
        return [getattr(h, side.other.value) for h in self.hires if getattr(h, side.value) == who]

    def complete(self, side):
        ids = range(len(self.prefs[side]))
        return all(len(self.partners(side, i)) == 1 for i in ids) and all(
            getattr(h, side.value) in ids for h in self.hires
        )

    def wants(self, side, who, whom):
        ranking = self.prefs[side][who]
        (partner,) = self.partners(side, who)
        return ranking.index(whom) < ranking.index(partner)


def is_valid(companies, candidates, hires):
    t = Table(companies, candidates, hires)
    if not all(t.complete(side) for side in Side):
        return False
    ids = range(len(companies))
    return not any(t.wants(Side.COMPANY, c, d) and t.wants(Side.CANDIDATE, d, c) for c in ids for d in ids)
