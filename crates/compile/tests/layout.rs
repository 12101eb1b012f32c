//! The assignments that satisfy the constraints are the pairs of the scope, one for one, and what is derived excludes
//! none of them.

mod given;

use std::collections::{BTreeMap, BTreeSet};

use circuit::cnf::{Encoder, Polarity};
use circuit::simulate::Simulator;
use circuit::{Circuit, Lit};
use compile::{Block, CompileOptions, Compiler, Constraint, Layout};
use given::{all_pairs, given, problem_text};
use pairs::Concrete;
use solver::{Batsat, Feed, SolveResult, Solver, SolverLimits};

/// Up to this many inputs, assignments are tried one by one; beyond, a solver counts them.
const MOST_INPUTS: usize = 16;

struct Case {
    input: &'static str,
    output: &'static str,
    scope: &'static str,
    /// How many pairs there are, counted by hand.
    pairs: usize,
}

/// All kinds of domains, alone, in each other, and where they may be missing.
const CASES: &[Case] = &[
    Case { input: "Item", output: "bool", scope: "Item=3", pairs: 3 * 2 },
    Case { input: "Number", output: "bool", scope: "Number=range(-2, 3)", pairs: 5 * 2 },
    // A choice of exactly one among many is encoded differently.
    Case { input: "Number", output: "Literal['x']", scope: "Number=range(16)", pairs: 16 },
    // Bits, of which not all are numbers of the range.
    Case { input: "Number", output: "bool", scope: "Number=range(-20, 33)", pairs: 53 * 2 },
    Case {
        input: "list[Number]",
        output: "Literal['x']",
        scope: "Number=range(-20, 33), x=2",
        pairs: 1 + 53 + 53 * 53,
    },
    Case { input: "Number | None", output: "Number | None", scope: "Number=range(-20, 33)", pairs: 54 * 54 },
    Case {
        input: "dict[Number, Literal[1]]",
        output: "Item",
        scope: "Number=range(50), x=2, Item=1",
        pairs: 1 + 50 + 50 * 49,
    },
    Case { input: "Literal['(', ')', '|']", output: "list[Literal[1, 2]]", scope: "y=1", pairs: 3 * 3 },
    Case { input: "Item | None", output: "list[bool] | None", scope: "Item=2, y=2", pairs: 3 * (1 + 1 + 2 + 4) },
    Case { input: "tuple[Item, bool] | None", output: "set[Item] | None", scope: "Item=2, y=1", pairs: 5 * 4 },
    Case {
        input: "tuple[Item, bool]",
        output: "list[Run]",
        scope: "Item=2, Run_length=range(2), y=2",
        pairs: 4 * (1 + 4 + 16),
    },
    Case { input: "Run", output: "Run | None", scope: "Item=2, Run_length=range(3)", pairs: 6 * 7 },
    Case { input: "list[list[bool]]", output: "Unordered[list[Item]]", scope: "x=(2, 1), y=2, Item=3", pairs: 13 * 7 },
    Case { input: "list[list[list[bool]]]", output: "bool", scope: "x=(2, 1, 1)", pairs: (1 + 4 + 16) * 2 },
    Case { input: "list[set[Item]]", output: "list[Item | None]", scope: "Item=2, x=(2, 1), y=1", pairs: 13 * 4 },
    Case { input: "set[Item]", output: "frozenset[tuple[bool, Item]]", scope: "Item=3, x=2, y=2", pairs: 7 * 22 },
    Case { input: "set[Item]", output: "Unordered[list[tuple[Item, Item]]]", scope: "Item=2, x=2, y=4", pairs: 4 * 16 },
    Case {
        input: "set[frozenset[bool]]",
        output: "list[Unordered[list[bool]]]",
        scope: "x=(2, 1), y=(1, 2)",
        pairs: 7 * 5,
    },
    Case { input: "dict[Item, bool]", output: "bool", scope: "Item=2, x=2", pairs: (1 + 4 + 8) * 2 },
    Case { input: "dict[frozenset[bool], bool]", output: "Item", scope: "x=(2, 1), Item=2", pairs: (1 + 6 + 24) * 2 },
    Case { input: "dict[bool | None, Item]", output: "Literal[0]", scope: "x=3, Item=1", pairs: 1 + 3 + 6 + 6 },
    Case {
        input: "dict[tuple[Item, bool], list[bool]]",
        output: "Literal[0]",
        scope: "x=(2, 1), Item=1",
        pairs: 1 + 6 + 2 * 9,
    },
    Case {
        input: "dict[Run, bool]",
        output: "Literal[0]",
        scope: "x=2, Item=2, Run_length=range(2)",
        pairs: 1 + 8 + 12 * 4,
    },
    Case { input: "list[dict[Item, bool]]", output: "bool", scope: "x=(2, 1), Item=1", pairs: (1 + 3 + 9) * 2 },
    // Elements of both lists can be equal; the derived clauses are about these equalities.
    Case { input: "list[Run]", output: "list[Run]", scope: "Item=2, Run_length=range(2), x=2, y=2", pairs: 21 * 21 },
    Case { input: "list[tuple[bool, bool]]", output: "bool", scope: "x=3", pairs: (1 + 4 + 16 + 64) * 2 },
    Case {
        input: "list[tuple[Item, Item]]",
        output: "list[tuple[Item, Item]]",
        scope: "Item=2, x=1, y=3",
        pairs: 5 * 85,
    },
];

