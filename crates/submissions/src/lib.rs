//! What an instructor has on the disk, as a list of submissions.
//!
//! ```text
//! paths ─ gather ─┬─ top         what a folder or archive holds at its top level
//!                 ├─ gradescope  who handed in what, from `submission_metadata.yml`
//!                 ├─ describe    the files of one submission: on the disk (`disk`), in archives (`archive`)
//!                 ├─ digest      their hashes; what is blank; whose content is the same
//!                 └─ names       distinct names, natural order
//! Submission ─ copy_to ─ a private copy: plain files and folders
//! ```
//!
//! Knows nothing of languages but their file extensions. Keeps descriptions of files, not their contents; these are read
//! anew for hashing and for each copy. An archive that holds many submissions stays open.
//!
//! Invariants: what is wrong with a submission is told with it and touches no other one. No link is followed, no special
//! file opened, nothing written outside the folder that [`Submission::copy_to`] is given. The limits bound memory, disk
//! and time, whatever an archive claims about itself. The same disk gives the same list. Guarded by `tests/`.

mod archive;
mod bytes;
mod describe;
mod digest;
mod disk;
mod files;
mod gather;
mod gradescope;
mod kinds;
mod names;
mod options;
mod top;
mod trouble;

pub use files::Files;
pub use gather::{Gathered, Submission, gather};
pub use gradescope::Submitter;
pub use names::natural;
pub use options::{Limits, Options};
pub use trouble::{GatherError, LeftOut, Note, Trouble, Warning};
