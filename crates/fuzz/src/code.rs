//! Snippets of Python text that know their precedence, so that only necessary parentheses are written. That way the
//! programs also test whether a parser knows Python's precedence.

/// How tightly an expression binds, loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precedence {
    /// `a if b else c` and `lambda`.
    Conditional,
    Or,
    And,
    Not,
    Comparison,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Unary,
    Power,
    Atom,
}

#[derive(Clone, Debug)]
pub struct Snippet {
    pub text: String,
    pub level: Precedence,
}

impl Snippet {
    pub fn atom(text: impl Into<String>) -> Self {
        Self { text: text.into(), level: Precedence::Atom }
    }

    pub fn loose(text: impl Into<String>) -> Self {
        Self { text: text.into(), level: Precedence::Conditional }
    }

    /// The text for a position that requires at least this precedence.
    pub fn at(&self, level: Precedence) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text.clone() }
    }

    /// Where an attribute, subscript or call follows.
    pub fn base(&self) -> String {
        if self.text.starts_with(|c: char| c.is_ascii_digit()) {
            format!("({})", self.text)
        } else {
            self.at(Precedence::Atom)
        }
    }
}

/// `a op b` for an arithmetic or bitwise operator.
pub fn infix(op: &str, left: &Snippet, right: &Snippet) -> Snippet {
    let (level, left_level, right_level) = match op {
        "**" => (Precedence::Power, Precedence::Atom, Precedence::Unary),
        "*" | "//" | "%" => (Precedence::Product, Precedence::Product, Precedence::Unary),
        "+" | "-" => (Precedence::Sum, Precedence::Sum, Precedence::Product),
        "<<" | ">>" => (Precedence::Shift, Precedence::Shift, Precedence::Sum),
        "&" => (Precedence::BitAnd, Precedence::BitAnd, Precedence::Shift),
        "^" => (Precedence::BitXor, Precedence::BitXor, Precedence::BitAnd),
        _ => (Precedence::BitOr, Precedence::BitOr, Precedence::BitXor),
    };
    Snippet { text: format!("{} {op} {}", left.at(left_level), right.at(right_level)), level }
}

/// `a < b == c`: `links` are the operators and their right-hand sides.
pub fn comparison(first: &Snippet, links: &[(&str, Snippet)]) -> Snippet {
    let mut text = first.at(Precedence::BitOr);
    for (op, operand) in links {
        text = format!("{text} {op} {}", operand.at(Precedence::BitOr));
    }
    Snippet { text, level: Precedence::Comparison }
}

/// `a and b` or `a or b`.
pub fn boolean(op: &str, operands: &[Snippet]) -> Snippet {
    let (level, inner) =
        if op == "and" { (Precedence::And, Precedence::Not) } else { (Precedence::Or, Precedence::And) };
    let texts: Vec<String> = operands.iter().map(|operand| operand.at(inner)).collect();
    Snippet { text: texts.join(&format!(" {op} ")), level }
}

pub fn not(operand: &Snippet) -> Snippet {
    Snippet { text: format!("not {}", operand.at(Precedence::Not)), level: Precedence::Not }
}

/// `-a`, `+a`, `~a`
pub fn unary(op: &str, operand: &Snippet) -> Snippet {
    Snippet { text: format!("{op}{}", operand.at(Precedence::Unary)), level: Precedence::Unary }
}

pub fn conditional(then: &Snippet, test: &Snippet, otherwise: &Snippet) -> Snippet {
    Snippet::loose(format!("{} if {} else {}", then.at(Precedence::Or), test.at(Precedence::Or), otherwise.text))
}

pub fn call(function: &str, args: &[&Snippet]) -> Snippet {
    Snippet::atom(format!("{function}({})", list(args)))
}

pub fn method(object: &Snippet, name: &str, args: &[&Snippet]) -> Snippet {
    Snippet::atom(format!("{}.{name}({})", object.base(), list(args)))
}

pub fn subscript(object: &Snippet, index: &str) -> Snippet {
    Snippet::atom(format!("{}[{index}]", object.base()))
}

/// `*a`, in a display or a call.
pub fn starred(operand: &Snippet) -> Snippet {
    Snippet::loose(format!("*{}", operand.at(Precedence::BitOr)))
}

pub fn tuple(items: &[Snippet]) -> Snippet {
    let texts: Vec<&str> = items.iter().map(|item| item.text.as_str()).collect();
    Snippet::atom(if texts.len() == 1 { format!("({},)", texts[0]) } else { format!("({})", texts.join(", ")) })
}

pub fn join(items: &[Snippet]) -> String {
    items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>().join(", ")
}

fn list(items: &[&Snippet]) -> String {
    items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::{Snippet, boolean, comparison, conditional, infix, not, unary};

    fn name(text: &str) -> Snippet {
        Snippet::atom(text)
    }

    #[test]
    fn only_needed_parentheses_are_written() {
        let sum = infix("+", &name("a"), &name("b"));
        assert_eq!(infix("*", &sum, &name("c")).text, "(a + b) * c");
        assert_eq!(infix("+", &sum, &name("c")).text, "a + b + c");
        assert_eq!(infix("-", &name("c"), &sum).text, "c - (a + b)");
        let negative = unary("-", &name("a"));
        assert_eq!(infix("**", &negative, &negative).text, "(-a) ** -a");
        assert_eq!(unary("-", &infix("**", &name("a"), &name("b"))).text, "-a ** b");
    }

    #[test]
    fn boolean_levels() {
        let less = comparison(&name("a"), &[("<", name("b")), ("==", infix("|", &name("c"), &name("d")))]);
        assert_eq!(less.text, "a < b == c | d");
        assert_eq!(comparison(&less, &[("==", name("x"))]).text, "(a < b == c | d) == x");
        let either = boolean("or", &[less.clone(), not(&name("z"))]);
        assert_eq!(boolean("and", &[either.clone(), name("y")]).text, "(a < b == c | d or not z) and y");
        let choice = conditional(&name("p"), &either, &name("q"));
        assert_eq!(conditional(&choice, &name("r"), &choice).text.matches('(').count(), 1);
    }
}
