"""Returns True from the else of the inner loop, after it has looked at the last company only."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    in_order = sorted(hires, key=lambda h: (h.company, h.candidate))
    if sorted(h.candidate for h in in_order) != list(range(n)):
        return False
    if [h.company for h in in_order] != list(range(n)):
        return False
    job = {h.candidate: h.company for h in in_order}
    for h in reversed(in_order):
        for better in companies[h.company][:companies[h.company].index(h.candidate)]:
            if candidates[better].index(h.company) < candidates[better].index(job[better]):
                return False
        else:
            return True
    return True
