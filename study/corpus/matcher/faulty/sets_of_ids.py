"""Compares sets of ids with the expected ones, so it never sees that somebody is matched twice."""


def is_valid(companies, candidates, hires):
    everyone = set(range(len(companies)))
    if {h.company for h in hires} != everyone or {h.candidate for h in hires} != everyone:
        return False
    in_order = sorted(hires, key=lambda h: (h.company, h.candidate))
    staff = {h.company: h.candidate for h in in_order}
    job = {h.candidate: h.company for h in in_order}
    return not any(
        companies[c].index(d) < companies[c].index(staff[c]) and candidates[d].index(c) < candidates[d].index(job[d])
        for c in everyone
        for d in everyone
    )
