# correct
from itertools import permutations


def stable(companies, candidates, assignment):
    n = len(companies)
    for c in range(n):
        for d in range(n):
            e = assignment.index(d)
            if companies[c].index(d) < companies[c].index(assignment[c]) and candidates[d].index(c) < candidates[d].index(e):
                return False
    return True


def is_valid(companies, candidates, hires):
    wanted = {(h.company, h.candidate) for h in hires}
    n = len(companies)
    if n > 4:
        # all permutations would take too long, so build just the one that was given
        try:
            assignment = [next(b for a, b in wanted if a == c) for c in range(n)]
        except StopIteration:
            return False
        return len(wanted) == n and sorted(assignment) == list(range(n)) and stable(companies, candidates, assignment)
    for assignment in permutations(range(n)):
        if wanted == set(enumerate(assignment)):
            return stable(companies, candidates, assignment)
    return False
