//! Finds the smallest pair that satisfies some assumptions, and proves that none is smaller.
//!
//! The size order ([`Sizes`]) is a row of literals: of two pairs, the smaller one has the first literal in which they
//! differ. So a single question, "better at some literal and worse at none before it", either yields a smaller pair or
//! proves that there is none; no literal is asked about on its own. The clauses of that question are created once per
//! solver ([`SizeOrder`]), and the pair to improve on is passed as assumptions.
//!
//! A pair that is known to satisfy the assumptions shortens the search.

use circuit::Circuit;
use compile::layout::Layout;
use pairs::Concrete;
use solver::SolveResult;

use crate::query::Query;
use crate::size::Sizes;

/// The smallest pair that satisfies the assumptions, and whether it is proven smallest; `None` if there is none, or if the
/// solver gave up before finding one.
pub fn smallest(
    query: &mut Query,
    circuit: &Circuit,
    layout: &Layout,
    sizes: &Sizes,
    assumptions: &[i32],
    known: Option<&[Concrete]>,
) -> Option<(Vec<Concrete>, bool)> {
    let mut search = Search::new(query, circuit, layout, sizes, assumptions);
    let known = known.is_some_and(|pair| search.start_from(pair));
    if !known {
        search.ask(&[])?;
    }
    [Stage::Elements, Stage::Numbers].into_iter().for_each(|stage| search.improve(stage));
    // Symmetry may exclude the known pair and keep another one with the same numbers.
    if known && search.ask_exactly(layout.measure(&search.best)).is_none() {
        search.proven = false;
    } else {
        search.improve(Stage::Values);
    }
    Some(search.end())
}

/// A pair that is smallest by its numbers (elements, atoms, integers), with any values. No pair may be smaller than the
/// floor.
pub fn small(
    query: &mut Query,
    circuit: &Circuit,
    layout: &Layout,
    sizes: &Sizes,
    assumptions: &[i32],
    floor: [u64; 4],
) -> Option<(Vec<Concrete>, bool)> {
    let mut search = Search::new(query, circuit, layout, sizes, assumptions);
    if search.ask_exactly(floor).is_none() {
        search.ask(&[])?;
        // The floor settles the number of elements without a question.
        if layout.measure(&search.best)[0] == floor[0] {
            search.settled = sizes.stages()[0];
        } else {
            search.improve(Stage::Elements);
        }
        search.improve(Stage::Numbers);
    }
    Some(search.end())
}

/// A prefix of the row. Few elements make the rest easy, so they are minimized first.
#[derive(Clone, Copy)]
enum Stage {
    Elements,
    Numbers,
    Values,
}

/// Variables for the question whether a pair is smaller than another one.
#[derive(Debug)]
pub struct SizeOrder {
    /// For each literal of the row: the pair has it; the other pair has it; the pair is better because of it.
    own: Vec<i32>,
    other: Vec<i32>,
    ways: Vec<i32>,
    /// For each stage: the pair is better within it.
    better: [i32; 3],
}

impl SizeOrder {
    fn new(query: &mut Query, circuit: &Circuit, sizes: &Sizes) -> Self {
        let mut order = Self { own: Vec::new(), other: Vec::new(), ways: Vec::new(), better: [0; 3] };
        // The literal that says that nothing before is worse.
        let mut before = None;
        let ends = sizes.stages();
        let variable = |query: &mut Query| {
            let var = query.new_var();
            // Other questions do not use these variables.
            query.set_phase(-var);
            var
        };
        for (position, lit) in sizes.row.iter().enumerate() {
            let (own, other) = (query.assumption(circuit, *lit), variable(query));
            let (way, same) = (variable(query), variable(query));
            query.add_clause(&[-way, own]);
            query.add_clause(&[-way, -other]);
            query.add_clause(&[-same, -other, own]);
            if let Some(before) = before {
                query.add_clause(&[-way, before]);
                query.add_clause(&[-same, before]);
            }
            before = Some(same);
            order.own.push(own);
            order.other.push(other);
            order.ways.push(way);
            for stage in (0..ends.len()).filter(|stage| ends[*stage] == position + 1) {
                order.better[stage] = variable(query);
                let mut clause = order.ways.clone();
                clause.push(-order.better[stage]);
                query.add_clause(&clause);
            }
        }
        order
    }
}

