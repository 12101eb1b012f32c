"""Looks at two hires once, company of the first with candidate of the second, and never the other way round."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    in_order = sorted(hires, key=lambda h: (h.company, h.candidate))
    if [h.company for h in in_order] != list(range(n)) or sorted(h.candidate for h in in_order) != list(range(n)):
        return False
    for i in range(n):
        for j in range(i + 1, n):
            c, d = in_order[i].company, in_order[j].candidate
            if companies[c].index(d) < companies[c].index(in_order[i].candidate):
                if candidates[d].index(c) < candidates[d].index(in_order[j].company):
                    return False
    return True
