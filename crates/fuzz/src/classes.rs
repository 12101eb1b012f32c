//! Programs about classes: enumerations, records, dataclasses, instances and exceptions. Their cases ask the values about
//! themselves, write them as text, and match them with patterns.
//!
//! The text of an object without a method for it shows where the object is in memory, so no case asks for it.

use crate::generator::Gen;

/// What helps to show any value.
const PRELUDE: &str = "\
def plain(x):
    return x if isinstance(x, (int, str)) else type(x).__name__

def caught(error):
    try:
        raise error
    except Err as e:
        return \"own\", plain(e.args)
    except KeyError:
        return \"key\"
    except Exception as e:
        return type(e).__name__
";

/// What is asked about `v` and `w`.
const QUESTIONS: &[&str] = &[
    "isinstance(v, C)",
    "isinstance(v, (int, (C, D)))",
    "isinstance(C, type)",
    "type(v) is C",
    "type(v) == type(w)",
    "type(v) in (C, D)",
    "issubclass(C, D)",
    "issubclass(type(v), (C, D))",
    "v == w",
    "v != w",
    "v == C",
    "v < w",
    "v in (w, 1)",
    "v in [C, D]",
    "v in w",
    "len(v)",
    "len({x for x in (v, w) if not isinstance(x, Exception)})",
    "len({C: 1, D: 2, type(v): 3})",
    "isinstance(v, Exception) or isinstance(w, Exception) or hash(v) == hash(w)",
    "bool(v)",
    "callable(v)",
    "[plain(x) for x in v]",
    "[plain(x) for x in reversed(v)]",
    "[plain(x) for x in (*v, *w)]",
    "[plain(x) for x in sorted(v, key=len)]",
    "[(i, plain(x)) for i, x in enumerate(v)]",
    "plain(next(iter(v)))",
    "plain(max(v, key=plain))",
    "plain(v[0])",
    "plain(v[\"A\"])",
    "plain(v(1))",
    "plain(C(1))",
    "plain(v + w)",
    "plain(v % w)",
    "plain(-v)",
    "plain(v.x)",
    "isinstance(v, Exception) or plain(v.value)",
    "isinstance(v, Exception) or plain(v.name)",
    "plain(v.twice)",
    "plain(v.A)",
    "plain(getattr(v, \"A\", 0))",
    "hasattr(v, \"x\"), hasattr(v, \"B\")",
    "[x.name for x in type(v)]",
    "caught(v)",
];

/// What writes `v` and `w` as text.
const TEXTS: &[&str] = &[
    "str(v)",
    "repr(v)",
    "f\"{v}\"",
    "f\"{v!r:>12}|{w!s}\"",
    "f\"{v:>8}\"",
    "f\"{v:x}\"",
    "format(v, \"<5\")",
    "format(v)",
    "\"%s\" % v",
    "\"%5s\" % v",
    "\"%(a)s\" % v",
    "\"%r|%s\" % (v, w)",
    "\"{}{!r}\".format(v, w)",
    "str([v, w])",
    "str({1: v})",
    "str((v,)) + repr(w)",
    "plain(min(v, w, key=str))",
    "\"|\".join(map(str, [v, w]))",
];

const MEMBERS: &[&str] = &[
    "1", "2", "3", "-1", "0", "7", "True", "1.5", "2.5", "\"a\"", "\"b\"", "None", "(1, 2)", "auto()", "auto()",
    "auto()",
];

/// A value, and whether its text is the same in every run.
type Example = (String, bool);

impl Gen {
    /// Defines classes, and cases that ask about their values.
    pub fn class_cases(&mut self) -> usize {
        // Much of what is asked always raises.
        self.ill_typed = true;
        for line in
            ["from dataclasses import dataclass, field", "from enum import Enum, auto", "from typing import NamedTuple"]
        {
            self.module.import(line);
        }
        let mut examples = self.class_definitions();
        self.module.text.extend(PRELUDE.lines().map(str::to_owned));
        self.module.text.push(String::new());
        for value in ["1", "\"a\"", "None", "ValueError(\"x\")", "KeyError(\"k\", 2)"] {
            examples.push((value.into(), true));
        }
        // The text of a class is outside the language.
        for value in ["Hue", "Way", "Rec", "KeyError"] {
            examples.push((value.into(), false));
        }
        let cases = 6 + self.random.below(4);
        for case in 0..cases {
            self.class_case(case, &examples);
        }
        cases
    }

