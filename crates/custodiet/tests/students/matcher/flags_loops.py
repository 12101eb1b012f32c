# correct
# stable matching checker - first version with loops

def is_valid(companies, candidates, hires):
    n = len(companies)
    match = [-1] * n
    taken = [False] * n
    count = 0
    for hire in hires:
        count = count + 1
        if hire.company < 0 or hire.company >= n:
            return False
        if hire.candidate < 0 or hire.candidate >= n:
            return False
        if match[hire.company] != -1:
            return False
        if taken[hire.candidate]:
            return False
        match[hire.company] = hire.candidate
        taken[hire.candidate] = True
    if count != n:
        return False

    stable = True
    for i in range(n):
        for j in range(n):
            if match[i] != j:
                # does company i like j better?
                company_likes = False
                for x in companies[i]:
                    if x == j:
                        company_likes = True
                        break
                    if x == match[i]:
                        break
                # who employs j?
                boss = -1
                for k in range(n):
                    if match[k] == j:
                        boss = k
                candidate_likes = False
                for y in candidates[j]:
                    if y == i:
                        candidate_likes = True
                        break
                    if y == boss:
                        break
                if company_likes and candidate_likes:
                    stable = False
    return stable
