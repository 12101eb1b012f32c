//! The methods that `dataclass` and `total_ordering` add to a class, written out as if they stood in its body.

use std::sync::Arc;

use ruff_python_ast as py;
use ruff_text_size::TextRange;

use super::Lowering;
use crate::ast::{
    BoolOp, Call, CompareOp, Conditional, Conversion, Expr, ExprKind, Formatted, Function, Ident, Keyword, Name, Param,
    Stmt, StmtKind, UnaryOp,
};

/// The options of `@dataclass(…)`.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they are Python's")]
pub(super) struct DataclassOptions {
    init: bool,
    eq: bool,
    order: bool,
    pub(super) frozen: bool,
    unsafe_hash: bool,
    kw_only: bool,
    pub(super) repr: bool,
    pub(super) match_args: bool,
}

/// A field of a dataclass.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they are Python's")]
pub(super) struct DataField {
    name: Name,
    default: DefaultKind,
    init: bool,
    compare: bool,
    repr: bool,
    kw_only: bool,
    /// The class that declares it; its default is an attribute of that class.
    class: Name,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DefaultKind {
    None,
    Value,
    Factory,
}

/// In front of the name of a built-in that generated code uses. No name that people write has a space.
pub(crate) const BUILTIN: &str = "builtin ";

/// The parameter of a generated `__repr__`, by which it is known: Python's writes `...` for an object inside itself.
pub const TEXT_OF_FIELDS: &str = "self of fields";

/// Where the factory of a field is kept in its class.
fn factory_name(field: &str) -> Name {
    Arc::from(format!("factory of {field}"))
}

impl Lowering<'_> {
    /// The options, if the class has the decorator.
    pub(super) fn dataclass_options(&self, def: &py::StmtClassDef) -> Option<DataclassOptions> {
        let mut decorators = def.decorator_list.iter().map(|decorator| &decorator.expression);
        let decorator = decorators.find(|it| self.is_dataclass(it))?;
        let mut options = DataclassOptions {
            init: true,
            eq: true,
            order: false,
            frozen: false,
            unsafe_hash: false,
            kw_only: false,
            repr: true,
            match_args: true,
        };
        if let py::Expr::Call(call) = decorator {
            for keyword in &call.arguments.keywords {
                let py::Expr::BooleanLiteral(value) = &keyword.value else { continue };
                match keyword.arg.as_deref() {
                    Some("init") => options.init = value.value,
                    Some("eq") => options.eq = value.value,
                    Some("order") => options.order = value.value,
                    Some("frozen") => options.frozen = value.value,
                    Some("unsafe_hash") => options.unsafe_hash = value.value,
                    Some("kw_only") => options.kw_only = value.value,
                    Some("repr") => options.repr = value.value,
                    Some("match_args") => options.match_args = value.value,
                    _ => {}
                }
            }
        }
        Some(options)
    }

    pub(super) fn is_field_call(&self, value: &py::Expr) -> bool {
        matches!(value, py::Expr::Call(_)) && self.names_import(value, "dataclasses", "field")
    }

