# correct
class Parser:
    CLOSE = {"(": ")", "[": "]"}

    def __init__(self, text):
        self.text = "".join(text)
        self.pos = 0
        self.matches = []

    def peek(self):
        return self.text[self.pos] if self.pos < len(self.text) else ""

    def group(self):
        start, want = self.pos, self.CLOSE[self.peek()]
        self.pos += 1
        self.sequence()
        if self.peek() != want:
            raise SyntaxError(f"expected {want} at {self.pos}")
        self.matches.append((start, self.pos))
        self.pos += 1

    def sequence(self):
        while self.peek() and self.peek() in self.CLOSE:
            self.group()


def is_valid(brackets, matches):
    parser = Parser(brackets)
    parser.sequence()
    return set(parser.matches) == matches
