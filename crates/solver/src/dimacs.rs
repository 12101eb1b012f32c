//! Formulas in the DIMACS format, written and read.
//!
//! A [`Cnf`] collects clauses (it is a [`ClauseSink`] for circuits) and writes them one per line, after the comments.
//! Reading is strict and accepts only what [`Cnf::write`] writes, so that a file means the same to every reader.
//!
//! Invariant: no literal is 0 and no variable exceeds [`Cnf::var_count`]; reading a written formula gives it back.
//! Guarded by the tests below.

use std::io::{self, BufRead, Write};

use circuit::cnf::ClauseSink;

/// A formula in conjunctive normal form.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cnf {
    comments: Vec<String>,
    var_count: i32,
    lits: Vec<i32>,
    /// Where each clause ends among the literals.
    ends: Vec<usize>,
}

impl Cnf {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a comment line. Line breaks become spaces.
    pub fn comment(&mut self, text: &str) {
        self.comments.push(text.replace(['\n', '\r'], " ").trim_end().to_owned());
    }

    pub fn comments(&self) -> &[String] {
        &self.comments
    }

    /// Adds a clause and all its variables. Literals must not be 0.
    pub fn add_clause(&mut self, clause: &[i32]) {
        debug_assert!(clause.iter().all(|&lit| lit != 0 && lit != i32::MIN), "{clause:?}");
        self.var_count = clause.iter().map(|lit| lit.saturating_abs()).fold(self.var_count, i32::max);
        self.lits.extend(clause);
        self.ends.push(self.lits.len());
    }

    pub fn var_count(&self) -> i32 {
        self.var_count
    }

    pub fn clause_count(&self) -> usize {
        self.ends.len()
    }

    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.lits[start..end])
    }

    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for comment in &self.comments {
            writeln!(out, "{}", format!("c {comment}").trim_end())?;
        }
        self.write_clauses(out)
    }

    /// Without comments, because `CaDiCaL` searches them for options.
    pub(crate) fn write_clauses(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "p cnf {} {}", self.var_count, self.ends.len())?;
        for clause in self.clauses() {
            for lit in clause {
                write!(out, "{lit} ")?;
            }
            writeln!(out, "0")?;
        }
        Ok(())
    }

    pub fn read(input: impl BufRead) -> Result<Self, DimacsError> {
        let mut cnf = Cnf::default();
        // The numbers of variables and clauses according to the header.
        let mut header: Option<(i32, usize)> = None;
        let mut clause = Vec::new();
        let mut number = 0;
        for line in input.lines() {
            number += 1;
            let fault = |fault| DimacsError { line: number, fault };
            let line = line.map_err(|error| fault(DimacsFault::Unreadable(error.to_string())))?;
            let Some((vars, count)) = header else {
                match line.strip_prefix('c') {
                    Some("") => cnf.comments.push(String::new()),
                    Some(rest) if rest.starts_with(' ') => cnf.comments.push(rest[1..].to_owned()),
                    _ => header = Some(parse_header(&line).ok_or_else(|| fault(DimacsFault::Header))?),
                }
                continue;
            };
            if cnf.ends.len() == count {
                return Err(fault(DimacsFault::MoreClauses(count)));
            }
            parse_clause(&line, vars, &mut clause).map_err(fault)?;
            cnf.add_clause(&clause);
        }
        let Some((vars, count)) = header else {
            return Err(DimacsError { line: number + 1, fault: DimacsFault::Header });
        };
        if cnf.ends.len() < count {
            let fault = DimacsFault::FewerClauses { announced: count, found: cnf.ends.len() };
            return Err(DimacsError { line: number + 1, fault });
        }
        cnf.var_count = vars;
        Ok(cnf)
    }
}

impl ClauseSink for Cnf {
    fn new_var(&mut self) -> i32 {
        self.var_count += 1;
        self.var_count
    }

    fn clause(&mut self, clause: &[i32]) {
        self.add_clause(clause);
    }
}

fn parse_header(line: &str) -> Option<(i32, usize)> {
    let (vars, clauses) = line.strip_prefix("p cnf ")?.split_once(' ')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (digits(vars) && digits(clauses)).then(|| Some((vars.parse().ok()?, clauses.parse().ok()?)))?
}

