# faulty: accepts unstable matchings, stops at the first candidate that is not better
def employer_of(candidate, hires):
    return next((h.company for h in hires if h.candidate == candidate), None)


def is_valid(companies, candidates, hires):
    ids = [i for i, _ in enumerate(companies)]
    if sorted(h.company for h in hires) != ids or sorted(h.candidate for h in hires) != ids:
        return False
    for hire in hires:
        mine = companies[hire.company].index(hire.candidate)
        for other in ids:
            if companies[hire.company].index(other) >= mine:
                break
            theirs = candidates[other]
            if theirs.index(hire.company) < theirs.index(employer_of(other, hires)):
                return False
    return True
