//! What was proved about submissions, stored beside their outcomes and read again.
//!
//! A row belongs to the files that were proved (`sha256`), to what was asked (`question`: the problem and the scope) and to the
//! conditions under which it was answered. Reports believe a row only if the first two are those of the stored submission and of
//! the suite; a run reuses it only if all three are. What is read may have been written by anyone: a row has a digest, and
//! [`ProofChecker`] puts every witness into its bucket again. Guarded by `tests/proofs.rs`.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use decision::{
    Answer, ConfirmedDecision, FORMAT, GivenAnswer, ProofFinding, ProofVerdict, ProofWitness, Reason, SubmissionPlace,
    Undecided,
};
use eval::{Pair, beyond_scope};
use lang::problem::Problem;
use pairs::{Bucket, Replay, SubpropertySet, concrete, is_positive};
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use serde_json::json;
use suite::Suite;

use crate::form::{Invalid, sealed, short};
use crate::store::{Store, StoreError, set};

/// Bytes of a decision that are read. One of 64 buckets, each with a witness, takes a hundredth.
const MAX_DECISION: usize = 4 << 20;
/// Entries of a list of a decision.
const MOST: usize = 1 << 16;
/// Witnesses that were put into their buckets and are remembered. A class has few different ones.
const REMEMBERED: usize = 20_000;

/// A decision about a submission, and what it depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredProof {
    /// Of the files that were proved.
    pub sha256: String,
    /// What was asked: see [`question`].
    pub question: String,
    /// A hash of everything else that the decision depends on, except for the limit on time.
    pub conditions: String,
    /// The limit on processor time, in milliseconds.
    pub milliseconds: u64,
    pub decision: ConfirmedDecision,
}

/// A hash of what a proof is about: the text of the problem file and the scope.
pub fn question(suite: &Suite) -> String {
    sealed(&(FORMAT, &suite.problem.sha256, suite.scope.to_string()))
}

impl StoredProof {
    /// Whether running the same again can give another decision: it ended at a limit on time that is higher now, or because of
    /// this machine.
    pub(crate) fn is_final(&self, milliseconds: u64) -> bool {
        let of = |kind: Undecided| {
            let is = |verdict: &ProofVerdict| matches!(verdict, ProofVerdict::Undecided(reason) if reason.kind == kind);
            self.decision.buckets.iter().any(|bucket| is(&bucket.verdict))
        };
        !self.decision.buckets.is_empty()
            && !of(Undecided::NotRun)
            && (self.milliseconds >= milliseconds || !of(Undecided::Limits))
    }

    fn digest(&self, name: &str, decision: &str) -> String {
        sealed(&(name, &self.sha256, &self.question, &self.conditions, self.milliseconds, decision))
    }
}

impl Store {
    /// Stores what was proved about equal submissions that are stored, and keeps the list of what was proved, in one transaction: a
    /// run that is killed leaves nothing that does not fit together.
    pub fn store_proof(
        &mut self,
        names: &[&str],
        proof: &StoredProof,
        proved: &mut ProvedBuckets,
    ) -> Result<(), StoreError> {
        let text = |decision: &ConfirmedDecision| serde_json::to_string(decision).unwrap_or_default();
        let mut decision = text(&proof.decision);
        if decision.len() > MAX_DECISION || !is_well_formed(&proof.decision) {
            // What could not be read again is not written.
            let reason = Reason::new(Undecided::Size, "the decision is too large to be stored");
            let fails = proof.decision.buckets.iter().map(|bucket| bucket.fails.clone());
            decision = text(&ConfirmedDecision::undecided(fails, &reason));
        }
        let StoredProof { sha256, question, conditions, .. } = proof;
        let milliseconds = i64::try_from(proof.milliseconds).unwrap_or(i64::MAX);
        proved.add(&proof.decision);
        self.write(|transaction| {
            for name in names {
                let known = "select 1 from proof where submission = ?";
                if !transaction.prepare(known)?.exists([name])? {
                    proved.names.toggle(name);
                }
                let digest = proof.digest(name, &decision);
                let row = params![name, sha256, question, conditions, milliseconds, decision, digest];
                let sql = "insert or replace into proof values (?, ?, ?, ?, ?, ?, ?)";
                transaction.prepare(sql)?.execute(row)?;
            }
            proved.digest = proved.seal();
            set(transaction, KEY, &serde_json::to_string(proved).unwrap_or_default())
        })
    }

    /// The submissions about which something is stored as proved.
    fn proved_names(&self) -> Result<NameSet, StoreError> {
        self.query(|connection| {
            let mut statement = connection.prepare("select submission from proof")?;
            let mut rows = statement.query([])?;
            let mut names = NameSet::default();
            while let Some(row) = rows.next()? {
                names.toggle(row.get_ref(0)?.as_str()?);
            }
            Ok(names)
        })
    }

