# Returns something that never answers.
# expect: not_a_boolean Liar
class Liar:
    def __bool__(self):
        while True:
            pass

    __eq__ = __hash__ = __repr__ = __str__ = __len__ = __bool__


def is_valid(edges, order):
    return Liar()
