# Runs a program.
# expect: raised PermissionError
# succeeds-without-sandbox
import subprocess


def is_valid(edges, order):
    return subprocess.run(["/bin/sh", "-c", "exit 7"]).returncode == 7
