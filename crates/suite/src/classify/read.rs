//! Reads hand-made tests: JSON Lines and CSV.
//!
//! Errors name the line, and the column or field.

use eval::{Pair, PairError};
use lang::problem::{AtomKind, PairParam, Problem, RecordId, RecordKind, Side};
use lang::suggest::{closest, listed};
use lang::types::{Literal, Type};
use serde_json::{Map, Value as Json};

use super::HandMade;
use super::csv::{self, Cell};
use crate::strict::{self, Located, TextError};

/// The largest file of hand-made tests: 64 MiB.
pub const MAX_SIZE: u64 = 64 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestFileFormat {
    JsonLines,
    Csv,
}

/// Fields that exports have, and that are ignored here.
const IGNORED: [&str; 3] = ["id", "fails", "comment"];

/// The fields of a pair.
const PAIR: [&str; 2] = ["input", "output"];

/// Why a file of hand-made tests cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TestFileError {
    #[error(transparent)]
    Text(#[from] TextError),
    #[error("it holds no tests")]
    NoTests,
    #[error("a test is an object: {{\"input\": {{…}}, \"output\": {{…}}, \"expect\": true}}")]
    NotAnObject,
    #[error("expect: missing; write true if the pair is correct, false if not")]
    NoExpectation,
    #[error("expect: must be true or false{}", .found.as_ref().map_or(String::new(), |found| format!(", not `{found}`")))]
    NotABoolean { found: Option<String> },
    #[error("there is no field `{field}`; {}", closest.as_ref().map_or_else(fields, |closest| did_you_mean(closest)))]
    UnknownField { field: String, closest: Option<String> },
    #[error("{0}")]
    Pair(PairError),
    #[error("the quote that begins here is never closed")]
    UnclosedQuote,
    #[error("text after a quoted cell; double a quote inside quotes: \"\"")]
    TextAfterQuote,
    #[error("{found} cells, but the first line has {expected}")]
    RowLength { found: usize, expected: usize },
    #[error("the column `{column}` is given twice")]
    RepeatedColumn { column: String },
    #[error(
        "there is no parameter `{column}`; {}",
        closest.as_ref().map_or_else(|| columns_are(columns), |closest| did_you_mean(closest))
    )]
    UnknownColumn { column: String, closest: Option<String>, columns: Vec<String> },
    #[error("the column `{column}` is missing; {}", columns_are(columns))]
    MissingColumn { column: String, columns: Vec<String> },
    #[error("{param}: the cell is empty; expected {ty} as JSON")]
    EmptyCell { param: String, ty: String },
    #[error("{param}: {error}; expected {ty} as JSON")]
    Cell { param: String, ty: String, error: TextError },
}

fn did_you_mean(closest: &str) -> String {
    format!("did you mean `{closest}`?")
}

fn fields() -> String {
    format!("a test has `input`, `output` and `expect`, and may have {}", listed(IGNORED))
}

fn columns_are(columns: &[String]) -> String {
    format!("the columns are {}", listed(columns))
}

type Result<T> = std::result::Result<T, Located<TestFileError>>;

pub fn read(problem: &Problem, bytes: Vec<u8>, format: TestFileFormat) -> Result<Vec<HandMade>> {
    let text = strict::text(bytes, MAX_SIZE).map_err(Located::convert)?;
    let tests = match format {
        TestFileFormat::JsonLines => json_lines(problem, &text)?,
        TestFileFormat::Csv => table(problem, &text)?,
    };
    if tests.is_empty() { Err(Located::whole(TestFileError::NoTests)) } else { Ok(tests) }
}

fn json_lines(problem: &Problem, text: &str) -> Result<Vec<HandMade>> {
    let mut tests = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        let at = |error: TestFileError| Located::at((index + 1, 1), error);
        let json = strict::json::<Json>(line).map_err(|error| error.further_down(index).convert())?;
        let Json::Object(mut fields) = json else { return Err(at(TestFileError::NotAnObject)) };
        let expect = match fields.shift_remove("expect") {
            Some(Json::Bool(expect)) => expect,
            Some(_) => return Err(at(TestFileError::NotABoolean { found: None })),
            None => return Err(at(TestFileError::NoExpectation)),
        };
        fields.retain(|key, _| !IGNORED.contains(&key.as_str()));
        if let Some(field) = fields.keys().find(|key| !PAIR.contains(&key.as_str())) {
            let closest = closest(field, PAIR.into_iter().chain(["expect"])).map(str::to_owned);
            return Err(at(TestFileError::UnknownField { field: field.clone(), closest }));
        }
        let pair = Pair::read(problem, &Json::Object(fields)).map_err(|error| at(TestFileError::Pair(error)))?;
        tests.push(HandMade { line: index + 1, pair, expect });
    }
    Ok(tests)
}

/// What a column of a table holds.
enum Column<'a> {
    Param(&'a PairParam),
    Expect,
    Ignored,
}

