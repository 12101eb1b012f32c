# Writes a program and becomes it.
# expect: raised PermissionError
import os


def is_valid(edges, order):
    with open(os.open("program", os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o700), "w") as file:
        file.write("#!/bin/sh\necho x > note\n")
    os.execv("./program", ["./program"])
