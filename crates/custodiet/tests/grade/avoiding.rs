//! Submissions that avoid tests: whatever they do, what was not run counts as wrong, and no report is silent about it.

use super::*;

/// Decides as it should.
const RIGHT_ANSWER: &str = "
def right(edges, order):
    vertices = {vertex for edge in edges for vertex in edge}
    if set(order) != vertices or len(order) != len(vertices):
        return False
    return all(order.index(first) < order.index(second) for first, second in edges)
";

/// The age of the copy that is being graded tells the first load from later ones.
const AGE: &str = "
import os, time
def age():
    return time.time() - os.stat(__file__).st_ctime
";

struct Avoider {
    name: &'static str,
    text: String,
    verdict: &'static str,
    cut_short: &'static str,
    /// What its author is told.
    feedback: &'static str,
}

fn avoiders() -> Vec<Avoider> {
    let file = |load: &str, body: &str| {
        format!("{AGE}{load}\n{BURN}{RIGHT_ANSWER}\ndef is_valid(edges, order):\n    {body}\n")
    };
    let one = |name, verdict, cut_short, feedback, text| Avoider { name, text, verdict, cut_short, feedback };
    let too_long = "because others took too long. They count as wrong.";
    let budget = "because your predicate used up the time for all tests together. They count as wrong.";
    let not_again = "because your predicate could be loaded once, but not again. They count as wrong.";
    let slow_end = "if not right(edges, order): time.sleep(max(0, 2 - age())); os._exit(1)\n    return True";
    vec![
        one(
            "negatives_time_out.py",
            "no_answer",
            "time_outs",
            too_long,
            file("", "while not right(edges, order): pass\n    return True"),
        ),
        one(
            "all_but_one_time_out.py",
            "too_strict",
            "time_outs",
            too_long,
            file("", "while len(order) != 1: pass\n    return right(edges, order)"),
        ),
        one("computes_long.py", "no_answer", "budget", budget, file("", "burn(0.1)\n    return right(edges, order)")),
        one(
            "waits_long.py",
            "no_answer",
            "budget",
            budget,
            file("", "time.sleep(0.2)\n    return right(edges, order)"),
        ),
        one(
            "loads_long.py",
            "no_answer",
            "budget",
            budget,
            file("import time\nwhile time.process_time() < 0.4: pass", slow_end),
        ),
        one("exits_again.py", "no_answer", "not_loaded", not_again, file("if age() > 1.9: os._exit(3)", slow_end)),
        one(
            "raises_again.py",
            "no_answer",
            "not_loaded",
            not_again,
            file("if age() > 1.9: raise ValueError('no')", slow_end),
        ),
    ]
}

#[test]
fn avoiding_tests_never_pays() {
    let folder = Folder::new("avoiding");
    let avoiders = avoiders();
    avoiders.iter().for_each(|one| drop(folder.write(&format!("in/{}", one.name), &one.text)));
    let (input, dir) = (folder.path("in"), folder.path("results"));
    let (code, text, errors) =
        folder.run(&["grade", "--no-prove", SUITE, &input, "-o", &dir, "--time", "0.2", "--budget", "1"]);
    assert_eq!(code, 1, "{text}{errors}");
    let unwrapped = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(unwrapped.contains("no mistake found 0"), "{text}");
    for said in
        ["after 5 timeouts: all_but", "was used up (--budget allows more): computes", "but not again: exits_again"]
    {
        assert!(unwrapped.contains(said), "{said}\n{text}");
    }
    assert_eq!(folder.run(&["feedback", &dir, "--reveal", "names"]).0, 0);
    let (results, table) = (folder.results("results"), std::fs::read_to_string(folder.0.join("results/results.csv")));
    let table = table.expect("a table");
    assert!(table.lines().next().is_some_and(|header| header.contains(",wrong,not_run,cut_short,")), "{table}");
    for Avoider { name, verdict, cut_short, feedback, .. } in &avoiders {
        let one = submission(&results, name);
        assert_eq!((&one["verdict"], &one["cut_short"]), (&json!(verdict), &json!(cut_short)), "{name}");
        let number = |key: &str| one[key].as_u64().expect("a number");
        let run = number("tests") - number("not_run");
        assert!(number("not_run") > 0 && number("wrong") >= number("not_run") && run > 0, "{name}: {one}");
        let row = format!(",{},{},{cut_short},", number("wrong"), number("not_run"));
        assert!(table.lines().any(|line| line.starts_with(name) && line.contains(&row)), "{row}\n{table}");
        is_seen(one, name);
        let (_, report, _) = folder.run(&["report", &dir, "--submission", name]);
        let said = format!("{} of {} tests were not run because", number("not_run"), number("tests"));
        assert!(report.split_whitespace().collect::<Vec<_>>().join(" ").contains(&said), "{report}");
        let stem = name.strip_suffix(".py").expect("Python");
        let page = std::fs::read_to_string(folder.0.join(format!("results/feedback/{stem}.py.md"))).expect("a page");
        assert!(page.contains(feedback) && !page.contains("found no mistakes"), "{name}: {page}");
    }
}

/// A bucket is in the fingerprint only if an answer in it was seen.
fn is_seen(one: &Json, name: &str) {
    let suite: Json = {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        serde_json::from_str(&std::fs::read_to_string(root.join(SUITE)).expect("a suite")).expect("JSON")
    };
    for fails in one["fingerprint"].as_array().expect("a list") {
        let buckets = suite["buckets"].as_array().expect("buckets");
        let bucket = buckets.iter().find(|bucket| bucket["fails"] == *fails).expect("a bucket");
        let mut tests = bucket["tests"].as_array().expect("tests").iter();
        let is_seen = |test: &Json| one["outcomes"][test["id"].as_str().expect("an id")] != "not_run";
        assert!(tests.any(is_seen), "{name}: {fails}");
    }
}

/// Whether it loads is left to chance: it may be graded like any other, but what was not run is never silent.
#[test]
fn a_submission_that_loads_by_chance_is_never_half_graded() {
    let folder = Folder::new("chance");
    let text = format!(
        "import os, random\nif random.SystemRandom().random() < 0.5: os._exit(1)\n{RIGHT_ANSWER}\n\
         def is_valid(edges, order):\n    return right(edges, order) or os._exit(1)\n"
    );
    for number in 0..6 {
        folder.write(&format!("in/{number}.py"), &text);
    }
    let (code, text, errors) =
        folder.run(&["grade", "--no-prove", SUITE, &folder.path("in"), "-o", &folder.path("results")]);
    assert_eq!(code, 1, "{text}{errors}");
    for one in folder.results("results")["submissions"].as_array().expect("submissions") {
        match one["verdict"].as_str() {
            Some("could_not_run") => assert_eq!(one["reason"], "exited with code 1 while loading"),
            Some("no_answer") => {
                let (wrong, words) = (one["wrong"].as_u64().expect("a number"), words(one));
                assert!(wrong > 60 && words.contains(&"crashed"), "{one}");
                assert_eq!(one["cut_short"] == "not_loaded", words.contains(&"not_run"), "{one}");
            }
            other => panic!("{other:?}"),
        }
    }
}
