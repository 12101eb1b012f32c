# faulty: accepts a company that hires twice; raises KeyError on companies without a hire
import lookups
import rankings


def is_valid(companies, candidates, hires):
    if not lookups.all_known(hires, len(companies)):
        return False
    staff, jobs = lookups.both_ways(hires)
    if len(jobs) != len(candidates):
        return False
    for c in range(len(companies)):
        for d in rankings.above(companies[c], staff[c]):
            if rankings.likes_more(candidates[d], c, jobs[d]):
                return False
    return True
