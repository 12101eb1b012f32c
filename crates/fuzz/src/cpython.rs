//! Runs programs in CPython: one process of the machine's `python3` runs many of them (`python/run_cases.py`).

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A range of a source: line and column of its start and of its end, lines from 1, columns in bytes from 0.
pub type SourceRange = [usize; 4];

/// A running interpreter. Its hash seed fixes the order of its sets of strings.
#[derive(Debug)]
pub struct Cpython {
    hash_seed: u32,
    child: Child,
    requests: Option<BufWriter<ChildStdin>>,
    answers: BufReader<ChildStdout>,
}

#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub source: &'a str,
    pub cases: usize,
    /// Ranges for which to report whether anything inside was evaluated.
    pub places: &'a [SourceRange],
}

/// The result of running a program in CPython.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CpythonAnswer {
    Ran {
        /// For each case the canonical form of its value, `!ClassName` or `!!timeout`.
        results: Vec<String>,
        /// For each place of the request.
        executed: Vec<bool>,
    },
    /// CPython cannot compile or load the source.
    Refused(String),
}

impl Cpython {
    pub fn start(hash_seed: u32) -> io::Result<Self> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/run_cases.py");
        let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
        let mut child = Command::new(python)
            .args(["-B", "-W", "ignore"])
            .arg(script)
            .env("PYTHONHASHSEED", hash_seed.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the streams of python3 are not there"));
        };
        Ok(Self { hash_seed, child, requests: Some(BufWriter::new(stdin)), answers: BufReader::new(stdout) })
    }

    pub fn ask(&mut self, request: Request<'_>) -> io::Result<CpythonAnswer> {
        let mut answers = self.ask_all(&[request])?;
        answers.pop().ok_or_else(|| io::Error::other("python3 gave no answer"))
    }

    /// The answers in the order of the requests. If a program kills the process, it counts as timed out, and a new process
    /// continues with the next one.
    pub fn ask_all(&mut self, requests: &[Request<'_>]) -> io::Result<Vec<CpythonAnswer>> {
        let mut answers = Vec::new();
        while answers.len() < requests.len() {
            answers.extend(self.ask_many(&requests[answers.len()..])?);
            if let Some(deadly) = requests.get(answers.len()) {
                *self = Self::start(self.hash_seed)?;
                answers
                    .push(CpythonAnswer::Ran { results: vec!["!!timeout".into(); deadly.cases], executed: Vec::new() });
            }
        }
        Ok(answers)
    }

    /// The answers until the process dies. Writes and reads at the same time, so that no pipe fills up.
    fn ask_many(&mut self, requests: &[Request<'_>]) -> io::Result<Vec<CpythonAnswer>> {
        let Self { requests: Some(stream), answers, .. } = self else {
            return Err(io::Error::other("python3 has ended"));
        };
        std::thread::scope(|scope| {
            let writer = scope.spawn(move || {
                for (id, request) in requests.iter().enumerate() {
                    let mut line = json!({"id": id, "source": request.source, "cases": request.cases});
                    if !request.places.is_empty() {
                        line["spans"] = json!(request.places);
                    }
                    writeln!(stream, "{line}")?;
                }
                stream.flush()
            });
            let read: io::Result<Vec<CpythonAnswer>> =
                (0..requests.len()).map_while(|id| read_answer(answers, id).transpose()).collect();
            // Writing fails only if the process has died, which the answers show.
            let _ = writer.join();
            read
        })
    }
}

impl Drop for Cpython {
    /// Ends the process by closing its input.
    fn drop(&mut self) {
        self.requests = None;
        let _ = self.child.wait();
    }
}

/// `None` if the process has died.
fn read_answer(answers: &mut impl BufRead, id: usize) -> io::Result<Option<CpythonAnswer>> {
    let mut line = String::new();
    if answers.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let answer: Value = serde_json::from_str(&line)?;
    if answer["id"] != json!(id) {
        return Err(io::Error::other("python3 answered another program"));
    }
    if let Some(message) = answer["error"].as_str() {
        return Ok(Some(CpythonAnswer::Refused(message.to_owned())));
    }
    let texts = |name: &str| answer[name].as_array().cloned().unwrap_or_default();
    Ok(Some(CpythonAnswer::Ran {
        results: texts("results").iter().filter_map(|text| text.as_str().map(str::to_owned)).collect(),
        executed: texts("executed").iter().map(|flag| flag == &json!(true)).collect(),
    }))
}

#[cfg(test)]
mod tests {
    use super::{Cpython, CpythonAnswer, Request};

    fn ask(source: &str, cases: usize, places: &[[usize; 4]]) -> CpythonAnswer {
        let mut cpython = Cpython::start(1).expect("python3 is installed");
        cpython.ask(Request { source, cases, places }).expect("an answer")
    }

    #[test]
    fn every_case_starts_afresh() {
        let source = "LOG = []\ndef case_0(seen=[]):\n    LOG.append(1)\n    seen.append(1)\n    return LOG, seen\ndef case_1():\n    return case_0(), {}[0]\n";
        let results = vec!["([1], [1])".into(), "!KeyError".into()];
        assert_eq!(ask(source, 2, &[]), CpythonAnswer::Ran { results, executed: vec![] });
    }

    #[test]
    fn what_was_evaluated_is_known() {
        let source = "def case_0():\n    x = 1\n    return x if x else x + None\n";
        let results = vec!["1".into()];
        let places = [[3, 23, 3, 31], [3, 11, 3, 12]];
        assert_eq!(ask(source, 1, &places), CpythonAnswer::Ran { results, executed: vec![false, true] });
    }

    #[test]
    fn what_does_not_compile_is_refused_and_what_does_not_end_is_stopped() {
        assert!(matches!(ask("def case_0(:\n", 1, &[]), CpythonAnswer::Refused(_)));
        let deaf = "def case_0():\n    return sum(range(10 ** 20))\n";
        assert_eq!(ask(deaf, 1, &[]), CpythonAnswer::Ran { results: vec!["!!timeout".into()], executed: vec![] });
        let endless = "def case_0():\n    while True:\n        pass\n";
        assert_eq!(ask(endless, 1, &[]), CpythonAnswer::Ran { results: vec!["!!timeout".into()], executed: vec![] });
    }
}
