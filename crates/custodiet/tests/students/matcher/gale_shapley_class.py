# faulty: rejects stable matchings other than the one best for companies
from collections import deque
from dataclasses import dataclass, field


@dataclass
class Company:
    id: int
    prefs: list
    proposals: int = 0

    def next_choice(self):
        choice = self.prefs[self.proposals]
        self.proposals += 1
        return choice


@dataclass
class Candidate:
    id: int
    rank: dict = field(default_factory=dict)
    company: "Company | None" = None

    def consider(self, company):
        """Returns whoever is turned down."""
        if self.company is None:
            self.company = company
            return None
        if self.rank[company.id] < self.rank[self.company.id]:
            company, self.company = self.company, company
        return company


class GaleShapley:
    def __init__(self, companies, candidates):
        self.companies = [Company(i, p) for i, p in enumerate(companies)]
        self.candidates = [Candidate(i, {c: r for r, c in enumerate(p)}) for i, p in enumerate(candidates)]

    def run(self):
        free = deque(self.companies)
        while free:
            company = free.popleft()
            rejected = self.candidates[company.next_choice()].consider(company)
            if rejected is not None:
                free.append(rejected)
        return {(d.company.id, d.id) for d in self.candidates}


def is_valid(companies, candidates, hires):
    return GaleShapley(companies, candidates).run() == {(h.company, h.candidate) for h in hires}
