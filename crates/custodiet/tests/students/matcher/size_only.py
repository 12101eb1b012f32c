# faulty: accepts any set of the right size
def is_valid(companies, candidates, hires):
    if len(companies) != len(candidates):
        return False
    if len(hires) != len(companies):
        return False
    return True
