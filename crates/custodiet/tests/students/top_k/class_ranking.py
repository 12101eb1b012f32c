# correct
class Ranking:
    def __init__(self, words):
        self.times = {}
        for w in words:
            self.times[w] = self.times.get(w, 0) + 1

    def place(self, word):
        """How many words are strictly more frequent."""
        return sum(n > self.times[word] for n in self.times.values())

    def tied_through(self, word):
        return sum(n >= self.times[word] for n in self.times.values())


def is_valid(words, k, top):
    ranking = Ranking(words)
    if len(top) != min(k, len(ranking.times)) or len(set(top)) != len(top):
        return False
    for i, word in enumerate(top):
        if word not in ranking.times:
            return False
        if not ranking.place(word) <= i < ranking.tied_through(word):
            return False
    return True