    /// The body of a dataclass: `field(default=…)` is its default, and a factory is kept under a name of its own.
    pub(super) fn dataclass_body(&mut self, def: &py::StmtClassDef, stmts: &[py::Stmt]) -> Vec<Stmt> {
        let mut fields = self.inherited_fields(def);
        let mut body = Vec::new();
        let mut kw_only = self.dataclass_options(def).is_some_and(|options| options.kw_only);
        for stmt in stmts {
            let (py::Stmt::AnnAssign(assign), range) = (stmt, ruff_text_size::Ranged::range(stmt)) else {
                body.extend(self.block(std::slice::from_ref(stmt)));
                continue;
            };
            let py::Expr::Name(name) = &*assign.target else { continue };
            let name: Name = Arc::from(name.id.as_str());
            if is_annotated(&assign.annotation, "ClassVar") {
                body.extend(self.block(std::slice::from_ref(stmt)));
                continue;
            }
            if is_annotated(&assign.annotation, "KW_ONLY") {
                kw_only = true;
                continue;
            }
            let mut field = DataField {
                name: name.clone(),
                default: DefaultKind::None,
                init: true,
                compare: true,
                repr: true,
                kw_only,
                class: Arc::from(def.name.as_str()),
            };
            let mut value = assign.value.as_deref();
            if let Some(py::Expr::Call(call)) = value.filter(|value| self.is_field_call(value)) {
                value = None;
                for keyword in &call.arguments.keywords {
                    let flag = matches!(&keyword.value, py::Expr::BooleanLiteral(flag) if flag.value);
                    match keyword.arg.as_deref() {
                        Some("default") => value = Some(&keyword.value),
                        Some("default_factory") => {
                            field.default = DefaultKind::Factory;
                            let factory = self.expr(&keyword.value);
                            let target = self.expr_of(range, ExprKind::Name(factory_name(&name)));
                            let kind = StmtKind::Assign { targets: vec![target], value: factory };
                            body.push(Stmt { span: super::span(range), kind });
                        }
                        Some("init") => field.init = flag,
                        Some("compare") => field.compare = flag,
                        Some("repr") => field.repr = flag,
                        Some("kw_only") => field.kw_only = flag,
                        _ => {}
                    }
                }
            }
            if value.is_some() {
                field.default = DefaultKind::Value;
            }
            let target = self.target(&assign.target);
            let annotation = self.annotation(&assign.annotation);
            let value = value.map(|value| self.expr(value));
            let kind = StmtKind::AnnotatedAssign { target, annotation, value };
            body.push(Stmt { span: super::span(range), kind });
            match fields.iter_mut().find(|known| known.name == name) {
                Some(known) => *known = field,
                None => fields.push(field),
            }
        }
        self.dataclasses.insert(Arc::from(def.name.as_str()), fields);
        body
    }

    fn inherited_fields(&self, def: &py::StmtClassDef) -> Vec<DataField> {
        let mut fields: Vec<DataField> = Vec::new();
        let bases = def.arguments.as_deref().map_or(&[][..], |arguments| &arguments.args);
        for base in bases.iter().rev() {
            let py::Expr::Name(base) = base else { continue };
            for field in self.dataclasses.get(base.id.as_str()).into_iter().flatten() {
                match fields.iter_mut().find(|known| known.name == field.name) {
                    Some(known) => *known = field.clone(),
                    None => fields.push(field.clone()),
                }
            }
        }
        fields
    }

    pub(super) fn add_dataclass_methods(
        &mut self,
        def: &py::StmtClassDef,
        options: DataclassOptions,
        body: &mut Vec<Stmt>,
    ) {
        let fields = self.dataclasses.get(def.name.as_str()).cloned().unwrap_or_default();
        let mut made = Maker { defined: self.defined_in(body), low: self, range: def.name.range, methods: Vec::new() };
        if options.init && !made.has("__init__") {
            let own: Name = Arc::from(def.name.as_str());
            made.init(&fields, options, &own);
        }
        let compared: Vec<Name> = fields.iter().filter(|field| field.compare).map(|field| field.name.clone()).collect();
        if options.eq && !made.has("__eq__") {
            made.comparison("__eq__", CompareOp::Equal, &compared);
        }
        if options.order {
            for (name, op) in ORDERINGS {
                made.comparison(name, op, &compared);
            }
        }
        if (options.unsafe_hash || (options.eq && options.frozen)) && !made.has("__hash__") {
            made.hash(&compared);
        }
        if options.frozen {
            made.frozen("__setattr__", &["name", "value"]);
            made.frozen("__delattr__", &["name"]);
        }
        if options.repr && !made.has("__repr__") {
            let shown: Vec<Name> = fields.iter().filter(|field| field.repr).map(|field| field.name.clone()).collect();
            made.repr(&shown);
        }
        let has_match_args = made.has("__match_args__") || !options.match_args;
        let methods = made.methods;
        body.extend(methods);
        if !has_match_args {
            let by_position = fields.iter().filter(|field| field.init && !field.kw_only);
            let names: Vec<Name> = by_position.map(|field| field.name.clone()).collect();
            let range = def.name.range;
            let names = names.into_iter().map(|name| self.expr_of(range, ExprKind::Str(name))).collect();
            let value = self.expr_of(range, ExprKind::Tuple(names));
            let target = self.expr_of(range, ExprKind::Name("__match_args__".into()));
            body.push(Stmt { span: super::span(range), kind: StmtKind::Assign { targets: vec![target], value } });
        }
    }