fn table(problem: &Problem, text: &str) -> Result<Vec<HandMade>> {
    let rows = csv::rows(text)?;
    let Some((header, rows)) = rows.split_first() else { return Ok(Vec::new()) };
    let columns = columns(problem, header)?;
    let mut tests = Vec::new();
    for row in rows {
        let Some(first) = row.first() else { continue };
        if row.len() != columns.len() {
            let error = TestFileError::RowLength { found: row.len(), expected: columns.len() };
            return Err(Located::at(first.place(), error));
        }
        let mut sides = [Map::new(), Map::new()];
        let mut expect = false;
        for (column, cell) in columns.iter().zip(row) {
            match column {
                Column::Ignored => {}
                Column::Expect => expect = truth(cell)?,
                Column::Param(param) => {
                    let side = usize::from(param.side == Side::Output);
                    sides[side].insert(param.name.to_string(), value(problem, param, cell)?);
                }
            }
        }
        let [input, output] = sides.map(Json::Object);
        let pair = Json::Object(Map::from_iter([("input".to_owned(), input), ("output".to_owned(), output)]));
        let pair = Pair::read(problem, &pair).map_err(|error| {
            // The cell of the parameter with which the path begins.
            let name = error.path.split(['.', '[']).nth(1).unwrap_or_default();
            let at = columns.iter().position(|column| matches!(column, Column::Param(param) if *param.name == *name));
            let cell = at.and_then(|at| row.get(at)).unwrap_or(first);
            let path = error.path.split_once('.').map_or("", |(_, path)| path).to_owned();
            Located::at(cell.place(), TestFileError::Pair(PairError { path, ..error }))
        })?;
        tests.push(HandMade { line: first.line, pair, expect });
    }
    Ok(tests)
}

fn columns<'a>(problem: &'a Problem, header: &[Cell]) -> Result<Vec<Column<'a>>> {
    let params = problem.predicate.as_ref().map_or(&[][..], |predicate| &predicate.params);
    let names = || params.iter().map(|param| &*param.name).chain(["expect"]);
    let all = || names().map(str::to_owned).collect();
    let mut seen: Vec<&str> = Vec::new();
    let mut columns = Vec::new();
    for cell in header {
        let name = cell.text.trim();
        let at = |error: TestFileError| Located::at(cell.place(), error);
        if seen.contains(&name) {
            return Err(at(TestFileError::RepeatedColumn { column: name.to_owned() }));
        }
        seen.push(name);
        columns.push(match params.iter().find(|param| *param.name == *name) {
            Some(param) => Column::Param(param),
            None if name == "expect" => Column::Expect,
            None if IGNORED.contains(&name) => Column::Ignored,
            None => {
                let closest = closest(name, names()).map(str::to_owned);
                return Err(at(TestFileError::UnknownColumn { column: name.to_owned(), closest, columns: all() }));
            }
        });
    }
    match names().find(|name| !seen.contains(name)) {
        Some(name) => {
            let place = header.first().map_or((1, 1), Cell::place);
            Err(Located::at(place, TestFileError::MissingColumn { column: name.to_owned(), columns: all() }))
        }
        None => Ok(columns),
    }
}

fn truth(cell: &Cell) -> Result<bool> {
    match cell.text.trim().to_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        other => Err(Located::at(cell.place(), TestFileError::NotABoolean { found: Some(other.to_owned()) })),
    }
}

/// The JSON in a cell; atoms and strings may also be bare text.
fn value(problem: &Problem, param: &PairParam, cell: &Cell) -> Result<Json> {
    let text = cell.text.trim();
    let (name, ty) = (param.name.to_string(), param.annotation.clone());
    if text.is_empty() {
        return Err(Located::at(cell.place(), TestFileError::EmptyCell { param: name, ty }));
    }
    let bare = is_text(problem, &param.ty);
    match strict::json::<Json>(text) {
        Ok(json) if !bare || fits(problem, &param.ty, &json) => Ok(json),
        _ if bare => Ok(Json::from(text)),
        Ok(json) => Ok(json),
        Err(Located { error, .. }) => Err(Located::at(cell.place(), TestFileError::Cell { param: name, ty, error })),
    }
}

/// Whether values of a type may be text.
fn is_text(problem: &Problem, ty: &Type) -> bool {
    match ty {
        Type::Str => true,
        Type::Number(id) => problem.is_word(*id),
        Type::Atom(id) => problem.atoms[usize::from(id.0)].kinds.contains(&AtomKind::Str),
        Type::Literal(values) => values.iter().any(|value| matches!(value, Literal::Str(_))),
        Type::Record(id) => is_enumeration(problem, *id),
        Type::Union(members) => members.iter().any(|member| is_text(problem, member)),
        _ => false,
    }
}

fn is_enumeration(problem: &Problem, id: RecordId) -> bool {
    problem.records.get(usize::from(id.0)).is_some_and(|record| record.kind == RecordKind::Enum)
}

/// Whether the JSON in a cell is a value of a type that may be text.
fn fits(problem: &Problem, ty: &Type, json: &Json) -> bool {
    match (ty, json) {
        (Type::Union(members), _) => members.iter().any(|member| fits(problem, member, json)),
        (Type::None, Json::Null) | (Type::Str | Type::Atom(_) | Type::Literal(_), Json::String(_)) => true,
        (Type::Number(id), Json::String(_)) => problem.is_word(*id),
        (Type::Record(id), Json::String(_)) => is_enumeration(problem, *id),
        (Type::Atom(id), Json::Number(number)) => {
            number.is_i64() && problem.atoms[usize::from(id.0)].kinds.contains(&AtomKind::Int)
        }
        (Type::Literal(values), Json::Number(_)) => values.iter().any(|value| matches!(value, Literal::Int(_))),
        (Type::Literal(values), Json::Bool(_)) => values.iter().any(|value| matches!(value, Literal::Bool(_))),
        _ => false,
    }
}
