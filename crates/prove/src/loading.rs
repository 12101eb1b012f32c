//! From the files of a submission to the program that something is proved about.
//!
//! The only way in: whoever decides a submission, writes a proof about it or checks one gets the same program, or the same
//! reason why nothing is proved.

use decision::{Reason, Undecided};
use lang::problem::Problem;
use lang::submission::{Handed, SubmissionFile, SubmissionProgram, load_submission, text_of};

use crate::reasons::{not_loaded, place};

/// Paths and texts, as they are kept in requests and proof folders.
pub(crate) type TextFiles = [(String, String)];

pub(crate) struct LoadedFrom<'a> {
    pub predicate: &'a [String],
    pub files: &'a TextFiles,
    pub support: &'a TextFiles,
}

impl LoadedFrom<'_> {
    pub fn program(&self, problem: &Problem) -> Result<SubmissionProgram, Reason> {
        let (own, support) = (texts(self.files)?, texts(self.support)?);
        let handed = Handed { problem, predicate: self.predicate, files: &own, support: &support };
        let program = load_submission(handed).map_err(|failure| not_loaded(&failure))?;
        match &program.doubt {
            None => Ok(program),
            Some(doubt) => {
                let at = doubt.primary.as_ref().and_then(|label| place(&program, label.span));
                let message = format!("nothing is proved about {}", doubt.message);
                Err(Reason { kind: Undecided::Construct, at, message })
            }
        }
    }
}

/// Files that Python reads as these texts.
fn texts(files: &TextFiles) -> Result<Vec<SubmissionFile>, Reason> {
    let file = |(path, text): &(String, String)| match text_of(text.clone().into_bytes()) {
        Ok(read) if read == *text => Ok(SubmissionFile { path: path.clone(), text: read }),
        Ok(_) => Err(Reason::new(Undecided::Load, format!("`{path}` is not as Python reads it"))),
        Err(why) => Err(Reason::new(Undecided::Load, format!("`{path}` {why}"))),
    };
    files.iter().map(file).collect()
}
