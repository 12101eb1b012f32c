"""Lets the candidates propose and accepts nothing but that matching."""


def propose(candidate, wishes, companies, engaged):
    """Finds a place for the candidate; whoever loses a place tries again with the remaining wishes."""
    company = wishes[candidate][0]
    rest = dict(wishes)
    rest[candidate] = wishes[candidate][1:]
    rival = engaged.get(company)
    if rival is None:
        return {**engaged, company: candidate}, rest
    if companies[company].index(candidate) < companies[company].index(rival):
        return propose(rival, rest, companies, {**engaged, company: candidate})
    return propose(candidate, rest, companies, engaged)


def is_valid(companies, candidates, hires):
    engaged = {}
    wishes = dict(enumerate(candidates))
    for candidate in range(len(candidates)):
        engaged, wishes = propose(candidate, wishes, companies, engaged)
    if len(hires) != len(engaged):
        return False
    return all(engaged.get(h.company) == h.candidate for h in hires)
