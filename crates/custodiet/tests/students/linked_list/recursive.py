# correct
class Checker:
    def __init__(self, before, after):
        self.before = before
        self.after = after

    def check(self, address, previous):
        """Whether the list from here on is reversed; the last address is kept."""
        if address is None:
            self.last = previous
            return True
        if address not in self.after:
            return False
        old, new = self.before[address], self.after[address]
        return new.value == old.value and new.next == previous and self.check(old.next, address)


def is_valid(before, start, after, new_start):
    checker = Checker(before, after)
    return len(before) == len(after) and checker.check(start, None) and checker.last == new_start
