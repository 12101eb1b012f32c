//! `match`: cases and their patterns.

use std::collections::BTreeSet;

use ruff_python_ast as py;
use ruff_text_size::Ranged;

use super::{Lowering, ident, span};
use crate::ast::{ClassPattern, Expr, ExprKind, Match, MatchCase, Name, Pattern, PatternKind, StmtKind};

impl Lowering<'_> {
    pub(super) fn match_stmt(&mut self, stmt: &py::StmtMatch) -> StmtKind {
        let subject = self.expr(&stmt.subject);
        let mut cases = Vec::new();
        for (index, case) in stmt.cases.iter().enumerate() {
            let pattern = self.pattern(&case.pattern);
            self.check_captures(case, &pattern);
            if index + 1 < stmt.cases.len() && case.guard.is_none() && matches_anything(&pattern) {
                let help = "move it behind the other cases";
                self.syntax(&case.pattern, "this pattern makes the cases behind it unreachable", help);
            }
            let guard = case.guard.as_deref().map(|guard| self.expr(guard));
            cases.push(MatchCase { pattern, guard, body: self.nested_block(&case.body) });
        }
        StmtKind::Match(Box::new(Match { subject, cases }))
    }

    fn pattern(&mut self, pattern: &py::Pattern) -> Pattern {
        let kind = self.deeper(pattern, |this| this.pattern_kind(pattern)).unwrap_or(PatternKind::Error);
        Pattern { span: span(pattern), kind }
    }

    fn patterns(&mut self, patterns: &[py::Pattern]) -> Vec<Pattern> {
        patterns.iter().map(|pattern| self.pattern(pattern)).collect()
    }

    fn pattern_kind(&mut self, pattern: &py::Pattern) -> PatternKind {
        match pattern {
            py::Pattern::MatchValue(value) => PatternKind::Value(self.expr(&value.value)),
            py::Pattern::MatchSingleton(singleton) => {
                let kind = match singleton.value {
                    py::Singleton::None => ExprKind::None,
                    py::Singleton::True => ExprKind::Bool(true),
                    py::Singleton::False => ExprKind::Bool(false),
                };
                PatternKind::Singleton(self.expr_of(singleton, kind))
            }
            py::Pattern::MatchSequence(sequence) => {
                let stars = sequence.patterns.iter().filter(|item| item.is_match_star()).count();
                if stars > 1 {
                    self.syntax(sequence, "two starred names in one pattern", "star one of them only");
                }
                PatternKind::Sequence(self.patterns(&sequence.patterns))
            }
            py::Pattern::MatchMapping(mapping) => {
                let mut entries = Vec::new();
                for (key, value) in mapping.keys.iter().zip(&mapping.patterns) {
                    let key = self.expr(key);
                    entries.push((key, self.pattern(value)));
                }
                let rest = mapping.rest.as_ref().map(|rest| self.captured(rest));
                PatternKind::Mapping(entries, rest)
            }
            py::Pattern::MatchClass(class) => {
                let named = self.expr(&class.cls);
                let positional = self.patterns(&class.arguments.patterns);
                let keywords = class.arguments.keywords.iter();
                let keywords = keywords.map(|keyword| (ident(&keyword.attr), self.pattern(&keyword.pattern))).collect();
                PatternKind::Class(Box::new(ClassPattern { class: named, positional, keywords }))
            }
            py::Pattern::MatchStar(star) => PatternKind::Star(star.name.as_ref().map(|name| self.captured(name))),
            py::Pattern::MatchAs(binding) => {
                let inner = binding.pattern.as_deref().map(|inner| Box::new(self.pattern(inner)));
                match &binding.name {
                    Some(name) => PatternKind::Capture(inner, self.captured(name)),
                    None => PatternKind::Anything,
                }
            }
            py::Pattern::MatchOr(alternatives) => PatternKind::Or(self.patterns(&alternatives.patterns)),
        }
    }

    fn captured(&mut self, name: &py::Identifier) -> Expr {
        self.expr_of(name, ExprKind::Name(self.private(name.as_str())))
    }

    /// Names are bound once, and by all alternatives alike.
    fn check_captures(&mut self, case: &py::MatchCase, pattern: &Pattern) {
        if let Err((message, help)) = captures(pattern) {
            self.syntax(case.pattern.range(), message, help);
        }
    }
}

type Fault = (String, &'static str);

fn captures(pattern: &Pattern) -> Result<BTreeSet<Name>, Fault> {
    let mut names = BTreeSet::new();
    let mut add = |more: BTreeSet<Name>| match more.iter().find(|name| names.contains(*name)) {
        Some(name) => {
            Err((format!("the pattern binds `{name}` twice"), "use another name, and compare them in a guard"))
        }
        None => {
            names.extend(more);
            Ok(())
        }
    };
    match &pattern.kind {
        PatternKind::Or(alternatives) => {
            let mut all = alternatives.iter().map(captures);
            let first = all.next().unwrap_or_else(|| Ok(BTreeSet::new()))?;
            for other in all {
                if other? != first {
                    return Err(("the alternatives bind different names".to_owned(), "bind the same names in each"));
                }
            }
            add(first)?;
        }
        PatternKind::Capture(inner, name) => {
            if let Some(inner) = inner {
                add(captures(inner)?)?;
            }
            add(own_name(name))?;
        }
        PatternKind::Star(name) => add(name.as_ref().map(own_name).unwrap_or_default())?,
        PatternKind::Sequence(items) => items.iter().try_for_each(|item| add(captures(item)?))?,
        PatternKind::Mapping(entries, rest) => {
            entries.iter().try_for_each(|(_, value)| add(captures(value)?))?;
            add(rest.as_ref().map(own_name).unwrap_or_default())?;
        }
        PatternKind::Class(class) => {
            let keywords = class.keywords.iter().map(|(_, value)| value);
            class.positional.iter().chain(keywords).try_for_each(|item| add(captures(item)?))?;
        }
        PatternKind::Error | PatternKind::Anything | PatternKind::Value(_) | PatternKind::Singleton(_) => {}
    }
    Ok(names)
}

fn own_name(name: &Expr) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    crate::bindings::target_names(name, &mut names);
    names
}

fn matches_anything(pattern: &Pattern) -> bool {
    match &pattern.kind {
        PatternKind::Anything => true,
        PatternKind::Capture(inner, _) => inner.as_deref().is_none_or(matches_anything),
        PatternKind::Or(alternatives) => alternatives.last().is_some_and(matches_anything),
        _ => false,
    }
}
