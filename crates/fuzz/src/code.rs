//! Pieces of Python text that know how tightly they bind, so that exactly the parentheses that are needed are written
//! and the reader of the text has to know Python's precedence.

/// How tightly an expression binds, loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
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
pub struct Code {
    pub text: String,
    pub level: Level,
}

impl Code {
    pub fn atom(text: impl Into<String>) -> Self {
        Self { text: text.into(), level: Level::Atom }
    }

    pub fn loose(text: impl Into<String>) -> Self {
        Self { text: text.into(), level: Level::Conditional }
    }

    /// The text where at least `level` is demanded.
    pub fn at(&self, level: Level) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text.clone() }
    }

    /// Where an attribute, subscript or call follows.
    pub fn base(&self) -> String {
        if self.text.starts_with(|c: char| c.is_ascii_digit()) {
            format!("({})", self.text)
        } else {
            self.at(Level::Atom)
        }
    }
}

/// `a op b` for an arithmetic or bitwise operator.
pub fn infix(op: &str, left: &Code, right: &Code) -> Code {
    let (level, left_level, right_level) = match op {
        "**" => (Level::Power, Level::Atom, Level::Unary),
        "*" | "//" | "%" => (Level::Product, Level::Product, Level::Unary),
        "+" | "-" => (Level::Sum, Level::Sum, Level::Product),
        "<<" | ">>" => (Level::Shift, Level::Shift, Level::Sum),
        "&" => (Level::BitAnd, Level::BitAnd, Level::Shift),
        "^" => (Level::BitXor, Level::BitXor, Level::BitAnd),
        _ => (Level::BitOr, Level::BitOr, Level::BitXor),
    };
    Code { text: format!("{} {op} {}", left.at(left_level), right.at(right_level)), level }
}

/// `a < b == c`: `links` are the operators and what stands right of them.
pub fn comparison(first: &Code, links: &[(&str, Code)]) -> Code {
    let mut text = first.at(Level::BitOr);
    for (op, operand) in links {
        text = format!("{text} {op} {}", operand.at(Level::BitOr));
    }
    Code { text, level: Level::Comparison }
}

/// `a and b` or `a or b`.
pub fn boolean(op: &str, operands: &[Code]) -> Code {
    let (level, inner) = if op == "and" { (Level::And, Level::Not) } else { (Level::Or, Level::And) };
    let texts: Vec<String> = operands.iter().map(|operand| operand.at(inner)).collect();
    Code { text: texts.join(&format!(" {op} ")), level }
}

pub fn not(operand: &Code) -> Code {
    Code { text: format!("not {}", operand.at(Level::Not)), level: Level::Not }
}

/// `-a`, `+a`, `~a`
pub fn unary(op: &str, operand: &Code) -> Code {
    Code { text: format!("{op}{}", operand.at(Level::Unary)), level: Level::Unary }
}

pub fn conditional(then: &Code, test: &Code, otherwise: &Code) -> Code {
    Code::loose(format!("{} if {} else {}", then.at(Level::Or), test.at(Level::Or), otherwise.text))
}

pub fn call(function: &str, args: &[&Code]) -> Code {
    Code::atom(format!("{function}({})", list(args)))
}

pub fn method(object: &Code, name: &str, args: &[&Code]) -> Code {
    Code::atom(format!("{}.{name}({})", object.base(), list(args)))
}

pub fn subscript(object: &Code, index: &str) -> Code {
    Code::atom(format!("{}[{index}]", object.base()))
}

/// `*a`, in a display or a call.
pub fn starred(operand: &Code) -> Code {
    Code::loose(format!("*{}", operand.at(Level::BitOr)))
}

pub fn tuple(items: &[Code]) -> Code {
    let texts: Vec<&str> = items.iter().map(|item| item.text.as_str()).collect();
    Code::atom(if texts.len() == 1 { format!("({},)", texts[0]) } else { format!("({})", texts.join(", ")) })
}

pub fn join(items: &[Code]) -> String {
    items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>().join(", ")
}

fn list(items: &[&Code]) -> String {
    items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::{Code, boolean, comparison, conditional, infix, not, unary};

    fn name(text: &str) -> Code {
        Code::atom(text)
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