/// Trees of the scope, counted by hand: Catalan's numbers are 1, 1, 2, 5, 14.
const TREES: &[Case] = &[
    Case { input: "Chain | None", output: "bool", scope: "Chain=3", pairs: (1 + 2 + 4 + 8) * 2 },
    Case { input: "Tree | None", output: "Literal['x']", scope: "Tree=3", pairs: 1 + 2 + 2 * 4 + 5 * 8 },
    Case { input: "Tree", output: "Literal['x']", scope: "Tree=4", pairs: 2 + 2 * 4 + 5 * 8 + 14 * 16 },
    Case { input: "Tree | None", output: "bool", scope: "Tree=3, Tree_depth=2", pairs: (1 + 2 + 2 * 4 + 8) * 2 },
    Case {
        input: "Tree | None",
        output: "Chain | None",
        scope: "Tree=2, Chain=2, Chain_depth=1",
        pairs: (1 + 2 + 8) * (1 + 2),
    },
    Case { input: "Plant | None", output: "Item", scope: "Plant=2, Item=2", pairs: (1 + 2 + 2 * 4) * 2 },
    // Forests with at most two nodes: none, one tree, or two.
    Case { input: "list[Tree]", output: "Literal['x']", scope: "Tree=2", pairs: 1 + 2 + 2 * 4 + 4 },
    Case { input: "list[Tree | None]", output: "Literal['x']", scope: "Tree=1, x=2", pairs: 1 + 3 + 5 },
    Case { input: "tuple[Tree | None, Chain | None]", output: "bool", scope: "Tree=1, Chain=2", pairs: 3 * 7 * 2 },
    Case { input: "Rose", output: "bool", scope: "Rose=4", pairs: (2 + 4 + 2 * 8 + 5 * 16) * 2 },
    // At most two children: of four nodes, the one with three children in one node is missing.
    Case { input: "Rose", output: "bool", scope: "Rose=4, Rose_children=2", pairs: (2 + 4 + 2 * 8 + 4 * 16) * 2 },
    Case { input: "Rose", output: "bool", scope: "Rose=4, Rose_depth=2", pairs: (2 + 4 + 8 + 16) * 2 },
    Case { input: "Expr", output: "bool", scope: "Expr=3", pairs: (2 + 2 + 2 + 4) * 2 },
    Case { input: "Expr | None", output: "bool", scope: "Expr=5, Expr_depth=2", pairs: (1 + 2 + 2 + 4) * 2 },
    Case { input: "Folder", output: "bool", scope: "Folder=3", pairs: (1 + 3 + 9 + 3) * 2 },
    Case { input: "Shape", output: "Shape | None", scope: "", pairs: 4 * 5 },
    Case { input: "list[Shape]", output: "bool", scope: "x=2", pairs: (1 + 4 + 16) * 2 },
];

struct Built {
    circuit: Circuit,
    layout: Layout,
    constraints: Vec<Constraint>,
    pairs: Vec<Vec<Concrete>>,
}

