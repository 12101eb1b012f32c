"""Accepts any complete matching, stable or not."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    employers = sorted(h.company for h in hires)
    hired = sorted(h.candidate for h in hires)
    return employers == list(range(n)) and hired == list(range(n))
