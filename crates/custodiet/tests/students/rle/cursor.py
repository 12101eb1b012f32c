# correct
def is_valid(letters, runs):
    pos = 0
    previous = None
    for letter, length in runs:
        if length < 1 or letter == previous:
            return False
        for _ in range(length):
            if pos == len(letters) or letters[pos] != letter:
                return False
            pos += 1
        previous = letter
    return pos == len(letters)
