# Returns something whose class does not tell its name.
# expect: not_a_boolean Liar
class Meta(type):
    @property
    def __name__(cls):
        while True:
            pass

    def __getattribute__(cls, name):
        while True:
            pass


class Liar(metaclass=Meta):
    pass


def is_valid(edges, order):
    return Liar()
