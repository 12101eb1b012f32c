//! What the caller says: the extensions of the language, and limits.

/// How to gather.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Extensions of the language's files, lower case, without the dot.
    pub extensions: Vec<String>,
    pub limits: Limits,
}

impl Options {
    /// The usual limits. Extensions are taken with or without their dot.
    pub fn new<S: AsRef<str>>(extensions: impl IntoIterator<Item = S>) -> Self {
        let extensions =
            extensions.into_iter().map(|one| one.as_ref().trim_start_matches('.').to_lowercase()).collect();
        Self { extensions, limits: Limits::default() }
    }

    /// Whether a file of this name belongs to the language.
    pub fn is_of_language(&self, name: &str) -> bool {
        let file = name.rsplit('/').next().unwrap_or(name).to_lowercase();
        self.extensions.iter().any(|one| file.strip_suffix(one.as_str()).is_some_and(|stem| stem.ends_with('.')))
    }
}

/// Limits of one submission, unpacked. What is ignored does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub files: usize,
    pub bytes: u64,
    /// Names in a path, the file's own included.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { files: 1000, bytes: 16 << 20, depth: 16 }
    }
}

impl Limits {
    /// The largest archive that one submission may be, packed.
    pub(crate) fn packed(&self) -> u64 {
        self.bytes.saturating_mul(2)
    }
}

/// The most entries that are read of an archive: more would take the form of zip that counts in 64 bits.
pub(crate) const ENTRIES: usize = 65_534;

/// The most that is unpacked of an archive with many submissions that has to be unpacked from front to back.
pub(crate) const UNPACKED: u64 = 1 << 30;

/// How often an archive may be the only thing in an archive.
pub(crate) const NESTED: usize = 3;
