# correct
def is_valid(companies, candidates, hires):
    n = len(companies)
    full = (1 << n) - 1
    seen_companies = seen_candidates = 0
    for h in hires:
        seen_companies ^= 1 << h.company
        seen_candidates ^= 1 << h.candidate
    if seen_companies != full or seen_candidates != full or len(hires) != n:
        return False
    # better[d]: the companies that candidate d likes more than the own one
    better = {}
    for h in hires:
        mask = 0
        for c in candidates[h.candidate]:
            if c == h.company:
                break
            mask |= 1 << c
        better[h.candidate] = mask
    for h in hires:
        for d in companies[h.company]:
            if d == h.candidate:
                break
            if better[d] >> h.company & 1:
                return False
    return True
