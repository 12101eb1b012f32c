//! Turns what an instructor has on disk into a list of submissions.
//!
//! ```text
//! paths ─ gather ─┬─ top_level   what a folder or archive contains at its top level
//!                 ├─ gradescope  who submitted what, from `submission_metadata.yml`
//!                 ├─ describe    the files of one submission: on disk (`disk`), in archives (`archive`)
//!                 ├─ digest      their hashes, blank files, duplicates
//!                 └─ names       distinct names of bounded length in natural order
//! Submission ─ copy_to ─ a private copy: regular files and folders ─ packed ─ the same files again
//! bytes ─ inside ─ whether something is packed in them
//! ```
//!
//! Of languages, only the file extensions are known here. Descriptions of files are kept, not their contents; these are read
//! for hashing and again for each copy. An archive that contains many submissions stays open.
//!
//! Invariants: an invalid submission is reported and does not affect any other. No link is followed, no special file is
//! opened, and nothing is written outside the folder that [`Submission::copy_to`] is given. Memory, disk space and time are
//! limited, whatever an archive claims about itself. The same disk gives the same list. Guarded by `tests/`.

mod archive;
mod bytes;
mod cause;
mod describe;
mod digest;
mod disk;
mod errors;
mod files;
mod gather;
mod gradescope;
mod inside;
mod kinds;
mod names;
mod options;
mod packed;
mod top_level;

pub use cause::Cause;
pub use errors::{GatherError, Note, SkipReason, SubmissionError, Warning};
pub use files::Files;
pub use gather::{Gathered, Submission, gather};
pub use gradescope::{MetadataError, Submitter};
pub use inside::is_inside;
pub use names::natural;
pub use options::{GatherOptions, SubmissionLimits};
pub use packed::packed;
