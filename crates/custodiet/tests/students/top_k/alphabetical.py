# faulty: rejects ties that are not in alphabetical order
def is_valid(words, k, top):
    table = sorted(set(words), key=lambda w: (-words.count(w), w))
    return table[:k] == top