    /// What is stored as proved about a submission. `None` if nothing is, or if another release wrote it in its own form.
    pub fn proof(&self, name: &str) -> Result<Result<Option<StoredProof>, Invalid>, StoreError> {
        let Some((mut proof, decision, digest)) = self.query(|connection| row(connection, name))? else {
            return Ok(Ok(None));
        };
        if digest != proof.digest(name, &decision) {
            return Ok(Err(Invalid::Changed));
        }
        match format_of(&decision) {
            Some(FORMAT) => {}
            _ => return Ok(Ok(None)),
        }
        let parsed = Some(decision).filter(|text| text.len() <= MAX_DECISION);
        match parsed.and_then(|text| serde_json::from_str(&text).ok()).filter(is_well_formed) {
            Some(decision) => {
                proof.decision = decision;
                Ok(Ok(Some(proof)))
            }
            None => Ok(Err(Invalid::Unreadable)),
        }
    }
}

/// A row with an empty decision, the decision as text, and the digest.
fn row(connection: &Connection, name: &str) -> rusqlite::Result<Option<(StoredProof, String, String)>> {
    let sql = "select sha256, question, conditions, milliseconds, decision, digest from proof where submission = ?";
    let mut statement = connection.prepare(sql)?;
    let row = statement.query_row([name], |row| {
        let milliseconds: i64 = row.get(3)?;
        let proof = StoredProof {
            sha256: row.get(0)?,
            question: row.get(1)?,
            conditions: row.get(2)?,
            milliseconds: u64::try_from(milliseconds).unwrap_or(0),
            decision: ConfirmedDecision::undecided([], &Reason::new(Undecided::NotRun, "")),
        };
        Ok((proof, row.get(4)?, row.get(5)?))
    });
    row.optional()
}

fn format_of(decision: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct Versioned {
        format: u64,
    }
    serde_json::from_str::<Versioned>(decision).ok().map(|versioned| versioned.format)
}

/// Whether every text and list has a length that a decision gives it.
fn is_well_formed(decision: &ConfirmedDecision) -> bool {
    let place = |at: &Option<SubmissionPlace>| at.as_ref().is_none_or(|at| short(&at.file));
    let reason = |reason: &Reason| short(&reason.message) && place(&reason.at);
    let verdict = |verdict: &ProofVerdict| match verdict {
        ProofVerdict::Correct => true,
        ProofVerdict::Wrong(witness) => answer_fits(&witness.answer),
        ProofVerdict::Undecided(why) => reason(why),
    };
    let finding = |finding: &ProofFinding| match finding {
        ProofFinding::Raises { exception, at } => short(exception) && place(at),
        ProofFinding::NotBoolean | ProofFinding::SetOrder => true,
        ProofFinding::InputOrder { parameter } => short(parameter),
        ProofFinding::ChangesArgument { parameter, at } => short(parameter) && place(at),
        ProofFinding::Unreachable { at } => short(&at.file),
    };
    let given = |given: &GivenAnswer| match given {
        GivenAnswer::Answered(answer) => answer_fits(answer),
        GivenAnswer::NotRun(why) => short(why),
    };
    let optional = |text: &Option<String>| text.as_deref().is_none_or(short);
    let mut buckets = BTreeSet::new();
    decision.format == FORMAT
        && decision.buckets.len() <= MOST
        && decision.findings.len() <= MOST
        && decision.buckets.iter().all(|bucket| buckets.insert(&bucket.fails) && verdict(&bucket.verdict))
        && decision.findings.iter().all(finding)
        && optional(&decision.behaves_like)
        && optional(&decision.equal_to)
        && decision
            .contradiction
            .as_ref()
            .is_none_or(|one| given(&one.given) && one.pair.predicted.as_ref().is_none_or(answer_fits))
}

fn answer_fits(answer: &Answer) -> bool {
    match answer {
        Answer::Raised(class) => short(class),
        Answer::NotBoolean(ty) => ty.as_deref().is_none_or(short),
        Answer::Accepted | Answer::Rejected | Answer::NoAnswer => true,
    }
}

/// Checks that what a decision says fits the problem.
#[derive(Debug)]
pub struct ProofChecker<'a> {
    problem: &'a Problem,
    replay: Replay<'a>,
    known: Mutex<HashSet<String>>,
}

impl<'a> ProofChecker<'a> {
    pub fn new(problem: &'a Problem) -> Self {
        Self { problem, replay: Replay::new(problem), known: Mutex::default() }
    }

    /// Buckets are named as in the problem, and each witness is a pair of its bucket that was answered wrongly.
    pub fn fits(&self, decision: &ConfirmedDecision) -> bool {
        decision.buckets.iter().all(|bucket| {
            let Some(fails) = positions(self.problem, &bucket.fails) else { return false };
            match &bucket.verdict {
                ProofVerdict::Wrong(witness) => self.is_witness(Bucket::new(fails), witness),
                ProofVerdict::Correct | ProofVerdict::Undecided(_) => true,
            }
        })
    }

