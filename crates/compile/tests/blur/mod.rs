//! Programs with unknown literals: the circuit of a case, for every choice, against `eval` on the text with that choice.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use compile::probe::{Blur, probe};
use eval::{Fault, Machine, Program, canon};
use fuzz::random::Random;
use lang::ast::{Expr, ExprId, ExprKind, Span, Stmt, StmtKind, walk};
use lang::load::{Loaded, Mode, load};
use lang::problem::Problem;
use lang::source::Source;

/// Few programs take more.
const STEPS: u64 = 200_000;

#[derive(Debug, Default)]
pub struct Tally {
    pub programs: u64,
    /// Cases with a circuit.
    pub cases: u64,
    /// Answers compared.
    pub answers: u64,
    /// Cases without a circuit, by reason.
    pub refused: BTreeMap<String, u64>,
    pub disagreements: Vec<String>,
}

/// Compares the cases of one generated program.
pub fn compare(seed: u64, tally: &mut Tally) {
    let program = fuzz::generate(seed);
    compare_source(seed, &program.source, program.cases, tally);
}

pub fn compare_source(seed: u64, source: &str, cases: usize, tally: &mut Tally) {
    let Some(loaded) = checked(source) else { return };
    tally.programs += 1;
    let mut random = Random::new(seed ^ 0x5eed);
    for case in 0..cases {
        let blurs = choose(&loaded.problem, &format!("case_{case}"), &mut random);
        compare_case(seed, source, &loaded, case, &blurs, tally);
    }
}

/// A blurred expression and its place in the text.
type Chosen = (ExprId, Span, Blur, String);

fn compare_case(seed: u64, source: &str, loaded: &Loaded, case: usize, blurs: &[Chosen], tally: &mut Tally) {
    let name = format!("case_{case}");
    let by_expr: BTreeMap<ExprId, Blur> = blurs.iter().map(|(id, _, blur, _)| (*id, blur.clone())).collect();
    let order: Vec<ExprId> = by_expr.keys().copied().collect();
    let probed = catch_unwind(AssertUnwindSafe(|| probe(&loaded.problem, &name, 0, &by_expr, None)));
    let answers = match probed {
        Ok(Ok(answers)) => answers,
        Ok(Err(refusal)) => {
            *tally.refused.entry(refusal.to_string()).or_default() += 1;
            return;
        }
        Err(_) => {
            tally.disagreements.push(format!("--- program {seed}, {name}: panic\n{source}"));
            return;
        }
    };
    tally.cases += 1;
    for choice in 0..1_u32 << blurs.len() {
        let set = |id: &ExprId| {
            order.iter().position(|known| known == id).is_some_and(|position| choice >> position & 1 == 1)
        };
        let text = with_choice(source, blurs, &set);
        let Some(expected) = evaluated(&text, case) else { continue };
        let bits: Vec<bool> = order.iter().map(&set).collect();
        let answer = answers.answer(&bits, &|_| "an atom".to_owned());
        tally.answers += 1;
        if answer != expected {
            tally.disagreements.push(format!(
                "--- program {seed}, {name}, choice {choice:b}\n{text}\neval:    {expected}\ncircuit: {answer}\n"
            ));
            return;
        }
    }
}

fn checked(source: &str) -> Option<Loaded> {
    use lang::diagnostic::Code;
    let loaded = load(Source::new("program.py", source), Mode::Language);
    let raises = |code: Code| matches!(code, Code::WrongArguments | Code::WrongType | Code::UnknownAttribute);
    let fine = loaded.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).all(|d| raises(d.code));
    fine.then_some(loaded)
}

fn evaluated(source: &str, case: usize) -> Option<String> {
    let loaded = checked(source)?;
    let program = Program::new(&loaded.problem);
    let mut machine = Machine::new(&program).with_step_limit(STEPS);
    match machine.call(&format!("case_{case}"), &[]) {
        Ok(value) => Some(canon(&program, &value, &|_| "an atom".into())),
        Err(fault) => match *fault {
            Fault::Raised(raised) => Some(format!("!{}", raised.exception.name())),
            // Limits and what is outside the language: nothing to compare with.
            _ => None,
        },
    }
}

