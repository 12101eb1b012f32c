//! Hand-made tests: reading them, the bucket of each, and the missing buckets.

mod common;

use lang::problem::Problem;
use pairs::Bucket;
use pairs::Placement;
use suite::classify::read::{TestFileFormat, read};
use suite::classify::{Classified, classify, missing};

fn toposort() -> Problem {
    common::problem("toposort", "Vertex=3,edges=2,order=4")
}

fn classified(problem: &Problem, text: &str, form: TestFileFormat) -> Vec<Classified> {
    let tests = read(problem, text.into(), form).unwrap_or_else(|fault| panic!("{fault}"));
    classify(problem, &tests)
}

#[test]
fn each_test_has_a_bucket_or_a_reason() {
    let text = r#"
# Blank lines and comments count as lines.
{"input": {"edges": [[1, 2]]}, "output": {"order": [1, 2]}, "expect": true}
{"input": {"edges": [["x", "y"]]}, "output": {"order": ["x", "y"]}, "expect": false, "comment": "the same, wrong"}
{"input": {"edges": [[1, 2], [2, 1]]}, "output": {"order": []}, "expect": false}
{"output": {"order": [2, 1, 1]}, "input": {"edges": [[1, 2]]}, "expect": false}
"#;
    let tests = classified(&toposort(), text, TestFileFormat::JsonLines);
    let bucket = |failing: &[usize]| Placement::In(Bucket::of(failing.iter().copied()));
    let told: Vec<_> = tests.iter().map(|test| (test.line, test.placement.clone(), test.right, test.repeats)).collect();
    let expected = [
        (3, bucket(&[]), Some(true), None),
        (4, bucket(&[]), Some(false), Some(0)),
        (5, Placement::Invalid(1), None, None),
        (6, bucket(&[2, 3, 4, 5]), Some(true), None),
    ];
    assert_eq!(told, expected);
    let all = [bucket_of(&[]), bucket_of(&[2]), bucket_of(&[1, 2]), bucket_of(&[2, 3, 4, 5])];
    let lacking: Vec<(Bucket, Vec<usize>)> = missing(&tests, &all)
        .into_iter()
        .map(|missing| (missing.bucket, missing.focused_on.iter().collect()))
        .collect();
    assert_eq!(lacking, [(bucket_of(&[2]), vec![2]), (bucket_of(&[1, 2]), vec![1])]);
}

#[test]
fn a_test_with_a_wrong_expectation_does_not_count() {
    let wrong = r#"{"input": {"edges": []}, "output": {"order": []}, "expect": false}"#;
    let right = wrong.replace("false", "true");
    let lacking =
        |text: &str| missing(&classified(&toposort(), text, TestFileFormat::JsonLines), &[bucket_of(&[])]).len();
    assert_eq!(lacking(wrong), 1);
    assert_eq!(lacking(&right), 0);
    assert_eq!(lacking(&format!("{wrong}\n{right}")), 0);
}

fn bucket_of(failing: &[usize]) -> Bucket {
    Bucket::of(failing.iter().copied())
}

#[test]
fn a_function_that_raises_is_reported() {
    let source = r#""""A problem."""
from custodiet import Input, Output, scope, subproperty

def is_valid(items: Input[list[int]], first: Output[int]) -> bool: ...

scope(items=2, int=range(3))

@subproperty(hint="What if?")
def is_first(items, first):
    """It is the first."""
    return items[0] == first
"#;
    let source = lang::source::Source::new("problem.py", source);
    let loaded = lang::load::load(source, lang::load::Mode::Problem);
    let text = r#"{"input": {"items": []}, "output": {"first": 1}, "expect": false}"#;
    let tests = classified(&loaded.problem, text, TestFileFormat::JsonLines);
    assert!(
        matches!(&tests[0].placement, Placement::Raises(0, fault) if fault.to_string().starts_with("IndexError")),
        "{tests:?}"
    );
}

#[test]
fn tables_give_the_same_tests() {
    let text = "expect,order,edges,id\nTRUE,\"[1, 2]\",\"[[1, 2]]\",a\r\n\n# one more\nfalse,\"[\"\"a\"\"]\",[],b\n";
    let tests = classified(&toposort(), text, TestFileFormat::Csv);
    assert_eq!(
        tests.iter().map(|test| (test.line, test.right)).collect::<Vec<_>>(),
        [(2, Some(true)), (5, Some(true))]
    );
}

#[test]
fn cells_may_be_bare_text() {
    let problem = common::problem("bfs_levels", "");
    let params = &problem.predicate.as_ref().expect("a predicate").params;
    let names: Vec<&str> = params.iter().map(|param| &*param.name).collect();
    assert_eq!(names, ["edges", "start", "levels"]);
    let table =
        |start: &str| format!("edges,start,levels,expect\n[],{start},\"[{{\"\"set\"\": [\"\"a\"\"]}}]\",true\n");
    for start in ["a", "\"\"\"a\"\"\""] {
        assert_eq!(classified(&problem, &table(start), TestFileFormat::Csv)[0].right, Some(true), "{start}");
    }
}

#[test]
fn errors_name_the_line_and_the_field() {
    let problem = toposort();
    let says = |text: &str, form: TestFileFormat, expected: &str| {
        let fault = read(&problem, text.into(), form).expect_err("no tests").to_string();
        assert!(fault.starts_with(expected), "{fault}");
    };
    let json = |text: &str, expected: &str| says(text, TestFileFormat::JsonLines, expected);
    let good = r#"{"input": {"edges": []}, "output": {"order": []}, "expect": true}"#;
    json("# nothing\n", " it holds no tests");
    json(&format!("{good}\n{{"), "2:1: not JSON: ");
    json("[1]", "1:1: a test is an object");
    json(&good.replace("true", "1"), "1:1: expect: must be true or false");
    json(&good.replace(", \"expect\": true", ""), "1:1: expect: missing");
    json(&good.replace("[]}, \"out", "[7]}, \"out"), "1:1: input.edges[0]: expected an array of 2");
    json(
        &good.replace("\"expect\"", "\"colour\": 1, \"expect\""),
        "1:1: there is no field `colour`; a test has `input`, `output` and `expect`, and may have `id`, `fails`, `comment`",
    );
    json(&good.replace("\"input\"", "\"imput\""), "1:1: there is no field `imput`; did you mean `input`?");
    json(&good.replace("\"expect\"", "\"expect\": true, \"expect\""), "1:77: the key `expect` is given twice");
    let csv = |text: &str, expected: &str| says(text, TestFileFormat::Csv, expected);
    csv("edges,ordr,expect\n", "1:7: there is no parameter `ordr`; did you mean `order`?");
    csv("edges,order\n[],[]\n", "1:1: the column `expect` is missing");
    csv("edges,edges,expect\n", "1:7: the column `edges` is given twice");
    csv("edges,order,expect\n[],[]\n", "2:1: 2 cells, but the first line has 3");
    csv("edges,order,expect\n[],[],maybe\n", "2:7: expect: must be true or false, not `maybe`");
    csv("edges,order,expect\n[],\"[1,\",true\n", "2:4: order: not JSON");
    csv("edges,order,expect\n[],[[]],true\n", "2:4: order[0]: expected `Vertex`");
    csv("edges,order,expect\n,[],true\n", "2:1: edges: the cell is empty");
}
