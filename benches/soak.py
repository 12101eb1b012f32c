"""Grades a large class of hostile and broken submissions, kills the grader again and again, and compares the results.

    python3 benches/soak.py --submissions 10000 --kills 50 --seed 1     # three runs over the class
    python3 benches/soak.py --submissions 150 --kills 6                 # a short version, run by ./test

The class is graded three times: twice without interruption, and once with a grader that is ended at random moments by
SIGKILL, SIGTERM or SIGINT and started again with the same command. Verdicts, outcomes of every test and reasons must be
equal in all three. Texts of exceptions may differ only where the two uninterrupted runs differ as well. Afterward nothing
may be left: no process, temporary file, lock, shared memory, control group, or unexpected file in the results folder.

Exits with 1 if something differs or is left, and prints what.
"""

import argparse
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ATTACKS = ROOT / "crates/runner/tests/attacks"
SIGNALS = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT]
# Limits at which attacks that use them up end soon, and honest submissions on a busy machine stay well below.
LIMITS = ["--time", "0.5", "--budget", "2", "--memory", "256"]
# What a grader that is told to end, or that has finished, exits with.
ENDED = {0, 1, 130, 143}
SECONDS = 3600


def deterministic(fixture: pathlib.Path) -> bool:
    """Whether an attack ends soon and always in the same way. Its header says so."""
    header = fixture.read_bytes().split(b"\nimport ")[0].decode(errors="replace")
    expected = re.search(r"^(?:#|//) expect: (.*)$", header, re.M)
    if expected is None or "unstable" in header or re.search(r"seconds: ", header):
        return False
    # Those with alternatives depend on chance; time-outs take too long, and so do attacks that fill something.
    return not re.search(r"\||timed_out|memory|crashed disk|crashed threads|waits|breach", expected[1] + fixture.name)


def sources() -> tuple[list[tuple[str, bytes]], list[tuple[str, bytes]]]:
    """Attacks and ordinary predicates: file extension and content."""
    attacks = [file for file in sorted(ATTACKS.iterdir()) if file.suffix in (".py", ".js") and deterministic(file)]
    ordinary = sorted((ROOT / "submissions/toposort").glob("*.py"))
    ordinary += sorted((ROOT / "crates/custodiet/tests/predicates/toposort").rglob("*.py"))
    read = lambda files: [(file.suffix, file.read_bytes()) for file in files]
    return read(attacks), read(ordinary)


def mutated(text: bytes, chance: random.Random) -> bytes:
    """A predicate with one operator, number or word changed: most still run."""
    swaps = [(b"==", b"!="), (b"<", b"<="), (b"not ", b""), (b" and ", b" or "), (b"True", b"False"), (b"0", b"1"), (b"len", b"sum")]
    old, new = chance.choice(swaps)
    places = [match.start() for match in re.finditer(re.escape(old), text)]
    if not places:
        return text
    at = chance.choice(places)
    return text[:at] + new + text[at + len(old) :]


def broken(text: bytes, chance: random.Random) -> bytes:
    """A predicate that was damaged on its way."""
    cut = chance.randrange(len(text) + 1)
    kind = chance.randrange(6)
    if kind == 0:
        return text[:cut]
    if kind == 1:
        return chance.randbytes(chance.randrange(4000))
    if kind == 2:
        return text.decode(errors="replace").encode(chance.choice(["utf-16", "utf-32", "utf-8-sig"]))
    if kind == 3:
        return text[:cut] + bytes([chance.choice([0, 0xFF, 0x1B, 0x0D])]) + text[cut:]
    if kind == 4:
        return text.replace(b"\n", chance.choice([b"\r", b"\r\n", b"\n\t", b"\x0c\n"]))
    return b"(" * chance.randrange(1, 2000) + text


