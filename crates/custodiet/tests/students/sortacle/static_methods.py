# faulty: accepts wrong counts, its test of equality is one-sided
class Oracle:
    @staticmethod
    def contains_all(xs, ys):
        return all(y in xs for y in ys)

    @staticmethod
    def ascending(xs):
        it = iter(xs)
        prev = next(it, None)
        for x in it:
            if prev.age > x.age:
                return False
            prev = x
        return True

    @classmethod
    def check(cls, a, b):
        return cls.contains_all(a, b) and cls.contains_all(b, a) and cls.ascending(b)


def is_valid(people_in, people_out):
    return Oracle.check(people_in, people_out)
