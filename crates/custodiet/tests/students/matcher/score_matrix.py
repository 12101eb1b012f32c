# correct
def is_valid(companies, candidates, hires):
    """Fill two matrices of scores and look for a cell where both beat the current match."""
    n = len(companies)
    score_c = [[n - row.index(d) for d in range(n)] for row in companies]
    score_d = [[n - candidates[d].index(c) for d in range(n)] for c in range(n)]
    got_c = [0] * n
    got_d = [0] * n
    for h in hires:
        if max(h.company, h.candidate) >= n:
            return False
        if got_c[h.company] or got_d[h.candidate]:
            return False
        got_c[h.company] = score_c[h.company][h.candidate]
        got_d[h.candidate] = score_d[h.company][h.candidate]
    if 0 in got_c:
        return False
    for c in range(n):
        for d in range(n):
            if score_c[c][d] > got_c[c] and score_d[c][d] > got_d[d]:
                return False
    return True
