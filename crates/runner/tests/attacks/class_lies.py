# Returns something that says it is a Boolean.
# expect: not_a_boolean Liar
class Liar(int):
    @property
    def __class__(self):
        return bool


def is_valid(edges, order):
    return Liar(1)
