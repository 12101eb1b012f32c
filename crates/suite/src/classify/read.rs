//! Reads hand-made suites: JSON Lines and CSV.
//!
//! Errors name the line, and the column or field.

use eval::Pair;
use lang::problem::{AtomKind, PairParam, Problem, Side};
use lang::suggest::{did_you_mean, listed};
use lang::types::{Literal, Type};
use serde_json::{Map, Value as Json};

use super::HandMade;
use super::csv::{self, Cell};
use crate::strict::{self, Fault};

/// The largest hand-made suite: 64 MiB.
pub const MAX_SIZE: u64 = 64 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    JsonLines,
    Csv,
}

/// Fields that may be there and are not read: exports have them.
const NOT_READ: [&str; 3] = ["id", "fails", "comment"];

/// What a pair consists of.
const PAIR: [&str; 2] = ["input", "output"];

pub fn read(problem: &Problem, bytes: Vec<u8>, form: Form) -> Result<Vec<HandMade>, Fault> {
    let text = strict::text(bytes, MAX_SIZE)?;
    let tests = match form {
        Form::JsonLines => json_lines(problem, &text)?,
        Form::Csv => table(problem, &text)?,
    };
    if tests.is_empty() { Err(Fault::whole("there is no test in it")) } else { Ok(tests) }
}

fn json_lines(problem: &Problem, text: &str) -> Result<Vec<HandMade>, Fault> {
    let mut tests = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        let fault = |message: String| Fault::at(index + 1, 1, message);
        let Json::Object(mut fields) = strict::json::<Json>(line).map_err(|fault| fault.further_down(index))? else {
            return Err(fault("a test is an object: {\"input\": {…}, \"output\": {…}, \"expect\": true}".to_owned()));
        };
        let expect = match fields.shift_remove("expect") {
            Some(Json::Bool(expect)) => expect,
            Some(_) => return Err(fault("expect: must be true or false".to_owned())),
            None => return Err(fault("expect: missing; true if the pair is correct, false if not".to_owned())),
        };
        fields.retain(|key, _| !NOT_READ.contains(&key.as_str()));
        if let Some(key) = fields.keys().find(|key| !PAIR.contains(&key.as_str())) {
            let known = PAIR.into_iter().chain(["expect"]);
            let help = did_you_mean(key, known).unwrap_or_else(|| {
                let also = listed(NOT_READ);
                format!("a test has `input`, `output` and `expect`, and may have {also}")
            });
            return Err(fault(format!("there is no field `{key}`; {help}")));
        }
        let pair = Pair::read(problem, &Json::Object(fields)).map_err(|error| fault(error.to_string()))?;
        tests.push(HandMade { line: index + 1, pair, expect });
    }
    Ok(tests)
}

/// What a column of a table holds.
enum Column<'a> {
    Param(&'a PairParam),
    Expect,
    NotRead,
}

fn table(problem: &Problem, text: &str) -> Result<Vec<HandMade>, Fault> {
    let rows = csv::rows(text)?;
    let Some((header, rows)) = rows.split_first() else { return Ok(Vec::new()) };
    let columns = columns(problem, header)?;
    let mut tests = Vec::new();
    for row in rows {
        let Some(first) = row.first() else { continue };
        if row.len() != columns.len() {
            let message = format!("{} cells, and the first line has {}", row.len(), columns.len());
            return Err(Fault::at(first.line, first.column, message));
        }
        let mut sides = [Map::new(), Map::new()];
        let mut expect = false;
        for (column, cell) in columns.iter().zip(row) {
            match column {
                Column::NotRead => {}
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
            // The cell of the parameter that the path begins with.
            let name = error.path.split(['.', '[']).nth(1).unwrap_or_default();
            let at = columns.iter().position(|column| matches!(column, Column::Param(param) if *param.name == *name));
            let cell = at.and_then(|at| row.get(at)).unwrap_or(first);
            let path = error.path.split_once('.').map_or("", |(_, path)| path);
            Fault::at(cell.line, cell.column, format!("{path}: {}", error.kind))
        })?;
        tests.push(HandMade { line: first.line, pair, expect });
    }
    Ok(tests)
}

