# faulty: accepts runs of other letters
def is_valid(letters, runs):
    return sum(run.length for run in runs) == len(letters) and all(run.length > 0 for run in runs)
