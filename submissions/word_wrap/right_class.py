# Correct: a cursor over the words checks line by line.
class Words:
    def __init__(self, text):
        self.words = text.split()
        self.next = 0

    def take(self):
        word = self.words[self.next]
        self.next += 1
        return word

    def peek(self):
        return self.words[self.next] if self.next < len(self.words) else None


def is_valid(text, width, lines):
    words = Words(text)
    try:
        for line in lines:
            expected = words.take()
            while words.peek() is not None and len(expected) + 1 + len(words.peek()) <= width:
                expected += f" {words.take()}"
            if line != expected:
                return False
    except IndexError:
        return False  # more lines than words
    return words.peek() is None
