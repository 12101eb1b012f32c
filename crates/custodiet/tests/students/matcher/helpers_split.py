# correct
def company_ids(hires):
    return [hire.company for hire in hires]


def candidate_ids(hires):
    return [hire.candidate for hire in hires]


def each_once(ids, n):
    for i in range(n):
        if ids.count(i) != 1:
            return False
    return len(ids) == n


def partner_of_company(company, hires):
    for hire in hires:
        if hire.company == company:
            return hire.candidate


def partner_of_candidate(candidate, hires):
    for hire in hires:
        if hire.candidate == candidate:
            return hire.company


def would_switch(ranking, partner, other):
    return ranking.index(other) < ranking.index(partner)


def is_blocking(company, candidate, companies, candidates, hires):
    a = would_switch(companies[company], partner_of_company(company, hires), candidate)
    b = would_switch(candidates[candidate], partner_of_candidate(candidate, hires), company)
    return a and b


def is_valid(companies, candidates, hires):
    n = len(companies)
    if not each_once(company_ids(hires), n):
        return False
    if not each_once(candidate_ids(hires), n):
        return False
    for company in range(n):
        for candidate in range(n):
            if is_blocking(company, candidate, companies, candidates, hires):
                return False
    return True
