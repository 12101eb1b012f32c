//! The smallest pair with a property, proven so.
//!
//! Takes the assumptions that say what is asked for, and a pair that satisfies them if one is known; gives the least pair
//! in the order of [`Sizes`], and whether no smaller one is known to exist. The order is a row of literals: of two pairs the smaller one is better at the first
//! literal where they differ. So one question, "better somewhere and nowhere worse before", either gives a smaller pair
//! or proves that there is none; nothing is asked literal by literal. The clauses of that question are made once for a
//! solver ([`Order`]) and take the pair to be improved as assumptions.

use circuit::Circuit;
use compile::layout::Layout;
use pairs::Concrete;
use solver::Answer;

use crate::query::Query;
use crate::size::Sizes;

/// The smallest pair that satisfies the assumptions; `None` if there is none, or the solver gave up before finding one.
/// The second part says whether it is proven to be the smallest.
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
    // Symmetry may leave out the known pair, and keep another one of the same numbers.
    if known && search.ask_exactly(layout.measure(&search.best)).is_none() {
        search.proven = false;
    } else {
        search.improve(Stage::Values);
    }
    Some(search.end())
}

/// A pair as small as can be had by its numbers, where none is smaller than the floor. Its values are any.
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
        // No question where there are as few elements as the floor has.
        if layout.measure(&search.best)[0] == floor[0] {
            search.settled = sizes.stages()[0];
        } else {
            search.improve(Stage::Elements);
        }
        search.improve(Stage::Numbers);
    }
    Some(search.end())
}

/// How far in the row to look. Few elements make what follows easy, so they come first.
#[derive(Clone, Copy)]
enum Stage {
    Elements,
    Numbers,
    Values,
}

/// Variables and clauses that ask for a pair before another one.
#[derive(Debug)]
pub struct Order {
    /// For each literal of the row: the pair has it; the other pair has it; it makes the pair better.
    own: Vec<i32>,
    other: Vec<i32>,
    ways: Vec<i32>,
    /// For each stage: the pair is better somewhere in it.
    better: [i32; 3],
}

impl Order {
    fn new(query: &mut Query, circuit: &Circuit, sizes: &Sizes) -> Self {
        let mut order = Self { own: Vec::new(), other: Vec::new(), ways: Vec::new(), better: [0; 3] };
        // Nothing is worse so far.
        let mut before = None;
        let ends = sizes.stages();
        let variable = |query: &mut Query| {
            let var = query.new_var();
            // Other questions do not care.
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
    /// So many literals of the row are as good as they can be.
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
            query.order = Some(Order::new(query, circuit, sizes));
        }
        // What is not there is small.
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

    /// Takes a pair that is known to satisfy the assumptions for the best one, unless it lies outside the scope.
    fn start_from(&mut self, pair: &[Concrete]) -> bool {
        let inside = self.layout.encode(pair).is_some();
        if inside {
            self.note(pair.to_vec(), &[]);
        }
        inside
    }

    /// Takes a pair of a size for the best one, where none can be smaller.
    fn ask_exactly(&mut self, size: [u64; 4]) -> Option<()> {
        let exactly = self.sizes.exactly(size);
        let exactly: Vec<i32> = exactly.into_iter().map(|lit| self.query.assumption(self.circuit, lit)).collect();
        self.ask(&exactly)
    }

    /// Takes a pair that satisfies more assumptions for the best one.
    fn ask(&mut self, more: &[i32]) -> Option<()> {
        let assumptions: Vec<i32> = self.assumptions.iter().chain(more).copied().collect();
        match self.query.solve(&assumptions) {
            Answer::Sat => {}
            Answer::Unsat => return None,
            Answer::Unknown => {
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

    /// Goes to smaller pairs while there are any, as far as the literals of a stage tell.
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
                // What cannot become better must stay. Said at once, it makes the question easy.
                if good && position < open {
                    assumptions.push(order.own[position]);
                }
            }
            if stage == Stage::Elements as usize {
                // A number in unary is smaller if and only if it has the next literal too.
                assumptions = order.own[..=open].to_vec();
            }
            if self.ask(&assumptions).is_none() {
                break;
            }
        }
        self.settled = end;
    }
}
