//! Makes drawings of values. Where a value does not fit the picture of its type, it is a row of cells.

use std::collections::BTreeMap;

use eval::{Pair, Program, Value};
use lang::picture::{PictureKind, element, endpoints, holds_nodes, parts, without_none};
use lang::problem::{Problem, RecordClass, RecordKind, Side};
use lang::types::{Type, TypeNames};

use super::cells::{Cells, CellsKind};
use super::graph::{Edge, Graph};
use super::matching::{Match, Matching};
use super::tree::Tree;
use super::{Drawing, DrawnText, MISSING, MOST_LABELS, Mark, Marks, Shape, printable, shortened};

/// An empty tree.
const NOTHING: &str = "None";

pub(super) fn drawings(problem: &Problem, program: &Program, pair: &Pair, marks: &Marks) -> Vec<Drawing> {
    let artist = Artist { problem, program, pair, marks };
    let params = problem.predicate.iter().flat_map(|predicate| &predicate.params).zip(&pair.values);
    let mut drawings = Vec::new();
    for (param, value) in params {
        let kind = PictureKind::of(TypeNames::of(problem), param);
        // Counted first: a picture of a huge value would be made in vain.
        if kind != PictureKind::Text && size(value) <= MOST_LABELS {
            artist.add(&param.name, param.side, &param.ty, kind, value, &mut drawings);
        }
    }
    drawings.retain(|drawing| drawing.labels() <= MOST_LABELS);
    let is_single =
        |drawing: &Drawing| matches!(&drawing.shape, Shape::Cells(cells) if cells.kind == CellsKind::Single);
    if drawings.iter().all(is_single) { Vec::new() } else { drawings }
}

struct Artist<'a> {
    problem: &'a Problem,
    program: &'a Program,
    pair: &'a Pair,
    marks: &'a Marks,
}

/// A parameter, or a field of one, by the name under which it is drawn.
#[derive(Clone, Copy)]
struct Subject<'a> {
    name: &'a str,
    ty: &'a Type,
    value: &'a Value,
}

