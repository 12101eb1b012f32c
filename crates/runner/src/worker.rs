//! One submission in one process: loaded, then asked.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sandbox::{Level, Policy, Program};
use serde_json::value::RawValue;

use crate::adapter::{Adapter, Tools};
use crate::limits::{Limits, OPEN_FILES, Spent};
use crate::link::{Link, Printed, Stop};
use crate::outcome::Outcome;
use crate::protocol::{Call, Failed, Load, Loaded, Ready, cut, read_answer, short};

/// Calls that are on their way to a worker at a time.
const WINDOW: usize = 64;

/// What is the same for all submissions of a run.
#[derive(Clone, Debug)]
pub struct Ground {
    pub level: Level,
    pub limits: Limits,
    /// An executable that confines itself when asked; our own unless a test says otherwise.
    pub launcher: Option<PathBuf>,
    /// At the reduced level, the user that workers run as. Two jobs at a time need two users: processes of one user can
    /// change each other's memory.
    pub user: u32,
}

impl Ground {
    /// Lets workers see what is in the folder of their job, where they run as another user; and nobody else.
    pub fn admit(&self, folder: &Path) -> std::io::Result<()> {
        if self.level == Level::Reduced {
            std::os::unix::fs::chown(folder, None, Some(self.user))?;
            fs::set_permissions(folder, fs::Permissions::from_mode(0o710))?;
        }
        Ok(())
    }

    /// Lets workers write to a folder, where they run as another user.
    pub fn give(&self, folder: &Path) -> std::io::Result<()> {
        if self.level == Level::Reduced {
            std::os::unix::fs::chown(folder, Some(self.user), Some(self.user))?;
        }
        Ok(())
    }
}

/// A language on this machine.
#[derive(Clone, Debug)]
pub struct Language {
    pub adapter: Adapter,
    pub tools: Tools,
}

/// A submission, loaded and ready to answer.
#[derive(Debug)]
pub struct Worker {
    link: Link,
    limits: Limits,
    files: Vec<String>,
    pub ready: Ready,
}

/// Why there is no worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoWorker {
    /// The submission's fault.
    Failed(Box<Failed>),
    /// Ours: the program or the sandbox could not be started.
    NotStarted(String),
}

/// What a worker did with the calls it was given.
#[derive(Debug)]
pub struct Asked {
    /// One for each call, in their order, as far as it came.
    pub outcomes: Vec<Outcome>,
    /// Nothing if the worker can go on.
    pub ended: bool,
}

impl Worker {
    /// Starts a worker in a scratch folder of its own and lets it load the submission.
    pub fn start(
        ground: &Ground,
        language: &Language,
        load: &Load,
        scratch: &Path,
    ) -> (Result<Self, NoWorker>, Printed) {
        let run = &language.adapter.file.run;
        let fill = Fill { language, load, memory: ground.limits.memory };
        let policy = Policy {
            level: ground.level,
            read: fill.readable(&run.read),
            execute: Vec::new(),
            // Without Landlock it could write wherever its user may.
            write: if ground.level == Level::Reduced { Vec::new() } else { vec![scratch.to_owned()] },
            remove: false,
            memory: ground.limits.memory,
            memory_is: run.memory,
            file_size: ground.limits.disk,
            open_files: OPEN_FILES,
            processes: false,
            user: ground.user,
        };
        let program = fill.program(&run.command, &run.env, scratch);
        let limit = Duration::from_secs(run.load_seconds);
        let mut link = match Link::start(ground.launcher.as_deref(), &policy, &program, scratch, ground.limits) {
            Ok(link) => link,
            Err(error) => return (Err(NoWorker::NotStarted(error.to_string())), Printed::default()),
        };
        match loaded(&mut link, load, limit, ground.limits) {
            Ok(ready) => {
                let files = load.files.clone();
                (Ok(Self { link, limits: ground.limits, files, ready }), Printed::default())
            }
            Err(why) => (Err(why), link.end()),
        }
    }

    /// Asks the calls, in their order, until all are answered or the worker is of no more use.
    pub fn ask(&mut self, calls: &[&RawValue]) -> Asked {
        self.ask_ahead(calls, WINDOW)
    }