    fn class_case(&mut self, case: usize, examples: &[Example]) {
        let [(v, v_shown), (w, w_shown)] = [(); 2].map(|()| examples[self.random.below(examples.len())].clone());
        let name = format!("asked_{case}");
        let mut lines = vec![format!("def {name}(v, w):")];
        if self.random.percent(30) {
            self.used.count("class patterns");
            lines.push("    match v:".into());
            for index in 0..2 + self.random.below(3) {
                let mut captures = Vec::new();
                let pattern = self.refutable(2, &mut captures, true);
                let shown: Vec<String> = captures.iter().map(|name| format!(", plain({name})")).collect();
                let shown = shown.concat();
                lines.push(format!("        case {pattern}:"));
                lines.push(format!("            return {index}{shown}"));
            }
            lines.push("    return \"none\"".into());
        } else if v_shown && w_shown && self.random.percent(55) {
            self.used.count("text of classes");
            lines.push(format!("    return {}", self.random.pick(TEXTS)));
        } else {
            self.used.count("questions about classes");
            let classes = ["Hue", "Way", "Rec", "Tup", "Cell", "Sub", "Obj", "Err"];
            let (c, d) = (self.random.pick(&classes), self.random.pick(&classes));
            let question = self.random.pick(QUESTIONS);
            // Modulo formats.
            let question = if question.contains("v % w") && !(v_shown && w_shown) { "v is w" } else { question };
            let mut text = String::new();
            for word in question.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_') {
                text += &match word.strip_prefix(['C', 'D']) {
                    Some(rest) if !rest.starts_with(|c: char| c.is_alphanumeric()) => {
                        format!("{}{rest}", if word.starts_with('C') { c } else { d })
                    }
                    _ => word.to_owned(),
                };
            }
            lines.push(format!("    return {text}"));
        }
        lines.push(String::new());
        lines.push(format!("def case_{case}():"));
        lines.push(format!("    return {name}({v}, {w})"));
        lines.push(String::new());
        self.module.text.extend(lines);
    }

    fn class_definitions(&mut self) -> Vec<Example> {
        let mut examples: Vec<Example> = Vec::new();
        for name in ["Hue", "Way"] {
            self.line(&format!("class {name}(Enum):"));
            for member in &["A", "B", "C", "D"][..=self.random.below(4)] {
                let value = self.random.pick(MEMBERS);
                self.line(&format!("    {member} = {value}"));
                examples.push((format!("{name}.{member}"), true));
            }
            if self.random.percent(30) {
                self.line("\n    @property\n    def twice(self):\n        return self.name * 2");
            }
            self.line("");
        }
        let (methods, has_repr) = self.text_methods(20);
        let mut options = String::from("frozen=True");
        for option in ["order=True", "match_args=False", "eq=True"] {
            if self.random.one_in(5) {
                options += &format!(", {option}");
            }
        }
        if has_repr && self.random.one_in(3) {
            options += ", repr=False";
        }
        self.line(&format!("@dataclass({options})\nclass Rec:\n    x: int\n    y: str = \"a\"\n{methods}"));
        let (methods, _) = self.text_methods(20);
        self.line(&format!("class Tup(NamedTuple):\n    x: int\n    y: int = 2\n{methods}"));
        self.dataclass_that_changes();
        let (methods, has_repr) = self.text_methods(35);
        let mut extra = String::new();
        for lines in [
            "    def __getitem__(self, key):\n        return key * 2\n\n",
            "    def __rmod__(self, other):\n        return \"rmod\"\n\n",
            "    __match_args__ = (\"x\",)\n\n",
            "    __match_args__ = (\"x\", \"x\")\n\n",
            "    __match_args__ = (\"gone\", \"x\")\n\n",
            "    def __eq__(self, other):\n        return True\n\n",
        ] {
            // Without an end, iteration by index would never end.
            if self.random.one_in(6) && !lines.contains("getitem") {
                extra += lines;
            }
        }
        self.line(&format!("class Obj:\n    def __init__(self, x):\n        self.x = x\n\n{extra}{methods}"));
        let base = self.random.pick(&["Exception", "ValueError", "KeyError", "LookupError"]);
        let (methods, _) = self.text_methods(20);
        let made = if self.random.one_in(3) {
            "    def __init__(self, x, *rest):\n        super().__init__(x)\n        self.x = x\n\n"
        } else {
            "    x = 5\n\n"
        };
        self.line(&format!("class Err({base}):\n{made}{methods}"));
        let shown = [
            "Rec(1)",
            "Rec(1, \"b\")",
            "Rec(2)",
            "Tup(1)",
            "Tup(1, 3)",
            "Cell(1)",
            "Cell(\"q\", [1])",
            "Sub(1)",
            "Sub(Rec(3))",
            "Err(\"k\")",
            "Err(1, 2)",
            "[Tup(1), Rec(1)]",
            "(Cell(1),)",
        ];
        examples.extend(shown.iter().map(|value| ((*value).to_owned(), true)));
        examples.extend(["Obj(1)", "Obj(2)"].map(|value| (value.to_owned(), has_repr)));
        examples
    }

    fn dataclass_that_changes(&mut self) {
        let mut options = Vec::new();
        for option in ["order=True", "match_args=False", "unsafe_hash=True", "eq=False"] {
            if self.random.one_in(6) && !(option == "eq=False" && options.contains(&"order=True")) {
                options.push(option);
            }
        }
        let list = self.random.pick(&["default_factory=list", "default_factory=list, repr=False"]);
        let (methods, _) = self.text_methods(10);
        self.line(&format!("@dataclass({})\nclass Cell:\n    x: object", options.join(", ")));
        self.line(&format!("    y: list = field({list})"));
        if self.random.percent(40) {
            self.line("    z: int = field(default=3, kw_only=True)");
        }
        self.line(&methods);
        let (methods, _) = self.text_methods(10);
        match self.random.below(3) {
            0 => self.line(&format!("class Sub(Cell):\n    pass\n\n{methods}")),
            1 => self.line(&format!("@dataclass\nclass Sub(Cell):\n    w: int = 4\n{methods}")),
            _ => self.line(&format!("@dataclass(repr=False)\nclass Sub(Cell):\n    w: int = 4\n{methods}")),
        }
    }

    /// Some of the methods that write a value with a field `x`, and whether there is a `__repr__` among them.
    fn text_methods(&mut self, percent: usize) -> (String, bool) {
        let mut lines = String::from("\n");
        let mut has_repr = false;
        for (method, param, text) in [
            ("__str__", "", "\"s%s\" % (self.x,)"),
            ("__repr__", "", "\"<%s>\" % (self.x,)"),
            ("__format__", ", spec", "spec + \"!\""),
        ] {
            if self.random.percent(percent) {
                has_repr |= method == "__repr__";
                lines += &format!("    def {method}(self{param}):\n        return {text}\n\n");
            }
        }
        (lines, has_repr)
    }

    fn line(&mut self, text: &str) {
        self.module.text.extend(text.lines().map(str::to_owned));
        if text.is_empty() {
            self.module.text.push(String::new());
        }
    }

    /// A pattern that need not fit.
    fn refutable(&mut self, depth: u32, captures: &mut Vec<String>, may_capture: bool) -> String {
        let class = self.random.pick(&["Hue", "Rec", "Tup", "Cell", "Sub", "Obj", "Err", "Way"]);
        let inner =
            |g: &mut Self, captures: &mut Vec<String>| g.pattern(depth.saturating_sub(1), captures, may_capture);
        match self.random.below(if depth == 0 { 8 } else { 20 }) {
            0 => self.random.pick(&["1", "2", "\"a\"", "None", "True", "\"A\""]).into(),
            1 => format!("{}.A", self.random.pick(&["Hue", "Way"])),
            2..=4 => format!("{class}()"),
            5 => {
                format!("{}()", self.random.pick(&["int", "str", "object", "ValueError", "KeyError", "tuple", "list"]))
            }
            6 => "[]".into(),
            7 => "(1, _)".into(),
            8..=9 => format!("{class}({})", inner(self, captures)),
            10 => format!("{class}({}, {})", inner(self, captures), inner(self, captures)),
            11..=12 => {
                let name = self.random.pick(&["x", "y", "name", "value", "gone", "args"]);
                format!("{class}({name}={})", inner(self, captures))
            }
            13..=14 => {
                let name = self.random.pick(&["x", "y", "z"]);
                format!("{class}({}, {name}={})", inner(self, captures), inner(self, captures))
            }
            15 => {
                let builtin = self.random.pick(&["int", "str", "object", "ValueError", "tuple", "list", "range"]);
                format!("{builtin}({})", inner(self, captures))
            }
            16 => format!("[{}, *_]", inner(self, captures)),
            17 => format!("({}, {})", inner(self, captures), inner(self, captures)),
            18 => {
                let mut none = Vec::new();
                let first = self.refutable(depth - 1, &mut none, false);
                format!("{first} | {}", self.refutable(depth - 1, &mut none, false))
            }
            _ => format!("{class}() | {}", self.random.pick(&["1", "str()", "Hue.A"])),
        }
    }

    fn pattern(&mut self, depth: u32, captures: &mut Vec<String>, may_capture: bool) -> String {
        match self.random.below(4) {
            0 if may_capture => {
                let name = format!("p{}", captures.len());
                captures.push(name.clone());
                name
            }
            0 | 1 => "_".into(),
            _ => match self.refutable(depth, captures, may_capture) {
                alternatives if alternatives.contains(" | ") => format!("({alternatives})"),
                other => other,
            },
        }
    }
}
