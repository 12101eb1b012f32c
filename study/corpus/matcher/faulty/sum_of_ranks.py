"""Takes a matching for stable if no swap of two hires lowers the sum of all ranks."""


def cost(companies, candidates, pairs):
    return sum(companies[c].index(d) + candidates[d].index(c) for c, d in pairs)


def is_valid(companies, candidates, hires):
    n = len(companies)
    pairs = [(h.company, h.candidate) for h in hires]
    if sorted(c for c, _ in pairs) != list(range(n)) or sorted(d for _, d in pairs) != list(range(n)):
        return False
    for c, d in pairs:
        for e, f in pairs:
            if cost(companies, candidates, [(c, f), (e, d)]) < cost(companies, candidates, [(c, d), (e, f)]):
                return False
    return True
