//! Which part of a decision is being worked on, for those who measure it.

/// A part of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProofPhase {
    /// The submission becomes a circuit.
    Compile,
    /// The circuit is compared with `eval` on all pairs of a tiny scope.
    Tiny,
    /// Whether a bucket has a wrong answer, and which of its pairs are accepted.
    Buckets,
    /// The smallest wrong pair of a bucket.
    Smallest,
    Findings,
    /// Pairs on which the submission is compared with its circuit.
    Checks,
    End,
}

/// Work that is counted, and so the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofWork {
    /// Steps of the compiler.
    pub steps: u64,
    pub gates: usize,
    pub conflicts: u64,
    /// Of the solvers: see [`solver::Stats`].
    pub ticks: u64,
}

/// Is called when a phase begins, with the work done for the present kinds of atoms. No result depends on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProofWatch(pub Option<fn(ProofPhase, ProofWork)>);

impl ProofWatch {
    pub(crate) fn enters(self, phase: ProofPhase, work: ProofWork) {
        if let Some(watch) = self.0 {
            watch(phase, work);
        }
    }
}
