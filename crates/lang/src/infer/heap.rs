//! Where abstract objects keep what they hold: cells that only grow, and remember who read them.
//!
//! An object stands for everything made at one place of the program in one context. Its cells take in all that is ever
//! stored there, so aliases and changes need no further thought.
//!
//! Invariant: an object that unknown code may reach is `escaped`, and its changeable cells hold `Unknown`.

use crate::ast::ExprId;
use crate::problem::RecordId;

use super::Inference;
use super::context::CtxId;
use super::shapes::Shape;
use super::value::{Callable, Item, SiteId, Val, number};

/// More alternatives than this are `Unknown`.
const MAX_WIDTH: usize = 16;

/// Something that holds a value, and is the same in the whole analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct CellId(u32);

#[derive(Debug, Default)]
pub(super) struct Heap {
    cells: Vec<Cell>,
    sites: Vec<Site>,
}

#[derive(Debug)]
struct Cell {
    value: Val,
    /// Sorted.
    readers: Vec<CtxId>,
}

#[derive(Debug)]
struct Site {
    kind: ObjectKind,
    cells: Vec<CellId>,
    escaped: bool,
    /// Every object made here holds something. What is not said is not known.
    filled: Option<bool>,
}

/// The kinds of objects, with the meaning of their cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum ObjectKind {
    /// One cell per position.
    Tuple,
    /// A tuple of any length: its elements.
    TupleOf,
    List,
    /// A list declared `Unordered`.
    Unordered,
    Set,
    FrozenSet,
    /// Keys and values.
    Dict,
    Counter,
    DefaultDict,
    OrderedDict,
    Iterator,
    /// An iterator whose order is that of a set.
    SetIterator,
    Keys,
    Values,
    /// Keys and values.
    Items,
}

impl ObjectKind {
    pub fn is_mapping(self) -> bool {
        matches!(self, ObjectKind::Dict | ObjectKind::Counter | ObjectKind::DefaultDict | ObjectKind::OrderedDict)
    }

    pub fn is_set(self) -> bool {
        matches!(self, ObjectKind::Set | ObjectKind::FrozenSet)
    }

    pub fn is_list(self) -> bool {
        matches!(self, ObjectKind::List | ObjectKind::Unordered)
    }

    /// What `&`, `|`, `-` and `<=` take for a set.
    pub fn is_set_like(self) -> bool {
        matches!(self, ObjectKind::Set | ObjectKind::FrozenSet | ObjectKind::Keys | ObjectKind::Items)
    }

    fn is_changeable(self) -> bool {
        matches!(
            self,
            ObjectKind::List
                | ObjectKind::Unordered
                | ObjectKind::Set
                | ObjectKind::Dict
                | ObjectKind::Counter
                | ObjectKind::DefaultDict
                | ObjectKind::OrderedDict
        )
    }
}

/// The place of the program an object is made at. One expression may make several objects, distinguished by `role`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct At {
    pub expr: ExprId,
    pub role: u8,
}

impl At {
    pub fn new(expr: ExprId) -> Self {
        Self { expr, role: 0 }
    }

