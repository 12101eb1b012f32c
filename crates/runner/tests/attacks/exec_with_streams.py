# Becomes another Python that has the streams of the harness, and says what it likes.
# expect: crashed breach
import os
import sys


def is_valid(edges, order):
    for number in range(3, 20):
        try:
            os.set_inheritable(number, True)
        except OSError:
            pass
    code = "import os\nfor n in range(3, 20):\n try: os.write(n, b'hello\\n')\n except OSError: pass\nwhile True: pass"
    os.execv(sys.executable, [sys.executable, "-ISc", code])
