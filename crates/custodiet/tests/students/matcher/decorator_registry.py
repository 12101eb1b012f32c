# faulty: accepts unstable matchings, the last check is not registered
CHECKS = []


def check(f):
    CHECKS.append(f)
    return f


@check
def right_number(companies, candidates, hires):
    return len(hires) == len(companies) == len(candidates)


@check
def all_companies(companies, candidates, hires):
    return {h.company for h in hires} == set(range(len(companies)))


@check
def all_candidates(companies, candidates, hires):
    return {h.candidate for h in hires} == set(range(len(candidates)))


def stable(companies, candidates, hires):
    boss = {h.candidate: h.company for h in hires}
    return not any(
        candidates[d].index(h.company) < candidates[d].index(boss[d])
        for h in hires
        for d in companies[h.company][: companies[h.company].index(h.candidate)]
    )


def is_valid(companies, candidates, hires):
    return all(f(companies, candidates, hires) for f in CHECKS)
