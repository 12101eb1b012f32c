//! Proves the submissions of a class, on several threads, and stores each decision as soon as it is known.
//!
//! What proves them is given: this crate has no engine. Takes submissions whose outcomes are stored; only those in Python that ran
//! are proved, equal ones once, and what is stored under the same conditions is not proved again. So a run that was ended at any
//! moment and started again stores the same as one that was not. Guarded by `tests/proofs.rs`.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};

use decision::ConfirmedDecision;
use submissions::Submission;

use crate::form::sealed;
use crate::proofs::{ProofChecker, ProvedBuckets, StoredProof};
use crate::status::LoadStatus;
use crate::store::{Store, StoreError, StoredSubmission};
use crate::work::open;

/// The language whose submissions can be proved.
pub const PROVABLE: &str = "python";

/// Decides submissions, one after the other; it is told what each did on the tests.
pub type JobProver<'a, E> = Box<dyn FnMut(&Submission, &StoredSubmission) -> Result<ConfirmedDecision, E> + 'a>;

/// Makes what decides submissions in one thread, by the number of the thread.
pub type MakeProver<'a, E> = dyn Fn(usize) -> Result<JobProver<'a, E>, E> + Sync + 'a;

/// How submissions are proved.
#[expect(missing_debug_implementations, reason = "holds a function")]
pub struct ProofRun<'a, 'p, E> {
    pub make_prover: &'a MakeProver<'p, E>,
    pub checker: &'a ProofChecker<'a>,
    /// What is asked: see [`question`](crate::proofs::question).
    pub question: &'a str,
    /// The limits that decide how far a proof goes, in words: steps and conflicts, not time.
    pub limits: &'a str,
    /// The limit on processor time for one submission, in milliseconds.
    pub milliseconds: u64,
    pub jobs: usize,
    /// Prove everything again, even if it is stored.
    pub fresh: bool,
}

/// Progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofEvent {
    /// How many submissions are to be proved, and how many of them need not be proved again.
    Begins { all: usize, known: usize },
    /// This many more submissions are decided; equal ones are decided together.
    Decided(usize),
}

/// Submissions with the same files, run under the same conditions.
struct EqualSubmissions<'a> {
    first: &'a Submission,
    names: Vec<&'a str>,
    conditions: String,
}

/// Proves all submissions that are not proved yet.
pub fn prove<E: From<StoreError> + Send>(
    run: &ProofRun<'_, '_, E>,
    submissions: &[Submission],
    store: &mut Store,
    on_event: &mut dyn FnMut(ProofEvent),
) -> Result<(), E> {
    let mut proved_buckets = ProvedBuckets::resumed(store, run.question)?;
    let (mut all, mut known) = (0, 0);
    let mut todo: BTreeMap<(String, String), EqualSubmissions<'_>> = BTreeMap::new();
    let mut proved: BTreeMap<(String, String), &str> = BTreeMap::new();
    for submission in submissions {
        let Some(task) = task(run, submission, store)? else { continue };
        all += 1;
        let alike = (task.sha256, task.conditions);
        match current(run, store, &submission.name, &alike)? {
            Some(proof) => {
                known += 1;
                proved_buckets.add(&proof.decision);
                proved.entry(alike).or_insert(&submission.name);
            }
            None => {
                let new = || EqualSubmissions { first: submission, names: Vec::new(), conditions: alike.1.clone() };
                todo.entry(alike.clone()).or_insert_with(new).names.push(&submission.name);
            }
        }
    }
    for (alike, name) in proved {
        if let Some(equal) = todo.remove(&alike)
            && let Some(proof) = current(run, store, name, &alike)?
        {
            known += equal.names.len();
            store.store_proof(&equal.names, &proof, &mut proved_buckets)?;
        }
    }
    proved_buckets.save(store)?;
    on_event(ProofEvent::Begins { all, known });
    let mut todo: Vec<EqualSubmissions<'_>> = todo.into_values().collect();
    // In the order of the class, so that the first results come first.
    let place: BTreeMap<&str, usize> = submissions.iter().enumerate().map(|(at, one)| (&*one.name, at)).collect();
    todo.sort_by_key(|equal| place.get(&*equal.first.name));
    decide_all(run, &todo, store, &mut proved_buckets, &mut |number| on_event(ProofEvent::Decided(number)))
}

