"""Removes from the list it iterates over, so every second candidate stays on it and right matchings are rejected."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    waiting = list(range(n))
    hired = [h.candidate for h in hires]
    for candidate in waiting:
        if hired.count(candidate) == 1:
            waiting.remove(candidate)
    if waiting:
        return False
    if sorted(h.company for h in hires) != list(range(n)) or sorted(hired) != list(range(n)):
        return False
    for a in hires:
        for b in hires:
            if companies[a.company].index(b.candidate) < companies[a.company].index(a.candidate):
                if candidates[b.candidate].index(a.company) < candidates[b.candidate].index(b.company):
                    return False
    return True