fn build(case: &Case) -> Built {
    let loaded = given(&problem_text(case.input, case.output, case.scope));
    let problem = &loaded.problem;
    let mut compiler =
        Compiler::new(problem, &problem.scope, CompileOptions { symmetry: false, ..CompileOptions::default() })
            .expect("compiles");
    Built {
        circuit: compiler.circuit().clone(),
        layout: compiler.layout.clone(),
        constraints: compiler.constraints.clone(),
        pairs: all_pairs(&problem.scope),
    }
}

impl Case {
    fn name(&self) -> String {
        format!("{} to {} at {}", self.input, self.output, self.scope)
    }
}

impl Built {
    /// Which inputs are true for a pair.
    fn bits(&self, pair: &[Concrete]) -> Option<Vec<bool>> {
        let set: BTreeSet<Lit> = self.layout.encode(pair)?.into_iter().collect();
        Some(self.circuit.inputs().iter().map(|input| set.contains(&input.lit())).collect())
    }

    /// Whether each assignment satisfies all constraints of some blocks.
    fn satisfies(&self, blocks: &[Block], assignments: &[Vec<bool>]) -> Vec<bool> {
        let clauses: Vec<&Vec<Lit>> = self
            .constraints
            .iter()
            .filter(|constraint| blocks.contains(&constraint.block))
            .map(|constraint| &constraint.clause)
            .collect();
        let roots: Vec<Lit> = clauses.iter().copied().flatten().copied().collect();
        let mut simulator: Simulator<1> = Simulator::new(&self.circuit, &roots);
        let mut answers = Vec::new();
        for chunk in assignments.chunks(64) {
            let mut words = vec![[0_u64]; self.circuit.input_count()];
            for (position, assignment) in chunk.iter().enumerate() {
                assignment.iter().zip(&mut words).for_each(|(bit, word)| word[0] |= u64::from(*bit) << position);
            }
            simulator.run(&words);
            let all = clauses
                .iter()
                .fold(u64::MAX, |all, clause| all & clause.iter().fold(0, |any, lit| any | simulator.value(*lit)[0]));
            answers.extend((0..chunk.len()).map(|position| all >> position & 1 == 1));
        }
        answers
    }

    /// The pair that an assignment describes.
    fn decode(&self, bits: &[bool]) -> Vec<Concrete> {
        let holds = |lit: Lit| match self.circuit.input_of(lit) {
            Some(input) => bits[input] != lit.is_negated(),
            None => lit == Lit::TRUE,
        };
        self.layout.decode(&holds)
    }

    /// The assignments that satisfy the constraints, one by one from a solver.
    fn models(&self, most: usize) -> BTreeSet<Vec<bool>> {
        let mut solver = Batsat::new();
        let mut encoder = Encoder::new();
        encoder.declare_inputs(&self.circuit, &mut Feed(&mut solver));
        for constraint in self.constraints.iter().filter(|constraint| constraint.block != Block::Derived) {
            encoder.clause(&self.circuit, &constraint.clause, &mut Feed(&mut solver));
        }
        let vars: Vec<i32> = self
            .circuit
            .inputs()
            .iter()
            .map(|input| encoder.lit(&self.circuit, input.lit(), Polarity::Both, &mut Feed(&mut solver)))
            .collect();
        let mut models = BTreeSet::new();
        while models.len() <= most && solver.solve(&[], &SolverLimits::default()) == SolveResult::Sat {
            let model: Vec<bool> = vars.iter().map(|var| solver.value(*var)).collect();
            let other: Vec<i32> = vars.iter().zip(&model).map(|(var, set)| if *set { -var } else { *var }).collect();
            solver.add_clause(&other);
            models.insert(model);
        }
        models
    }
}

