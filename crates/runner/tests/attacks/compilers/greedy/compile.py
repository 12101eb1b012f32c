"""Starts 40 processes that hold 20 MiB each, and says that everything went well when all of them do."""

import os
import sys
import time

sys.stdin.readline()
read, write = os.pipe()
for _ in range(40):
    if os.fork() == 0:
        held = bytearray(os.urandom(1 << 20)) * 20
        os.write(write, b".")
        time.sleep(600)
for _ in range(40):
    os.read(read, 1)
time.sleep(1)
print('{"compiled": true}', flush=True)
