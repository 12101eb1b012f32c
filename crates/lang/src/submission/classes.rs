//! Classes of a submission: the problem's records that it declares again, and records of its own.

use super::link::{Linker, Standing};
use crate::ast::{Class, ClassForm, Expr, ExprKind, Name, Span, Stmt, StmtKind};
use crate::declare::enums;
use crate::globals::{Global, GlobalKind};
use crate::problem::{Field, Problem, RecordClass, RecordId, RecordKind};
use crate::types::Type;

/// The records of the problem as the adapter declares them: without defaults and documentation.
pub(super) fn declared(problem: &Problem) -> Vec<RecordClass> {
    let mut records = problem.records.clone();
    for field in records.iter_mut().flat_map(|record| &mut record.fields) {
        field.default = None;
        field.span = Span::default();
    }
    records
}

/// What a class is made from is decided when the file is executed.
struct NotInTheText;

impl Linker<'_> {
    /// A class at the top level or in a block of it.
    pub fn class(&mut self, unit: usize, stmt: Stmt, standing: Standing) -> Option<Stmt> {
        let StmtKind::Class(class) = &stmt.kind else { return Some(stmt) };
        let name = class.name.name.clone();
        let single = standing == Standing::Top && self.units[unit].counts.is_single(&name);
        let message = format!("class `{name}` is outside the language");
        match self.record(unit, class) {
            Some(record) if single => {
                let id = self.add_record(unit, record);
                self.define(unit, &name, GlobalKind::Record(id));
                Some(stmt)
            }
            _ if single && self.is_enumeration(unit, class) => {
                let id = RecordId(u16::try_from(self.records.len()).unwrap_or(u16::MAX));
                self.records.push(enums::class(class, &self.parser.functions, &mut Vec::new()));
                self.define(unit, &name, GlobalKind::Enum(id));
                Some(stmt)
            }
            _ if single && self.is_plain(unit, class) => {
                if self.is_like_record(class) {
                    let Ok(parameters) = self.parameters(unit, class) else {
                        self.poison(unit, &name, &message);
                        return None;
                    };
                    self.makers.push((name.clone(), parameters));
                }
                self.define(unit, &name, GlobalKind::Class);
                Some(stmt)
            }
            _ if single => {
                self.poison(unit, &name, &message);
                None
            }
            _ => Some(self.fault(stmt.span, message)),
        }
    }

    /// A record of the entry takes the place of the problem's if it has the same fields: pairs then hold the submission's.
    fn add_record(&mut self, unit: usize, record: RecordClass) -> RecordId {
        let problem = self.handed.problem;
        let fields = |record: &RecordClass| record.fields.iter().map(|field| field.name.clone()).collect::<Vec<_>>();
        let same = problem.records.iter().position(|known| {
            known.name == record.name && known.kind != RecordKind::Enum && fields(known) == fields(&record)
        });
        if let Some(position) = same.filter(|_| unit == 1) {
            let known = &mut self.records[position];
            known.kind = record.kind;
            for (field, theirs) in known.fields.iter_mut().zip(record.fields) {
                field.default = theirs.default;
            }
            return RecordId(u16::try_from(position).unwrap_or(u16::MAX));
        }
        self.records.push(record);
        RecordId(u16::try_from(self.records.len() - 1).unwrap_or(u16::MAX))
    }

    /// A class that is made when the module is executed: not an enumeration, and without a base that is outside the
    /// language, such as a test case's. One that is named like a record of the problem stands in the entry.
    fn is_plain(&self, unit: usize, class: &Class) -> bool {
        let is_enumeration = |base: &Expr| {
            ["Enum", "IntEnum", "Flag", "IntFlag", "StrEnum"].iter().any(|word| self.is_word(unit, base, word))
        };
        // What a record that is none would do is not known, nor what an own `dataclass` does.
        let is_known = class.form != ClassForm::FrozenDataclass
            && (class.decorators.is_empty() || !self.handed.files.iter().any(|file| file.path == "dataclasses.py"));
        is_known
            && (unit == 1 || !self.is_like_record(class))
            && !class.bases.iter().any(|base| is_enumeration(base) || self.is_outside(unit, base))
    }

    /// An enumeration that has nothing but members. What is linked for it goes by its name, so that only one has it.
    fn is_enumeration(&self, unit: usize, class: &Class) -> bool {
        let mut faults = Vec::new();
        let [base] = &class.bases[..] else { return false };
        let members = enums::class(class, &self.parser.functions, &mut faults);
        let same_name = |global: &Global| global.name == class.name.name && matches!(global.kind, GlobalKind::Enum(_));
        self.is_word(unit, base, "Enum")
            && class.keywords.is_empty()
            && class.decorators.iter().all(|decorator| self.is_word(unit, decorator, "unique"))
            && faults.is_empty()
            && !members.choices.is_empty()
            && !self.globals.iter().any(same_name)
    }

    fn is_like_record(&self, class: &Class) -> bool {
        let records = &self.handed.problem.records;
        records.iter().any(|record| record.name == class.name.name && record.kind != RecordKind::Enum)
    }

    /// The parameters of a class as the adapter finds them: fields of a dataclass, or those of its own `__init__`. `None` if it
    /// finds none.
    fn parameters(&self, unit: usize, class: &Class) -> Result<Option<Vec<Name>>, NotInTheText> {
        let is_dataclass = |decorator: &Expr| match &decorator.kind {
            ExprKind::Call(call) => self.is_word(unit, &call.function, "dataclass"),
            _ => self.is_word(unit, decorator, "dataclass"),
        };
        if !class.bases.is_empty() || !class.keywords.is_empty() || !class.decorators.iter().all(is_dataclass) {
            return Err(NotInTheText);
        }
        let mut fields = Vec::new();
        let mut made = None;
        for stmt in &class.body {
            match &stmt.kind {
                StmtKind::Pass | StmtKind::Expr(_) => {}
                // What every dataclass gets.
                StmtKind::Assign { targets, .. } if matches!(&targets[..], [Expr { kind: ExprKind::Name(name), .. }] if &**name == "__match_args__") =>
                    {}
                StmtKind::AnnotatedAssign { target: Expr { kind: ExprKind::Name(name), .. }, .. } => {
                    fields.push(name.clone());
                }
                StmtKind::Function(id) => {
                    let function = &self.parser.functions[id.index()];
                    if &*function.name.name == "__init__" {
                        let places = function.params.iter().filter(|param| !param.keyword_only).skip(1);
                        if !function.decorators.is_empty() {
                            return Err(NotInTheText);
                        }
                        made = Some(places.map(|param| param.name.name.clone()).collect());
                    }
                }
                _ => return Err(NotInTheText),
            }
        }
        Ok(if class.decorators.is_empty() { made } else { Some(fields) })
    }

    /// Whether an expression names something outside the language, or a part of it.
    fn is_outside(&self, unit: usize, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Name(name) => matches!(self.meaning(unit, name), Some(GlobalKind::Outside(_))),
            ExprKind::Attribute(base, _) => self.is_outside(unit, base),
            _ => false,
        }
    }

    /// A class that is a record: a frozen dataclass or a `NamedTuple` that has nothing but fields.
    fn record(&self, unit: usize, class: &Class) -> Option<RecordClass> {
        let kind = match (&*class.bases, &*class.decorators) {
            ([base], []) if self.is_word(unit, base, "NamedTuple") => RecordKind::NamedTuple,
            (_, []) if class.form == ClassForm::NamedTupleCall => RecordKind::NamedTuple,
            ([], [decorator]) => self.dataclass(unit, decorator)?,
            _ => return None,
        };
        let mut fields = Vec::new();
        for stmt in &class.body {
            match &stmt.kind {
                StmtKind::Pass => {}
                StmtKind::AnnotatedAssign { target, value, .. } => {
                    let ExprKind::Name(name) = &target.kind else { return None };
                    let default = value.as_ref().map(|value| value.id);
                    fields.push(Field { name: name.clone(), ty: Type::Bool, default, span: target.span });
                }
                _ => return None,
            }
        }
        class.keywords.is_empty().then(|| RecordClass {
            name: class.name.name.clone(),
            doc: None,
            kind,
            fields,
            members: Vec::new(),
            family: None,
            choices: Vec::new(),
            tagged: false,
            span: class.span,
        })
    }

    /// `@dataclass(frozen=True)`, with `order` and `eq` or without.
    fn dataclass(&self, unit: usize, decorator: &Expr) -> Option<RecordKind> {
        let ExprKind::Call(call) = &decorator.kind else { return None };
        if !self.is_word(unit, &call.function, "dataclass") || !call.args.is_empty() {
            return None;
        }
        let given = |name: &str| call.keywords.iter().find(|keyword| &*keyword.name.name == name);
        let is_true =
            |name: &str| given(name).is_some_and(|keyword| matches!(keyword.value.kind, ExprKind::Bool(true)));
        let known = |name: &Name| matches!(&**name, "frozen" | "order" | "slots");
        let literal = |kind: &ExprKind| matches!(kind, ExprKind::Bool(_));
        let all = call.keywords.iter().all(|keyword| known(&keyword.name.name) && literal(&keyword.value.kind));
        (all && is_true("frozen")).then(|| RecordKind::Dataclass { order: is_true("order") })
    }

    /// Whether an expression names something of `typing` or `dataclasses`.
    fn is_word(&self, unit: usize, expr: &Expr, word: &str) -> bool {
        match &expr.kind {
            ExprKind::Name(name) => {
                matches!(self.meaning(unit, name), Some(GlobalKind::Vocabulary(_, known)) if &**known == word)
            }
            ExprKind::Attribute(base, attribute) if &*attribute.name == word => match &base.kind {
                ExprKind::Name(name) => matches!(self.meaning(unit, name), Some(GlobalKind::Module(_))),
                _ => false,
            },
            _ => false,
        }
    }
}
