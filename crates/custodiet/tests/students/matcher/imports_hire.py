# faulty: rejects stable matchings other than the one best for candidates
from matcher import Hire


def candidate_optimal(companies, candidates):
    n = len(candidates)
    offers = {}
    choice = [0] * n
    todo = list(range(n))
    while todo:
        d = todo.pop()
        c = candidates[d][choice[d]]
        choice[d] += 1
        if c in offers:
            if companies[c].index(d) < companies[c].index(offers[c]):
                todo.append(offers[c])
                offers[c] = d
            else:
                todo.append(d)
        else:
            offers[c] = d
    return {Hire(c, d) for c, d in offers.items()}


def is_valid(companies, candidates, hires):
    return hires == candidate_optimal(companies, candidates)
