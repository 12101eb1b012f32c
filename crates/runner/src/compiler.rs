//! Compiles submissions, where their language asks for it. A warm compiler serves many, one after the other.

use std::path::Path;
use std::time::Duration;

use sandbox::Policy;

use crate::limits::{Limits, OPEN_FILES};
use crate::link::{Link, Printed};
use crate::protocol::{Compile, Load, Loaded};
use crate::worker::{Fill, Ground, Language, NoWorker, answer};

/// A compiler that may still be running.
#[derive(Debug, Default)]
pub struct Compiler {
    warm: Option<Link>,
}

impl Compiler {
    /// Compiles a submission into its `build` folder, if its language asks for it. `area` is the folder that holds the
    /// submission's copy and nothing of others; a warm compiler sees what comes to lie there. Also
    /// gives what a compiler printed that was ended.
    pub fn compile(
        &mut self,
        ground: &Ground,
        language: &Language,
        load: &Load,
        area: &Path,
        scratch: &Path,
    ) -> (Result<(), NoWorker>, Printed) {
        let mut printed = Printed::default();
        let compiled = self.compiled(ground, language, load, area, scratch, &mut printed);
        (compiled, printed)
    }

    fn compiled(
        &mut self,
        ground: &Ground,
        language: &Language,
        load: &Load,
        area: &Path,
        scratch: &Path,
        printed: &mut Printed,
    ) -> Result<(), NoWorker> {
        let Some(compile) = &language.adapter.file.compile else { return Ok(()) };
        let limits = Limits { memory: compile.memory_mib << 20, disk: 256 << 20, ..ground.limits };
        let mut link = match self.warm.take() {
            Some(link) => link,
            None => {
                let fill = Fill { language, load, memory: limits.memory };
                let mut read = fill.readable(&compile.read);
                read.push(area.to_owned());
                let policy = Policy {
                    level: ground.level,
                    read,
                    execute: compile.execute.iter().map(|path| fill.text(path).into()).collect(),
                    write: vec![area.join("build"), scratch.to_owned()],
                    remove: true,
                    memory: limits.memory,
                    memory_is: compile.memory,
                    file_size: limits.disk,
                    open_files: OPEN_FILES,
                    processes: compile.processes > 0,
                    user: ground.user,
                };
                let program = fill.program(&compile.command, &compile.env, scratch);
                Link::start(ground.launcher.as_deref(), &policy, &program, scratch, limits)
                    .map_err(|error| NoWorker::NotStarted(error.to_string()))?
            }
        };
        let line =
            serde_json::to_vec(&Compile { compile: load }).map_err(|error| NoWorker::NotStarted(error.to_string()))?;
        let limit = Duration::from_secs(compile.seconds);
        let said = answer(&mut link, &line, &load.files, limit, limits, ["compiling", "compiled"]);
        // After a fault of the submission it can go on; after any other a new one is better.
        let usable = match &said {
            Ok(_) => true,
            Err(NoWorker::Failed(failed)) => !["timed_out", "out_of_memory", "crashed"].contains(&&*failed.why),
            Err(NoWorker::NotStarted(_)) => false,
        };
        if compile.warm && usable {
            self.warm = Some(link);
        } else {
            *printed = link.end();
        }
        match said? {
            Loaded::Compiled(true) => Ok(()),
            _ => Err(NoWorker::NotStarted("the compiler said neither that it was done nor why not".to_owned())),
        }
    }
}
