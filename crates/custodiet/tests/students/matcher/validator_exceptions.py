# correct
class MatchingError(Exception):
    """Something is wrong with the output."""


class DuplicateError(MatchingError):
    pass


class UnknownIdError(MatchingError):
    def __init__(self, kind, ident):
        super().__init__(f"unknown {kind}: {ident}")


class UnstableError(MatchingError):
    pass


def read_hires(n, hires):
    left, right = {}, {}
    for h in hires:
        if h.company not in range(n):
            raise UnknownIdError("company", h.company)
        if h.candidate not in range(n):
            raise UnknownIdError("candidate", h.candidate)
        if h.company in left or h.candidate in right:
            raise DuplicateError(str(h))
        left[h.company] = h.candidate
        right[h.candidate] = h.company
    if len(left) < n:
        raise MatchingError("somebody is left over")
    return left, right


def check_stability(companies, candidates, left, right):
    for c, prefs in enumerate(companies):
        for d in prefs:
            if d == left[c]:
                break
            if candidates[d].index(c) < candidates[d].index(right[d]):
                raise UnstableError(f"{c} and {d}")


def is_valid(companies, candidates, hires):
    try:
        left, right = read_hires(len(companies), hires)
        check_stability(companies, candidates, left, right)
    except MatchingError:
        return False
    return True
