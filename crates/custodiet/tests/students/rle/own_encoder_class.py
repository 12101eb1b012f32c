# correct
class Encoder:
    def __init__(self):
        self.runs = []

    def push(self, letter):
        if self.runs and self.runs[-1][0] == letter:
            self.runs[-1][1] += 1
        else:
            self.runs.append([letter, 1])

    @classmethod
    def encode(cls, letters):
        encoder = cls()
        for letter in letters:
            encoder.push(letter)
        return [tuple(run) for run in encoder.runs]


def is_valid(letters, runs):
    return Encoder.encode(letters) == [tuple(run) for run in runs]
