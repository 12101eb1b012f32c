//! `outcomes.parquet`: one row per outcome, for `DuckDB`, `Polars` or `pandas`.

use std::io::Write;
use std::sync::Arc;

use grading::results::{Results, SubmissionResult};
use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use crate::model::{ClassReport, DiagnosisReport};
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
}";

/// Submissions per row group.
const GROUP: usize = 250;

/// Writes all outcomes of the submissions that could run.
pub fn write<W: Write + Send>(results: &Results, report: &ClassReport, file: W) -> Result<(), ParquetError> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let properties = Arc::new(WriterProperties::builder().set_compression(Compression::SNAPPY).build());
    let mut writer = SerializedFileWriter::new(file, schema, properties)?;
    let buckets: Vec<String> = report
        .buckets
        .iter()
        .map(|bucket| bucket.fails.iter().map(|at| &*report.subproperties[*at].name).collect::<Vec<_>>().join("+"))
        .collect();
    let ran = results.submissions.iter().zip(&report.submissions);
    let ran: Vec<(&SubmissionResult, Vec<bool>)> =
        ran.filter_map(|(one, shown)| Some((one, is_wrong(report, shown.diagnosis.as_ref()?)))).collect();
    for some in ran.chunks(GROUP) {
        let rows = || {
            some.iter().flat_map(|(one, wrong)| {
                one.outcomes.iter().zip(&report.tests).zip(wrong).map(move |(row, wrong)| (one, row, *wrong))
            })
        };
        let mut group = writer.next_row_group()?;
        texts(&mut group, rows().map(|(one, ..)| ByteArray::from(&*one.stored.name)))?;
        texts(&mut group, rows().map(|(_, (_, test), _)| ByteArray::from(&*test.id)))?;
        texts(&mut group, rows().map(|(_, (_, test), _)| ByteArray::from(&*buckets[test.bucket])))?;
        texts(&mut group, rows().map(|(_, (_, test), _)| ByteArray::from(&*word(&test.engine))))?;
        texts(&mut group, rows().map(|(_, (_, test), _)| ByteArray::from(&*word(&test.kind))))?;
        truths(&mut group, rows().map(|(_, (_, test), _)| test.expect))?;
        texts(&mut group, rows().map(|(_, (outcome, _), _)| ByteArray::from(outcome.word())))?;
        truths(&mut group, rows().map(|(_, _, wrong)| wrong))?;
        truths(&mut group, rows().map(|(_, (_, test), _)| test.excluded))?;
        texts(&mut group, rows().map(|(_, (outcome, _), _)| ByteArray::from(&*outcome.detail())))?;
        group.close()?;
    }
    writer.close().map(drop)
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
