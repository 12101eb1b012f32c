# Returns something that cannot be asked.
# expect: not_a_boolean Liar
class Liar:
    def __bool__(self):
        raise RuntimeError

    def __eq__(self, other):
        raise RuntimeError

    def __getattribute__(self, name):
        raise RuntimeError

    def __repr__(self):
        raise RuntimeError


def is_valid(edges, order):
    return Liar()
