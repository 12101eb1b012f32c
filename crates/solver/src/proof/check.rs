//! Checks LRAT proofs.
//!
//! Takes a formula and the text of a proof: a line `ID LITERALS 0 HINTS 0` adds a clause, a line `ID d IDS 0` deletes
//! clauses. With all literals of an added clause set to false, its hints are followed in order: each must name a unit
//! clause, and the last one a false clause. Then the added clause follows from the others (reverse unit propagation). Once
//! the empty clause is accepted, the formula is unsatisfiable, and the rest of the text is ignored.
//!
//! Invariant: every accepted clause follows by unit propagation from clauses that are not deleted. No text makes it
//! panic. Guarded by `tests/proofs.rs`: invalid proofs of every kind, and random changes of valid proofs.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::io::BufRead;

use super::fault::{ProofError, ProofFault};
use crate::dimacs::Cnf;

/// Fails at the first invalid line.
pub fn check(cnf: &Cnf, mut proof: impl BufRead) -> Result<(), ProofError> {
    let mut checker = Checker::new(cnf);
    let mut text = Vec::new();
    let mut line = 0;
    while !checker.refuted {
        line += 1;
        text.clear();
        let result = match proof.read_until(b'\n', &mut text) {
            Err(error) => Err(ProofFault::Unreadable(error.to_string())),
            Ok(0) => Err(ProofFault::NoEmptyClause),
            Ok(_) => checker.line(&text),
        };
        result.map_err(|fault| ProofError { line, fault })?;
    }
    Ok(())
}

struct Checker {
    clauses: HashMap<i64, Box<[i32]>, BuildHasherDefault<IdHasher>>,
    last: i64,
    /// The largest variable of the clauses.
    vars: i32,
    /// For each literal the value of `now` at the last line in which it was true.
    true_in: Vec<u32>,
    now: u32,
    /// The literals of the line.
    lits: Vec<i32>,
    /// The empty clause was accepted.
    refuted: bool,
}

impl Checker {
    fn new(cnf: &Cnf) -> Self {
        let vars = cnf.clauses().flatten().map(|lit| lit.saturating_abs()).max().unwrap_or(0);
        let mut checker = Checker {
            clauses: HashMap::default(),
            last: 0,
            vars,
            true_in: vec![0; index(vars) + 2],
            now: 0,
            lits: Vec::new(),
            refuted: false,
        };
        for clause in cnf.clauses() {
            checker.last += 1;
            checker.accept_clause(checker.last, clause.into());
        }
        checker
    }

    fn accept_clause(&mut self, id: i64, clause: Box<[i32]>) {
        self.refuted |= clause.is_empty();
        self.clauses.insert(id, clause);
        self.last = id;
    }

    fn line(&mut self, text: &[u8]) -> Result<(), ProofFault> {
        let mut words = Words(text);
        let id = words.number()?;
        if words.accept(b"d") {
            self.delete(&mut words)?;
            return words.end();
        }
        if id <= self.last {
            return Err(ProofFault::Order { id, last: self.last });
        }
        self.assume_negation(&mut words)?;
        self.propagate(&mut words)?;
        words.end()?;
        self.accept_clause(id, self.lits.as_slice().into());
        Ok(())
    }

    fn delete(&mut self, words: &mut Words) -> Result<(), ProofFault> {
        loop {
            match words.number()? {
                0 => return Ok(()),
                id => _ = self.clauses.remove(&id).ok_or(ProofFault::UnknownClause(id))?,
            }
        }
    }

    /// Reads the literals of the clause and sets them to false.
    fn assume_negation(&mut self, words: &mut Words) -> Result<(), ProofFault> {
        self.lits.clear();
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.true_in.fill(0);
            self.now = 1;
        }
        loop {
            let number = words.number()?;
            if number == 0 {
                return Ok(());
            }
            let lit = i32::try_from(number)
                .ok()
                .filter(|lit| lit.checked_abs().is_some_and(|var| var <= self.vars))
                .ok_or(ProofFault::Literal(number))?;
            if self.is_true(lit) {
                return Err(ProofFault::Tautology(lit));
            }
            self.true_in[index(-lit)] = self.now;
            self.lits.push(lit);
        }
    }

    /// Reads the hints and propagates them to a conflict.
    fn propagate(&mut self, words: &mut Words) -> Result<(), ProofFault> {
        loop {
            match words.number()? {
                0 => return Err(ProofFault::NoConflict),
                hint if hint < 0 => return Err(ProofFault::Rat(hint)),
                hint => {
                    let clause = self.clauses.get(&hint).ok_or(ProofFault::UnknownClause(hint))?;
                    match self.open_literal(clause).ok_or(ProofFault::NotUnit(hint))? {
                        // The clause is false.
                        0 => break,
                        lit => self.true_in[index(lit)] = self.now,
                    }
                }
            }
        }
        if words.number()? == 0 { Ok(()) } else { Err(ProofFault::MoreHints) }
    }

    /// The only literal of the clause that is not false, 0 if all are false. It may already be true: such a hint is
    /// redundant, but solvers write some.
    fn open_literal(&self, clause: &[i32]) -> Option<i32> {
        let mut open = 0;
        for &lit in clause {
            if self.is_true(-lit) || lit == open {
                continue;
            }
            if open != 0 {
                return None;
            }
            open = lit;
        }
        Some(open)
    }

    fn is_true(&self, lit: i32) -> bool {
        self.true_in[index(lit)] == self.now
    }
}

fn index(lit: i32) -> usize {
    2 * lit.unsigned_abs() as usize + usize::from(lit < 0)
}

/// The unread words of a line.
struct Words<'a>(&'a [u8]);

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a [u8]> {
        let start = self.0.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let rest = &self.0[start..];
        let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.0 = rest;
        Some(word)
    }

    fn number(&mut self) -> Result<i64, ProofFault> {
        let word = self.next().ok_or(ProofFault::Incomplete)?;
        parse(word).ok_or_else(|| {
            let shown: String = String::from_utf8_lossy(word).chars().take(40).collect();
            ProofFault::NotANumber(shown)
        })
    }

    /// Reads the next word if it is this one, and returns whether it was.
    fn accept(&mut self, wanted: &[u8]) -> bool {
        let mut ahead = Words(self.0);
        let found = ahead.next() == Some(wanted);
        if found {
            self.0 = ahead.0;
        }
        found
    }

    fn end(&mut self) -> Result<(), ProofFault> {
        self.next().map_or(Ok(()), |_| Err(ProofFault::TooLong))
    }
}

fn parse(word: &[u8]) -> Option<i64> {
    let (negative, digits) = match word {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    // 18 digits always fit into 64 bits.
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let mut number = 0;
    for &digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = number * 10 + i64::from(digit - b'0');
    }
    Some(if negative { -number } else { number })
}

/// Clause numbers are nearly consecutive, so one multiplication spreads them well.
#[derive(Default)]
struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_i64(i64::from(byte)));
    }

    fn write_i64(&mut self, number: i64) {
        self.0 = (self.0 ^ number.cast_unsigned()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}
