# not provable: looks at one random position
import random


def is_valid(letters, runs):
    text = [run.letter for run in runs for _ in range(run.length)]
    if len(text) != len(letters):
        return False
    if not letters:
        return runs == []
    i = random.randrange(len(letters))
    return text[i] == letters[i]
