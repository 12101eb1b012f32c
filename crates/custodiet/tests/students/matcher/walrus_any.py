# correct
def is_valid(companies, candidates, hires):
    if (n := len(companies)) != len(hires):
        return False
    if (staff := {h.company: h.candidate for h in hires}).keys() != (ids := set(range(n))):
        return False
    if (boss := {d: c for c, d in staff.items()}).keys() != ids:
        return False
    return not any(
        candidates[d].index(c) < candidates[d].index(boss[d])
        for c in ids
        for d in companies[c][: companies[c].index(staff[c])]
    )
