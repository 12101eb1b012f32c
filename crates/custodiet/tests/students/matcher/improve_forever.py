# faulty: loops where a pair blocks the matching
def is_valid(companies, candidates, hires):
    match = {h.company: h.candidate for h in hires}
    n = len(companies)
    if sorted(match) != list(range(n)) or sorted(match.values()) != list(range(n)) or len(hires) != n:
        return False
    start = dict(match)
    changed = True
    while changed:
        changed = False
        boss = {d: c for c, d in match.items()}
        for c in range(n):
            for d in range(n):
                if companies[c].index(d) < companies[c].index(match[c]) and candidates[d].index(c) < candidates[d].index(boss[d]):
                    changed = True
                    break
            if changed:
                break
    return match == start
