# correct
def is_valid(words, k, top):
    buckets = [set() for _ in range(len(words) + 1)]
    for w in set(words):
        buckets[words.count(w)].add(w)
    i = 0
    for n in range(len(words), 0, -1):
        group = buckets[n]
        while group and i < min(k, len(top)):
            if top[i] not in group:
                return False
            group.remove(top[i])
            i += 1
        if group and i < k:
            return False
    return i == len(top)
