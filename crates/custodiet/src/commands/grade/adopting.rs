//! Makes tests for everyone of the pairs that a proof found for one submission.
//!
//! Takes the report on a class; gives the suite with one test for each pair that shows a mistake which no test shows. The suite in the
//! results folder is replaced, and everyone is run on the new tests, so no one is judged by a test that others did not get.

use ::report::ClassReporter;
use decision::ProofVerdict;
use lang::problem::Problem;
use suite::format::TestSource;
use suite::{AdoptedPair, Suite, adopt};

use super::suite_file::SuiteFile;
use crate::error::Result;

/// The suite with the new tests, and how many there are. `None` if there is nothing to add.
pub fn adopted(reporter: &ClassReporter<'_>, suite: &Suite, problem: &Problem) -> Result<Option<(SuiteFile, usize)>> {
    let mut pairs: Vec<AdoptedPair> = Vec::new();
    for index in 0..reporter.report.submissions.len() {
        let (one, shown) = reporter.full(index)?;
        let (Some(decision), Some(diagnosis)) = (&one.proof, &shown.diagnosis) else { continue };
        for witness in diagnosis.proof.witnesses.iter().filter(|witness| witness.by_proof_only) {
            let fails = &reporter.report.buckets[witness.bucket].fails;
            let names: Vec<&str> = fails.iter().map(|at| &*reporter.report.subproperties[*at].name).collect();
            let decided = decision.buckets.iter().find(|bucket| bucket.fails == names);
            if let Some(ProofVerdict::Wrong(found)) = decided.map(|bucket| &bucket.verdict) {
                let (input, output, atoms) = (found.input.clone(), found.output.clone(), found.atoms.clone());
                let pair = AdoptedPair { input, output, atoms, found_by: TestSource::Solver };
                if !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
    }
    let extended = adopt(suite, problem, &pairs);
    if extended.added == 0 {
        return Ok(None);
    }
    // It is verified as every suite is: an invalid one would blame submissions for mistakes that they do not have.
    Ok(Some((SuiteFile::extended(&extended.suite)?, extended.added)))
}
