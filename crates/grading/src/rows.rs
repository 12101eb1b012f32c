//! The row of a submission: written and read in one piece, with a digest of everything in it.
//!
//! The digest shows edits and mistakes. Anyone who writes as we do can compute it. Guarded by `tests/hostile_store.rs`.

use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

use crate::form::is_well_formed;
use crate::packed::{PackedOutcomes, TestList, UnpackedOutcomes};
use crate::store::{SourceFile, StoredSubmission};

/// The texts that are stored about a submission.
#[derive(Debug)]
pub(crate) struct Row {
    /// `sha256`, `conditions`, `language`, `status`, `unstable`, `printed`.
    pub columns: [String; 6],
    pub source: Option<(String, String)>,
    /// The hash of the list of tests.
    pub tests: String,
    pub packed: PackedOutcomes,
}

/// A submission as it was stored, without its outcomes, and these by test of a list.
#[derive(Debug)]
pub(crate) struct UnpackedSubmission {
    pub stored: StoredSubmission,
    pub list: Arc<TestList>,
    pub outcomes: UnpackedOutcomes,
}

impl Row {
    pub fn new(submission: &StoredSubmission, tests: String, packed: PackedOutcomes) -> Self {
        let StoredSubmission { sha256, conditions, language, printed, .. } = submission;
        let status = serde_json::to_string(&submission.status).unwrap_or_default();
        let unstable = serde_json::to_string(&submission.unstable).unwrap_or_default();
        let source = submission.source.as_ref();
        Self {
            columns: [sha256.clone(), conditions.clone(), language.clone(), status, unstable, printed.clone()],
            source: source.map(|source| (source.file.clone(), source.text.clone())),
            tests,
            packed,
        }
    }

    /// The row of a submission, and the digest with which it was stored.
    pub fn read(connection: &Connection, name: &str) -> rusqlite::Result<Option<(Self, String)>> {
        let sql = "select sha256, conditions, language, status, unstable, printed, tests, kinds, answers, digest, file, text \
                   from submission left join source on submission = name where name = ?";
        let mut statement = connection.prepare(sql)?;
        let row = statement.query_row([name], |row| {
            let (file, text): (Option<String>, Option<String>) = (row.get(10)?, row.get(11)?);
            let one = Self {
                columns: [row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?],
                source: file.zip(text),
                tests: row.get(6)?,
                packed: PackedOutcomes { kinds: row.get(7)?, answers: row.get(8)? },
            };
            Ok((one, row.get(9)?))
        });
        row.optional()
    }

    /// Replaces the row of a submission.
    pub fn write(&self, connection: &Connection, name: &str, digest: &str) -> rusqlite::Result<()> {
        let [sha256, conditions, language, status, unstable, printed] = &self.columns;
        let PackedOutcomes { kinds, answers } = &self.packed;
        let sql = "insert into submission values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) \
                   on conflict (name) do update set sha256 = ?2, conditions = ?3, language = ?4, status = ?5, \
                   unstable = ?6, printed = ?7, tests = ?8, kinds = ?9, answers = ?10, digest = ?11";
        connection.prepare(sql)?.execute(params![
            name, sha256, conditions, language, status, unstable, printed, self.tests, kinds, answers, digest
        ])?;
        connection.prepare("delete from source where submission = ?")?.execute([name])?;
        if let Some((file, text)) = &self.source {
            connection.prepare("insert into source values (?, ?, ?)")?.execute([name, file, text])?;
        }
        Ok(())
    }

    /// A hash of the row. The list of tests has a hash of its own.
    pub fn digest(&self, name: &str) -> String {
        let mut sha = Sha256::new();
        let mut add = |part: &[u8]| {
            sha.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes());
            sha.update(part);
        };
        add(name.as_bytes());
        self.columns.iter().for_each(|text| add(text.as_bytes()));
        match &self.source {
            Some((file, text)) => [&b"source"[..], file.as_bytes(), text.as_bytes()].into_iter().for_each(&mut add),
            None => add(b"no source"),
        }
        add(self.tests.as_bytes());
        add(self.packed.kinds.as_bytes());
        add(&self.packed.answers);
        hex::encode(sha.finalize())
    }

    /// `None` if something is not what this release writes.
    pub fn parsed(self, name: &str, list: Arc<TestList>) -> Option<UnpackedSubmission> {
        let outcomes = self.packed.unpack(list.tests.len())?;
        let [sha256, conditions, language, status, unstable, printed] = self.columns;
        let stored = StoredSubmission {
            name: name.to_owned(),
            sha256,
            conditions,
            language,
            status: serde_json::from_str(&status).ok()?,
            unstable: serde_json::from_str(&unstable).ok()?,
            printed,
            source: self.source.map(|(file, text)| SourceFile { file, text }),
            outcomes: Vec::new(),
        };
        is_well_formed(&stored, &outcomes.kinds).then_some(UnpackedSubmission { stored, list, outcomes })
    }
}

impl UnpackedSubmission {
    /// With its outcomes, in the order of the tests.
    pub fn whole(mut self) -> StoredSubmission {
        let tests = self.list.tests.iter().enumerate();
        let outcome = |(at, (test, digest)): (usize, &(String, String))| {
            Some((test.clone(), digest.clone(), self.outcomes.of(at)?.clone()))
        };
        self.stored.outcomes = tests.filter_map(outcome).collect();
        self.stored
    }
}

/// Reads the list of tests with this hash.
pub(crate) fn test_list(connection: &Connection, sha256: &str) -> rusqlite::Result<Option<TestList>> {
    let mut statement = connection.prepare("select tests from test_list where sha256 = ?")?;
    let text: Option<String> = statement.query_row([sha256], |row| row.get(0)).optional()?;
    Ok(text.and_then(|text| TestList::read(&text, sha256)))
}

pub(crate) fn write_test_list(connection: &Connection, list: &TestList) -> rusqlite::Result<()> {
    let mut statement = connection.prepare("insert or replace into test_list values (?, ?)")?;
    statement.execute([&list.sha256, &list.text()]).map(drop)
}