    /// What a class defines in its own body.
    fn defined_in(&self, body: &[Stmt]) -> Vec<Name> {
        let name = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Function(id) => Some(self.functions[id.index()].name.name.clone()),
            StmtKind::Assign { targets, .. } => match targets.first().map(|target| &target.kind) {
                Some(ExprKind::Name(name)) => Some(name.clone()),
                _ => None,
            },
            _ => None,
        };
        body.iter().filter_map(name).collect()
    }

    /// The orderings that follow from the one that the class defines.
    pub(super) fn add_total_ordering(&mut self, def: &py::StmtClassDef, body: &mut Vec<Stmt>) {
        let defined = self.defined_in(body);
        let order = ["__lt__", "__le__", "__gt__", "__ge__"];
        let Some(root) = order.into_iter().find(|name| defined.iter().any(|known| &**known == *name)) else { return };
        let mut made = Maker { defined, low: self, range: def.name.range, methods: Vec::new() };
        for name in order {
            if !made.has(name) {
                made.derived(name, root);
            }
        }
        let methods = made.methods;
        body.extend(methods);
    }
}

const ORDERINGS: [(&str, CompareOp); 4] = [
    ("__lt__", CompareOp::Less),
    ("__le__", CompareOp::LessEqual),
    ("__gt__", CompareOp::Greater),
    ("__ge__", CompareOp::GreaterEqual),
];

fn is_annotated(annotation: &py::Expr, word: &str) -> bool {
    match annotation {
        py::Expr::Name(name) => name.id.as_str() == word,
        py::Expr::Attribute(attribute) => attribute.attr.as_str() == word,
        py::Expr::Subscript(subscript) => is_annotated(&subscript.value, word),
        _ => false,
    }
}

/// Makes methods. Everything in them stands at the name of the class.
struct Maker<'m, 'a> {
    low: &'m mut Lowering<'a>,
    range: TextRange,
    /// What the class defines itself.
    defined: Vec<Name>,
    methods: Vec<Stmt>,
}

impl Maker<'_, '_> {
    fn has(&self, name: &str) -> bool {
        self.defined.iter().any(|known| &**known == name)
    }

    fn expr(&mut self, kind: ExprKind) -> Expr {
        self.low.expr_of(self.range, kind)
    }

    fn stmt(&self, kind: StmtKind) -> Stmt {
        Stmt { span: super::span(self.range), kind }
    }

    fn ident(&self, name: &str) -> Ident {
        Ident { name: Arc::from(name), span: super::span(self.range) }
    }

    fn name(&mut self, name: &str) -> Expr {
        self.expr(ExprKind::Name(Arc::from(name)))
    }

    /// A built-in, whatever the file calls by its name.
    fn builtin(&mut self, name: &str) -> Expr {
        self.expr(ExprKind::Name(Arc::from(format!("{BUILTIN}{name}"))))
    }

    fn attribute(&mut self, base: &str, name: &str) -> Expr {
        let base = Box::new(self.name(base));
        let ident = self.ident(name);
        self.expr(ExprKind::Attribute(base, ident))
    }

    fn call(&mut self, function: Expr, args: Vec<Expr>) -> Expr {
        self.expr(ExprKind::Call(Box::new(Call { function, args, keywords: Vec::<Keyword>::new() })))
    }

    fn param(&self, name: &str, default: Option<Expr>, keyword_only: bool) -> Param {
        Param {
            name: self.ident(name),
            annotation: None,
            default,
            keyword_only,
            positional_only: false,
            collects: None,
        }
    }

    fn method(&mut self, name: &str, params: Vec<Param>, body: Vec<Stmt>) {
        let id = self.low.reserve_function(self.range);
        self.low.functions[id.index()] = Function {
            name: self.ident(name),
            params,
            returns: None,
            decorators: Vec::new(),
            docstring: None,
            body,
            is_generator: false,
            is_lambda: false,
            span: super::span(self.range),
        };
        self.defined.push(Arc::from(name));
        self.methods.push(self.stmt(StmtKind::Function(id)));
    }

