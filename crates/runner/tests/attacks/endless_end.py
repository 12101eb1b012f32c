# Returns something that never goes away.
# expect: not_a_boolean Undead, timed_out computing
class Undead:
    def __del__(self):
        while True:
            pass


def is_valid(edges, order):
    return Undead()
