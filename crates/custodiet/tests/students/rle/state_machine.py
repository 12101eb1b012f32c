# correct
def is_valid(letters, runs):
    queue = [[run.letter, run.length] for run in runs]
    current = None
    for letter in letters:
        if current is None or current[1] == 0:
            if not queue:
                return False
            following = queue.pop(0)
            if following[1] <= 0 or (current is not None and current[0] == following[0]):
                return False
            current = following
        if current[0] != letter:
            return False
        current[1] -= 1
    return not queue and (current is None or current[1] == 0)