#[test]
fn the_assignments_that_satisfy_the_constraints_are_the_pairs_of_the_scope() {
    let mut counted = [0, 0];
    for case in CASES.iter().chain(TREES) {
        let (name, built) = (case.name(), build(case));
        assert_eq!(built.pairs.len(), case.pairs, "{name}");
        let encodings: BTreeMap<Vec<bool>, &Vec<Concrete>> =
            built.pairs.iter().map(|pair| (built.bits(pair).expect("inside the scope"), pair)).collect();
        assert_eq!(encodings.len(), case.pairs, "{name}: two pairs are the same bits");
        encodings.iter().for_each(|(bits, pair)| assert_eq!(built.decode(bits), **pair, "{name}"));

        let inputs = built.circuit.input_count();
        let found = if inputs <= MOST_INPUTS {
            counted[0] += 1;
            let all: Vec<Vec<bool>> =
                (0..1_u32 << inputs).map(|word| (0..inputs).map(|bit| word >> bit & 1 == 1).collect()).collect();
            let answers = built.satisfies(&[Block::Shape, Block::Bound], &all);
            all.into_iter().zip(answers).filter(|(_, answer)| *answer).map(|(bits, _)| bits).collect()
        } else {
            counted[1] += 1;
            built.models(case.pairs)
        };
        let expected: BTreeSet<Vec<bool>> = encodings.into_keys().collect();
        assert_eq!(found.len(), case.pairs, "{name}, {inputs} inputs");
        assert_eq!(found, expected, "{name}");
    }
    assert!(counted[0] > 15 && counted[1] >= 3, "{counted:?}");
}

/// More cells, too many for a solver to list all pairs: what is derived about equal elements and their counts.
const OF_SEVERAL_CELLS: &[Case] = &[
    Case { input: "list[Run]", output: "list[Run]", scope: "Item=2, Run_length=range(2), x=3, y=3", pairs: 85 * 85 },
    Case {
        input: "list[tuple[Number, bool]]",
        output: "list[tuple[Number, bool]]",
        scope: "Number=range(-1, 2), x=2, y=3",
        pairs: 43 * 259,
    },
    // Cells of a single possible value.
    Case {
        input: "list[tuple[Literal[1], Literal[2]]]",
        output: "list[tuple[Literal[1], Literal[2]]]",
        scope: "x=3, y=2",
        pairs: 4 * 3,
    },
    Case {
        input: "list[tuple[bool, Literal[1]]]",
        output: "list[tuple[bool, Literal[1]]]",
        scope: "x=6, y=4",
        pairs: 127 * 31,
    },
];

#[test]
fn derived_clauses_exclude_no_pair() {
    let mut derived = 0;
    for case in CASES.iter().chain(OF_SEVERAL_CELLS).chain(TREES) {
        let built = build(case);
        assert_eq!(built.pairs.len(), case.pairs, "{}", case.name());
        derived += usize::from(built.constraints.iter().any(|constraint| constraint.block == Block::Derived));
        let assignments: Vec<Vec<bool>> =
            built.pairs.iter().map(|pair| built.bits(pair).expect("inside the scope")).collect();
        let answers = built.satisfies(&[Block::Derived], &assignments);
        for (pair, answer) in built.pairs.iter().zip(answers) {
            assert!(answer, "{}: {pair:?}", case.name());
        }
    }
    assert_eq!(derived, 7, "as many cases have such clauses");
}

/// What a larger scope has more has no bits.
#[test]
fn pairs_outside_the_scope_have_no_bits() {
    for (input, scope, larger) in [
        ("Item", "Item=2", "Item=3"),
        ("Number", "Number=range(-20, 33)", "Number=range(-21, 35)"),
        ("list[bool]", "x=1", "x=2"),
        ("list[list[bool]]", "x=(2, 1)", "x=(2, 2)"),
        ("set[Item]", "x=1, Item=2", "x=2, Item=2"),
        ("Unordered[list[bool]]", "x=1", "x=2"),
        ("dict[Item, bool]", "x=1, Item=2", "x=2, Item=2"),
        ("Tree | None", "Tree=2", "Tree=3"),
        ("Rose", "Rose=3, Rose_depth=2", "Rose=3"),
    ] {
        let case = |scope: &'static str| Case { input, output: "bool", scope, pairs: 0 };
        let (built, larger) = (build(&case(scope)), build(&case(larger)));
        let inside: BTreeSet<&Vec<Concrete>> = built.pairs.iter().collect();
        assert!(larger.pairs.len() > inside.len());
        for pair in &larger.pairs {
            assert_eq!(built.bits(pair).is_some(), inside.contains(pair), "{input} at {scope}: {pair:?}");
        }
    }
}
