//! Writes to standard output and to files.
//!
//! A reader that has gone away, as in `custodiet … | head`, is not an error. Files are written whole or not at all.

use std::fmt::Write as _;
use std::fs::{self, Permissions};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use suite::visible::{self, is_unseen};
use tempfile::NamedTempFile;

use crate::error::{Error, Result};

/// Writes the text to standard output; returns the exit code it was given.
pub fn show(text: &str, code: u8) -> Result<u8> {
    let mut stdout = io::stdout().lock();
    let safe = stdout.is_terminal().then(|| for_terminal(text));
    let text = safe.as_deref().unwrap_or(text);
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Error::Stdout(error)),
        _ => Ok(code),
    }
}

/// The text with every character visible, except line breaks, tabs and our own colors. Whoever writes untrusted text has done this
/// already (`report::plain`); what was forgotten does not reach a terminal.
fn for_terminal(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for (number, part) in text.split('\u{1b}').enumerate() {
        // `ESC [ 1 ; 31 m`
        let color = part.strip_prefix('[').and_then(|rest| rest.split_once('m')).map(|(codes, _)| codes);
        if number > 0 {
            let is_color = color.is_some_and(|codes| codes.bytes().all(|byte| byte.is_ascii_digit() || byte == b';'));
            shown.push_str(if is_color { "\u{1b}" } else { "⟨U+001B⟩" });
        }
        for letter in part.chars() {
            if matches!(letter, '\n' | '\t') { shown.push(letter) } else { visible::push(&mut shown, letter) }
        }
    }
    shown
}

/// JSON for standard output. Characters that a terminal obeys, or that cannot be seen, are written as escapes, which means the same.
pub fn json(value: &serde_json::Value) -> String {
    let mut text = String::new();
    for letter in format!("{value:#}\n").chars() {
        // Outside of strings there are only line breaks and spaces.
        if letter != '\n' && is_unseen(letter) {
            let mut units = [0; 2];
            for unit in letter.encode_utf16(&mut units) {
                let _ = write!(text, "\\u{unit:04x}");
            }
        } else {
            text.push(letter);
        }
    }
    text
}

/// Like [`show`], for commands that report their errors themselves.
pub fn print(text: &str, code: u8) -> u8 {
    show(text, code).unwrap_or_else(|error| error.report())
}

/// Checks before the work begins that a file can be written. Leaves nothing behind.
pub fn check_writable(path: &Path) -> Result<()> {
    let tried = if path.is_dir() {
        Err(ErrorKind::IsADirectory.into())
    } else if is_special(path) {
        Ok(())
    } else {
        draft(&behind_links(path)).map(drop)
    };
    tried.map_err(|source| Error::Unwritable { path: path.to_owned(), source })
}

/// Refuses the name of a file if a folder has it.
pub fn check_name(path: &Path) -> Result<()> {
    if fs::symlink_metadata(path).is_ok_and(|found| found.is_dir()) {
        let source = ErrorKind::IsADirectory.into();
        return Err(Error::Unwritable { path: path.to_owned(), source }
            .with_help("move it away and run the same command again"));
    }
    Ok(())
}

/// Writes a file, whole or not at all. Devices and pipes are written to, links are followed.
pub fn replace(path: &Path, text: &str) -> Result<()> {
    let written = if is_special(path) {
        fs::write(path, text)
    } else {
        let target = behind_links(path);
        draft(&target).and_then(|mut draft| {
            draft.write_all(text.as_bytes())?;
            draft.persist(&target)?;
            Ok(())
        })
    };
    written.map_err(|source| Error::NotWritten { path: path.to_owned(), source })
}

/// Writes a file of a results folder, whole or not at all. Whatever has its name is replaced: links are not followed, and nothing
/// is written to devices and pipes.
pub fn replace_entry(path: &Path, write: impl FnOnce(&mut EntryFile) -> io::Result<()>) -> Result<()> {
    let mut file = EntryFile::new(path)?;
    write(&mut file).map_err(|source| Error::NotWritten { path: path.to_owned(), source })?;
    file.finish()
}

/// The same for one of very many small files that can be written again: it is whole unless the machine itself stops.
pub fn replace_small_entry(path: &Path, text: &str) -> Result<()> {
    let written = draft(path).and_then(|mut draft| {
        draft.write_all(text.as_bytes())?;
        draft.persist(path).map(drop).map_err(|error| error.error)
    });
    written.map_err(|source| Error::NotWritten { path: path.to_owned(), source })
}

