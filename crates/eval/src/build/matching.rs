//! `match`: patterns become data that the machine interprets.

use lang::ast::{Match, Pattern, PatternKind, Stmt};

use super::function::FunctionBuilder;
use super::index;
use super::statements::Ends;
use crate::code::{Op, PatternCode, Reg, StarCode};

impl FunctionBuilder<'_, '_> {
    pub fn match_stmt(&mut self, stmt: &Match) -> Ends {
        let subject = self.temporary();
        let mark = self.mark();
        self.into(&stmt.subject, subject);
        self.release(mark);
        let end = self.label();
        let before = self.assigned.clone();
        let mut after = None;
        let mut complete = false;
        for case in &stmt.cases {
            let next = self.label();
            let mark = self.mark();
            let mut captures = Vec::new();
            let pattern = self.pattern(&case.pattern, &mut captures);
            complete |=
                case.guard.is_none() && matches!(pattern, PatternCode::Anything | PatternCode::Capture(None, _));
            self.builder.program.patterns.push(pattern);
            let pattern = index(self.builder.program.patterns.len() - 1);
            self.jump(Op::JumpUnmatched(subject, pattern, 0), next);
            for (name, register) in captures {
                self.assign(name, register);
            }
            if let Some(guard) = &case.guard {
                self.jump_if(guard, false, next);
            }
            let ends = self.case_body(&case.body);
            if ends == Ends::Falls {
                join(&mut after, &self.assigned);
            }
            self.jump(Op::Jump(0), end);
            self.place(next);
            self.release(mark);
            self.assigned.clone_from(&before);
        }
        self.place(end);
        if !complete {
            join(&mut after, &before);
        }
        match after {
            Some(after) => {
                self.assigned = after;
                Ends::Falls
            }
            None => Ends::Leaves,
        }
    }

    fn case_body(&mut self, body: &[Stmt]) -> Ends {
        let rebinding = std::mem::take(&mut self.rebinding);
        let ends = self.block(body);
        self.rebinding = rebinding;
        ends
    }

    fn pattern<'e>(&mut self, pattern: &'e Pattern, captures: &mut Vec<(&'e lang::ast::Expr, Reg)>) -> PatternCode {
        match &pattern.kind {
            PatternKind::Error | PatternKind::Anything | PatternKind::Star(_) => PatternCode::Anything,
            PatternKind::Value(value) => PatternCode::Value(self.pattern_value(value)),
            PatternKind::Singleton(value) => PatternCode::Singleton(self.pattern_value(value)),
            PatternKind::Capture(inner, name) => {
                let inner = inner.as_deref().map(|inner| Box::new(self.pattern(inner, captures)));
                PatternCode::Capture(inner, self.capture(name, captures))
            }
            PatternKind::Sequence(items) => {
                let star = items.iter().position(|item| matches!(item.kind, PatternKind::Star(_)));
                let (before, rest) = items.split_at(star.unwrap_or(items.len()));
                let after = rest.get(1..).unwrap_or_default();
                let before = before.iter().map(|item| self.pattern(item, captures)).collect();
                let star = match rest.first().map(|star| &star.kind) {
                    None => StarCode::Missing,
                    Some(PatternKind::Star(Some(name))) => StarCode::Captured(self.capture(name, captures)),
                    Some(_) => StarCode::Ignored,
                };
                let after = after.iter().map(|item| self.pattern(item, captures)).collect();
                PatternCode::Sequence { before, star, after }
            }
            PatternKind::Mapping(entries, rest) => {
                let mut codes = Vec::new();
                for (key, value) in entries {
                    let key = self.pattern_value(key);
                    codes.push((key, self.pattern(value, captures)));
                }
                let rest = rest.as_ref().map(|rest| self.capture(rest, captures));
                PatternCode::Mapping(codes.into(), rest)
            }
            PatternKind::Class(class) => {
                let register = self.pattern_value(&class.class);
                let positional = class.positional.iter().map(|item| self.pattern(item, captures)).collect();
                let mut keywords = Vec::new();
                for (name, value) in &class.keywords {
                    let name = self.builder.symbol(&name.name);
                    keywords.push((name, self.pattern(value, captures)));
                }
                PatternCode::Class { class: register, positional, keywords: keywords.into() }
            }
            PatternKind::Or(alternatives) => {
                PatternCode::Or(alternatives.iter().map(|item| self.pattern(item, captures)).collect())
            }
        }
    }

    fn pattern_value(&mut self, value: &lang::ast::Expr) -> Reg {
        let register = self.temporary();
        let mark = self.mark();
        self.into(value, register);
        self.release(mark);
        register
    }

    /// The register of a captured name; the alternatives of a pattern share one.
    fn capture<'e>(&mut self, name: &'e lang::ast::Expr, captures: &mut Vec<(&'e lang::ast::Expr, Reg)>) -> Reg {
        let same = |other: &lang::ast::Expr| match (&other.kind, &name.kind) {
            (lang::ast::ExprKind::Name(a), lang::ast::ExprKind::Name(b)) => a == b,
            _ => false,
        };
        if let Some((_, register)) = captures.iter().find(|(other, _)| same(other)) {
            return *register;
        }
        let register = self.temporary();
        captures.push((name, register));
        register
    }
}

/// Variables that have a value on both ways.
fn join(
    after: &mut Option<std::collections::HashSet<lang::resolve::VarId>>,
    assigned: &std::collections::HashSet<lang::resolve::VarId>,
) {
    match after {
        Some(after) => after.retain(|var| assigned.contains(var)),
        None => *after = Some(assigned.clone()),
    }
}
