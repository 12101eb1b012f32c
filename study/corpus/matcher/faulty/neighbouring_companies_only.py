"""Compares each company only with the one numbered next, so a blocking pair further apart is missed."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    in_order = sorted(hires, key=lambda h: (h.company, h.candidate))
    if [h.company for h in in_order] != list(range(n)):
        return False
    if set(h.candidate for h in in_order) != set(range(n)):
        return False

    def blocks(a, b):
        return (
            companies[a.company].index(b.candidate) < companies[a.company].index(a.candidate)
            and candidates[b.candidate].index(a.company) < candidates[b.candidate].index(b.company)
        )

    for i in range(n - 1):
        if blocks(in_order[i], in_order[i + 1]) or blocks(in_order[i + 1], in_order[i]):
            return False
    return True
