//! The function that stands between a pair and the predicate, as Python: what the adapter does for each call.

use super::link::{Linker, Unit};
use super::records::Makers;
use super::{FilePlace, NamesOfFile, SubmissionFailure, Tests, syntax};
use crate::ast::{Collects, FuncId, Function, Stmt, StmtKind};
use crate::builtins::Builtin;
use crate::globals::GlobalKind;
use crate::problem::{RecordId, RecordKind};

/// Names that nobody else uses.
const PREDICATE: &str = "__custodiet_predicate__";
const ASK: &str = "__custodiet_ask__";
/// Have no value.
pub(super) const UNCLEAR: &str = "__custodiet_unclear__";
pub(super) const UNTOLD: &str = "__custodiet_untold__";
/// The function `isinstance`, whatever the submission calls so.
pub(super) const IS_INSTANCE: &str = "__custodiet_isinstance__";
/// Followed by the number of a record of the problem: the class of its values in a pair.
pub(super) const KNOWN: &str = "__custodiet_known_";

impl Linker<'_> {
    /// Keeps the predicate as it is once everything is loaded, and asks it.
    fn glue_text(&self, name: &str, makers: &Makers) -> String {
        let params = self.handed.problem.predicate.as_ref().map_or(&[][..], |predicate| &predicate.params);
        let names: Vec<String> = (0..params.len()).map(|index| format!("p{index}")).collect();
        let values = params.iter().zip(&names).map(|(param, name)| makers.value(&param.ty, name, 0));
        let values = values.collect::<Vec<_>>().join(", ");
        let names = names.join(", ");
        format!("{PREDICATE} = {name}\n{}def {ASK}({names}):\n    return {PREDICATE}({values})\n", makers.text)
    }

    /// Adds the function that asks the predicate, behind everything else.
    pub fn glue(&mut self, name: &str, body: &mut Vec<Stmt>) -> Result<FuncId, SubmissionFailure> {
        self.check_arity(name);
        let makers = self.makers();
        let text = self.glue_text(name, &makers);
        let start = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        let parsed = self.parser.file(&text, start, Tests::Kept).map_err(|fault| syntax("", &text, start, &fault))?;
        self.text.push_str(&text);
        self.places.push(FilePlace { start, path: String::new() });
        let by_name = self.units[1].names.by_name.clone();
        let open = self.units[1].names.open;
        self.units.push(Unit { names: NamesOfFile { start, by_name, open }, ..Unit::default() });
        let unit = self.units.len() - 1;
        let unclear = "a class of the submission with the name of a record is outside the language";
        self.poison(unit, &UNCLEAR.into(), unclear);
        let untold = "a parameter that holds one of several types, not all of them classes, is outside the language";
        self.poison(unit, &UNTOLD.into(), untold);
        self.define(unit, &IS_INSTANCE.into(), GlobalKind::Builtin(Builtin::IsInstance));
        for (id, record) in (0..).map(RecordId).zip(&self.handed.problem.records) {
            let kind = if record.kind == RecordKind::Enum { GlobalKind::Enum(id) } else { GlobalKind::Record(id) };
            self.define(unit, &format!("{KNOWN}{}", id.0).into(), kind);
        }
        for (name, id) in makers.classes {
            self.units[unit].names.by_name.insert(name.into(), id);
        }
        let mut ask = FuncId(0);
        for stmt in parsed.body {
            match &stmt.kind {
                StmtKind::Function(id) => {
                    ask = *id;
                    let name = self.parser.functions[id.index()].name.name.clone();
                    self.define(unit, &name, GlobalKind::Function(*id));
                }
                _ => {
                    let bound =
                        self.with_module(|module| crate::bindings::names_in(module, std::slice::from_ref(&stmt)));
                    for name in bound {
                        self.define(unit, &name, GlobalKind::Constant);
                    }
                }
            }
            body.push(stmt);
        }
        Ok(ask)
    }

    /// A predicate that is known and takes another number of arguments is refused.
    fn check_arity(&mut self, name: &str) {
        let Some(GlobalKind::Function(id)) = self.meaning(1, name) else { return };
        let function = &self.parser.functions[id.index()];
        let positional = function.params.iter().filter(|param| !param.keyword_only);
        let (most, least) =
            positional.fold((0, 0), |(most, least), param| (most + 1, least + usize::from(param.default.is_none())));
        let arity = self.handed.problem.predicate.as_ref().map_or(0, |predicate| predicate.params.len());
        if !(least..=most).contains(&arity) && !collects(function) {
            let line = self.text[..function.span.start as usize].matches('\n').count();
            let before = self.places.get(1).map_or(0, |place| self.text[..place.start as usize].matches('\n').count());
            self.failure = Some(SubmissionFailure::Arity { file: self.entry.to_owned(), line: line - before + 1 });
        }
    }
}

/// Whether a function takes any number of arguments.
fn collects(function: &Function) -> bool {
    function.params.iter().any(|param| param.collects == Some(Collects::Positional))
}
