# faulty: rejects everything but the empty list, forgets the last run; accepts encodings without it
def is_valid(letters, runs):
    expected = []
    count = 0
    for i in range(len(letters)):
        count += 1
        if i + 1 < len(letters) and letters[i + 1] != letters[i]:
            expected.append((letters[i], count))
            count = 0
    return expected == [(r.letter, r.length) for r in runs]
