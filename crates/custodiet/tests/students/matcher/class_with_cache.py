# correct
from functools import lru_cache, cached_property


class Matching:
    def __init__(self, companies, candidates, hires):
        self.companies, self.candidates, self.hires = companies, candidates, list(hires)
        self.n = len(companies)

    @cached_property
    def employee(self):
        return {h.company: h.candidate for h in self.hires}

    @cached_property
    def employer(self):
        return {h.candidate: h.company for h in self.hires}

    @lru_cache(maxsize=None)
    def company_rank(self, c, d):
        return self.companies[c].index(d)

    @lru_cache(maxsize=None)
    def candidate_rank(self, d, c):
        return self.candidates[d].index(c)

    def perfect(self):
        everyone = set(range(self.n))
        return len(self.hires) == self.n and set(self.employee) == everyone and set(self.employer) == everyone

    def blocking(self):
        for c in range(self.n):
            for d in range(self.n):
                if (self.company_rank(c, d) < self.company_rank(c, self.employee[c])
                        and self.candidate_rank(d, c) < self.candidate_rank(d, self.employer[d])):
                    yield c, d

    def stable(self):
        return self.perfect() and next(self.blocking(), None) is None


def is_valid(companies, candidates, hires):
    return Matching(companies, candidates, hires).stable()