fn with_choice(source: &str, blurs: &[Chosen], set: &dyn Fn(&ExprId) -> bool) -> String {
    let mut edits: Vec<(Span, &str)> =
        blurs.iter().filter(|(id, ..)| set(id)).map(|(_, span, _, text)| (*span, text.as_str())).collect();
    edits.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    let mut text = source.to_owned();
    for (span, replacement) in edits {
        text.replace_range(span.start as usize..span.end as usize, replacement);
    }
    text
}

/// Some literals of the case, or of the functions of the file.
fn choose(problem: &Problem, case: &str, random: &mut Random) -> Vec<Chosen> {
    let mut candidates: Vec<Chosen> = Vec::new();
    for function in &problem.module.functions {
        let other_case = function.name.name.starts_with("case_") && *function.name.name != *case;
        if other_case || function.span.is_library() {
            continue;
        }
        let mut targets: Vec<Span> = Vec::new();
        each_target(&function.body, &mut |target| targets.push(target.span));
        let mut add = |expr: &Expr| {
            // `[a, b] = …` is no list.
            if !targets.iter().any(|span| span.start <= expr.span.start && expr.span.end <= span.end) {
                candidates.extend(candidate(problem, expr, random));
            }
        };
        each_expression(&function.body, &mut add);
    }
    let mut chosen: Vec<Chosen> = Vec::new();
    let wanted = random.below(4);
    while chosen.len() < wanted && !candidates.is_empty() {
        let next = candidates.swap_remove(random.below(candidates.len()));
        let apart = |span: Span| chosen.iter().all(|(_, other, ..)| span.end <= other.start || other.end <= span.start);
        if apart(next.1) {
            chosen.push(next);
        }
    }
    chosen
}

fn candidate(problem: &Problem, expr: &Expr, random: &mut Random) -> Option<Chosen> {
    let (blur, text) = match &expr.kind {
        ExprKind::Int(number) => {
            let number = i128::try_from(number).ok().filter(|number| number.abs() < 1000)?;
            let other = match random.below(5) {
                0 => 0,
                1 => number + 1,
                2 => number - 1,
                3 => -number - 1,
                _ => i128::try_from(random.below(7)).unwrap_or(0),
            };
            (Blur::Int(other), if other < 0 { format!("({other})") } else { format!(" {other} ") })
        }
        ExprKind::Bool(truth) => (Blur::Bool, if *truth { " False ".to_owned() } else { " True ".to_owned() }),
        ExprKind::List(items) if !items.is_empty() && !items.iter().any(is_starred) => {
            let position = random.below(items.len());
            let source = &problem.source.text;
            let kept = items.iter().enumerate().filter(|(index, _)| *index != position);
            let texts: Vec<String> = kept
                .map(|(_, item)| format!("({})", &source[item.span.start as usize..item.span.end as usize]))
                .collect();
            (Blur::Drop(position), format!("[{}]", texts.join(", ")))
        }
        _ => return None,
    };
    Some((expr.id, expr.span, blur, text))
}

fn is_starred(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Starred(_))
}

/// Everything that is assigned to.
fn each_target(block: &[Stmt], visit: &mut dyn FnMut(&Expr)) {
    for stmt in block {
        match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.iter().for_each(&mut *visit),
            StmtKind::For { target, .. } => visit(target),
            _ => {}
        }
        walk::blocks(stmt).into_iter().for_each(|block| each_target(block, visit));
        walk::own_expressions(stmt, &mut |expr| {
            walk::sub_expressions(expr, &mut |inner| {
                if let ExprKind::Comprehension(comprehension) = &inner.kind {
                    comprehension.clauses.iter().for_each(|clause| visit(&clause.target));
                }
            });
        });
    }
}

fn each_expression(block: &[Stmt], visit: &mut dyn FnMut(&Expr)) {
    for stmt in block {
        walk::own_expressions(stmt, &mut |expr| walk::sub_expressions(expr, &mut |inner| visit(inner)));
        walk::blocks(stmt).into_iter().for_each(|block| each_expression(block, visit));
    }
}
