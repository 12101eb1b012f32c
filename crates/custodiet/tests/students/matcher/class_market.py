# correct
class Agent:
    def __init__(self, ident, prefs):
        self.ident = ident
        self.prefs = prefs
        self.partner = None

    def rank(self, other):
        return self.prefs.index(other.ident)

    def prefers(self, other):
        return self.rank(other) < self.rank(self.partner)


class Market:
    def __init__(self, companies, candidates):
        self.companies = [Agent(i, p) for i, p in enumerate(companies)]
        self.candidates = [Agent(i, p) for i, p in enumerate(candidates)]

    def hire(self, i, j):
        if not (0 <= i < len(self.companies) and 0 <= j < len(self.candidates)):
            return False
        company, candidate = self.companies[i], self.candidates[j]
        if company.partner or candidate.partner:
            return False
        company.partner, candidate.partner = candidate, company
        return True

    def everyone_matched(self):
        return all(a.partner for a in self.companies + self.candidates)

    def blocking_pair(self):
        for company in self.companies:
            for candidate in self.candidates:
                if company.prefers(candidate) and candidate.prefers(company):
                    return company, candidate
        return None


def is_valid(companies, candidates, hires):
    market = Market(companies, candidates)
    for h in hires:
        if not market.hire(h.company, h.candidate):
            return False
    return market.everyone_matched() and market.blocking_pair() is None
