# faulty: accepts candidates with two jobs and extra hires
def is_valid(companies, candidates, hires):
    try:
        comp = {}
        cand = {}
        for h in hires:
            comp[h.company] = h.candidate
            cand[h.candidate] = h.company
        for i in range(len(companies)):
            for j in range(len(candidates)):
                if companies[i].index(j) < companies[i].index(comp[i]) and candidates[j].index(i) < candidates[j].index(cand[j]):
                    return False
        return True
    except:
        return False
