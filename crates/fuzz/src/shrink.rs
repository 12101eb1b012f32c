//! Shrinks a program while a condition holds.
//!
//! Works on the text: it removes lines with the block below them, headers of blocks, and parts of expressions. Most
//! candidates are not valid programs; the condition must reject them.

/// The smallest program found for which `holds` is true; it must be true for `source`.
pub fn shrink(source: &str, mut holds: impl FnMut(&str) -> bool) -> String {
    let mut best = source.to_owned();
    let mut left = 20_000;
    let mut test = |candidate: &str| {
        left -= 1;
        left > 0 && holds(candidate)
    };
    loop {
        let before = best.len();
        for candidates in [without_blocks, with_other_cases, without_headers, with_simpler_expressions] {
            improve(&mut best, candidates, &mut test);
        }
        if best.len() == before {
            return best;
        }
    }
}

/// Repeatedly takes the first candidate that is shorter and passes. After a success the search continues at the same
/// place, because everything before it has been tried.
fn improve(best: &mut String, candidates: fn(&str) -> Vec<String>, test: &mut impl FnMut(&str) -> bool) {
    let mut start = 0;
    loop {
        let all = candidates(best);
        let found = (start..all.len()).find(|i| all[*i].len() < best.len() && test(&all[*i]));
        let Some(found) = found else { return };
        best.clone_from(&all[found]);
        start = found;
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The line after the block that the line at `start` opens, if any.
fn end_of_block(lines: &[&str], start: usize) -> usize {
    let depth = indent(lines[start]);
    let inside = |line: &&str| line.trim().is_empty() || indent(line) > depth;
    start + 1 + lines[start + 1..].iter().take_while(|line| inside(line)).count()
}

/// The line after the decorators, the line itself and its block.
fn end_of_definition(lines: &[&str], start: usize) -> usize {
    let header = start + lines[start..].iter().take_while(|line| line.trim_start().starts_with('@')).count();
    if header < lines.len() { end_of_block(lines, header) } else { header }
}

fn joined(parts: &[&[&str]]) -> String {
    let lines: Vec<&str> = parts.concat();
    lines.join("\n") + "\n"
}

/// Without each line and its block, largest first.
fn without_blocks(source: &str) -> Vec<String> {
    let lines: Vec<&str> = source.lines().collect();
    let mut blocks: Vec<(usize, usize)> =
        (0..lines.len()).map(|start| (start, end_of_definition(&lines, start))).collect();
    blocks.sort_by_key(|(start, end)| (std::cmp::Reverse(end - start), *start));
    let mut all: Vec<String> = blocks.iter().map(|(start, end)| joined(&[&lines[..*start], &lines[*end..]])).collect();
    for (start, end) in blocks {
        let replacement = format!("{}pass", " ".repeat(indent(lines[start])));
        all.push(joined(&[&lines[..start], &[&replacement], &lines[end..]]));
    }
    all
}

/// Each function in place of the case that calls it.
fn with_other_cases(source: &str) -> Vec<String> {
    let lines: Vec<&str> = source.lines().collect();
    let mut all = Vec::new();
    let Some(case) = lines.iter().position(|line| line.starts_with("def case_0(")) else { return all };
    let rest = [&lines[..case], &lines[end_of_block(&lines, case)..]].concat();
    for (i, _) in rest.iter().enumerate().filter(|(_, line)| line.starts_with("def ")) {
        all.push(joined(&[&rest[..i], &["def case_0():"], &rest[i + 1..]]));
    }
    all
}

/// Each block without its header, moved to the left.
fn without_headers(source: &str) -> Vec<String> {
    let lines: Vec<&str> = source.lines().collect();
    let mut all = Vec::new();
    for start in 0..lines.len() {
        let end = end_of_block(&lines, start);
        if end == start + 1 || !lines[start].trim_end().ends_with(':') {
            continue;
        }
        let by = lines[start + 1..end]
            .iter()
            .filter(|line| !line.trim().is_empty())
            .map(|line| indent(line))
            .min()
            .unwrap_or(0)
            - indent(lines[start]);
        let body: Vec<&str> = lines[start + 1..end].iter().map(|line| line.get(by..).unwrap_or("")).collect();
        all.push(joined(&[&lines[..start], &body, &lines[end..]]));
    }
    all
}

/// Lines with a part of an expression removed or replaced by something short.
fn with_simpler_expressions(source: &str) -> Vec<String> {
    let lines: Vec<&str> = source.lines().collect();
    let mut all = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        for simpler in simpler_lines(line) {
            all.push(joined(&[&lines[..i], &[&simpler], &lines[i + 1..]]));
        }
    }
    all
}

fn simpler_lines(line: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut replace = |from: usize, to: usize, text: &str| {
        if to - from > text.len() {
            all.push(format!("{}{text}{}", &line[..from], &line[to..]));
        }
    };
    for (i, (open, close)) in segments(line).into_iter().enumerate() {
        let in_brackets = i > 0;
        let whole = start_of_operand(line, open);
        let parts = split(line, open, close, &[","]);
        // The whole operand becomes one of its parts or something short.
        if in_brackets {
            for (from, to) in &parts {
                replace(whole, close + 1, line[*from..*to].trim());
            }
            for text in ["0", "1", "[]", "None", "()", "set()"] {
                replace(whole, close + 1, text);
            }
            replace(open, close, "");
            replace(whole, open - 1, "");
        }
        // One part goes, with the comma before or after it.
        for (k, (from, to)) in parts.iter().enumerate() {
            if parts.len() > 1 {
                if k > 0 { replace(parts[k - 1].1, *to, "") } else { replace(*from, parts[1].0, "") }
            }
            replace(*from, *to, if line[*from..*to].starts_with(' ') { " 0" } else { "0" });
            // A part becomes its left or its right operand.
            for (op_from, op_to) in operators(line, *from, *to) {
                replace(op_from, *to, "");
                replace(*from, op_to, "");
            }
        }
    }
    all
}

/// The line as a whole or what follows its keyword, and the inside of each pair of brackets, as byte offsets.
fn segments(line: &str) -> Vec<(usize, usize)> {
    let start = indent(line);
    let keyword = ["return ", "yield from ", "yield ", "if ", "elif ", "while ", "assert "]
        .iter()
        .find(|word| line[start..].starts_with(**word));
    let mut all = vec![(start + keyword.map_or(0, |word| word.len()), line.len())];
    let mut stack = Vec::new();
    for (i, c) in outside_strings(line) {
        match c {
            '(' | '[' | '{' => stack.push(i + 1),
            ')' | ']' | '}' => {
                if let Some(open) = stack.pop() {
                    all.push((open, i));
                }
            }
            _ => {}
        }
    }
    all
}

/// Where the operand begins whose bracket opens before `open`: the name of a function belongs to it.
fn start_of_operand(line: &str, open: usize) -> usize {
    let before = line[..open.saturating_sub(1)].trim_end_matches(|c: char| c.is_alphanumeric() || c == '_' || c == '.');
    before.len()
}

/// The pieces of `line[from..to]` between separators outside inner brackets.
fn split(line: &str, from: usize, to: usize, separators: &[&str]) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let mut start = from;
    for (i, separator) in top_level(line, from, to, separators) {
        parts.push((start, i));
        start = i + separator;
    }
    parts.push((start, to));
    parts
}

