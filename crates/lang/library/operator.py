"""The functions of `operator`."""


def add(a, b, /):
    return a + b


def sub(a, b, /):
    return a - b


def mul(a, b, /):
    return a * b


def truediv(a, b, /):
    return a / b


def floordiv(a, b, /):
    return a // b


def mod(a, b, /):
    return a % b


def pow(a, b, /):
    return a ** b


def neg(a, /):
    return -a


def pos(a, /):
    return +a




def inv(a, /):
    return ~a


def invert(a, /):
    return ~a


def not_(a, /):
    return not a


def truth(a, /):
    return bool(a)


def and_(a, b, /):
    return a & b


def or_(a, b, /):
    return a | b


def xor(a, b, /):
    return a ^ b


def lshift(a, b, /):
    return a << b


def rshift(a, b, /):
    return a >> b


def eq(a, b, /):
    return a == b


def ne(a, b, /):
    return a != b


def lt(a, b, /):
    return a < b


def le(a, b, /):
    return a <= b


def gt(a, b, /):
    return a > b


def ge(a, b, /):
    return a >= b


def contains(a, b, /):
    return b in a


def getitem(a, b, /):
    return a[b]


def setitem(a, b, c, /):
    a[b] = c


def delitem(a, b, /):
    del a[b]


def countOf(a, b, /):
    count = 0
    for item in a:
        if item == b:
            count += 1
    return count


def indexOf(a, b, /):
    for index, item in enumerate(a):
        if item == b:
            return index
    raise ValueError("sequence.index(x): x not in sequence")


def itemgetter(item, /, *items):
    if not items:
        return lambda obj, /: obj[item]
    return lambda obj, /: tuple([obj[each] for each in (item, *items)])


def attrgetter(attr, /, *attrs):
    names = [_parts(each) for each in (attr, *attrs)]
    if not attrs:
        return lambda obj, /: _attribute(obj, names[0])
    return lambda obj, /: tuple([_attribute(obj, parts) for parts in names])


def _parts(name):
    if not isinstance(name, str):
        raise TypeError("attribute name must be a string")
    return name.split(".")


def _attribute(obj, parts):
    for part in parts:
        obj = getattr(obj, part)
    return obj


def methodcaller(name, /, *args, **kwargs):
    if not isinstance(name, str):
        raise TypeError("method name must be a string")
    return lambda obj, /: getattr(obj, name)(*args, **kwargs)
