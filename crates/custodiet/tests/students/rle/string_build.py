# correct: for letters without a bar
def is_valid(letters, runs):
    text = "".join(f"|{letter}" for letter in letters)
    coded = ""
    last = None
    for run in runs:
        if run.length < 1 or run.letter == last:
            return False
        last = run.letter
        coded += ("|" + str(run.letter)) * run.length
    return text == coded