def write_class(folder: pathlib.Path, count: int, chance: random.Random) -> None:
    attacks, ordinary = sources()
    for number in range(count):
        kind = chance.random()
        suffix, text = chance.choice(attacks if kind < 0.25 else ordinary)
        if 0.45 <= kind < 0.7:
            text = mutated(text, chance)
        elif kind >= 0.7:
            text = broken(text, chance)
        name = f"s{number}"
        if chance.random() < 0.05:
            name += chance.choice(["é" * 60, "x" * 200, " with blanks", "-rf", "‮txt", "'$(id)"])
        # Nobody hands in the same file as another one: each is graded.
        text += f"\n{'//' if suffix == '.js' else '#'} {number}\n".encode()
        way = chance.random()
        if way < 0.9:
            (folder / (name + suffix)).write_bytes(text)
        elif way < 0.95:
            (folder / name).mkdir()
            (folder / name / f"predicate{suffix}").write_bytes(text)
        else:
            with zipfile.ZipFile(folder / f"{name}.zip", "w") as archive:
                archive.writestr(f"predicate{suffix}", text)
            if chance.random() < 0.3:
                with open(folder / f"{name}.zip", "r+b") as file:
                    file.truncate(chance.randrange(200))


class Soak:
    def __init__(self, options: argparse.Namespace, folder: pathlib.Path):
        self.binary, self.folder = str(options.binary), folder
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        self.environment = {**os.environ, "TMPDIR": str(self.temporary)}
        self.suite = str(folder / "suite.json")
        made = [self.binary, "suite", str(ROOT / "problems/toposort.py"), "-o", self.suite, "--buckets", "focused", "--tests", "1"]
        subprocess.run(made, check=True, stdout=subprocess.DEVNULL, timeout=120)

    def start(self, results: str) -> subprocess.Popen:
        adapter = str(ROOT / "adapters/javascript")
        command = [self.binary, "grade", "--no-prove", self.suite, str(self.folder / "class"), "-o", str(self.folder / results)]
        command += ["--adapter", adapter, *LIMITS]
        errors = open(self.folder / f"{results}.log", "ab")
        with errors:
            return subprocess.Popen(command, env=self.environment, stdout=subprocess.DEVNULL, stderr=errors)

    def grade(self, results: str) -> float:
        """Grades the class to the end. Returns the seconds it took."""
        began = time.monotonic()
        run = self.start(results)
        try:
            code = run.wait(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            run.kill()
            run.wait()
            raise SystemExit(f"error: grading took longer than {SECONDS} s") from None
        if code not in (0, 1):
            log = (self.folder / f"{results}.log").read_text(errors="replace")
            raise SystemExit(f"error: `grade` exited with {code}:\n{log[-2000:]}")
        return time.monotonic() - began

    def interrupt(self, results: str, kills: int, seconds: float, chance: random.Random) -> list[str]:
        """Starts the grader and ends it, again and again. `seconds` is how long it takes uninterrupted."""
        wrong, during = [], 0
        for turn in range(kills):
            run = self.start(results)
            time.sleep(chance.uniform(0, 1.6 * seconds / kills))
            ending = chance.choice(SIGNALS)
            during += run.poll() is None
            run.send_signal(ending)
            try:
                code = run.wait(timeout=60)
            except subprocess.TimeoutExpired:
                run.kill()
                run.wait()
                wrong.append(f"turn {turn}: it did not end within a minute of {ending.name}")
                continue
            # Before it handles signals, they end it.
            if code not in ENDED | {-ending}:
                wrong.append(f"turn {turn}: it exited with {code} after {ending.name}")
        print(f"{during} of {kills} signals came while it was grading")
        return wrong


def read(results: pathlib.Path) -> dict[str, dict]:
    return {one["name"]: one for one in json.loads((results / "results.json").read_bytes())["submissions"]}


# What must not depend on anything but the submission.
FIXED = ["language", "status", "verdict", "wrong", "tests", "unstable", "outcomes", "fingerprint", "entry", "not_run", "cut_short"]


def differences(first: dict[str, dict], second: dict[str, dict], keys: list[str]) -> list[str]:
    found = [f"{name}: only in one of them" for name in first.keys() ^ second.keys()]
    for name in first.keys() & second.keys():
        for key in keys:
            if first[name].get(key) != second[name].get(key):
                found.append(f"{name}: {key}: {str(first[name].get(key))[:200]} | {str(second[name].get(key))[:200]}")
    return sorted(found)


def has_process(name: str) -> bool:
    """Whether the process that made a control group, which is part of its name, is still there."""
    maker = re.search(r"custodiet-\d+-(\d+)-\d+-[0-9a-f]+", name)
    return maker is not None and pathlib.Path("/proc", maker[1]).exists()


def world() -> dict[str, set[str]]:
    """What could be left on the machine."""
    groups = {str(path) for path in pathlib.Path("/sys/fs/cgroup").rglob("*custodiet*")}
    segments = {line.split()[1] for line in pathlib.Path("/proc/sysvipc/shm").read_text().splitlines()[1:]}
    return {"control groups": groups, "shared memory": set(os.listdir("/dev/shm")), "shared segments": segments}


def processes(folder: pathlib.Path) -> list[str]:
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            inside = os.readlink(process / "cwd").startswith(str(folder))
        except OSError:
            continue
        if (inside or f"{folder}/" in command) and process.name != str(os.getpid()):
            found.append(f"{process.name} {command[:200]}")
    return found


def left(soak: Soak, before: dict[str, set[str]]) -> list[str]:
    found = [f"process: {process}" for process in processes(soak.folder)]
    found += [f"temporary: {name}" for name in os.listdir(soak.temporary)]
    # Other graders may be at work on this machine: what is theirs goes away, or its process is still there.
    new = {kind: names - before[kind] for kind, names in world().items()}
    if any(new.values()):
        time.sleep(3)
    for kind, names in world().items():
        found += [f"{kind}: {name}" for name in sorted(names & new[kind]) if not has_process(name)]
    files = {str(path.stat().st_ino): path for path in soak.folder.rglob("*") if path.is_file()}
    for line in pathlib.Path("/proc/locks").read_text().splitlines():
        inode = line.split()[-3].split(":")[-1] if ":" in line else ""
        found += [f"lock: {files[inode]}"] if inode in files else []
    # What an uninterrupted run leaves, an interrupted one may leave, and nothing else.
    listing = lambda name: {str(path.relative_to(soak.folder / name)) for path in (soak.folder / name).rglob("*")}
    return found + [f"results folder: {name}" for name in sorted(listing("whole") ^ listing("resumed"))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--submissions", type=int, default=150)
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / "target/release/custodiet")
    parser.add_argument("--keep", action="store_true", help="keep the folder with all results")
    options = parser.parse_args()
    # In the background of a shell it is ignored, and the graders would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not options.binary.exists():
        parser.error(f"{options.binary} does not exist; run: cargo build --release -p custodiet")
    options.binary = options.binary.resolve()
    chance = random.Random(options.seed)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="custodiet-soak-")).resolve()
    try:
        soak = Soak(options, folder)
        (folder / "class").mkdir()
        write_class(folder / "class", options.submissions, chance)
        before = world()
        seconds = soak.grade("whole")
        print(f"{options.submissions} submissions graded in {seconds:.0f} s", flush=True)
        wrong = soak.interrupt("resumed", options.kills, seconds, chance)
        print(f"the rest graded in {soak.grade('resumed'):.0f} s")
        print(f"graded once more in {soak.grade('again'):.0f} s")
        whole, resumed, again = (read(folder / name) for name in ("whole", "resumed", "again"))
        wrong += [f"interrupted: {one}" for one in differences(whole, resumed, FIXED)]
        wrong += [f"uninterrupted: {one}" for one in differences(whole, again, FIXED)]
        texts = ["reason", "details", "evidence"]
        changing = {one.split(": ")[0] for one in differences(whole, again, texts)}
        changed = {one.split(": ")[0] for one in differences(whole, resumed, texts)}
        print(f"texts differ for {len(changed)} submissions, and for {len(changing)} between two uninterrupted runs")
        wrong += [f"texts differ only after interruptions: {name}" for name in sorted(changed - changing)]
        wrong += [f"left: {one}" for one in left(soak, before)]
        verdicts: dict[str, int] = {}
        for one in whole.values():
            verdicts[one["verdict"]] = verdicts.get(one["verdict"], 0) + 1
        print(", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items())))
        for one in wrong[:50]:
            print(f"wrong: {one}", file=sys.stderr)
        print(f"{len(wrong)} differences or leftovers")
        return 1 if wrong else 0
    finally:
        if options.keep:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