impl Artist<'_> {
    fn add(&self, name: &str, side: Side, ty: &Type, kind: PictureKind, value: &Value, all: &mut Vec<Drawing>) {
        if let (PictureKind::Row, Value::Record(record)) = (kind, value)
            && let Some(class) = self.class(record.class.0)
            && record.fields.iter().any(is_collection)
        {
            for (field, value) in class.fields.iter().zip(&record.fields) {
                let kind = PictureKind::of_type(TypeNames::of(self.problem), &field.ty);
                self.add(&format!("{name}.{}", field.name), side, &field.ty, kind, value, all);
            }
            return;
        }
        let subject = Subject { name, ty, value };
        let shape = match kind {
            PictureKind::Text => return,
            PictureKind::Tree => self.tree_of(value),
            PictureKind::Graph => self.graph(subject, true),
            PictureKind::Undirected => self.graph(subject, false),
            PictureKind::Matching => self.matching(subject),
            PictureKind::Table => self.table(subject),
            PictureKind::Row => None,
        };
        let shape = shape.unwrap_or_else(|| self.row(subject));
        all.push(Drawing { name: shortened(name), side, shape });
    }

    fn class(&self, id: u16) -> Option<&RecordClass> {
        self.problem.records.get(usize::from(id)).filter(|class| class.kind != RecordKind::Enum)
    }

    fn shown(&self, value: &Value) -> String {
        self.pair.show(self.program, value)
    }

    fn text(&self, value: &Value) -> String {
        shortened(&printable(&self.shown(value)))
    }

    /// A value at a place, marked if a subproperty fails there.
    fn label(&self, subject: Subject<'_>, place: &[usize], value: &Value) -> DrawnText {
        DrawnText::new(&self.text(value)).failing(self.fails(subject, place, value))
    }

    fn fails(&self, subject: Subject<'_>, place: &[usize], value: &Value) -> bool {
        self.marks.at(subject.name, place) || self.marks.element(subject.name, value, &|value| self.shown(value))
    }

    fn single(&self, subject: Subject<'_>) -> Shape {
        Shape::Cells(Cells::single(self.label(subject, &[], subject.value)))
    }

    fn row(&self, subject: Subject<'_>) -> Shape {
        let kind = match subject.value {
            Value::Set(_) | Value::FrozenSet(_) => CellsKind::Set,
            _ => CellsKind::List,
        };
        let items = elements(subject.value).filter(|items| !items.is_empty());
        let Some(items) = items else { return self.single(subject) };
        let cells = items.iter().enumerate().map(|(place, item)| self.label(subject, &[place], item));
        Shape::Cells(Cells { kind, heads: Vec::new(), rows: vec![cells.collect()] })
    }

    /// A row for each element; of a dict, for each entry.
    fn table(&self, subject: Subject<'_>) -> Option<Shape> {
        if let Value::Dict(dict) = subject.value {
            let table = dict.table.borrow();
            let row = |(place, (key, value)): (usize, (&Value, &Value))| {
                let fails = self.fails(subject, &[place], key);
                vec![
                    self.label(subject, &[place, 0], key).failing(fails),
                    self.label(subject, &[place, 1], value).failing(fails),
                ]
            };
            let rows: Vec<_> = table.iter().enumerate().map(row).collect();
            if rows.is_empty() {
                return None;
            }
            let heads = match without_none(subject.ty) {
                Type::Dict(key, value) => self.type_names(&[&**key, &**value]),
                _ => Vec::new(),
            };
            return Some(Shape::Cells(Cells { kind: CellsKind::Table, heads, rows }));
        }
        let items = elements(subject.value).filter(|items| !items.is_empty())?;
        let is_list = matches!(subject.value, Value::List(_));
        let rows: Vec<Vec<DrawnText>> = items
            .iter()
            .enumerate()
            .map(|(place, item)| {
                let whole = self.fails(subject, &[place], item);
                let cells = cells_of(item).unwrap_or_else(|| vec![item.clone()]);
                let cell = |(column, cell)| self.label(subject, &[place, column], cell).failing(whole);
                cells.iter().enumerate().map(cell).collect()
            })
            .collect();
        let kind = if is_list { CellsKind::Numbered } else { CellsKind::Table };
        Some(Shape::Cells(Cells { kind, heads: self.heads(subject.ty), rows }))
    }

    /// The names of the fields of an element, or of its types; of a list, the numbers of its elements.
    fn heads(&self, ty: &Type) -> Vec<String> {
        let Some(element) = element(ty) else { return Vec::new() };
        match parts(&self.problem.records, element) {
            Some(parts) if parts.iter().all(|(name, _)| name.is_some()) => {
                parts.iter().filter_map(|(name, _)| *name).map(shortened).collect()
            }
            Some(parts) => self.type_names(&parts.iter().map(|(_, ty)| *ty).collect::<Vec<_>>()),
            None => Vec::new(),
        }
    }

    /// The names of types that the file names; nothing if two are the same.
    fn type_names(&self, types: &[&Type]) -> Vec<String> {
        let names = TypeNames::of(self.problem);
        let is_named = |ty: &&Type| matches!(ty, Type::Atom(_) | Type::Number(_) | Type::Record(_));
        let shown: Vec<String> = types.iter().map(|ty| shortened(&names.show(ty).to_string())).collect();
        let is_distinct = (0..shown.len()).all(|one| !shown[..one].contains(&shown[one]));
        if types.iter().all(is_named) && is_distinct { shown } else { Vec::new() }
    }

    fn graph(&self, subject: Subject<'_>, directed: bool) -> Option<Shape> {
        let items = elements(subject.value).filter(|items| !items.is_empty())?;
        let types = parts(&self.problem.records, element(subject.ty)?)?;
        let (from, to) = endpoints(TypeNames::of(self.problem), &types).unwrap_or((0, 1));
        let mut graph = Graph { directed, nodes: Vec::new(), edges: Vec::new() };
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let mut times: Vec<Vec<String>> = Vec::new();
        for (place, item) in items.iter().enumerate() {
            let cells = cells_of(item)?;
            let mut node = |part: usize| {
                let value = cells.get(part)?;
                let new = graph.nodes.len();
                let node = *places.entry(self.shown(value)).or_insert(new);
                if node == new {
                    graph.nodes.push(DrawnText::new(&self.text(value)));
                }
                graph.nodes[node].mark.fails |= self.fails(subject, &[place, part], value);
                Some(node)
            };
            let (from_node, to_node) = (node(from)?, node(to)?);
            let others = cells.iter().enumerate().filter(|(part, _)| *part != from && *part != to);
            let others: Vec<String> = others.map(|(_, value)| self.text(value)).collect();
            let fails = self.fails(subject, &[place], item);
            let is_same = |edge: &Edge| {
                let ends = (edge.from, edge.to);
                ends == (from_node, to_node) || !directed && ends == (to_node, from_node)
            };
            match graph.edges.iter().position(is_same) {
                Some(known) => {
                    times[known].push(others.join(" "));
                    graph.edges[known].mark.fails |= fails;
                }
                None => {
                    times.push(vec![others.join(" ")]);
                    let mark = Mark { fails, differs: false };
                    graph.edges.push(Edge { from: from_node, to: to_node, label: String::new(), mark });
                }
            }
        }
        for (edge, labels) in graph.edges.iter_mut().zip(times) {
            edge.label = match labels.as_slice() {
                [only] => shortened(only),
                several if several.iter().all(String::is_empty) => format!("×{}", several.len()),
                several => shortened(&several.join(", ")),
            };
        }
        Some(Shape::Graph(graph))
    }

    fn matching(&self, subject: Subject<'_>) -> Option<Shape> {
        let items = elements(subject.value).filter(|items| !items.is_empty())?;
        let types = parts(&self.problem.records, element(subject.ty)?)?;
        let names = TypeNames::of(self.problem);
        let head = |part: usize| {
            let (name, ty) = types.get(part)?;
            Some(shortened(&name.map_or_else(|| names.show(ty).to_string(), str::to_owned)))
        };
        let mut sides: [Vec<(Value, DrawnText)>; 2] = [Vec::new(), Vec::new()];
        let mut found: Vec<([String; 2], Mark)> = Vec::new();
        for (place, item) in items.iter().enumerate() {
            let cells = cells_of(item)?;
            let mut texts = [String::new(), String::new()];
            for (side, text) in texts.iter_mut().enumerate() {
                let value = cells.get(side)?;
                let label = self.label(subject, &[place, side], value);
                text.clone_from(&label.text);
                match sides[side].iter_mut().find(|(_, known)| known.text == label.text) {
                    Some((_, known)) => known.mark.fails |= label.mark.fails,
                    None => sides[side].push((value.clone(), label)),
                }
            }
            found.push((texts, Mark { fails: self.fails(subject, &[place], item), differs: false }));
        }
        for side in &mut sides {
            side.sort_by_key(|(value, _)| if let Value::Int(number) = value { *number } else { 0 });
        }
        let sides = sides.map(|side| side.into_iter().map(|(_, label)| label).collect::<Vec<_>>());
        let end = |side: usize, text: &str| sides[side].iter().position(|label| label.text == text);
        let lines = found
            .iter()
            .filter_map(|([left, right], mark)| Some(Match { ends: [end(0, left)?, end(1, right)?], mark: *mark }));
        let lines = lines.collect();
        Some(Shape::Matching(Matching { heads: [head(0)?, head(1)?], sides, lines }))
    }

    /// `None` if there are no nodes.
    fn tree_of(&self, value: &Value) -> Option<Shape> {
        if !has_nodes(value) {
            return None;
        }
        let tree = match value {
            Value::None => Tree::leaf(DrawnText::new(NOTHING)),
            _ => self.inner(value),
        };
        Some(Shape::Tree(tree))
    }

    /// A value inside another one, where `None` is a missing node.
    fn inner(&self, value: &Value) -> Tree {
        match value {
            Value::None => Tree::leaf(DrawnText::new(MISSING)),
            Value::Record(record) if has_nodes(value) => match self.class(record.class.0) {
                Some(class) => self.record(class, value, &record.fields),
                None => Tree::leaf(DrawnText::new(&self.text(value))),
            },
            Value::List(items) if has_nodes(value) => self.collection("list", &items.borrow()),
            Value::Tuple(items) if has_nodes(value) => self.tuple(items),
            _ => Tree::leaf(DrawnText::new(&self.text(value))),
        }
    }

    fn collection(&self, name: &str, items: &[Value]) -> Tree {
        Tree { labels: vec![DrawnText::new(name)], children: items.iter().map(|item| self.inner(item)).collect() }
    }

    /// A tuple with one node in it is that node, and the rest is its name: `"a": 4`.
    fn tuple(&self, items: &[Value]) -> Tree {
        let (nodes, others): (Vec<&Value>, Vec<&Value>) = items.iter().partition(|item| has_nodes(item));
        match (nodes.as_slice(), others.as_slice()) {
            ([node], [_, ..]) => {
                let others: Vec<String> = others.iter().map(|other| self.text(other)).collect();
                self.inner(node).named(Some(&others.join(" ")))
            }
            _ => self.collection("tuple", items),
        }
    }

    fn record(&self, class: &RecordClass, value: &Value, values: &[Value]) -> Tree {
        let (mut own, mut held) = (Vec::new(), Vec::new());
        for (field, value) in class.fields.iter().zip(values) {
            let part = if holds_nodes(&self.problem.records, &field.ty) { &mut held } else { &mut own };
            part.push((&*field.name, value));
        }
        let is_link = held.len() == 1 && !held.iter().any(|(_, value)| is_list(value));
        let mut children = Vec::new();
        if !held.iter().all(|(_, value)| is_empty(value)) {
            children = self.children(&held);
        }
        let fails = self.marks.node(value, &|value| self.shown(value));
        let mut labels = vec![DrawnText::new(&self.name_of(class, &own)).failing(fails)];
        if is_link && children.iter().all(|child| child.children.is_empty()) {
            labels.extend(children.drain(..).flat_map(|child| child.labels));
        }
        Tree { labels, children }
    }

    /// What a node holds, lists taken apart. Where one cannot see which field a child belongs to, its name says so.
    fn children(&self, held: &[(&str, &Value)]) -> Vec<Tree> {
        let are_named = held.len() > 1 && held.iter().any(|(_, value)| is_list(value));
        let mut children = Vec::new();
        for (name, value) in held {
            let name = are_named.then_some(*name);
            let mut add = |value: &Value| children.push(self.inner(value).named(name));
            match value {
                Value::List(items) => items.borrow().iter().for_each(&mut add),
                value => add(value),
            }
        }
        children
    }

    /// `4`, `Num 4`, `key=4 height=2`, `Leaf`
    fn name_of(&self, class: &RecordClass, own: &[(&str, &Value)]) -> String {
        let fields: Vec<String> = match own {
            [(_, value)] => vec![self.text(value)],
            several => several.iter().map(|(name, value)| format!("{name}={}", self.text(value))).collect(),
        };
        let name = (class.tagged || own.is_empty()).then(|| class.name.to_string());
        name.into_iter().chain(fields).collect::<Vec<_>>().join(" ")
    }
}