fn columns<'a>(problem: &'a Problem, header: &[Cell]) -> Result<Vec<Column<'a>>, Fault> {
    let params = problem.predicate.as_ref().map_or(&[][..], |predicate| &predicate.params);
    let names = || params.iter().map(|param| &*param.name).chain(["expect"]);
    let mut seen: Vec<&str> = Vec::new();
    let mut columns = Vec::new();
    for cell in header {
        let name = cell.text.trim();
        let fault = |message: String| Fault::at(cell.line, cell.column, message);
        if seen.contains(&name) {
            return Err(fault(format!("the column `{name}` is there twice")));
        }
        seen.push(name);
        columns.push(match params.iter().find(|param| *param.name == *name) {
            Some(param) => Column::Param(param),
            None if name == "expect" => Column::Expect,
            None if NOT_READ.contains(&name) => Column::NotRead,
            None => {
                let help =
                    did_you_mean(name, names()).unwrap_or_else(|| format!("the columns are {}", listed(names())));
                return Err(fault(format!("there is no parameter `{name}`; {help}")));
            }
        });
    }
    match names().find(|name| !seen.contains(name)) {
        Some(name) => {
            let place = header.first().map_or((1, 1), |cell| (cell.line, cell.column));
            Err(Fault::at(
                place.0,
                place.1,
                format!("the column `{name}` is missing; the columns are {}", listed(names())),
            ))
        }
        None => Ok(columns),
    }
}

fn truth(cell: &Cell) -> Result<bool, Fault> {
    match cell.text.trim().to_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        other => Err(Fault::at(cell.line, cell.column, format!("expect: must be true or false, and is `{other}`"))),
    }
}

/// The JSON in a cell; where atoms or strings are expected, bare text too.
fn value(problem: &Problem, param: &PairParam, cell: &Cell) -> Result<Json, Fault> {
    let text = cell.text.trim();
    let fault = |message: String| Fault::at(cell.line, cell.column, format!("{}: {message}", param.name));
    if text.is_empty() {
        return Err(fault(format!("the cell is empty; expected {} as JSON", param.annotation)));
    }
    let bare = is_text(problem, &param.ty);
    match strict::json::<Json>(text) {
        Ok(json) if !bare || fits(problem, &param.ty, &json) => Ok(json),
        _ if bare => Ok(Json::from(text)),
        Ok(json) => Ok(json),
        Err(error) => Err(fault(format!("{}; expected {} as JSON", error.message, param.annotation))),
    }
}

/// Values of this type may be text.
fn is_text(problem: &Problem, ty: &Type) -> bool {
    match ty {
        Type::Str => true,
        Type::Atom(id) => problem.atoms[usize::from(id.0)].kinds.contains(&AtomKind::Str),
        Type::Literal(values) => values.iter().any(|value| matches!(value, Literal::Str(_))),
        Type::Union(members) => members.iter().any(|member| is_text(problem, member)),
        _ => false,
    }
}

/// What a cell says as JSON is a value of a type that may be text.
fn fits(problem: &Problem, ty: &Type, json: &Json) -> bool {
    match (ty, json) {
        (Type::Union(members), _) => members.iter().any(|member| fits(problem, member, json)),
        (Type::None, Json::Null) | (Type::Str | Type::Atom(_) | Type::Literal(_), Json::String(_)) => true,
        (Type::Atom(id), Json::Number(number)) => {
            number.is_i64() && problem.atoms[usize::from(id.0)].kinds.contains(&AtomKind::Int)
        }
        (Type::Literal(values), Json::Number(_)) => values.iter().any(|value| matches!(value, Literal::Int(_))),
        (Type::Literal(values), Json::Bool(_)) => values.iter().any(|value| matches!(value, Literal::Bool(_))),
        _ => false,
    }
}
