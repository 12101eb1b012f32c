//! Random predicates: functions of the parameters of some bundled problems, from a small grammar.
//!
//! They look at everything that proofs have to be careful about: positions, orders, repetitions, sets, exceptions, numbers among
//! names, values that are not Booleans, loops that are left early.

use fastrand::Rng;

/// What a predicate of a problem can look at.
pub struct Vocabulary {
    pub problem: &'static str,
    pub params: &'static str,
    /// Lists of comparable things, all of one type.
    lists: &'static [&'static str],
    /// Lists of other things, and conditions about one of them, `e`.
    others: &'static [(&'static str, &'static [&'static str])],
    /// Conditions about an element `x`, apart from those that the grammar has.
    about: &'static [&'static str],
    /// What is usually the right answer.
    right: &'static str,
}

pub const VOCABULARIES: &[Vocabulary] = &[
    Vocabulary {
        problem: "toposort",
        params: "edges, order",
        lists: &["order", "[v for e in edges for v in e]", "[a for a, b in edges]", "[b for a, b in edges]", "order"],
        others: &[(
            "edges",
            &[
                "order.index(e[0]) < order.index(e[1])",
                "e[0] in order",
                "e[0] != e[1]",
                "(e[1], e[0]) in edges",
                "order.count(e[1]) == 1",
                "e[0] in order[:order.index(e[1])]",
            ],
        )],
        about: &["(x, x) in edges", "any(x == a for a, b in edges)", "x == 1", "x"],
        right: "len(order) == len({v for e in edges for v in e})",
    },
    Vocabulary {
        problem: "sortacle",
        params: "people_in, people_out",
        lists: &["people_out", "people_in", "[p.age for p in people_out]", "[p.name for p in people_in]", "people_out"],
        others: &[(
            "list(zip(people_out, people_out[1:]))",
            &["e[0].age <= e[1].age", "e[0] == e[1]", "e[0].name != e[1].name", "e[0].age + 1 >= e[1].age"],
        )],
        about: &["x in people_in", "people_in.count(x) == people_out.count(x)", "x == 1"],
        right: "[p.age for p in people_out] == sorted(p.age for p in people_in)",
    },
    Vocabulary {
        problem: "matcher",
        params: "companies, candidates, hires",
        lists: &[
            "[h.company for h in hires]",
            "[h.candidate for h in hires]",
            "companies",
            "list(range(len(candidates)))",
        ],
        others: &[(
            "hires",
            &[
                "e.company < len(companies)",
                "e.candidate in companies[e.company]",
                "companies[e.company][0] == e.candidate",
                "e.company == e.candidate",
                "candidates[e.candidate].index(e.company) == 0",
            ],
        )],
        about: &["x in range(len(companies))", "x == 1", "[h for h in hires if h.company == x]"],
        right: "len(hires) == len(companies)",
    },
    Vocabulary {
        problem: "dedupe",
        params: "items, kept",
        lists: &["items", "kept", "kept", "[x for x in items if x in kept]"],
        others: &[(
            "list(enumerate(kept))",
            &["items.index(e[1]) >= e[0]", "kept.index(e[1]) == e[0]", "e[1] in items"],
        )],
        about: &["x in items", "items.count(x) >= kept.count(x)", "x == 1"],
        right: "len(set(kept)) == len(kept)",
    },
];

/// Scopes small enough to evaluate every predicate on all pairs.
pub const TINY: &[(&str, &str)] = &[
    ("toposort", "Vertex=3,edges=2,order=2"),
    ("sortacle", "Name=2,Person_age=0..2,people_in=2,people_out=2"),
    ("matcher", "Id=0..3,companies=2x2,candidates=2x2,hires=2"),
    ("dedupe", "Item=3,items=3,kept=2"),
];

/// A whole file.
pub fn predicate(vocabulary: &Vocabulary, random: &mut Rng) -> String {
    let mut writer = Writer { vocabulary, random, depth: 0, bound: Vec::new(), names: 0 };
    let mut text = format!("def is_valid({}):\n", vocabulary.params);
    for _ in 0..writer.random.usize(0..4) {
        writer.statement(1, &mut text);
    }
    writer.line(1, &mut text, |this| format!("return {}", this.returned()));
    text
}

struct Writer<'a> {
    vocabulary: &'a Vocabulary,
    random: &'a mut Rng,
    depth: usize,
    /// Variables that hold an element of a list.
    bound: Vec<String>,
    names: usize,
}

