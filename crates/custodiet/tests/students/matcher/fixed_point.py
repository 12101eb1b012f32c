# correct
def improve(companies, candidates, match):
    """One round of satisfying a blocking pair; returns None if there is none."""
    boss = {d: c for c, d in match.items()}
    for c in match:
        for d in companies[c]:
            if d == match[c]:
                break
            if candidates[d].index(c) < candidates[d].index(boss[d]):
                new = dict(match)
                new[boss[d]] = match[c]
                new[c] = d
                return new
    return None


def is_valid(companies, candidates, hires):
    match = {}
    for h in hires:
        match[h.company] = h.candidate
    n = len(companies)
    if len(hires) != n or set(match) != set(range(n)) or set(match.values()) != set(range(n)):
        return False
    return improve(companies, candidates, match) is None
