# faulty: rejects a letter in two runs; accepts one long run for two
def is_valid(letters, runs):
    counts = {}
    for x in letters:
        counts[x] = counts.get(x, 0) + 1
    return list(counts.items()) == [(r.letter, r.length) for r in runs]
