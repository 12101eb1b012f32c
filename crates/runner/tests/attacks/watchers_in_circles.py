# Lets watchers watch each other in a long chain and a circle. The kernel refuses what it could not follow.
# expect: raised OSError
import select


def is_valid(edges, order):
    watchers = [select.epoll() for _ in range(50)]
    for first, second in zip(watchers, watchers[1:] + watchers[:1]):
        first.register(second)
    return True