/// A file of a results folder that is being written. It replaces what has its name when it is finished, or disappears.
#[derive(Debug)]
pub struct EntryFile {
    path: PathBuf,
    file: BufWriter<NamedTempFile>,
}

impl EntryFile {
    pub fn new(path: &Path) -> Result<Self> {
        let draft = draft(path).map_err(|source| Error::NotWritten { path: path.to_owned(), source })?;
        Ok(Self { path: path.to_owned(), file: BufWriter::with_capacity(1 << 16, draft) })
    }

    /// An error of this file.
    pub fn failed(path: &Path, source: io::Error) -> Error {
        Error::NotWritten { path: path.to_owned(), source }
    }

    pub fn finish(self) -> Result<()> {
        let Self { path, file } = self;
        let written = file.into_inner().map_err(io::IntoInnerError::into_error).and_then(|draft| {
            draft.as_file().sync_all()?;
            draft.persist(&path).map(drop).map_err(|error| error.error)
        });
        written.map_err(|source| Error::NotWritten { path, source })
    }
}

impl Write for EntryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a file that did not exist, whole or not at all.
pub fn create(path: &Path, text: &str) -> io::Result<()> {
    let mut draft = draft(path)?;
    draft.write_all(text.as_bytes())?;
    draft.persist_noclobber(path)?;
    Ok(())
}

/// Whether both paths lead to one file.
pub fn is_same(one: &Path, other: &Path) -> bool {
    fs::canonicalize(one).is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
}

/// A device or a pipe: it must not be replaced by a file.
fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

fn behind_links(path: &Path) -> PathBuf {
    if path.is_symlink() { fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()) } else { path.to_owned() }
}

/// An unfinished file beside the final one. It disappears unless it is persisted.
fn draft(path: &Path) -> io::Result<NamedTempFile> {
    // The name is part of it, so that one that is too long or not allowed is noticed before the work.
    let mut prefix = path.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    tempfile::Builder::new()
        .prefix(&prefix)
        .suffix(".part")
        // As for any other new file, the umask takes away from these.
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder_of(path))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Why a file cannot be written.
pub fn reason(path: &Path, error: &io::Error) -> String {
    let folder = folder_of(path).display();
    match error.kind() {
        _ if path.is_dir() => "it is a folder".to_owned(),
        _ if is_out_of_files(error) => "too many files are open".to_owned(),
        ErrorKind::NotFound if folder_of(path).is_dir() => format!("no file can be created in `{folder}`"),
        ErrorKind::NotFound => format!("there is no folder `{folder}`"),
        ErrorKind::NotADirectory => format!("`{folder}` is a file, not a folder"),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full".to_owned(),
        ErrorKind::InvalidFilename => "the name is too long or not allowed".to_owned(),
        _ => error.to_string().to_lowercase(),
    }
}

/// Whether the process, or the machine, may not open more files.
pub fn is_out_of_files(error: &io::Error) -> bool {
    // ENFILE and EMFILE, which have no kind.
    matches!(error.raw_os_error(), Some(23 | 24))
}

pub const MORE_FILES: &str =
    "raise the limit on open files, for example with `ulimit -n 1024`, and run the same command again";