impl Writer<'_> {
    fn one<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.random.usize(..all.len())]
    }

    fn line(&mut self, indent: usize, text: &mut String, write: impl FnOnce(&mut Self) -> String) {
        let line = write(self);
        text.push_str(&"    ".repeat(indent));
        text.push_str(&line);
        text.push('\n');
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("x{}", self.names)
    }

    fn returned(&mut self) -> String {
        match self.random.usize(..12) {
            0 => self.number(),
            1 => "None".to_owned(),
            2..=5 => format!("{} and {}", self.vocabulary.right, self.condition()),
            6 => "True".to_owned(),
            _ => self.condition(),
        }
    }

    fn statement(&mut self, indent: usize, text: &mut String) {
        match self.random.usize(..9) {
            0..=2 => {
                self.line(indent, text, |this| format!("if {}:", this.condition()));
                self.line(indent + 1, text, |this| format!("return {}", this.one(&["False", "True", "False", "None"])));
            }
            3 | 4 => {
                let name = self.fresh();
                self.line(indent, text, |this| format!("for {name} in {}:", this.list()));
                self.bound.push(name.clone());
                self.line(indent + 1, text, |this| format!("if {}:", this.condition()));
                self.line(indent + 2, text, |this| {
                    this.one(&["return False", "return True", "break", "continue"]).to_owned()
                });
                self.bound.pop();
            }
            5 => {
                let (name, seen) = (self.fresh(), self.fresh());
                let (empty, add) = self.one(&[("set()", "add"), ("[]", "append")]);
                self.line(indent, text, |_| format!("{seen} = {empty}"));
                self.line(indent, text, |this| format!("for {name} in {}:", this.list()));
                let negation = self.one(&["", "not "]);
                self.line(indent + 1, text, |_| format!("if {name} {negation}in {seen}:"));
                self.line(indent + 2, text, |this| this.one(&["return False", "continue", "break"]).to_owned());
                self.line(indent + 1, text, |_| format!("{seen}.{add}({name})"));
                self.line(indent, text, |this| format!("if len({seen}) {} {}:", this.comparison(), this.number()));
                self.line(indent + 1, text, |this| format!("return {}", this.one(&["False", "True"])));
            }
            6 => {
                self.line(indent, text, |_| "try:".to_owned());
                self.line(indent + 1, text, |this| format!("if {}:", this.condition()));
                self.line(indent + 2, text, |this| format!("return {}", this.one(&["False", "True"])));
                self.line(indent, text, |this| {
                    format!("except {}:", this.one(&["ValueError", "IndexError", "Exception", "KeyError"]))
                });
                self.line(indent + 1, text, |this| this.one(&["return False", "pass", "return True"]).to_owned());
            }
            7 => {
                let (name, position) = (self.fresh(), self.fresh());
                self.line(indent, text, |this| format!("{name} = {{x: i for i, x in enumerate({})}}", this.base()));
                self.line(indent, text, |this| format!("for {position} in {}:", this.base()));
                self.line(indent + 1, text, |this| {
                    format!(
                        "if {name}{} {} {}:",
                        this.one(&["[X]", ".get(X, 0)", ".get(X, -1)"]).replace('X', &position),
                        this.comparison(),
                        this.number()
                    )
                });
                self.line(indent + 2, text, |this| format!("return {}", this.one(&["False", "True"])));
            }
            _ => {
                let name = self.fresh();
                self.line(indent, text, |_| format!("{name} = 0"));
                self.line(indent, text, |this| format!("while {name} < len({}):", this.base()));
                self.line(indent + 1, text, |this| format!("if {name} {} {}:", this.comparison(), this.number()));
                self.line(indent + 2, text, |this| this.one(&["return False", "break"]).to_owned());
                self.line(indent + 1, text, |this| format!("{name} += {}", this.one(&["1", "1", "2"])));
            }
        }
    }

    fn comparison(&mut self) -> &'static str {
        self.one(&["==", "!=", "<", "<=", ">", ">="])
    }

    fn condition(&mut self) -> String {
        self.depth += 1;
        let choice = if self.depth > 4 { self.random.usize(..4) } else { self.random.usize(..14) };
        let text = match choice {
            0 | 4 => format!("{} {} {}", self.number(), self.comparison(), self.number()),
            1 => format!("{} {} {}", self.element(), self.one(&["in", "not in"]), self.base()),
            2 if !self.bound.is_empty() => {
                let about = self.one(self.vocabulary.about);
                let name = self.element_bound();
                replaced(about, 'x', &name)
            }
            2 | 5 => format!("set({}) {} set({})", self.base(), self.one(&["==", "<=", ">=", "<", "!="]), self.base()),
            3 => self.one(&["True", "False", "len(set(LIST)) == len(LIST)"]).replace("LIST", self.base()),
            6 => format!("{} == {}", self.list(), self.list()),
            7 => format!("not {}", self.bracketed()),
            8 => format!("{} and {}", self.bracketed(), self.bracketed()),
            9 => format!("{} or {}", self.bracketed(), self.bracketed()),
            10 | 11 => {
                let name = self.fresh();
                let (list, all) = (self.list(), self.one(&["all", "any"]));
                self.bound.push(name.clone());
                let condition = self.condition();
                self.bound.pop();
                format!("{all}({condition} for {name} in {list})")
            }
            12 => {
                let (list, about) = self.one(self.vocabulary.others);
                let about = self.one(about);
                let name = self.fresh();
                format!("{}({} for {name} in {list})", self.one(&["all", "any"]), replaced(about, 'e', &name))
            }
            _ => format!("sorted({}) == {}", self.base(), self.list()),
        };
        self.depth -= 1;
        text
    }

    fn bracketed(&mut self) -> String {
        format!("({})", self.condition())
    }

    fn number(&mut self) -> String {
        self.depth += 1;
        let choice = if self.depth > 4 { self.random.usize(..3) } else { self.random.usize(..9) };
        let text = match choice {
            0 => self.one(&["0", "1", "2", "3"]).to_owned(),
            1 | 3 => format!("len({})", self.base()),
            2 => format!("len(set({}))", self.base()),
            4 => format!("{}.count({})", self.base(), self.element()),
            5 => format!("{}.index({})", self.base(), self.element()),
            6 => format!("{} {} {}", self.number(), self.one(&["+", "-", "*", "//", "%"]), self.one(&["1", "2", "1"])),
            7 => {
                let name = self.fresh();
                let list = self.list();
                self.bound.push(name.clone());
                let condition = self.condition();
                self.bound.pop();
                format!("sum(1 for {name} in {list} if {condition})")
            }
            _ => format!("len({})", self.list()),
        };
        self.depth -= 1;
        text
    }

    fn element_bound(&mut self) -> String {
        let place = self.random.usize(..self.bound.len());
        self.bound[place].clone()
    }

    fn element(&mut self) -> String {
        if !self.bound.is_empty() && self.random.usize(..4) > 0 {
            return self.element_bound();
        }
        let place = self.one(&["0", "-1", "1", "len(LIST) // 2"]);
        let list = self.base();
        format!("{list}[{}]", place.replace("LIST", list))
    }

    fn base(&mut self) -> &'static str {
        self.one(self.vocabulary.lists)
    }

    fn list(&mut self) -> String {
        self.depth += 1;
        let choice = if self.depth > 3 { 0 } else { self.random.usize(..13) };
        let text = match choice {
            0..=5 => self.base().to_owned(),
            6 => format!("{}[1:]", self.base()),
            7 => format!("{}[:-1]", self.base()),
            8 => format!("{}[::-1]", self.base()),
            9 => format!("({} + {})", self.base(), self.base()),
            10 => format!("list(dict.fromkeys({}))", self.base()),
            11 => format!("{}(set({}))", self.one(&["list", "sorted"]), self.base()),
            _ => {
                let name = self.fresh();
                let list = self.base();
                self.bound.push(name.clone());
                let condition = self.condition();
                self.bound.pop();
                format!("[{name} for {name} in {list} if {condition}]")
            }
        };
        self.depth -= 1;
        text
    }
}

/// A condition about another variable.
fn replaced(about: &str, letter: char, name: &str) -> String {
    let is_word = |found: Option<char>| found.is_some_and(|found| found.is_alphanumeric() || found == '_');
    let letters: Vec<char> = about.chars().collect();
    let mut text = String::new();
    for (place, found) in letters.iter().enumerate() {
        let before = place.checked_sub(1).and_then(|place| letters.get(place)).copied();
        let alone = !is_word(before) && !is_word(letters.get(place + 1).copied());
        if *found == letter && alone { text.push_str(name) } else { text.push(*found) }
    }
    text
}
