//! Embeds the built-in adapters into the library: all files of their folders except tests. The programs of their conformance
//! suites are a separate list.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const BUILT_IN: &[&str] = &["python", "pyret"];
/// Not needed for grading.
const EXCLUDED: &[&str] = &["tests", "conformance", "setup.sh", "__pycache__"];

fn main() -> io::Result<()> {
    let adapters = fs::canonicalize(Path::new(&variable("CARGO_MANIFEST_DIR")?).join("../../adapters"))?;
    println!("cargo::rerun-if-changed={}", adapters.display());
    write("built_in.rs", |name| adapters.join(name))?;
    write("conformance.rs", |name| adapters.join(name).join("conformance"))
}

/// Writes Rust code that lists, for each language, the files of a folder.
fn write(list: &str, folder: impl Fn(&str) -> PathBuf) -> io::Result<()> {
    let mut code = String::from("&[\n");
    for name in BUILT_IN {
        let _ = writeln!(code, "    ({name:?}, &[");
        let folder = folder(name);
        for file in files(&folder)? {
            let inside = file.strip_prefix(&folder).map_err(io::Error::other)?.display().to_string();
            let file = file.display().to_string();
            let _ = writeln!(code, "        ({inside:?}, include_bytes!({file:?})),");
        }
        code.push_str("    ]),\n");
    }
    code.push(']');
    fs::write(Path::new(&variable("OUT_DIR")?).join(list), code)
}

fn variable(name: &str) -> io::Result<String> {
    env::var(name).map_err(io::Error::other)
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    entries.retain(|path| !EXCLUDED.iter().any(|name| path.ends_with(name)));
    entries.sort();
    let mut found = Vec::new();
    for entry in entries {
        if entry.is_dir() { found.extend(files(&entry)?) } else { found.push(entry) }
    }
    Ok(found)
}