fn decide_all<E: From<StoreError> + Send>(
    run: &ProofRun<'_, '_, E>,
    todo: &[EqualSubmissions<'_>],
    store: &mut Store,
    proved_buckets: &mut ProvedBuckets,
    on_decision: &mut dyn FnMut(usize),
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let store = Mutex::new(store);
    std::thread::scope(|scope| {
        for job in 0..run.jobs.min(todo.len()) {
            let (sender, next, store) = (sender.clone(), &next, &store);
            let work = move || {
                let mut prover = match (run.make_prover)(job) {
                    Ok(prover) => prover,
                    Err(error) => return drop(sender.send(Err(error))),
                };
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(equal) = todo.get(place) else { break };
                    // Outcomes of a large class do not fit into memory: they are read when a submission gets its turn.
                    let stored = locked(store).submission(&equal.first.name).map_err(E::from);
                    let decide = |stored: Option<StoredSubmission>| match stored {
                        Some(stored) => prover(equal.first, &stored).map(Some),
                        None => Ok(None),
                    };
                    let decided = stored.and_then(decide).map(|decision| (equal, decision));
                    // The receiver is gone: the run has failed.
                    if sender.send(decided).is_err() {
                        break;
                    }
                }
            };
            match std::thread::Builder::new().spawn_scoped(scope, work) {
                Ok(_) => {}
                Err(error) if job == 0 => return Err(StoreError::NoThread(error).into()),
                // Those that were started do everything.
                Err(_) => break,
            }
        }
        drop(sender);
        for decided in receiver {
            let (equal, Some(decision)) = decided? else { continue };
            let proof = StoredProof {
                sha256: sha256(equal.first).to_owned(),
                question: run.question.to_owned(),
                conditions: equal.conditions.clone(),
                milliseconds: run.milliseconds,
                decision,
            };
            // Failures that were caused by an interrupt are not stored.
            drop(open());
            locked(&store).store_proof(&equal.names, &proof, proved_buckets)?;
            on_decision(equal.names.len());
        }
        Ok(())
    })
}

fn locked<'a, 'b>(store: &'a Mutex<&'b mut Store>) -> MutexGuard<'a, &'b mut Store> {
    store.lock().unwrap_or_else(PoisonError::into_inner)
}

fn sha256(submission: &Submission) -> &str {
    submission.content.as_ref().map(submissions::Files::sha256).unwrap_or_default()
}

/// What a proof of a submission depends on.
struct ProofTask {
    sha256: String,
    conditions: String,
}

/// `None` if the submission is not to be proved.
fn task<E>(run: &ProofRun<'_, '_, E>, submission: &Submission, store: &Store) -> Result<Option<ProofTask>, StoreError> {
    let sha256 = sha256(submission);
    let Ok(one) = store.unpacked(&submission.name)? else { return Ok(None) };
    let stored = &one.stored;
    let is_provable = stored.language == PROVABLE && matches!(stored.status, LoadStatus::Graded(_));
    if !is_provable || stored.sha256 != sha256 {
        return Ok(None);
    }
    let conditions = sealed(&(env!("CARGO_PKG_VERSION"), &stored.conditions, run.limits));
    Ok(Some(ProofTask { sha256: sha256.to_owned(), conditions }))
}

/// The stored proof of a submission, if it still holds.
fn current<E>(
    run: &ProofRun<'_, '_, E>,
    store: &Store,
    name: &str,
    (sha256, conditions): &(String, String),
) -> Result<Option<StoredProof>, StoreError> {
    if run.fresh {
        return Ok(None);
    }
    // What was edited is proved again.
    let Ok(Some(proof)) = store.proof(name)? else { return Ok(None) };
    let holds = proof.sha256 == *sha256
        && proof.question == run.question
        && proof.conditions == *conditions
        && proof.is_final(run.milliseconds)
        && run.checker.fits(&proof.decision);
    Ok(holds.then_some(proof))
}