const OPERATORS: &[&str] = &[
    " if ", " else ", " and ", " or ", " for ", " not in ", " in ", " is not ", " is ", " := ", " = ", "=", ": ",
    " == ", " != ", " <= ", " >= ", " < ", " > ", " + ", " - ", " * ", " // ", " % ", " ** ", " << ", " >> ", " & ",
    " | ", " ^ ", "not ", "-", "~", "*", "lambda", "return ",
];

fn operators(line: &str, from: usize, to: usize) -> Vec<(usize, usize)> {
    top_level(line, from, to, OPERATORS).into_iter().map(|(i, length)| (i, i + length)).collect()
}

/// Places and lengths of the needles outside inner brackets and strings.
fn top_level(line: &str, from: usize, to: usize, needles: &[&str]) -> Vec<(usize, usize)> {
    let mut depth = 0;
    let mut found = Vec::new();
    for (i, c) in outside_strings(line).filter(|(i, _)| (from..to).contains(i)) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            found.extend(
                needles.iter().filter(|needle| line[i..to].starts_with(**needle)).map(|needle| (i, needle.len())),
            );
        }
    }
    found
}

/// The characters of a line outside strings.
fn outside_strings(line: &str) -> impl Iterator<Item = (usize, char)> {
    let mut quote = None;
    let mut escaped = false;
    line.char_indices().filter(move |(_, c)| {
        if let Some(open) = quote {
            if !escaped && *c == open {
                quote = None;
            }
            escaped = !escaped && *c == '\\';
            return false;
        }
        if *c == '"' || *c == '\'' {
            quote = Some(*c);
            return false;
        }
        true
    })
}

#[cfg(test)]
mod tests {
    use super::shrink;

    /// Brackets are closed and no block is empty: near enough to Python for these tests.
    fn plausible(source: &str) -> bool {
        let balance = |open, close| source.matches(open).count() == source.matches(close).count();
        let lines: Vec<&str> = source.lines().collect();
        let full = |(i, line): (usize, &&str)| {
            !line.ends_with(':') || lines.get(i + 1).is_some_and(|next| super::indent(next) > super::indent(line))
        };
        balance('(', ')') && balance('[', ']') && lines.iter().enumerate().all(full)
    }

    #[test]
    fn statements_and_functions_go() {
        let source = "def f():\n    return 1\n\ndef case_0():\n    x = 1\n    if x:\n        y = boom(x)\n        z = 3\n    return y\n";
        let small = shrink(source, |text| plausible(text) && text.contains("boom("));
        assert_eq!(small, "boom()\n");
    }

    #[test]
    fn expressions_lose_their_parts() {
        let source = "return max(a, [b + boom(1, g(2)) for b in xs if b], key=len) if c else d\n";
        let small = shrink(source, |text| plausible(text) && text.contains("boom(") && text.starts_with("return "));
        assert_eq!(small, "return boom()\n");
    }

    #[test]
    fn strings_are_not_looked_into() {
        let source = "x = f(\"a, (b)\", 'c]', keep)\n";
        let small = shrink(source, |text| text.contains("keep)") && text.contains("f(\"a, (b)\""));
        assert_eq!(small, "f(\"a, (b)\", keep)\n");
    }
}
