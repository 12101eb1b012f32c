//! Installs what a language needs, for `custodiet setup`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

use sandbox::Layers;

use super::tools::find;
use super::{Adapter, AdapterError};

/// Runs the setup of an adapter and returns the folder it filled. `announce` gets each command before it runs.
pub fn set_up(adapter: &Adapter, announce: &dyn Fn(&str)) -> Result<PathBuf, AdapterError> {
    let name = &adapter.file.name;
    let setup = adapter.file.setup.as_ref().ok_or_else(|| AdapterError::NoSetup { adapter: name.clone() })?;
    let folder = adapter.data_folder().ok_or(AdapterError::NoHome)?;
    let failed = |source: io::Error| AdapterError::Write { path: folder.clone(), source };
    fs::create_dir_all(&folder).map_err(failed)?;
    if let Some(files) = &setup.files {
        copy(&adapter.folder.join(files), &folder).map_err(failed)?;
    }
    let mut paths =
        BTreeMap::from([("data".to_owned(), folder.clone()), ("adapter".to_owned(), adapter.folder.clone())]);
    for (tool, section) in &adapter.file.tools {
        let missing = |source| AdapterError::Tool { adapter: name.clone(), tool: tool.clone(), source };
        paths.insert(tool.clone(), find(tool, section, Layers::NONE).map_err(missing)?.path);
    }
    for command in &setup.commands {
        let fill = |part: &String| {
            paths.iter().fold(part.clone(), |text, (name, path)| {
                text.replace(&format!("{{{name}}}"), &path.display().to_string())
            })
        };
        let parts: Vec<String> = command.iter().map(fill).collect();
        let [program, arguments @ ..] = parts.as_slice() else { continue };
        let command = parts.join(" ");
        announce(&command);
        let run = Command::new(program).args(arguments).current_dir(&folder).stdin(Stdio::null()).status();
        match run {
            Ok(status) if status.success() => {}
            Ok(status) => return Err(AdapterError::CommandFailed { command, status }),
            Err(source) => return Err(AdapterError::CommandNotRun { command, source }),
        }
    }
    adapter.data(Layers::NONE).map(|_| folder)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}
