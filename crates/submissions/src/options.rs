//! The caller's options: file extensions and limits.

/// How to gather submissions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatherOptions {
    /// Extensions of the language's files, lower case, without the dot.
    pub extensions: Vec<String>,
    pub limits: SubmissionLimits,
    /// A file that is given by its name is a submission, whatever its extension.
    pub named: bool,
}

impl GatherOptions {
    /// The default limits. Extensions may start with a dot.
    pub fn new<S: AsRef<str>>(extensions: impl IntoIterator<Item = S>) -> Self {
        let extensions =
            extensions.into_iter().map(|one| one.as_ref().trim_start_matches('.').to_lowercase()).collect();
        Self { extensions, limits: SubmissionLimits::default(), named: false }
    }

    /// Whether a file of this name belongs to the language.
    pub fn is_of_language(&self, name: &str) -> bool {
        let file = name.rsplit('/').next().unwrap_or(name).to_lowercase();
        self.extensions.iter().any(|one| file.strip_suffix(one.as_str()).is_some_and(|stem| stem.ends_with('.')))
    }
}

/// Limits of one submission, unpacked. Ignored files do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubmissionLimits {
    pub files: usize,
    pub bytes: u64,
    /// The number of names in a path, including the file's own.
    pub depth: usize,
}

impl Default for SubmissionLimits {
    fn default() -> Self {
        Self { files: 1000, bytes: 16 << 20, depth: 16 }
    }
}

impl SubmissionLimits {
    /// The largest packed size of a submission.
    pub(crate) fn packed(&self) -> u64 {
        self.bytes.saturating_mul(2)
    }
}

/// How many entries an archive may have: more would need the zip64 format.
pub(crate) const ENTRIES: usize = 65_534;

/// How many files and folders a folder of submissions may have.
pub(crate) const CLASS: usize = 1_000_000;

/// How much is unpacked of a `.tar.gz` archive of many submissions, which cannot be read selectively.
pub(crate) const UNPACKED: u64 = 1 << 30;

/// How many archives may be nested, each the only file of the next.
pub(crate) const NESTED: usize = 3;
