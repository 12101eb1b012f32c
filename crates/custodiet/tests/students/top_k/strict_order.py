# faulty: rejects ties
def is_valid(words, k, top):
    c = {}
    for w in words:
        c[w] = c.get(w, 0) + 1
    if len(top) != min(k, len(c)):
        return False
    last = float("inf")
    for w in top:
        if c.get(w, 0) == 0 or c[w] >= last:
            return False
        last = c[w]
    left = [n for w, n in c.items() if w not in top]
    return not left or not top or max(left) <= last
