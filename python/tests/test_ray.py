"""A class on a real Ray cluster: workers, a node and the driver are killed in the middle, nothing is lost and nothing counts twice.

Needs Ray, and the path of `custodiet` in the environment variable CUSTODIET; `./test` provides both.
"""

import contextlib
import hashlib
import importlib.util
import io
import os
import random
import secrets
import signal
import socket
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest
import unittest.mock
from pathlib import Path

from custodiet import _ray_home as home
from custodiet import _ray_node as node
from custodiet import ray as cluster

ROOT = Path(__file__).resolve().parents[2]
SUITE = ROOT / "docs/examples/toposort-suite.json"
BINARY = os.environ.get("CUSTODIET", "") and str(Path(os.environ["CUSTODIET"]).resolve())
FILES = ["results.json", "results.csv", "report.html", "report.json", "outcomes.parquet", "suite.json"]
RAY = [sys.executable, "-m", "ray.scripts.scripts"]
PATIENCE = 120
# Slow enough for something to happen meanwhile.
PREDICATE = """# {number}
import time
def is_valid(edges, order):
    time.sleep(0.008)
    return {answer}
"""
SHARDS = 7


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


# The cluster of this test has a token of its own, so that nobody else can use it, and no token of the user is used.
TOKEN = secrets.token_hex(32)


def environment(folder: Path) -> dict[str, str]:
    return os.environ | {
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": TOKEN,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "python"), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "TMPDIR": str(folder),
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_DISABLE_IMPORT_WARNING": "1",
    }


