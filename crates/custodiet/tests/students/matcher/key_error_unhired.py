# faulty: raises KeyError or ValueError where someone is unmatched or unknown; accepts second hires
def is_valid(companies, candidates, hires):
    company_to_cand = {}
    cand_to_company = {}
    for hire in hires:
        company_to_cand[hire.company] = hire.candidate
        cand_to_company[hire.candidate] = hire.company
    for c in range(len(companies)):
        for d in range(len(candidates)):
            c_now = company_to_cand[c]
            d_now = cand_to_company[d]
            if companies[c].index(d) < companies[c].index(c_now):
                if candidates[d].index(c) < candidates[d].index(d_now):
                    return False
    return True
