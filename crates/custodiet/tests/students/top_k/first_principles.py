# correct
def is_valid(words, k, top):
    different = []
    for w in words:
        if w not in different:
            different.append(w)
    if len(top) != min(k, len(different)):
        return False
    for i in range(len(top)):
        if top[i] not in different:
            return False
        if top[i] in top[:i]:
            return False
        if i > 0 and words.count(top[i - 1]) < words.count(top[i]):
            return False
    for w in different:
        if w not in top and top != []:
            if words.count(w) > words.count(top[-1]):
                return False
    return True
