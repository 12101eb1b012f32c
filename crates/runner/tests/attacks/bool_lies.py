# Returns something that claims to be true.
# expect: not_a_boolean Liar
class Liar:
    def __bool__(self):
        return True

    def __eq__(self, other):
        return True

    __hash__ = None


def is_valid(edges, order):
    return Liar()
