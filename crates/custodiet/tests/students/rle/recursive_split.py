# correct
def is_valid(letters, runs):
    if not letters:
        return not runs
    if not runs:
        return False
    (letter, length), *others = runs
    n = 0
    while n < len(letters) and letters[n] == letters[0]:
        n += 1
    return letter == letters[0] and length == n and is_valid(letters[n:], others)
