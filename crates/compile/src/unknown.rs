//! What has no circuit in a submission: it ends its path, and not the compilation.
//!
//! The innermost statement that is refused becomes a way out whose answer is not known, like an exception that nothing
//! catches. What no valid pair reaches costs nothing; for the pairs that reach it, the circuit says that it does not know.
//!
//! Invariant: where `unknown` is false, the circuit says what `eval` says. Guarded by `decide/tests/submissions.rs`.

use std::collections::HashMap;
use std::rc::Rc;

use circuit::Lit;
use lang::ast::Stmt;
use lang::builtins::Exception;
use lang::resolve::VarId;

use crate::arrangement::{BehindStops, OrderSources};
use crate::atoms::AtomMode;
use crate::generators::Sink;
use crate::machine::{CallExits, Machine, Raise};
use crate::refusal::{Refusal, RefusalKind, Result};
use crate::state::State;
use crate::tries::TryScope;
use crate::value::Value;

/// What is ended by something that has no circuit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OnRefusal {
    EndCompilation,
    EndPath,
}

/// The machine before a statement, as far as one that is given up may leave it in disorder.
struct Before {
    state: State,
    context: Lit,
    path: Lit,
    calls: Vec<CallExits>,
    tries: Vec<TryScope>,
    handling: Vec<Value>,
    stale: HashMap<VarId, OrderSources>,
    /// Of what was raised, held, kept and locked.
    lengths: [usize; 4],
    generator: u32,
    depth: u32,
    rounds: usize,
    modes: [bool; 2],
    behind_stops: BehindStops,
    met: OrderSources,
    outer: Lit,
}

impl<'p> Machine<'p> {
    pub fn statement(&mut self, stmt: &'p Stmt, sink: Option<&Sink<'_, 'p>>) -> Result<()> {
        if self.on_refusal == OnRefusal::EndCompilation {
            return self.execute(stmt, sink);
        }
        self.note_statement(stmt.span);
        let before = self.before();
        match self.execute(stmt, sink) {
            Err(refusal) if self.can_be_unknown(&refusal.kind) => {
                self.go_back(before);
                self.give_up(*refusal);
                Ok(())
            }
            result => result,
        }
    }

    /// Ends the path: what would happen on it is not known.
    pub fn give_up(&mut self, refusal: Refusal) {
        if self.is_possible(self.path) {
            let when = self.circuit.and(self.context, self.path);
            let (at, generator, unknown) = (refusal.at, self.generator, Some(Rc::new(refusal)));
            let exception = Exception::NotImplementedError;
            self.raised.push(Raise { when, exception, at, generator, own: false, escape: None, unknown });
        }
        self.path = Lit::FALSE;
    }

    /// Not what is about time, steps or a bug, nor what another way to see atoms may understand.
    fn can_be_unknown(&self, kind: &RefusalKind) -> bool {
        match kind {
            RefusalKind::Unsupported(construct) => {
                !construct.is_about_atoms() || matches!(self.atoms, AtomMode::Values(_))
            }
            RefusalKind::UnlistedOperand { .. } | RefusalKind::TooLarge(_) | RefusalKind::Endless { .. } => true,
            RefusalKind::Layout { .. }
            | RefusalKind::Steps
            | RefusalKind::Time { .. }
            | RefusalKind::Internal { .. } => false,
        }
    }

    fn before(&self) -> Before {
        Before {
            state: self.state.clone(),
            context: self.context,
            path: self.path,
            calls: self.calls.clone(),
            tries: self.tries.clone(),
            handling: self.handling.clone(),
            stale: self.stale.clone(),
            lengths: [self.raised.len(), self.held.len(), self.kept.len(), self.locked.len()],
            generator: self.generator,
            depth: self.depth,
            rounds: self.rounds,
            modes: [self.blind, self.independent],
            behind_stops: self.behind_stops.clone(),
            met: self.met.clone(),
            outer: self.nodes.outer,
        }
    }

    fn go_back(&mut self, before: Before) {
        let [raised, held, kept, locked] = before.lengths;
        self.state = before.state;
        self.context = before.context;
        self.path = before.path;
        self.calls = before.calls;
        self.tries = before.tries;
        // A generator's are put aside while its consumer has its turn, which may have been given up.
        self.handling = before.handling;
        self.stale = before.stale;
        self.raised.truncate(raised);
        self.held.truncate(held);
        self.kept.truncate(kept);
        self.locked.truncate(locked);
        self.generator = before.generator;
        self.depth = before.depth;
        self.rounds = before.rounds;
        [self.blind, self.independent] = before.modes;
        self.behind_stops = before.behind_stops;
        self.met = before.met;
        self.nodes.outer = before.outer;
    }
}
