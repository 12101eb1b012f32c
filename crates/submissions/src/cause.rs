//! The error of another library as the cause of one of ours.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::disk::DiskError;

/// A shared error. Equal to another one with the same text, which is enough for tests.
#[derive(Clone, Debug)]
pub struct Cause(Arc<dyn Error + Send + Sync>);

impl Cause {
    fn new(error: impl Error + Send + Sync + 'static) -> Self {
        Self(Arc::new(error))
    }
}

impl From<std::io::Error> for Cause {
    fn from(error: std::io::Error) -> Self {
        Self::new(error)
    }
}

impl From<zip::result::ZipError> for Cause {
    fn from(error: zip::result::ZipError) -> Self {
        // Some messages name types of the library.
        if error.to_string().contains("::") {
            return std::io::Error::new(std::io::ErrorKind::InvalidData, "a part of it is missing").into();
        }
        Self::new(error)
    }
}

impl From<DiskError> for Cause {
    fn from(error: DiskError) -> Self {
        match error {
            DiskError::Io(error) => error.into(),
            other => Self::new(other),
        }
    }
}

impl fmt::Display for Cause {
    /// Errors of the operating system are shown without their number, in lower case.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        match self.0.downcast_ref::<std::io::Error>().and_then(std::io::Error::raw_os_error) {
            Some(code) => f.write_str(&text.trim_end_matches(&format!(" (os error {code})")).to_lowercase()),
            None => f.write_str(&text),
        }
    }
}

impl Error for Cause {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

impl PartialEq for Cause {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Cause {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_errors_are_short() {
        let missing = std::fs::File::open("/no/such/file").expect_err("no file");
        assert_eq!(Cause::new(missing).to_string(), "no such file or directory");
        assert_eq!(Cause::new(std::io::Error::other("Odd")).to_string(), "Odd");
    }
}
