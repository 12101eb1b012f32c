# Watches every descriptor with every other one: the kernel remembers each pair, for its user.
# expect: accepted
import os
import select


def is_valid(edges, order):
    watched = [os.pipe() for _ in range(60)]
    watchers = [select.epoll() for _ in range(100)]
    for watcher in watchers:
        for reads, writes in watched:
            watcher.register(reads)
            watcher.register(writes)
    for watcher in watchers:
        watcher.close()
    for reads, writes in watched:
        os.close(reads)
        os.close(writes)
    return True
