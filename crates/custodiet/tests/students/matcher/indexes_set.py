# faulty: raises TypeError, takes the set for a list
def is_valid(companies, candidates, hires):
    if len(hires) != len(companies):
        return False
    for i in range(len(hires)):
        if hires[i].company not in range(len(companies)):
            return False
        if hires[i].candidate not in range(len(candidates)):
            return False
    return True
