# correct
from lib.multiset import Bag
from lib.order import nondecreasing


def is_valid(people_in, people_out):
    return Bag(people_in) == Bag(people_out) and nondecreasing(people_out, key=lambda p: p.age)
