# correct
from prefs import Preferences
from table import as_dicts


def is_valid(companies, candidates, hires):
    n = len(companies)
    dicts = as_dicts(hires, n)
    if dicts is None:
        return False
    by_company, by_candidate = dicts
    ours, theirs = Preferences(companies), Preferences(candidates)
    for c in range(n):
        for d in ours.better_than(c, by_company[c]):
            if c in theirs.better_than(d, by_candidate[d]):
                return False
    return True
