# Asks for the session, the group and the niceness of the grader.
# expect: raised OSError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    parent = os.getppid() or 1  # a process in another namespace has no number here
    questions = [
        lambda: os.getsid(parent),
        lambda: os.getpgid(parent),
        lambda: os.getpriority(os.PRIO_PROCESS, parent),
    ]
    refused = []
    for question in questions:
        try:
            question()
        except OSError as error:
            refused.append(error)
    if len(refused) == len(questions):
        raise refused[0]
    return True
