//! The values of a pair, drawn for a terminal.

use console::measure_text_width;
use pairs::drawing::{Drawing, worth_lines};
use suite::visible::visible;

use crate::style::faint;

/// Lines `name  picture`, with the pictures aligned. What is wider than `width` is left out: broken lines are no picture. Nothing if
/// the call says as much.
pub fn lines(drawings: &[Drawing], width: usize) -> Vec<String> {
    let drawings: Vec<&Drawing> = worth_lines(drawings).collect();
    let widest = drawings.iter().map(|drawing| measure_text_width(&drawing.name)).max().unwrap_or(0);
    let fits = |lines: &Vec<String>| lines.iter().all(|line| widest + 2 + measure_text_width(line) <= width);
    let mut shown = Vec::new();
    for drawing in drawings {
        let lines: Vec<String> = drawing.lines().iter().map(|line| visible(line)).collect();
        for (number, line) in lines.iter().enumerate().filter(|_| fits(&lines)) {
            let name = if number == 0 { &*drawing.name } else { "" };
            let space = " ".repeat(widest + 2 - measure_text_width(name));
            shown.push(format!("{}{space}{line}", faint(name)));
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use eval::{Pair, Program};
    use lang::load::{Mode, load};
    use lang::source::Source;
    use pairs::drawing::Marks;
    use serde_json::json;

    use super::*;

    const LISTS: &str = "\
from __future__ import annotations
from dataclasses import dataclass
from custodiet import Input, Output, scope, subproperty

@dataclass(frozen=True)
class Node:
    item: int
    rest: Node | None

def is_valid(it: Input[Node | None], back: Output[Node | None]) -> bool: ...

scope(Node=3, Node_item=range(99999))

@subproperty
def known(back): return back is None
";

    #[test]
    fn wide_pictures_are_left_out() {
        let problem = load(Source::new("lists.py", LISTS), Mode::Problem).problem;
        let list = json!({ "item": 12345, "rest": { "item": 67890, "rest": null } });
        let pair = json!({ "input": { "it": list }, "output": { "back": { "item": 1, "rest": null } } });
        let pair = Pair::read(&problem, &pair).expect("a pair");
        let drawings = pairs::drawing::drawings(&problem, &Program::new(&problem), &pair, &Marks::default());
        assert_eq!(lines(&drawings, 19), ["it    12345 → 67890", "back  1"]);
        assert_eq!(lines(&drawings, 18), ["back  1"]);
        assert_eq!(lines(&[], 80), Vec::<String>::new());
    }
}
