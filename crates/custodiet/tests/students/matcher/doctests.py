# correct
"""Stable matching.

>>> from collections import namedtuple
>>> H = namedtuple("H", "company candidate")
>>> is_valid([[0]], [[0]], {H(0, 0)})
True
>>> is_valid([[0]], [[0]], set())
False
"""


def partners(hires, n):
    """The candidate of each company, or None if they are not one to one.

    >>> partners(set(), 0)
    []
    """
    result = [None] * n
    for h in hires:
        if not 0 <= h.company < n or result[h.company] is not None:
            return None
        result[h.company] = h.candidate
    return result if sorted(map(str, result)) == sorted(map(str, range(n))) else None


def is_valid(companies, candidates, hires):
    staff = partners(hires, len(companies))
    if staff is None:
        return False
    for c, prefs in enumerate(companies):
        for d in prefs:
            if d == staff[c]:
                break
            rival = staff.index(d)
            if candidates[d].index(c) < candidates[d].index(rival):
                return False
    return True


if __name__ == "__main__":
    import doctest

    doctest.testmod(verbose=True)
