# faulty: rejects texts with fewer than k words
def is_valid(words, k, top):
    if len(top) != k or len(set(top)) != k:
        return False
    counts = {w: words.count(w) for w in words}
    values = []
    for w in top:
        if w not in counts:
            return False
        values.append(counts[w])
    return values == sorted(counts.values(), reverse=True)[:k]