    /// `self.x = x`, or `object.__setattr__(self, "x", x)` where the class forbids the former.
    fn set_field(&mut self, field: &str, value: Expr, frozen: bool) -> Stmt {
        if frozen {
            let object = Box::new(self.builtin("object"));
            let member = self.ident("__setattr__");
            let set = self.expr(ExprKind::Attribute(object, member));
            let args = vec![self.name("self"), self.expr(ExprKind::Str(Arc::from(field))), value];
            let call = self.call(set, args);
            return self.stmt(StmtKind::Expr(call));
        }
        let target = self.attribute("self", field);
        self.stmt(StmtKind::Assign { targets: vec![target], value })
    }

    fn init(&mut self, fields: &[DataField], options: DataclassOptions, class: &Name) {
        let mut params = vec![self.param("self", None, false)];
        let ordered = fields.iter().filter(|field| !field.kw_only).chain(fields.iter().filter(|field| field.kw_only));
        for field in ordered.filter(|field| field.init) {
            let default = match field.default {
                DefaultKind::None => None,
                DefaultKind::Value if field.class == *class => Some(self.name(&field.name)),
                DefaultKind::Value => Some(self.attribute(&field.class, &field.name)),
                // Nothing that people pass is this.
                DefaultKind::Factory => Some(self.builtin("NotImplemented")),
            };
            params.push(self.param(&field.name, default, field.kw_only));
        }
        let mut body = Vec::new();
        for field in fields {
            let value = match (field.default, field.init) {
                (DefaultKind::Factory, init) => {
                    let factory = self.attribute("__class__", &factory_name(&field.name));
                    let made = self.call(factory, Vec::new());
                    if init { self.unless_given(&field.name, made) } else { made }
                }
                (_, true) => self.name(&field.name),
                // The attribute of the class is the default; without one there is nothing to set.
                (_, false) => continue,
            };
            body.push(self.set_field(&field.name, value, options.frozen));
        }
        if self.has("__post_init__") {
            let post = self.attribute("self", "__post_init__");
            let call = self.call(post, Vec::new());
            body.push(self.stmt(StmtKind::Expr(call)));
        }
        self.method("__init__", params, body);
    }

    fn unless_given(&mut self, param: &str, otherwise: Expr) -> Expr {
        let left = Box::new(self.name(param));
        let missing = self.builtin("NotImplemented");
        let test = self.expr(ExprKind::Compare(left, vec![(CompareOp::Is, missing)]));
        let given = self.name(param);
        self.expr(ExprKind::Conditional(Box::new(Conditional { test, then: otherwise, otherwise: given })))
    }

    fn fields_of(&mut self, base: &str, fields: &[Name]) -> Expr {
        let items = fields.iter().map(|field| self.attribute(base, field)).collect();
        self.expr(ExprKind::Tuple(items))
    }

    /// Compares the tuples of the fields of two values of one class.
    fn comparison(&mut self, name: &str, op: CompareOp, fields: &[Name]) {
        let params = vec![self.param("self", None, false), self.param("other", None, false)];
        let is_instance = self.builtin("isinstance");
        let args = vec![self.name("other"), self.name("__class__")];
        let is_instance = self.call(is_instance, args);
        let types = ["other", "self"].map(|it| {
            let of = self.builtin("type");
            let arg = self.name(it);
            self.call(of, vec![arg])
        });
        let [left, right] = types;
        let same = self.expr(ExprKind::Compare(Box::new(left), vec![(CompareOp::Is, right)]));
        let test = self.expr(ExprKind::Boolean(BoolOp::And, vec![is_instance, same]));
        let (own, others) = (self.fields_of("self", fields), self.fields_of("other", fields));
        let compared = self.expr(ExprKind::Compare(Box::new(own), vec![(op, others)]));
        let then = vec![self.stmt(StmtKind::Return(Some(compared)))];
        let branch = self.stmt(StmtKind::If { test, then, otherwise: Vec::new() });
        let unknown = self.builtin("NotImplemented");
        let end = self.stmt(StmtKind::Return(Some(unknown)));
        self.method(name, params, vec![branch, end]);
    }

