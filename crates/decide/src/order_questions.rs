//! The questions whose answers show that no function depends on an order that Python leaves open.
//!
//! A pair comes with an order of every unordered list. Each question asks for a pair on which a function gives another
//! answer if two neighbors of a list are exchanged, or if sets come in another order. If there is none, the answer is the
//! same in all orders: exchanges of neighbors lead from any order to any other.
//!
//! Invariant: the questions depend only on the problem, the scope, and whether symmetry is used, so that the checker of a
//! proof asks what its writer asked. Guarded by `tests/proofs.rs`.

use circuit::{Circuit, Lit};
use compile::{CompileOptions, Compiler, Constraint, Layout, ListOrder, OtherOrder, Refusal, RefusalKind};
use lang::ast::FuncId;
use lang::problem::Problem;
use lang::scope::Scope;

use crate::function::PairFunction;
use crate::oracle::compiler;

/// Whether a function ever gives different answers in two orders.
#[derive(Clone, Debug)]
pub(crate) struct OrderQuestion {
    pub function: PairFunction,
    /// How many preconditions, in the order of the file, must hold: a function is evaluated only where they do.
    pub preconditions: usize,
    pub other: OtherOrder,
    /// The answers differ.
    pub differs: Lit,
}

/// All questions about some functions, over one circuit.
#[derive(Debug)]
pub(crate) struct OrderQuestions {
    pub circuit: Circuit,
    pub layout: Layout,
    pub constraints: Vec<Constraint>,
    /// When each precondition holds, in the order of the pair.
    pub preconditions: Vec<Lit>,
    pub questions: Vec<OrderQuestion>,
    /// Functions that could not be compiled in any order.
    pub refused: Vec<FuncId>,
}

impl OrderQuestions {
    /// About some functions, and about the preconditions before them: the first `before` ones of the file.
    pub fn new(
        problem: &Problem,
        scope: &Scope,
        options: CompileOptions,
        functions: &[PairFunction],
        before: usize,
    ) -> Result<Self, Refusal> {
        let options = CompileOptions { order: ListOrder::Any, ..options };
        let mut compiler = compiler(problem, scope, options)?;
        let mut preconditions = Vec::new();
        let mut questions = Vec::new();
        let mut refused = Vec::new();
        let mut ask = |compiler: &mut Compiler<'_>, function: PairFunction, preconditions: usize| {
            let outcome = if preconditions < before {
                compiler.precondition_in_any_order(function.function, &function.params)
            } else {
                compiler.in_any_order(function.function, &function.params)
            };
            let outcome = match outcome {
                Ok(outcome) => outcome,
                Err(refusal) if matches!(refusal.kind, RefusalKind::Endless { .. }) => return Err(refusal),
                Err(_) => {
                    refused.push(function.function);
                    return Ok(None);
                }
            };
            questions.extend(outcome.differs.into_iter().map(|(differs, other)| OrderQuestion {
                function: function.clone(),
                preconditions,
                other,
                differs,
            }));
            Ok(Some(outcome.answer.holds))
        };
        for (position, property) in problem.preconditions[..before].iter().enumerate() {
            let holds = match ask(&mut compiler, property.into(), position)? {
                Some(holds) => Some(holds),
                None => compiler.precondition(property).ok().map(|outcome| outcome.holds),
            };
            // Without a circuit it is taken to hold, which makes the other questions harder, not wrong.
            preconditions.push(holds.unwrap_or(Lit::TRUE));
        }
        for function in functions {
            ask(&mut compiler, function.clone(), before)?;
        }
        let layout = compiler.layout.clone();
        let constraints = std::mem::take(&mut compiler.constraints);
        Ok(Self { circuit: compiler.into_circuit(), layout, constraints, preconditions, questions, refused })
    }
}
