# faulty: accepts a run written as two and runs of length 0
def is_valid(letters, runs):
    expanded = []
    for letter, count in runs:
        for i in range(count):
            expanded.append(letter)
    return expanded == letters