/// What to do if a file cannot be written.
pub fn way_out(path: &Path, error: &io::Error) -> String {
    let way_out = match error.kind() {
        _ if path.is_dir() => "give the name of a file in it",
        _ if is_out_of_files(error) => MORE_FILES,
        ErrorKind::NotFound if !folder_of(path).is_dir() => {
            return format!("create it with `mkdir -p {}`", folder_of(path).display());
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => "choose a folder you can write to",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "free some space, or choose a folder on another disk",
        ErrorKind::InvalidFilename => "choose another name",
        _ => "choose another folder",
    };
    way_out.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_says_why_and_the_way_out() {
        let told = |path: &Path, error: &io::Error| format!("{}; {}", reason(path, error), way_out(path, error));
        let message = |kind: ErrorKind| told(Path::new("a/b.json"), &kind.into());
        let refused = |path: &Path| match check_writable(path) {
            Err(Error::Unwritable { path, source }) => told(&path, &source),
            other => panic!("{other:?}"),
        };
        let no_folder = "there is no folder `a`; create it with `mkdir -p a`";
        assert_eq!(message(ErrorKind::NotFound), no_folder);
        assert!(message(ErrorKind::StorageFull).contains("the disk is full; free some space"));
        assert!(message(ErrorKind::PermissionDenied).contains("permission denied; choose a folder"));
        assert!(message(ErrorKind::ReadOnlyFilesystem).contains("read-only; choose"));
        assert!(message(ErrorKind::NotADirectory).contains("`a` is a file, not a folder; choose"));
        let files = io::Error::from_raw_os_error(24);
        assert!(told(Path::new("a/b.json"), &files).starts_with("too many files are open; raise the limit"));
        assert!(message(ErrorKind::Other).contains("; choose another folder"));
        let folder = std::env::temp_dir();
        assert_eq!(refused(&folder), "it is a folder; give the name of a file in it");
        let nowhere = folder.join("no/such/folder/suite.json");
        assert!(refused(&nowhere).contains("create it with `mkdir -p "));
        assert!(replace(&nowhere, "").expect_err("no folder").to_string().contains("there is no folder"));
        // The folder exists, and the system reports that the file does not.
        assert_eq!(refused(Path::new("/proc/suite.json")), "no file can be created in `/proc`; choose another folder");
    }

    #[test]
    fn a_terminal_gets_our_colors_and_nothing_else() {
        let colored = "\u{1b}[1;31merror:\u{1b}[0m a\tb\n👩\u{200d}🎓 é";
        assert_eq!(for_terminal(colored), colored);
        let hostile = "\u{1b}]0;x\u{7}\u{1b}[2J\u{1b}\u{1b}[m\u{9b}31m\u{202e}\r";
        let shown = for_terminal(hostile);
        assert_eq!(shown, "⟨U+001B⟩]0;x⟨U+0007⟩⟨U+001B⟩[2J⟨U+001B⟩\u{1b}[m⟨U+009B⟩31m⟨U+202E⟩⟨U+000D⟩");
    }

    #[test]
    fn json_means_the_same_without_characters_that_cannot_be_seen() {
        let value = serde_json::json!({ "a": ["x\u{9b}\u{202e}\u{e0041}\n\u{1b}é👩\u{200d}🎓", 1] });
        let text = json(&value);
        assert!(text.contains(r"x\u009b\u202e\udb40\udc41\n\u001bé👩"), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).expect("JSON"), value);
    }

    #[test]
    fn entries_of_a_results_folder_replace_links() {
        let folder = tempfile::tempdir().expect("a folder");
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        fs::write(&real, "old").expect("written");
        std::os::unix::fs::symlink(&real, &link).expect("a link");
        replace_entry(&link, |file| file.write_all(b"new")).expect("written");
        assert_eq!(fs::read_to_string(&real).expect("a file"), "old");
        assert!(!link.is_symlink() && fs::read_to_string(&link).expect("a file") == "new");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2);
    }

    #[test]
    fn a_file_has_the_mode_of_any_new_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let [ours, plain] = ["ours", "plain"].map(|name| folder.path().join(name));
        replace(&ours, "").expect("written");
        fs::write(&plain, "").expect("written");
        let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode();
        assert_eq!(mode(&ours), mode(&plain));
    }

    #[test]
    fn an_existing_file_is_not_overwritten_by_create() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("merge.py");
        create(&file, "first").expect("written");
        assert_eq!(create(&file, "second").expect_err("it exists").kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&file).expect("a file"), "first");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
    }

    #[test]
    fn links_are_followed_and_devices_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let (real, link) = (folder.join("real"), folder.join("link"));
        fs::write(&real, "old").expect("written");
        std::os::unix::fs::symlink(&real, &link).expect("a link");
        check_writable(&link).expect("it can be written");
        replace(&link, "new").expect("written");
        assert_eq!(fs::read_to_string(&real).expect("a file"), "new");
        assert!(link.is_symlink() && is_same(&link, &real) && !is_same(&link, folder));
        let device = folder.join("device");
        std::os::unix::fs::symlink("/dev/null", &device).expect("a link");
        check_writable(&device).expect("it can be written");
        replace(&device, "gone").expect("written");
        assert!(is_special(&device) && device.is_symlink());
    }

    #[test]
    fn a_file_is_whole_and_nothing_else_stays_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.json");
        check_writable(&file).expect("it can be written");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
        replace(&file, "{}").expect("written");
        replace(&file, "[]").expect("written again");
        assert_eq!(fs::read_to_string(&file).expect("a file"), "[]");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
    }
}
