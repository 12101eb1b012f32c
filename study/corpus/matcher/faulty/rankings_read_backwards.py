"""Takes the last of each ranking for the favourite."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False
    for first in hires:
        for second in hires:
            c, d = first.company, second.candidate
            if companies[c].index(d) > companies[c].index(first.candidate):
                if candidates[d].index(c) > candidates[d].index(second.company):
                    return False
    return True
