"""Uses the table from companies to candidates also for the way back, which works only if it is its own inverse."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n or set(h.candidate for h in hires) != set(range(n)):
        return False
    if set(h.company for h in hires) != set(range(n)):
        return False
    match = [h.candidate for h in sorted(hires, key=lambda h: h.company)]
    for c in range(n):
        for d in range(n):
            if companies[c].index(d) < companies[c].index(match[c]):
                if candidates[d].index(c) < candidates[d].index(match[d]):
                    return False
    return True
