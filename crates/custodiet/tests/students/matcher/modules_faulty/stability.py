def company_is_happy(c, companies, candidates, pairs):
    favorite = companies[c][0]
    if pairs[c] == favorite:
        return True
    # the favorite must be with someone better
    for other, d in pairs.items():
        if d == favorite:
            return candidates[favorite].index(other) < candidates[favorite].index(c)
    return False