def commands_of(text: str) -> list[int]:
    """Processes whose command line contains a text."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdecimal():
            with contextlib.suppress(OSError):
                if text.encode() in (process / "cmdline").read_bytes().replace(b"\0", b" "):
                    found.append(int(process.name))
    return found


def rows(results: Path) -> list[tuple]:
    with contextlib.closing(sqlite3.connect(results / "results.sqlite")) as database:
        tables = ["submission", "test_list", "source"]
        return [row for table in tables for row in database.execute(f"select * from {table} order by 1, 2")]


def said(errors):
    """What our program said. Ray looks for its own address first, and says so where there is nothing but the loopback."""
    return "".join(line for line in errors.splitlines(keepends=True) if "network_util.cc" not in line)


class WithoutRay(unittest.TestCase):
    """What can be tested without a cluster."""

    def test_a_missing_ray_is_explained(self):
        code = "import sys; sys.modules['ray'] = None; from custodiet.ray import main; sys.exit(main(sys.argv[1:]))"
        command = [sys.executable, "-c", code, "suite.json", "class", "-o", "out"]
        ran = subprocess.run(command, env=environment(Path("/tmp")), capture_output=True, text=True)
        self.assertEqual(ran.returncode, 2)
        self.assertIn("help: install it with `pip install 'custodiet[ray]'`", ran.stderr)

    def test_results_are_put_into_place_once(self):
        with tempfile.TemporaryDirectory() as name:
            parts = Path(name)
            def arrived(content: bytes) -> tuple[str, str, bytes]:
                return "results", hashlib.sha256(content).hexdigest(), content

            damaged = [("results", "0" * 64, b"x"), b"x", None, ("results",), (*arrived(b"x")[:2], "x"), (1, 2, 3)]
            for content in [*damaged, ("lost", "no memory", b""), ("other", "", b"")]:
                with self.assertRaises(node.ShardLost):
                    home.arrive(parts, 1, 3, b"suite", content)
            with self.assertRaisesRegex(cluster.RayGradingError, "shard 1/3: no \ufffd program"):
                home.arrive(parts, 1, 3, b"suite", ("refused", "no \x1b program", b""))
            self.assertEqual(list(parts.iterdir()), [])
            home.arrive(parts, 1, 3, b"suite", arrived(b"first"))
            home.arrive(parts, 1, 3, b"suite", arrived(b"second"))
            self.assertEqual((parts / "1-of-3/results.sqlite").read_bytes(), b"first")
            self.assertEqual([path.name for path in parts.iterdir()], ["1-of-3"])

    def test_shards_of_another_run_are_refused(self):
        with tempfile.TemporaryDirectory() as name:
            plan = {"shards": 3, "suite": "a", "class": "b", "options": [], "release": "c"}
            self.assertIsNone(home.planned_shards(Path(name)))
            home.check_plan(Path(name), plan)
            home.check_plan(Path(name), plan)
            self.assertEqual(home.planned_shards(Path(name)), 3)
            with self.assertRaisesRegex(cluster.RayGradingError, r"\(class, shards changed\)\nhelp: remove it"):
                home.check_plan(Path(name), plan | {"shards": 4, "class": "d"})

    def test_one_driver_at_a_time(self):
        with tempfile.TemporaryDirectory() as name, home.locked(Path(name) / "parts"):
            with self.assertRaisesRegex(cluster.RayGradingError, "another driver is grading"):
                with home.locked(Path(name) / "parts"):
                    self.fail("it is locked")

    def test_archives_stay_in_their_folder(self):
        def archive(name: str, kind: bytes = tarfile.REGTYPE) -> bytes:
            out = io.BytesIO()
            with tarfile.open(fileobj=out, mode="w:gz") as tar:
                entry = tarfile.TarInfo(name)
                entry.type, entry.linkname = kind, "/etc/passwd"
                tar.addfile(entry)
            return out.getvalue()

        with tempfile.TemporaryDirectory() as name:
            hostile = [archive("../x"), archive("/tmp/x"), archive("a/../../x"), archive("x", tarfile.SYMTYPE)]
            hostile += [archive("x", tarfile.LNKTYPE), archive("x", tarfile.FIFOTYPE)]
            for number, content in enumerate(hostile):
                with self.assertRaises(node.NodeError):
                    node._unpack(content, Path(name) / str(number))
            self.assertEqual(sorted(path.name for path in Path(name).rglob("*")), [str(n) for n in range(len(hostile))])

    def test_options_that_name_files_are_found(self):
        words = cluster._separated(["--time", "2", "--support=a=b", "--alias=x", "--adapter", "c"])
        self.assertEqual(words, ["--time", "2", "--support", "a=b", "--alias=x", "--adapter", "c"])
        self.assertEqual(cluster._adapters(words), ["--adapter", "c"])
        with self.assertRaisesRegex(cluster.RayGradingError, "--support: `a=b` does not exist"):
            cluster._given(words)

    def test_the_program_of_a_node_is_checked(self):
        with tempfile.TemporaryDirectory() as name:
            other, newer = Path(name) / "other", Path(name) / "newer"
            other.write_text("#!/bin/sh\necho something\n")
            newer.write_text("#!/bin/sh\necho custodiet 9.9.9\n")
            for binary, said in [
                (Path(name) / "none", "help: install custodiet on every node"),
                (other, "is not custodiet"),
                (newer, "has custodiet 9.9.9, the driver has custodiet 0.1.0"),
            ]:
                if binary.exists():
                    binary.chmod(0o700)
                shared = node.SharedInput(b"", {}, (), str(binary), "custodiet 0.1.0", 1)
                kind, message, _ = node.grade_shard(b"", shared)
                self.assertEqual(kind, "refused")
                self.assertIn(said, message)

    def test_progress_is_for_terminals(self):
        class Terminal(io.StringIO):
            def isatty(self):
                return True

        with unittest.mock.patch.dict(os.environ, {"TERM": "xterm"}):
            for stream, shown in [(io.StringIO(), False), (Terminal(), True)]:
                progress = cluster.Progress(stream)
                progress(1, 4, 2)
                progress(2, 4, 2)
                self.assertEqual("2/4 shards   2 in flight" in stream.getvalue(), shown)
                self.assertEqual(bool(stream.getvalue()), shown)


class FakeRay:
    """Tasks that end in any order. The first `losses` attempts at each are lost."""

    class RayError(Exception):
        pass

    class RayTaskError(RayError):
        pass

    def __init__(self, losses: int) -> None:
        self.exceptions = self.cloudpickle = self
        self.losses = losses
        self.attempts: dict[bytes, int] = {}
        self.flying: set[int] = set()
        self.most = 0
        self.tasks: list[bytes] = []
        self.random = random.Random(5)

    def register_pickle_by_value(self, module):
        pass

    def cluster_resources(self):
        return {"CPU": 2.0}

    def put(self, value):
        return value

    def remote(self, *given, **options):
        if options:
            return lambda function: self
        self.tasks.append(given[0])
        self.flying.add(len(self.tasks) - 1)
        self.most = max(self.most, len(self.flying))
        return len(self.tasks) - 1

    def wait(self, references, num_returns, timeout):
        return [self.random.choice(references)], []

    def cancel(self, reference, force):
        self.flying.discard(reference)

    def get(self, reference):
        self.flying.discard(reference)
        shard = self.tasks[reference]
        self.attempts[shard] = self.attempts.get(shard, 0) + 1
        if self.attempts[shard] <= self.losses:
            raise self.RayError("the node died")
        return "results", hashlib.sha256(shard).hexdigest(), shard


class Collecting(unittest.TestCase):
    """Losses and the number of shards in flight, without a cluster."""

    def collect(self, fake: FakeRay, parts: Path, **settings):
        run = cluster.ClusterRun(Path("s"), [], Path("o"), progress=lambda *seen: self.seen.append(seen), **settings)
        self.seen = []
        with unittest.mock.patch.object(cluster, "_packed", lambda path, name=".": path.name.encode()):
            cluster._collect(fake, run, 20, b"suite", Path("packed"), parts, "release")

    def test_lost_shards_are_run_again(self):
        for settings, most in [({}, 3), ({"in_flight": 1}, 1), ({"in_flight": 7}, 7)]:
            with tempfile.TemporaryDirectory() as name:
                fake = FakeRay(losses=2)
                self.collect(fake, Path(name), retries=2, **settings)
                self.assertEqual(fake.most, most)
                self.assertEqual(set(fake.attempts.values()), {3})
                self.assertEqual(self.seen[-1], (20, 20, 0))
                for index in range(1, 21):
                    content = (Path(name) / f"{index}-of-20/results.sqlite").read_bytes()
                    self.assertEqual(content, f"{index}-of-20".encode())
                # Nothing is left to do.
                again = FakeRay(losses=0)
                self.collect(again, Path(name))
                self.assertEqual((again.tasks, self.seen), ([], [(20, 20, 0)]))

    def test_a_shard_that_is_always_lost_ends_the_run(self):
        with tempfile.TemporaryDirectory() as name:
            fake = FakeRay(losses=3)
            with self.assertRaisesRegex(cluster.RayGradingError, "was lost 3 times; the last time: the node died") as caught:
                self.collect(fake, Path(name), retries=2)
            self.assertEqual((caught.exception.code, fake.flying), (3, set()))


@unittest.skipUnless(importlib.util.find_spec("ray"), "Ray is not installed: pip install 'custodiet[ray]'")
@unittest.skipUnless(BINARY, "set CUSTODIET to the path of the program")
class OnACluster(unittest.TestCase):
    """A cluster of two nodes on this machine, and a class graded by one machine to compare with."""

    @classmethod
    def setUpClass(cls):
        # Ray puts sockets below it, whose paths must be short.
        cls.temporary = tempfile.TemporaryDirectory(prefix="cray-", dir="/tmp")
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = Path(cls.temporary.name)
        cls.addClassCleanup(lambda: cls.wait_for(lambda: not commands_of(str(cls.folder)), "the end of the cluster"))
        cls.environment = environment(cls.folder / "t")
        (cls.folder / "t").mkdir()
        (cls.folder / "class").mkdir()
        for number in range(10):
            answer = ["True", "False", "len(order) > 1", "edges[0] in order", "len(order) == len(set(order))"][number % 5]
            (cls.folder / f"class/s{number}.py").write_text(PREDICATE.format(number=number, answer=answer))
        (cls.folder / "class/broken.py").write_text("def is_valid(:\n")
        (cls.folder / "class/blank.py").write_text("\n")
        cls.port = free_port()
        head = ["--head", "--port", str(cls.port), "--include-dashboard=false"]
        cls.start(head)
        cls.single = subprocess.Popen(
            [BINARY, "grade", str(SUITE), str(cls.folder / "class"), "-o", str(cls.folder / "single")],
            env=cls.environment,
            stdout=subprocess.DEVNULL,
        )
        cls.address = f"127.0.0.1:{cls.port}"
        cls.wait_for(lambda: cls.is_open(cls.port), "the head node")
        cls.second = cls.start(["--address", cls.address])
        cls.single.wait()

    @classmethod
    def start(cls, options: list[str]) -> subprocess.Popen:
        command = [*RAY, "start", "--block", "--num-cpus=2", "--object-store-memory=100000000", "--node-ip-address=127.0.0.1"]
        command += ["--temp-dir", str(cls.folder / "r")] if "--head" in options else []
        # A group of its own, so that all of a node can be ended at once, and nothing else.
        log = open(cls.folder / "ray.log", "ab")
        process = subprocess.Popen(
            command + options, env=cls.environment, stdout=log, stderr=log, start_new_session=True
        )
        log.close()
        cls.addClassCleanup(cls.end, process)
        return process

    @staticmethod
    def end(process: subprocess.Popen, number: int = signal.SIGKILL) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        process.wait()

    @staticmethod
    def is_open(port: int) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    @staticmethod
    def wait_for(condition, what: str):
        since = time.monotonic()
        while not (found := condition()):
            if time.monotonic() - since > PATIENCE:
                raise AssertionError(f"waited too long for {what}")
            time.sleep(0.05)
        return found

    def drive(self, output: Path, *more: str) -> subprocess.Popen:
        command = [sys.executable, "-m", "custodiet.ray", str(SUITE), str(self.folder / "class"), "-o", str(output)]
        command += ["--address", self.address, "--binary", BINARY, *more]
        return subprocess.Popen(
            command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )

    def arrived(self, output: Path) -> list[Path]:
        return list(output.with_name(output.name + ".parts").glob("*-of-*"))

    def workers(self) -> list[int]:
        """The workers of this cluster that have a `custodiet` running."""
        found = []
        for process in commands_of(str(self.folder / "t" / node.PREFIX)):
            with contextlib.suppress(OSError, StopIteration, ValueError):
                lines = (Path("/proc") / str(process) / "status").read_text().splitlines()
                parent = int(next(line for line in lines if line.startswith("PPid")).split()[1])
                if "ray::" in (Path("/proc") / str(parent) / "cmdline").read_text():
                    found.append(parent)
        return found

    def assert_like_one_machine(self, output: Path):
        for file in FILES:
            self.assertEqual((output / file).read_bytes(), (self.folder / "single" / file).read_bytes(), file)
        self.assertEqual(rows(output), rows(self.folder / "single"))

    def test_1_killed_workers_and_nodes_lose_nothing(self):
        output = self.folder / "killed"
        driver = self.drive(output, "--shards", str(SHARDS))
        self.wait_for(lambda: self.arrived(output), "the first shard")
        worker = self.wait_for(self.workers, "a worker")[0]
        children = commands_of(str(self.folder / "t" / node.PREFIX))
        before = len(self.arrived(output))
        os.kill(worker, signal.SIGKILL)
        self.wait_for(lambda: len(self.arrived(output)) > before, "the next shard")
        self.assertLess(len(self.arrived(output)), SHARDS, "it was over before the node was lost")
        self.end(self.second)
        out, errors = driver.communicate(timeout=PATIENCE)
        self.assertEqual((driver.returncode, said(errors)), (1, ""), out)
        self.assertIn(f"12 submissions from {SHARDS} parts", out)
        self.assert_like_one_machine(output)
        self.assertFalse(output.with_name("killed.parts").exists())
        # A worker takes its `custodiet` with it, and what it left on the disk is removed by the next shard.
        self.wait_for(lambda: not set(children) & set(commands_of(node.PREFIX)), "the children of the worker")
        self.__class__.second = self.start(["--address", self.address])

    def test_2_a_killed_driver_continues(self):
        output = self.folder / "resumed"
        driver = self.drive(output, "--shards", str(SHARDS))
        self.wait_for(lambda: len(self.arrived(output)) >= 2, "two shards")
        driver.kill()
        driver.communicate()
        kept = {path: path.stat().st_ino for path in self.arrived(output)}
        self.assertLess(len(kept), SHARDS)
        again = self.drive(output, "--shards", str(SHARDS), "--keep-parts")
        out, errors = again.communicate(timeout=PATIENCE)
        self.assertEqual((again.returncode, said(errors)), (1, ""), out)
        self.assert_like_one_machine(output)
        for path, number in kept.items():
            self.assertEqual(path.stat().st_ino, number, "a shard that was home was replaced")
        self.assertEqual(len(self.arrived(output)), SHARDS)
        # What killed workers left is removed by the next shard on their node.
        left = self.folder / "t"
        self.wait_for(lambda: node._sweep(left) or not list(left.glob(f"{node.PREFIX}*/*")), "an empty folder")

    def test_3_losses_are_counted(self):
        """Without retries, a killed worker ends the run; the next run has only the rest to do."""
        output = self.folder / "lost"
        driver = self.drive(output, "--shards", "4", "--retries", "0")
        os.kill(self.wait_for(self.workers, "a worker")[0], signal.SIGKILL)
        _, errors = driver.communicate(timeout=PATIENCE)
        self.assertEqual(driver.returncode, 3, errors)
        self.assertRegex(errors, r"error: shard \d/4 was lost once; the last time: .*\nhelp: run the same command again")
        self.assertFalse(output.exists())
        again = self.drive(output, "--shards", "4", "--retries", "0")
        out, errors = again.communicate(timeout=PATIENCE)
        self.assertEqual((again.returncode, said(errors)), (1, ""), out)
        self.assert_like_one_machine(output)

    def test_4_mistakes_are_not_retried(self):
        bad = self.drive(self.folder / "bad", "--shards", "2", "--", "--language", "cobol")
        _, errors = bad.communicate(timeout=PATIENCE)
        self.assertEqual(bad.returncode, 2, errors)
        self.assertIn("error: shard ", errors)
        self.assertIn("there is no language `cobol`", errors)
        self.assertNotIn("Traceback", errors)
        self.assertFalse((self.folder / "bad").exists())


if __name__ == "__main__":
    unittest.main()
