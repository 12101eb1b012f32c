//! Hashes of a submission: of names and contents, and of the contents alone.

use sha2::{Digest, Sha256};

/// The hashes of the files of a submission.
#[derive(Default)]
pub struct SubmissionDigest {
    files: Vec<FileDigest>,
}

struct FileDigest {
    path: String,
    bytes: u64,
    hash: [u8; 32],
    of_language: bool,
    blank: bool,
}

impl SubmissionDigest {
    pub fn file(&mut self, path: &str, of_language: bool) -> FileHasher<'_> {
        FileHasher { digest: self, path: path.into(), hasher: Sha256::new(), bytes: 0, of_language, blank: true }
    }

    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// The hash of names and contents, independent of the order in which the files were read.
    pub fn sha256(&self) -> String {
        let mut files: Vec<&FileDigest> = self.files.iter().collect();
        files.sort_by(|one, other| one.path.cmp(&other.path));
        let mut hasher = Sha256::new();
        for file in files {
            // Lengths first, so that different lists of files hash different bytes.
            hasher.update((file.path.len() as u64).to_le_bytes());
            hasher.update(&file.path);
            hasher.update(file.hash);
        }
        hex::encode(hasher.finalize())
    }

    /// The contents of the files of the language, whatever their names: equal for submissions that are the same program.
    pub fn content(&self) -> Vec<u8> {
        let mut hashes: Vec<[u8; 32]> =
            self.files.iter().filter(|file| file.of_language && !file.blank).map(|file| file.hash).collect();
        hashes.sort_unstable();
        hashes.concat()
    }

    /// The files of the language, if all of them are blank.
    pub fn blank(&self) -> Option<Vec<String>> {
        let of_language = || self.files.iter().filter(|file| file.of_language);
        of_language().all(|file| file.blank).then(|| of_language().map(|file| file.path.clone()).collect())
    }
}

/// Hashes one file while it is read.
pub struct FileHasher<'a> {
    digest: &'a mut SubmissionDigest,
    path: String,
    hasher: Sha256,
    bytes: u64,
    of_language: bool,
    blank: bool,
}

impl FileHasher<'_> {
    pub fn add(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
        self.bytes += bytes.len() as u64;
        // White space and byte order marks in UTF-8 and UTF-16. No program consists of these bytes only.
        self.blank &= bytes.iter().all(|byte| {
            matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c | 0x1a | 0 | 0xef | 0xbb | 0xbf | 0xfe | 0xff)
        });
    }

    pub fn done(self) {
        let Self { digest, path, hasher, bytes, of_language, blank } = self;
        digest.files.push(FileDigest { path, bytes, hash: hasher.finalize().into(), of_language, blank });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[(&str, &str)]) -> SubmissionDigest {
        let mut digest = SubmissionDigest::default();
        for (path, text) in files {
            let mut hasher = digest.file(path, path.contains(".py"));
            hasher.add(text.as_bytes());
            hasher.done();
        }
        digest
    }

    #[test]
    fn names_count_but_their_order_does_not() {
        let one = of(&[("a.py", "1"), ("b.py", "2")]);
        assert_eq!(one.sha256(), of(&[("b.py", "2"), ("a.py", "1")]).sha256());
        for other in [
            of(&[("a.py", "2"), ("b.py", "1")]),
            of(&[("a.py", "1"), ("c.py", "2")]),
            of(&[("a.py", "1")]),
            of(&[("a.py", "12")]),
        ] {
            assert_ne!(one.sha256(), other.sha256());
        }
        assert_eq!(one.content(), of(&[("x.py", "2"), ("y.py", "1"), ("read.me", "3"), ("z.py", " ")]).content());
        assert_ne!(one.content(), of(&[("x.py", "12")]).content());
    }

    #[test]
    fn blank() {
        assert_eq!(of(&[("a.py", "\u{feff} \r\n\t"), ("b.txt", "x")]).blank(), Some(vec!["a.py".into()]));
        assert_eq!(of(&[("a.py", " "), ("b.py", "#")]).blank(), None);
    }
}
