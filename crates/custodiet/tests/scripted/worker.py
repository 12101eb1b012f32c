"""A worker for tests: the first file of a submission is the reply to the first line, and every call is answered with true.

`SUBMISSION` in the file stands for the folder of the submission. The adapter replaces Pyret's, so that `--prelude` applies.
"""

import json
import pathlib
import sys

load = json.loads(sys.stdin.readline())
reply = pathlib.Path(load["submission"], load["files"][0]).read_text("utf-8")
print(json.dumps(json.loads(reply.replace("SUBMISSION", load["submission"]))), flush=True)
for line in sys.stdin:
    print(json.dumps({"test": json.loads(line)["test"], "answer": True}), flush=True)
