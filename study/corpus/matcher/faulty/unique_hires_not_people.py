"""Takes it for uniqueness that no hire occurs twice, which is true of every set."""


def same_people(n, hires):
    return {h.company for h in hires} == set(range(n)) and {h.candidate for h in hires} == set(range(n))


def no_duplicates(hires):
    return len(set(hires)) == len(hires)


def stable(companies, candidates, hires):
    for a in hires:
        for b in hires:
            if companies[a.company].index(b.candidate) < companies[a.company].index(a.candidate):
                if candidates[b.candidate].index(a.company) < candidates[b.candidate].index(b.company):
                    return False
    return True


def is_valid(companies, candidates, hires):
    return same_people(len(companies), hires) and no_duplicates(hires) and stable(companies, candidates, hires)