    fn is_witness(&self, bucket: Bucket, witness: &ProofWitness) -> bool {
        let problem = self.problem;
        if witness.expect != is_positive(problem, bucket) || witness.answer.is_right(witness.expect) {
            return false;
        }
        let allowed = witness
            .atoms
            .iter()
            .all(|(name, kind)| problem.atoms.iter().any(|atom| *atom.name == **name && atom.kinds.contains(kind)));
        let key = sealed(&(bucket.failing().bits(), &witness.input, &witness.output, witness.beyond_scope));
        if !allowed || self.known().contains(&key) {
            return allowed;
        }
        let is_in_its_bucket = self.bucket_of(witness) == Some(bucket);
        if is_in_its_bucket {
            let mut known = self.known();
            if known.len() >= REMEMBERED {
                known.clear();
            }
            known.insert(key);
        }
        is_in_its_bucket
    }

    fn known(&self) -> MutexGuard<'_, HashSet<String>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bucket_of(&self, witness: &ProofWitness) -> Option<Bucket> {
        let problem = self.problem;
        let pair = Pair::read(problem, &json!({ "input": witness.input, "output": witness.output })).ok()?;
        let scope = if witness.beyond_scope { &problem.large_scope } else { &problem.scope };
        if !beyond_scope(problem, scope, &pair).is_empty() {
            return None;
        }
        self.replay.evaluator().bucket(&concrete(problem, &pair)?)
    }
}

/// The positions of subproperties, which must be in the order of the file. `None` if they are not.
pub fn positions(problem: &Problem, names: &[String]) -> Option<SubpropertySet> {
    let position = |name: &String| problem.subproperties.iter().position(|one| *one.name == **name);
    let all: Option<Vec<usize>> = names.iter().map(position).collect();
    let all = all?;
    all.is_sorted_by(|one, other| one < other).then(|| all.into_iter().collect())
}

/// The buckets about which something was decided, for the class as a whole: a suite may have tests of fewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvedBuckets {
    pub question: String,
    pub buckets: BTreeSet<Vec<String>>,
    /// The submissions about which something is stored, so that it is noticed if it is gone.
    names: NameSet,
    /// Of the above. It shows edits and mistakes.
    digest: String,
}

/// A set of names as the sum of their hashes, bit by bit: names are added and removed without reading the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct NameSet(String);

impl Default for NameSet {
    fn default() -> Self {
        Self(hex::encode([0; 32]))
    }
}

impl NameSet {
    fn toggle(&mut self, name: &str) {
        let bytes = |text: &str| hex::decode(text).unwrap_or_default();
        let (sum, hash) = (bytes(&self.0), bytes(&sealed(&name)));
        let sum: Vec<u8> = sum.iter().zip(&hash).map(|(one, other)| one ^ other).collect();
        self.0 = hex::encode(sum);
    }
}

const KEY: &str = "proofs";

impl ProvedBuckets {
    pub fn new(question: &str) -> Self {
        let (buckets, names) = (BTreeSet::new(), NameSet::default());
        Self { question: question.to_owned(), buckets, names, digest: String::new() }
    }

    pub fn add(&mut self, decision: &ConfirmedDecision) {
        self.buckets.extend(decision.buckets.iter().map(|bucket| bucket.fails.clone()));
    }

    pub fn save(&mut self, store: &mut Store) -> Result<(), StoreError> {
        self.digest = self.seal();
        store.save(KEY, self)
    }

    /// For a run that proves what is missing: the list goes on with what is stored, whatever became of it.
    pub(crate) fn resumed(store: &Store, question: &str) -> Result<Self, StoreError> {
        let names = store.proved_names()?;
        Ok(Self { names, ..Self::listed(store, question)? })
    }

    /// Those of the same question; none if nothing was proved. It is an error if something that was proved is gone.
    pub fn load(store: &Store, question: &str) -> Result<Self, StoreError> {
        let found = Self::listed(store, question)?;
        if !found.digest.is_empty() && found.names != store.proved_names()? {
            return Err(StoreError::ChangedProofs(store.folder().to_owned()));
        }
        Ok(found)
    }

    fn listed(store: &Store, question: &str) -> Result<Self, StoreError> {
        let Some(found) = store.load::<Self>(KEY)?.filter(|found| found.question == question) else {
            return Ok(Self::new(question));
        };
        let fits = found.buckets.len() <= MOST && found.buckets.iter().flatten().all(|name| short(name));
        if fits && found.digest == found.seal() { Ok(found) } else { Err(store.invalid(KEY)) }
    }

    fn seal(&self) -> String {
        sealed(&(&self.question, &self.buckets, &self.names))
    }
}