    /// The same, with so many calls on their way at a time.
    pub(crate) fn ask_ahead(&mut self, calls: &[&RawValue], window: usize) -> Asked {
        self.ask_until(calls, window, |_| false)
    }

    /// The same, until what it has used is enough.
    pub(crate) fn ask_within(&mut self, calls: &[&RawValue], enough: impl Fn(Spent) -> bool) -> Asked {
        self.ask_until(calls, WINDOW, enough)
    }

    fn ask_until(&mut self, calls: &[&RawValue], window: usize, enough: impl Fn(Spent) -> bool) -> Asked {
        let mut outcomes = Vec::with_capacity(calls.len());
        let mut sent = 0;
        self.link.begin();
        while outcomes.len() < calls.len() {
            while sent < calls.len() && sent < outcomes.len() + window && self.link.unsent() < 1 << 16 {
                let line = serde_json::to_vec(&Call { test: sent, arguments: calls[sent] }).unwrap_or_default();
                self.link.send(&line);
                sent += 1;
            }
            let lines = match self.link.exchange(self.limits.test) {
                Ok(lines) => lines,
                Err(stop) => {
                    outcomes.push(stop.outcome(self.limits));
                    return Asked { outcomes, ended: true };
                }
            };
            for line in lines {
                let number = outcomes.len();
                let answer = if number < sent {
                    read_answer(&line, number, &self.files)
                } else {
                    Err(format!("`{}` when nothing was asked", cut(&line)))
                };
                match answer {
                    Ok(outcome) => outcomes.push(outcome),
                    Err(what) => {
                        // Of an answer too many, the last test is the one to blame.
                        outcomes.truncate(calls.len() - 1);
                        outcomes.push(Stop::Breach(what).outcome(self.limits));
                        return Asked { outcomes, ended: true };
                    }
                }
            }
            // It is at work on the next tests already: it cannot be asked anything else.
            if outcomes.len() < calls.len() && enough(self.link.spent()) {
                return Asked { outcomes, ended: true };
            }
        }
        Asked { outcomes, ended: false }
    }

    /// What it has used, loading included.
    pub fn spent(&self) -> Spent {
        self.link.spent()
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        self.link.pid()
    }

    /// Ends it. Gives what the submission printed.
    pub fn end(self) -> Printed {
        self.link.end()
    }

    /// Whether it ends by itself, and in peace, when its input does.
    pub fn ends_with_its_input(mut self, patience: Duration) -> bool {
        self.link.close(patience).is_some_and(|end| end.status.success())
    }

    /// Lets it end by itself. Gives what the submission printed.
    pub fn finish(self) -> Printed {
        self.link.finish()
    }
}

/// The answer to the first line.
fn loaded(link: &mut Link, load: &Load, limit: Duration, limits: Limits) -> Result<Ready, NoWorker> {
    let line = serde_json::to_vec(load).map_err(|error| NoWorker::NotStarted(error.to_string()))?;
    match answer(link, &line, &load.files, limit, limits, ["loading", "loaded"])? {
        Loaded::Ready(ready) if load.files.contains(&ready.file) && load.predicate.contains(&ready.name) => Ok(ready),
        Loaded::Ready(ready) => {
            let (name, file) = (short(&ready.name), short(&ready.file));
            let what = format!("it says that it is `{name}` of `{file}`, which was not asked for");
            Err(failed("crashed", format!("it broke the protocol while it was loaded: {what}")))
        }
        _ => Err(failed(
            "crashed",
            "it broke the protocol while it was loaded: it is neither ready nor failed".to_owned(),
        )),
    }
}

fn failed(why: &str, message: String) -> NoWorker {
    NoWorker::Failed(Box::new(Failed { why: why.to_owned(), message, ..Failed::default() }))
}

