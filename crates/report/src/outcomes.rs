//! `outcomes.parquet`: one row per outcome, for `DuckDB`, `Polars` or `pandas`.
//!
//! Submissions are added as they come; only those of one row group are held.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::Arc;

use analysis::ProvedCell;
use grading::results::SubmissionResult;
use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use runner::Outcome;

use crate::model::{ClassReport, DiagnosisReport, SubmissionReport};
use crate::sentences::word;

const SCHEMA: &str = "
message outcomes {
    required binary submission (string);
    required binary test (string);
    required binary bucket (string);
    required binary engine (string);
    required binary kind (string);
    required boolean expect;
    required binary outcome (string);
    required boolean wrong;
    required boolean excluded;
    required binary detail (string);
    required binary proved (string);
}";

/// What a proof can say of a bucket.
const CELLS: [ProvedCell; 4] = [ProvedCell::NoPair, ProvedCell::Correct, ProvedCell::Wrong, ProvedCell::Undecided];

/// Submissions per row group.
const GROUP: usize = 250;

/// The file while it is written.
pub struct OutcomeTable<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    /// What every submission has: id, bucket, engine, kind.
    tests: Vec<[ByteArray; 4]>,
    waiting: Vec<OutcomeRows>,
}

/// The outcomes of a submission, and for each whether it counts against it.
#[derive(Debug)]
pub struct OutcomeRows {
    one: SubmissionResult,
    wrong: Vec<bool>,
    /// By bucket, what is proved.
    cells: Vec<ProvedCell>,
}

impl OutcomeRows {
    /// `None` if it could not run.
    pub fn new(report: &ClassReport, one: SubmissionResult, shown: &SubmissionReport) -> Option<Self> {
        let diagnosis = shown.diagnosis.as_ref()?;
        Some(Self { one, wrong: is_wrong(report, diagnosis), cells: diagnosis.proof.cells.clone() })
    }
}

impl<W: Write + Send> std::fmt::Debug for OutcomeTable<W> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("OutcomeTable").field("waiting", &self.waiting.len()).finish_non_exhaustive()
    }
}

impl<W: Write + Send> OutcomeTable<W> {
    pub fn new(report: &ClassReport, file: W) -> Result<Self, ParquetError> {
        let schema = Arc::new(parse_message_type(SCHEMA)?);
        // The least and the greatest value of a row group help to find a submission. Other columns have the same ones in every group,
        // and comparing all values would take more than a tenth of the time of a report.
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::None)
            .set_column_statistics_enabled(ColumnPath::from("submission"), EnabledStatistics::Chunk);
        let properties = Arc::new(properties.build());
        let writer = SerializedFileWriter::new(file, schema, properties)?;
        let name = |at: &usize| &*report.subproperties[*at].name;
        let bucket = |number: usize| report.buckets[number].fails.iter().map(name).collect::<Vec<_>>().join("+");
        let tests = report.tests.iter().map(|test| {
            [test.id.clone(), bucket(test.bucket), word(&test.engine), word(&test.kind)]
                .map(|text| ByteArray::from(&*text))
        });
        Ok(Self { writer, tests: tests.collect(), waiting: Vec::new() })
    }

    /// Adds the outcomes of a submission.
    pub fn add(&mut self, report: &ClassReport, rows: OutcomeRows) -> Result<(), ParquetError> {
        self.waiting.push(rows);
        if self.waiting.len() == GROUP { self.write_group(report) } else { Ok(()) }
    }

    fn write_group(&mut self, report: &ClassReport) -> Result<(), ParquetError> {
        let some = std::mem::take(&mut self.waiting);
        let tests = &self.tests;
        let rows = || some.iter().flat_map(|rows| rows.one.outcomes.iter().zip(&rows.wrong).enumerate());
        let column = |part: usize| some.iter().flat_map(move |_| tests.iter().map(move |test| test[part].clone()));
        let test = |at: usize| &report.tests[at];
        let words: BTreeMap<&str, ByteArray> = rows()
            .map(|(_, (outcome, _))| outcome.word())
            .collect::<BTreeSet<_>>()
            .into_iter()
            .map(|word| (word, ByteArray::from(word)))
            .collect();
        let (empty, detail) = (ByteArray::from(""), |outcome: &Outcome| outcome.detail());
        let mut group = self.writer.next_row_group()?;
        let name = |OutcomeRows { one, .. }: &OutcomeRows| {
            std::iter::repeat_n(ByteArray::from(&*one.stored.name), one.outcomes.len())
        };
        texts(&mut group, some.iter().flat_map(name))?;
        for part in 0..4 {
            texts(&mut group, column(part))?;
        }
        truths(&mut group, rows().map(|(at, _)| test(at).expect))?;
        texts(&mut group, rows().map(|(_, (outcome, _))| words.get(outcome.word()).unwrap_or(&empty).clone()))?;
        truths(&mut group, rows().map(|(_, (_, wrong))| *wrong))?;
        truths(&mut group, rows().map(|(at, _)| test(at).excluded))?;
        let detail = |(_, (outcome, _)): (usize, (&Outcome, &bool))| match detail(outcome) {
            none if none.is_empty() => empty.clone(),
            text => ByteArray::from(&*text),
        };
        texts(&mut group, rows().map(detail))?;
        let proved: Vec<(ProvedCell, ByteArray)> =
            CELLS.iter().map(|cell| (*cell, ByteArray::from(&*word(cell)))).collect();
        let cell = |rows: &OutcomeRows, at: usize| {
            let cell = rows.cells.get(test(at).bucket).copied();
            let known = proved.iter().find(|(one, _)| Some(*one) == cell);
            known.map_or_else(|| empty.clone(), |(_, text)| text.clone())
        };
        texts(&mut group, some.iter().flat_map(|rows| (0..rows.one.outcomes.len()).map(|at| cell(rows, at))))?;
        group.close().map(drop)
    }

    /// Returns the file.
    pub fn finish(mut self, report: &ClassReport) -> Result<W, ParquetError> {
        if !self.waiting.is_empty() {
            self.write_group(report)?;
        }
        self.writer.into_inner()
    }
}

/// For each test, whether it counts against the submission; excluded ones do not.
fn is_wrong(report: &ClassReport, diagnosis: &DiagnosisReport) -> Vec<bool> {
    let mut wrong = vec![false; report.tests.len()];
    diagnosis.wrong_tests.iter().chain(&diagnosis.not_run_tests).for_each(|test| wrong[*test] = true);
    wrong
}

fn texts<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: impl Iterator<Item = ByteArray>,
) -> Result<(), ParquetError> {
    let values: Vec<ByteArray> = values.collect();
    if let Some(mut column) = group.next_column()? {
        column.typed::<ByteArrayType>().write_batch(&values, None, None)?;
        column.close()?;
    }
    Ok(())
}

fn truths<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: impl Iterator<Item = bool>,
) -> Result<(), ParquetError> {
    let values: Vec<bool> = values.collect();
    if let Some(mut column) = group.next_column()? {
        column.typed::<BoolType>().write_batch(&values, None, None)?;
        column.close()?;
    }
    Ok(())
}
