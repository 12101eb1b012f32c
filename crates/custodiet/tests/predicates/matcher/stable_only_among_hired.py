def better(ranking, new, current):
    current = [x for x in current if x in ranking]
    return current != [] and all(ranking.index(new) < ranking.index(x) for x in current)


def is_valid(companies, candidates, hires):
    for c, wishes in enumerate(companies):
        staff = [h.candidate for h in hires if h.company == c]
        for d, favourites in enumerate(candidates):
            jobs = [h.company for h in hires if h.candidate == d]
            if c not in jobs and better(wishes, d, staff) and better(favourites, c, jobs):
                return False
    return True