fn parse_clause(line: &str, vars: i32, clause: &mut Vec<i32>) -> Result<(), DimacsFault> {
    clause.clear();
    let lits = line.strip_suffix('0').ok_or(DimacsFault::NoEnd)?;
    if lits.is_empty() {
        return Ok(());
    }
    for word in lits.strip_suffix(' ').ok_or(DimacsFault::NoEnd)?.split(' ') {
        let lit: i32 = word
            .parse()
            .ok()
            .filter(|_| !word.starts_with('+'))
            .ok_or_else(|| DimacsFault::NotALiteral(word.chars().take(40).collect()))?;
        if lit == 0 || lit.checked_abs().is_none_or(|var| var > vars) {
            return Err(DimacsFault::OutOfRange { lit, vars });
        }
        clause.push(lit);
    }
    Ok(())
}

/// What is wrong with a DIMACS file, and on which line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct DimacsError {
    /// From 1 on.
    pub line: usize,
    pub fault: DimacsFault,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DimacsFault {
    #[error("cannot be read: {0}")]
    Unreadable(String),
    #[error("neither a comment nor the header `p cnf VARIABLES CLAUSES`")]
    Header,
    #[error("a clause must end with ` 0`, one clause per line")]
    NoEnd,
    #[error("`{0}` is not a literal")]
    NotALiteral(String),
    #[error("`{lit}` is not a literal of the variables 1 to {vars}")]
    OutOfRange { lit: i32, vars: i32 },
    #[error("the header announces {0} clauses, but here is another one")]
    MoreClauses(usize),
    #[error("the header announces {announced} clauses, but the file ends after {found}")]
    FewerClauses { announced: usize, found: usize },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(cnf: &Cnf) -> String {
        let mut text = Vec::new();
        cnf.write(&mut text).expect("writing to memory");
        String::from_utf8(text).expect("ASCII and comments")
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut cnf = Cnf::new();
        cnf.comment("a formula · with a comment");
        cnf.comment("");
        cnf.comment("in two\nlines  ");
        assert_eq!(cnf.new_var(), 1);
        cnf.add_clause(&[1, -3]);
        cnf.add_clause(&[]);
        cnf.add_clause(&[-2]);
        assert_eq!(cnf.new_var(), 4);
        let expected = "c a formula · with a comment\nc\nc in two lines\np cnf 4 3\n1 -3 0\n0\n-2 0\n";
        assert_eq!(text(&cnf), expected);
        assert_eq!(Cnf::read(expected.as_bytes()), Ok(cnf.clone()));
        assert_eq!(cnf.clauses().collect::<Vec<_>>(), [&[1, -3][..], &[], &[-2]]);
        assert_eq!(Cnf::read("p cnf 0 0\n".as_bytes()), Ok(Cnf::new()));
    }

    #[test]
    fn faults_have_a_line() {
        for (text, message) in [
            ("", "line 1: neither a comment nor the header `p cnf VARIABLES CLAUSES`"),
            ("comment\n", "line 1: neither a comment nor the header `p cnf VARIABLES CLAUSES`"),
            ("c x\np cnf 2\n", "line 2: neither a comment nor the header `p cnf VARIABLES CLAUSES`"),
            ("p cnf -2 0\n", "line 1: neither a comment nor the header `p cnf VARIABLES CLAUSES`"),
            ("p cnf 99999999999 0\n", "line 1: neither a comment nor the header `p cnf VARIABLES CLAUSES`"),
            ("p cnf 2 1\n1 2\n", "line 2: a clause must end with ` 0`, one clause per line"),
            ("p cnf 20 1\n1 20\n", "line 2: a clause must end with ` 0`, one clause per line"),
            ("p cnf 2 2\n1 0\nc x\n", "line 3: a clause must end with ` 0`, one clause per line"),
            ("p cnf 2 1\n1  2 0\n", "line 2: `` is not a literal"),
            ("p cnf 2 1\n1 x 0\n", "line 2: `x` is not a literal"),
            ("p cnf 2 1\n+1 0\n", "line 2: `+1` is not a literal"),
            ("p cnf 2 1\n1 3 0\n", "line 2: `3` is not a literal of the variables 1 to 2"),
            ("p cnf 2 1\n1 0 2 0\n", "line 2: `0` is not a literal of the variables 1 to 2"),
            ("p cnf 2 1\n-2147483648 0\n", "line 2: `-2147483648` is not a literal of the variables 1 to 2"),
            ("p cnf 2 1\n1 0\n2 0\n", "line 3: the header announces 1 clauses, but here is another one"),
            ("p cnf 2 2\n1 0\n", "line 3: the header announces 2 clauses, but the file ends after 1"),
        ] {
            let error = Cnf::read(text.as_bytes()).expect_err(text);
            assert_eq!(error.to_string(), message, "{text:?}");
        }
        assert!(Cnf::read(&b"p cnf 1 1\n\xff 0\n"[..]).is_err());
    }
}
