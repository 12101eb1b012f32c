//! Comprehensions and generator expressions.

use crate::ast::{Clause, Comprehension, ComprehensionKind, Expr};

use super::Inference;
use super::expressions::Want;
use super::faults::Role;
use super::heap::{At, ObjectKind};
use super::value::Val;

impl<'a> Inference<'a> {
    pub fn eval_comprehension(&mut self, expr: &'a Expr, comprehension: &'a Comprehension, want: Want) -> Val {
        let before = self.save_env();
        let lazy = self.lazy;
        let sets = matches!(comprehension.kind, ComprehensionKind::Set | ComprehensionKind::Dict);
        let any_order = sets || want.any_order;
        let (mut unordered, mut filled) = (false, true);
        for (index, clause) in comprehension.clauses.iter().enumerate() {
            let taken = index == 0 && (want.taken || comprehension.kind != ComprehensionKind::Generator);
            let val = self.eval_clause(clause, Want { any_order, taken, site: None });
            // The first iterable is evaluated at once, the rest on demand.
            self.lazy |=
                comprehension.kind == ComprehensionKind::Generator && self.problem.resolutions.escapes(expr.id);
            filled &= clause.conditions.is_empty() && self.is_filled(val);
            unordered |= self.clause_order(comprehension, index, val, any_order);
            self.eval_conditions(clause);
            if !self.env.live {
                break;
            }
        }
        let result = self.eval_elements(expr, comprehension, unordered);
        self.lazy = lazy;
        self.env = before;
        self.fill(result, filled)
    }

    /// Enters the loop of a clause; returns what it iterates over.
    fn eval_clause(&mut self, clause: &'a Clause, want: Want) -> Val {
        let val = self.eval_with(&clause.iterable, want);
        let mut element = val;
        if !val.is_bottom() {
            let outcome = self.elements(val, At::new(clause.iterable.id));
            element = self.check_iteration(&clause.iterable, outcome);
        }
        self.env.live &= !element.is_bottom();
        if self.env.live {
            self.assign(&clause.target, element);
        }
        val
    }

    fn eval_conditions(&mut self, clause: &'a Clause) {
        for condition in &clause.conditions {
            if self.env.live {
                let val = self.eval(condition);
                self.check_truth(condition, val);
                self.assume(condition, true);
            }
        }
    }

    /// Whether the order of the result is that of a set, because of this clause. For a list that is a fault.
    fn clause_order(&mut self, comprehension: &'a Comprehension, index: usize, val: Val, any_order: bool) -> bool {
        let clauses = &comprehension.clauses[index..];
        let targets: Vec<&Expr> = clauses.iter().map(|clause| &clause.target).collect();
        let unordered = self.has_set_order(val) && self.mentions(&comprehension.element, &targets);
        if comprehension.kind == ComprehensionKind::List && !val.is_bottom() {
            let iterable = &clauses[0].iterable;
            let outcome = if unordered && !any_order {
                Err(self.set_order_fault(val, At::new(iterable.id), "a list made from this").about(Some(iterable)))
            } else {
                Ok(val)
            };
            self.check(iterable.span, Role::SetOrder, outcome);
        }
        unordered
    }

    fn eval_elements(&mut self, expr: &'a Expr, comprehension: &'a Comprehension, unordered: bool) -> Val {
        let at = At::new(expr.id);
        let element = if self.env.live { self.eval(&comprehension.element) } else { Val::BOTTOM };
        if matches!(comprehension.kind, ComprehensionKind::Set | ComprehensionKind::Dict) && !element.is_bottom() {
            let outcome = self.hashable(element).map_err(|fault| fault.about(Some(&comprehension.element)));
            self.check(comprehension.element.span, Role::Hash, outcome);
        }
        match (comprehension.kind, &comprehension.value) {
            (ComprehensionKind::Dict, Some(value)) => {
                let value = if self.env.live { self.eval(value) } else { Val::BOTTOM };
                self.alloc(at, ObjectKind::Dict, &[element, value])
            }
            (ComprehensionKind::List, _) => self.alloc(at, ObjectKind::List, &[element]),
            (ComprehensionKind::Generator, _) if unordered => self.alloc(at, ObjectKind::SetIterator, &[element]),
            (ComprehensionKind::Generator, _) => self.alloc(at, ObjectKind::Iterator, &[element]),
            _ => self.alloc(at, ObjectKind::Set, &[element]),
        }
    }
}
