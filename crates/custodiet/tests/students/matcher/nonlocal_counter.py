# correct
def is_valid(companies, candidates, hires):
    problems = 0

    def complain():
        nonlocal problems
        problems += 1

    ids = list(range(len(companies)))
    for attribute in ("company", "candidate"):
        if sorted(getattr(h, attribute) for h in hires) != ids:
            complain()
    if problems:
        return False
    current = {h.company: h for h in hires}
    for c in ids:
        for h in hires:
            likes = companies[c].index(h.candidate) < companies[c].index(current[c].candidate)
            liked = candidates[h.candidate].index(c) < candidates[h.candidate].index(h.company)
            if likes and liked:
                complain()
    return problems == 0
