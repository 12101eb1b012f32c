# Is an object that can be called.
# expect: accepted
class Predicate:
    def __call__(self, edges, order):
        return True


is_valid = Predicate()
