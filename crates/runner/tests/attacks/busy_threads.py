# Hides its computing in threads and waits for them.
# expect: timed_out computing
import threading


def work():
    while True:
        sum(range(1000))


def is_valid(edges, order):
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    threads[0].join()
    return True
