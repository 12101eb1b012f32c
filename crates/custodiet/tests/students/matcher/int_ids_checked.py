# correct
def valid_id(x, n):
    return isinstance(x, int) and not isinstance(x, bool) and 0 <= x < n


def rank_of(prefs, x):
    for i, y in enumerate(prefs):
        if x == y:
            return i
    return len(prefs)


def is_valid(companies, candidates, hires):
    n, m = len(companies), len(candidates)
    if n != m:
        return False
    mate_of_company, mate_of_candidate = [None] * n, [None] * m
    for h in hires:
        if not valid_id(h.company, n) or not valid_id(h.candidate, m):
            return False
        if mate_of_company[h.company] is not None or mate_of_candidate[h.candidate] is not None:
            return False
        mate_of_company[h.company], mate_of_candidate[h.candidate] = h.candidate, h.company
    if any(x is None for x in mate_of_company + mate_of_candidate):
        return False
    for c in range(n):
        current = rank_of(companies[c], mate_of_company[c])
        for d in range(m):
            if rank_of(companies[c], d) < current:
                if rank_of(candidates[d], c) < rank_of(candidates[d], mate_of_candidate[d]):
                    return False
    return True