    /// Another object made by the same expression.
    pub fn inner(self) -> Self {
        Self { expr: self.expr, role: self.role.saturating_add(1) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SiteKey {
    at: At,
    ctx: CtxId,
    kind: ObjectKind,
    cells: usize,
}

impl Inference<'_> {
    pub fn new_cell(&mut self, value: Val) -> CellId {
        self.heap.cells.push(Cell { value, readers: Vec::new() });
        CellId(number(self.heap.cells.len() - 1))
    }

    /// The value of a cell. When it grows, the context that runs now runs again.
    pub fn read(&mut self, cell: CellId) -> Val {
        let current = self.current;
        let cell = &mut self.heap.cells[cell.0 as usize];
        if let Err(place) = cell.readers.binary_search(&current) {
            cell.readers.insert(place, current);
        }
        cell.value
    }

    /// Adds a value to a cell.
    pub fn write(&mut self, cell: CellId, value: Val) {
        let old = self.heap.cells[cell.0 as usize].value;
        let joined = self.join(old, value);
        self.grow(cell, joined);
    }

    /// Adds to a cell without a limit on its width.
    fn grow(&mut self, cell: CellId, value: Val) {
        let cell = &mut self.heap.cells[cell.0 as usize];
        let joined = self.values.join(cell.value, value);
        if joined != cell.value {
            cell.value = joined;
            self.queue.extend(&cell.readers);
        }
    }

    pub fn join(&mut self, a: Val, b: Val) -> Val {
        let joined = self.values.join(a, b);
        if joined.is_unknown() || self.values.width(joined) > MAX_WIDTH {
            self.escape(a);
            self.escape(b);
            return Val::UNKNOWN;
        }
        joined
    }

    pub fn join_all(&mut self, vals: impl IntoIterator<Item = Val>) -> Val {
        vals.into_iter().fold(Val::BOTTOM, |all, val| self.join(all, val))
    }

    /// The object made here, with these values added to its cells.
    pub fn alloc(&mut self, at: At, kind: ObjectKind, values: &[Val]) -> Val {
        let key = SiteKey { at, ctx: self.current, kind, cells: values.len() };
        let site = if let Some(site) = self.site_index.get(&key) {
            *site
        } else {
            let site = self.new_site(kind, values.len());
            self.site_index.insert(key, site);
            site
        };
        for (index, value) in values.iter().enumerate() {
            self.store(site, index, *value);
        }
        self.values.one(Item::Object(site))
    }

    pub fn new_site(&mut self, kind: ObjectKind, cells: usize) -> SiteId {
        let cells = (0..cells).map(|_| self.new_cell(Val::BOTTOM)).collect();
        self.heap.sites.push(Site { kind, cells, escaped: false, filled: None });
        SiteId(number(self.heap.sites.len() - 1))
    }

    /// An iterator whose elements are exactly those of a cell that others write to.
    pub fn new_iterator(&mut self, cell: CellId) -> SiteId {
        self.heap.sites.push(Site { kind: ObjectKind::Iterator, cells: vec![cell], escaped: false, filled: None });
        SiteId(number(self.heap.sites.len() - 1))
    }

    /// Says whether the objects just made certainly hold something; once not is never.
    pub fn fill(&mut self, made: Val, filled: bool) -> Val {
        for item in self.values.items(made).iter() {
            if let Item::Object(site) = item {
                let known = &mut self.heap.sites[site.0 as usize].filled;
                *known = Some(known.unwrap_or(true) && filled);
            }
        }
        made
    }

    /// Notes that something is taken out of an object.
    pub fn unfill(&mut self, site: SiteId) {
        self.heap.sites[site.0 as usize].filled = Some(false);
    }

    /// Whether a value certainly holds something, so that its elements will be met.
    pub fn is_filled(&self, val: Val) -> bool {
        let items = self.values.items(val);
        let filled = |item: &Item| match self.shape(*item) {
            Shape::Object(site, ObjectKind::Tuple) => self.cell_count(site) > 0,
            Shape::Object(site, _) => {
                let site = &self.heap.sites[site.0 as usize];
                site.filled == Some(true) && !site.escaped
            }
            Shape::NamedTuple(_) => true,
            _ => false,
        };
        !items.is_empty() && items.iter().all(filled)
    }

    pub fn kind(&self, site: SiteId) -> ObjectKind {
        self.heap.sites[site.0 as usize].kind
    }

    pub fn cell_count(&self, site: SiteId) -> usize {
        self.heap.sites[site.0 as usize].cells.len()
    }

    pub fn load(&mut self, site: SiteId, index: usize) -> Val {
        let cell = self.heap.sites[site.0 as usize].cells[index];
        self.read(cell)
    }

    /// The current value, without subscribing to changes.
    pub fn peek(&self, site: SiteId, index: usize) -> Val {
        let cell = self.heap.sites[site.0 as usize].cells[index];
        self.heap.cells[cell.0 as usize].value
    }

    pub fn peek_cell(&self, cell: CellId) -> Val {
        self.heap.cells[cell.0 as usize].value
    }

    pub fn store(&mut self, site: SiteId, index: usize, value: Val) {
        let Site { cells, escaped, .. } = &self.heap.sites[site.0 as usize];
        let (cell, escaped) = (cells[index], *escaped);
        self.write(cell, value);
        if escaped {
            self.escape(value);
        }
    }

    /// Adds to a field of all records of a class.
    pub fn store_field(&mut self, record: RecordId, index: usize, value: Val) {
        let record = &self.records[usize::from(record.0)];
        let (cell, escaped) = (record.fields[index], record.escaped);
        self.write(cell, value);
        if escaped {
            self.escape(value);
        }
    }

    /// Hands a value to code that is not known: it may be changed, and what is a function may be called.
    pub fn escape(&mut self, value: Val) {
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            for item in self.values.items(value).iter() {
                self.escape_item(*item, &mut pending);
            }
        }
    }

    fn escape_item(&mut self, item: Item, pending: &mut Vec<Val>) {
        match item {
            Item::Object(site) => {
                let site = &mut self.heap.sites[site.0 as usize];
                if std::mem::replace(&mut site.escaped, true) {
                    return;
                }
                let (cells, changeable) = (site.cells.clone(), site.kind.is_changeable());
                for cell in cells {
                    pending.push(self.heap.cells[cell.0 as usize].value);
                    if changeable {
                        self.grow(cell, Val::UNKNOWN);
                    }
                }
            }
            Item::Record(id) => {
                let record = &mut self.records[usize::from(id.0)];
                if !std::mem::replace(&mut record.escaped, true) {
                    let cells = record.fields.clone();
                    pending.extend(cells.into_iter().map(|cell| self.heap.cells[cell.0 as usize].value));
                }
            }
            Item::Function(id) => self.call_from_outside(id),
            Item::Callable(index) => {
                if let Callable::Method(receiver, _) = self.values.callable_value(index) {
                    let receiver = *receiver;
                    pending.push(self.values.one(receiver));
                }
            }
            _ => {}
        }
    }
}