struct Search<'a> {
    query: &'a mut Query,
    circuit: &'a Circuit,
    layout: &'a Layout,
    sizes: &'a Sizes,
    assumptions: &'a [i32],
    best: Vec<Concrete>,
    /// For each literal of the row, whether the best pair has it.
    good: Vec<bool>,
    /// How many literals of the row are known to be optimal.
    settled: usize,
    proven: bool,
}

impl<'a> Search<'a> {
    fn new(
        query: &'a mut Query,
        circuit: &'a Circuit,
        layout: &'a Layout,
        sizes: &'a Sizes,
        assumptions: &'a [i32],
    ) -> Self {
        if query.order.is_none() {
            query.order = Some(SizeOrder::new(query, circuit, sizes));
        }
        // Absent elements make a pair small.
        for input in circuit.inputs() {
            let var = query.both(circuit, input.lit());
            query.set_phase(-var);
        }
        Self {
            query,
            circuit,
            layout,
            sizes,
            assumptions,
            best: Vec::new(),
            good: Vec::new(),
            settled: 0,
            proven: true,
        }
    }

    fn end(self) -> (Vec<Concrete>, bool) {
        for input in self.circuit.inputs() {
            let var = self.query.both(self.circuit, input.lit());
            self.query.unset_phase(var);
        }
        (self.best, self.proven)
    }

    /// Starts from a pair that is known to satisfy the assumptions, unless it lies outside the scope.
    fn start_from(&mut self, pair: &[Concrete]) -> bool {
        let inside = self.layout.encode(pair).is_some();
        if inside {
            self.note(pair.to_vec(), &[]);
        }
        inside
    }

    /// Looks for a pair of exactly this size, given that none is smaller.
    fn ask_exactly(&mut self, size: [u64; 4]) -> Option<()> {
        let exactly = self.sizes.exactly(size);
        let exactly: Vec<i32> = exactly.into_iter().map(|lit| self.query.assumption(self.circuit, lit)).collect();
        self.ask(&exactly)
    }

    /// Looks for a pair that satisfies these assumptions as well, which becomes the best one.
    fn ask(&mut self, more: &[i32]) -> Option<()> {
        let assumptions: Vec<i32> = self.assumptions.iter().chain(more).copied().collect();
        match self.query.solve(&assumptions) {
            SolveResult::Sat => {}
            SolveResult::Unsat => return None,
            SolveResult::Unknown => {
                self.proven = false;
                return None;
            }
        }
        let values = self.sizes.row[self.sizes.numbers()..].iter();
        let values: Vec<bool> = values.map(|lit| self.query.input_value(*lit)).collect();
        self.note(self.query.pair(self.layout), &values);
        Some(())
    }

    fn note(&mut self, pair: Vec<Concrete>, values: &[bool]) {
        let size = self.layout.measure(&pair);
        let numbers = (0..self.sizes.numbers()).map(|position| self.sizes.is_good(position, size));
        self.good = numbers.chain(values.iter().copied()).collect();
        self.best = pair;
    }

    /// Moves to smaller pairs until the literals of the stage are optimal.
    fn improve(&mut self, stage: Stage) {
        let stage = stage as usize;
        let end = self.sizes.stages()[stage];
        loop {
            let Some(order) = &self.query.order else { return };
            let open = self.good[..end].iter().skip(self.settled).position(|good| !good);
            let Some(open) = open.map(|position| self.settled + position) else { break };
            let mut assumptions = vec![order.better[stage]];
            for position in 0..end {
                let good = self.good[position];
                assumptions.push(match (position < self.settled, good) {
                    (true, _) => -order.ways[position],
                    (false, true) => order.other[position],
                    (false, false) => -order.other[position],
                });
                // A literal that cannot improve must stay. Stating it as an assumption makes the question easy.
                if good && position < open {
                    assumptions.push(order.own[position]);
                }
            }
            if stage == Stage::Elements as usize {
                // A number in unary is smaller if and only if it also has the next literal.
                assumptions = order.own[..=open].to_vec();
            }
            if self.ask(&assumptions).is_none() {
                break;
            }
        }
        self.settled = end;
    }
}