/// The elements of a list, a tuple or a set, in order.
fn elements(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::List(items) => Some(items.borrow().clone()),
        Value::Tuple(items) => Some(items.to_vec()),
        Value::Set(set) => Some(set.borrow().keys().cloned().collect()),
        Value::FrozenSet(set) => Some(set.keys().cloned().collect()),
        _ => None,
    }
}

/// The parts of an element that stand side by side.
fn cells_of(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::Record(record) if !record.is_member => Some(record.fields.to_vec()),
        other => elements(other),
    }
}

fn is_collection(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Set(_) | Value::FrozenSet(_) | Value::Dict(_))
}

fn is_list(value: &Value) -> bool {
    matches!(value, Value::List(_))
}

/// Holds no node, and nothing else either.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::None => true,
        Value::List(items) => items.borrow().iter().all(is_empty),
        _ => false,
    }
}

fn has_nodes(value: &Value) -> bool {
    match value {
        Value::Record(record) => record.is_node || record.fields.iter().any(has_nodes),
        Value::List(items) => items.borrow().iter().any(has_nodes),
        Value::Tuple(items) => items.iter().any(has_nodes),
        _ => false,
    }
}

/// At most as many labels as a picture of the value has: the elements of collections, the records of trees.
fn size(value: &Value) -> usize {
    match value {
        Value::Record(record) => 1 + record.fields.iter().map(size).sum::<usize>(),
        Value::List(items) => items.borrow().iter().map(|item| size(item).max(1)).sum(),
        Value::Tuple(items) => items.iter().map(size).sum::<usize>(),
        Value::Set(set) => set.borrow().len(),
        Value::FrozenSet(set) => set.len(),
        Value::Dict(dict) => 2 * dict.table.borrow().len(),
        _ => 0,
    }
}
