def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False
    employer = {h.candidate: h.company for h in hires}
    for h in hires:
        i = companies[h.company].index(h.candidate)
        if i > 0:
            d = companies[h.company][i - 1]
            j = candidates[d].index(employer[d])
            if j > 0 and candidates[d][j - 1] == h.company:
                return False
    return True
