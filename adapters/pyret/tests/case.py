"""A test case that has a warm compiler."""

import unittest

from driver import Process, Submission, installation

FOLDER = installation()


class Case(unittest.TestCase):
    """A warm compiler for all tests of a class; each test starts the workers it needs."""

    heap = 384  # in MiB, of workers: three quarters of `--memory`

    @classmethod
    def setUpClass(cls):
        cls.compiler = Process("compile.js", FOLDER)

    @classmethod
    def tearDownClass(cls):
        code = cls.compiler.close()
        cls.compiler.kill()
        assert code == 0, code

    def compile(self, files, **rest):
        files = {"sort.arr": files} if isinstance(files, str) else files
        submission = Submission(files, **rest)
        self.addCleanup(submission.folder.cleanup)
        return submission, self.compiler.ask({"compile": submission.request})

    def failure(self, files, **rest):
        """Why a submission cannot be used, according to the compiler or, if it succeeds, the worker."""
        submission, answer = self.compile(files, **rest)
        if answer == {"compiled": True}:
            answer = self.started(submission)[1]
        return answer["failed"]

    def started(self, submission):
        worker = Process("worker.js", FOLDER, self.heap)
        self.addCleanup(worker.kill)
        return worker, worker.ask(submission.request)

    def worker(self, files, **rest):
        submission, answer = self.compile(files, **rest)
        self.assertEqual(answer, {"compiled": True})
        worker, answer = self.started(submission)
        self.assertIn("ready", answer)
        return worker

    def answers(self, files, *calls, **rest):
        """The results of the calls, which are sent all at once."""
        worker = self.worker(files, **rest)
        worker.write(*({"test": 10 + index, "arguments": list(call)} for index, call in enumerate(calls)))
        outcomes = [worker.read() for _ in calls]
        self.assertEqual([outcome.pop("test") for outcome in outcomes], [10 + index for index in range(len(calls))])
        self.assertEqual(worker.close(), 0)
        return outcomes

    def accepts(self, files, *calls, **rest):
        outcomes = self.answers(files, *calls, **rest)
        return [outcome.get("answer", outcome) for outcome in outcomes]
