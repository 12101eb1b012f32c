"""Drives the compiler and the worker of the Pyret adapter through pipes, as the grader does."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

ADAPTER = pathlib.Path(__file__).resolve().parent.parent
# As in `adapter.toml`.
HEAP = ["--max-old-space-size={}", "--max-semi-space-size=2", "--single-threaded-gc"]


def installation():
    """The folder where `custodiet setup pyret` installed Pyret."""
    data = os.environ.get("XDG_DATA_HOME") or pathlib.Path.home() / ".local/share"
    folder = pathlib.Path(os.environ.get("CUSTODIET_PYRET") or pathlib.Path(data) / "custodiet/pyret")
    if not (folder / "prepared/complete").is_file():
        sys.exit(f"Pyret is not installed in {folder}: run `custodiet setup pyret`, or adapters/pyret/setup.sh {folder}")
    return str(folder)


class Process:
    """A program that answers lines with lines."""

    def __init__(self, script, folder, heap=384):
        command = ["node", *(flag.format(heap) for flag in HEAP), str(ADAPTER / script), folder]
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True)

    def write(self, *objects):
        self.process.stdin.write("".join(json.dumps(each) + "\n" for each in objects))
        self.process.stdin.flush()

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            raise EOFError(self.printed())
        return json.loads(line)

    def ask(self, question):
        self.write(question)
        return self.read()

    def printed(self):
        self.errors.seek(0)
        return self.errors.read().decode()

    def close(self):
        """Ends the input and returns the exit code."""
        self.process.stdin.close()
        code = self.process.wait(timeout=20)
        self.process.stdout.close()
        return code

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
        self.errors.close()


class Submission:
    """Files in separate folders, and the request that names them."""

    def __init__(self, files, support=None, predicate="is-valid", parameters=("a", "b"), records=(), types=(), signature=None):
        self.folder = tempfile.TemporaryDirectory()
        root = pathlib.Path(self.folder.name)
        for name in ("submission", "build"):
            (root / name).mkdir()
        written = {root / "submission" / name: text for name, text in files.items()}
        written |= {root / "support" / name: text for name, text in (support or {}).items()}
        for path, text in written.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.build = root / "build"
        self.request = {
            "protocol": 1,
            "problem": "test",
            "predicate": [predicate],
            "parameters": list(parameters),
            "records": [{"name": name, "fields": list(fields), "kind": "dataclass", "order": False} for name, fields in records],
            "types": list(types),
            "signature": signature or ["any"] * len(parameters),
            "submission": str(root / "submission"),
            "files": list(files),
            "support": None if support is None else str(root / "support"),
            "build": str(self.build),
            "seed": 1,
        }