    /// The text of the fields, behind the name of the class of the instance.
    fn repr(&mut self, fields: &[Name]) {
        let params = vec![self.param(TEXT_OF_FIELDS, None, false)];
        let of = self.builtin("type");
        let own = self.name(TEXT_OF_FIELDS);
        let class = Box::new(self.call(of, vec![own]));
        let name = self.ident("__qualname__");
        let name = self.expr(ExprKind::Attribute(class, name));
        let mut parts = vec![self.formatted(name, Conversion::None)];
        for (position, field) in fields.iter().enumerate() {
            let open = if position == 0 { "(" } else { ", " };
            parts.push(self.expr(ExprKind::Str(Arc::from(format!("{open}{field}=")))));
            let value = self.attribute(TEXT_OF_FIELDS, field);
            parts.push(self.formatted(value, Conversion::Repr));
        }
        parts.push(self.expr(ExprKind::Str(Arc::from(if fields.is_empty() { "()" } else { ")" }))));
        let text = self.expr(ExprKind::FString(parts));
        let body = vec![self.stmt(StmtKind::Return(Some(text)))];
        self.method("__repr__", params, body);
    }

    fn formatted(&mut self, value: Expr, conversion: Conversion) -> Expr {
        self.expr(ExprKind::Formatted(Box::new(Formatted { value, conversion, spec: None })))
    }

    fn hash(&mut self, fields: &[Name]) {
        let params = vec![self.param("self", None, false)];
        let hash = self.builtin("hash");
        let fields = self.fields_of("self", fields);
        let value = self.call(hash, vec![fields]);
        let body = vec![self.stmt(StmtKind::Return(Some(value)))];
        self.method("__hash__", params, body);
    }

    /// A method that raises, since the class is frozen.
    fn frozen(&mut self, name: &str, names: &[&str]) {
        let mut params = vec![self.param("self", None, false)];
        params.extend(names.iter().map(|name| self.param(name, None, false)));
        let exception = self.builtin("FrozenInstanceError");
        let body = vec![self.stmt(StmtKind::Raise { exception: Some(exception), cause: None })];
        self.method(name, params, body);
    }

    /// What `functools.total_ordering` derives `name` from `root` by.
    fn derived(&mut self, name: &str, root: &str) {
        let params = vec![self.param("self", None, false), self.param("other", None, false)];
        let function = self.attribute("self", root);
        let other = self.name("other");
        let known = self.call(function, vec![other]);
        let target = self.name("known");
        let assign = self.stmt(StmtKind::Assign { targets: vec![target], value: known });
        let left = Box::new(self.name("known"));
        let unknown = self.builtin("NotImplemented");
        let test = self.expr(ExprKind::Compare(left, vec![(CompareOp::Is, unknown)]));
        let unknown = self.name("known");
        let then = vec![self.stmt(StmtKind::Return(Some(unknown)))];
        let branch = self.stmt(StmtKind::If { test, then, otherwise: Vec::new() });
        let strict = |name: &str| matches!(name, "__lt__" | "__gt__");
        let upwards = |name: &str| matches!(name, "__lt__" | "__le__");
        let opposite = upwards(name) != upwards(root);
        let known = self.name("known");
        let known = if opposite { self.expr(ExprKind::Unary(UnaryOp::Not, Box::new(known))) } else { known };
        let value = if opposite && strict(name) != strict(root) {
            known
        } else {
            // `a > b` from `a < b` must exclude, `a >= b` from `a > b` include, what is equal.
            let (join, op) =
                if strict(name) { (BoolOp::And, CompareOp::NotEqual) } else { (BoolOp::Or, CompareOp::Equal) };
            let left = Box::new(self.name("self"));
            let right = self.name("other");
            let same = self.expr(ExprKind::Compare(left, vec![(op, right)]));
            self.expr(ExprKind::Boolean(join, vec![known, same]))
        };
        let end = self.stmt(StmtKind::Return(Some(value)));
        self.method(name, params, vec![assign, branch, end]);
    }
}