/// Sends one line and gives the answer to it, if it is none of failure. The last are words for messages.
pub(crate) fn answer(
    link: &mut Link,
    line: &[u8],
    files: &[String],
    limit: Duration,
    limits: Limits,
    [doing, done]: [&str; 2],
) -> Result<Loaded, NoWorker> {
    link.send(line);
    link.begin();
    let lines = link.exchange(limit).map_err(|stop| match stop.outcome(limits) {
        Outcome::TimedOut(_) => failed("timed_out", format!("{doing} takes longer than {} s", limit.as_secs())),
        Outcome::OutOfMemory => failed("out_of_memory", format!("ran out of memory while it was {done}")),
        Outcome::Crashed(crash) => failed("crashed", format!("ended while it was {done}: {}", crash.ended())),
        other => failed("crashed", format!("ended while it was {done}: {}", other.detail())),
    })?;
    let [line] = lines.as_slice() else {
        return Err(failed("crashed", format!("it broke the protocol: several lines while it was {done}")));
    };
    if let Some(why) = link.failure(line) {
        return Err(NoWorker::NotStarted(why));
    }
    match serde_json::from_slice(line) {
        Ok(Loaded::Failed(failed)) if failed.is_known() => Err(NoWorker::Failed(Box::new(failed.trimmed(files)))),
        Ok(loaded @ (Loaded::Ready(_) | Loaded::Compiled(_))) => Ok(loaded),
        _ => Err(failed("crashed", format!("it broke the protocol: `{}` while it was {done}", cut(line)))),
    }
}

/// Puts what is known into an adapter's commands.
pub(crate) struct Fill<'a> {
    pub language: &'a Language,
    pub load: &'a Load,
    pub memory: u64,
}

impl Fill<'_> {
    pub fn text(&self, pattern: &str) -> String {
        let folder = &self.language.adapter.folder.display().to_string();
        let mebibytes = self.memory >> 20;
        let mut text = pattern
            .replace("{adapter}", folder)
            .replace("{submission}", &self.load.submission)
            .replace("{support}", self.load.support.as_deref().unwrap_or(""))
            .replace("{build}", self.load.build.as_deref().unwrap_or(""))
            .replace("{memory}", &mebibytes.to_string())
            .replace("{heap}", &(mebibytes / 4 * 3).to_string())
            .replace("{seed}", &self.load.seed.to_string());
        for (name, path) in &self.language.tools.paths {
            text = text.replace(&format!("{{{name}}}"), &path.display().to_string());
        }
        text
    }

    pub fn program(&self, command: &[String], env: &BTreeMap<String, String>, scratch: &Path) -> Program {
        let scratch_text = scratch.display().to_string();
        let mut all = BTreeMap::from([
            ("HOME".to_owned(), scratch_text.clone()),
            ("TMPDIR".to_owned(), scratch_text),
            ("LANG".to_owned(), "C.UTF-8".to_owned()),
            ("PATH".to_owned(), "/usr/local/bin:/usr/bin:/bin".to_owned()),
        ]);
        all.extend(env.iter().map(|(name, value)| (name.clone(), self.text(value))));
        let command = command.iter().map(|part| self.text(part)).collect();
        Program { command, env: all, folder: scratch.to_owned() }
    }

    /// The submission, what it was given, the adapter, and what its tools read.
    pub fn readable(&self, more: &[String]) -> Vec<PathBuf> {
        let load = self.load;
        let own = [Some(&load.submission), load.support.as_ref(), load.build.as_ref()];
        let mut read: Vec<PathBuf> = own.into_iter().flatten().map(PathBuf::from).collect();
        read.push(self.language.adapter.folder.clone());
        read.extend(self.language.tools.paths.values().flat_map(|tool| libraries(tool)));
        read.extend(more.iter().map(|path| PathBuf::from(self.text(path))));
        read
    }
}

/// Beside `…/bin/python3` there is `…/lib`. What was set up in a folder is read as a whole.
fn libraries(tool: &Path) -> Vec<PathBuf> {
    if tool.is_dir() {
        return vec![tool.to_owned()];
    }
    let prefix = tool.parent().and_then(Path::parent);
    let beside = prefix.into_iter().flat_map(|prefix| [prefix.join("lib"), prefix.join("lib64")]);
    beside.filter_map(|path| fs::canonicalize(path).ok()).chain([tool.to_owned()]).collect()
}
