//! What submissions say, wherever it is shown: a terminal obeys none of it, and a spreadsheet computes none of it.

use super::*;

/// Clears the screen, sets the title, ends the line.
const EVIL: &str = "\\x1b[2J\\x1b]0;owned\\x07\\r\\nerror: all is lost\\x9b31m";

/// Characters that a terminal obeys.
fn obeyed(text: &str) -> Option<char> {
    text.chars().find(|letter| letter.is_control() && !"\n\t".contains(*letter))
}

fn harmless(place: &str, (code, text, errors): (i32, String, String)) -> String {
    let said = format!("{text}{errors}");
    assert_eq!(obeyed(&said), None, "{place}: {said:?}");
    assert!(!said.contains("\nerror: all"), "{place}: {said}");
    format!("{code}\n{said}")
}

#[test]
fn a_terminal_obeys_nothing_that_submissions_say() {
    let folder = Folder::new("terminal");
    let predicate = |line: &str| format!("def is_valid(edges, order):\n    {line}\n");
    let evil_name = "in/a\u{1b}[2J.py";
    folder.write(evil_name, &predicate(&format!("raise ValueError('{EVIL}')")));
    folder.write("in/b.py", &predicate(&format!("print('{EVIL}'); raise ValueError('{EVIL}')")));
    folder.write("in/c.py", &format!("raise ValueError('{EVIL}')\n{RIGHT}"));
    folder.write(
        "in/d\u{1b}[31m.py",
        &format!("import sys\nsys.stderr.write('{EVIL}')\nimport os\nos._exit(1)\n{RIGHT}"),
    );
    folder.write("in/\u{1b}[2Jnothing.txt", "no program");
    folder.write(
        "in/e.py",
        &("import os\nfor stream in range(3, 9):\n    try:\n        \
         os.write(stream, b'{\"ready\": {\"file\": \"\\\\u001b[2J\", \"name\": \"\\\\u001b[2J\"}}\\n')\n    \
         except OSError:\n        pass\nimport time\ntime.sleep(3)\n"
            .to_owned()
            + RIGHT),
    );
    let dir = folder.path("results");
    let said = harmless("grade", folder.run(&["grade", "--no-prove", SUITE, &folder.path("in"), "-o", &dir]));
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("raised ValueError when loaded") && !said.contains("Ready"), "{said}");
    assert!(said.contains("broke the protocol while loading: it loaded"), "{said}");
    assert!(said.contains("exited with code 1 while loading"), "{said}");
    assert!(!said.contains("during a test"), "{said}");
    let results = folder.results("results");
    let reason = submission(&results, "c.py")["reason"].as_str().expect("a reason");
    assert!(!reason.contains(['\n', '\r']), "{reason:?}");
    let id = submission(&results, "b.py")["outcomes"].as_object().expect("outcomes").keys().next().expect("a test");
    let said = harmless("replay", folder.run(&["replay", &dir, "b.py", id, "--submissions", &folder.path("in")]));
    assert!(said.contains("    ⟨U+001B⟩[2J") && said.contains("    error: all is lost"), "{said}");
    for name in ["a\u{1b}[2J.py", "c.py", "\u{1b}[2Jnobody"] {
        harmless(name, folder.run(&["replay", &dir, name, id, "--submissions", &folder.path("in")]));
    }
    for name in ["b.py", "c.py"] {
        let reference = folder.path(&format!("in/{name}"));
        let args =
            ["grade", "--no-prove", SUITE, &folder.path("in"), "-o", &folder.path("other"), "--reference", &reference];
        let said = harmless("--reference", folder.run(&args));
        assert!(said.starts_with("1\n") && said.contains("the reference"), "{said}");
    }
    for args in [&["report", &dir][..], &["report", &dir, "--submission", "b.py"]] {
        harmless("report", folder.run(args));
    }
    let table = std::fs::read_to_string(folder.0.join("results/results.csv")).expect("a table");
    assert_eq!(obeyed(&table), None, "{table:?}");
}

#[test]
fn a_spreadsheet_computes_nothing() {
    let folder = Folder::new("formulas");
    folder.write("in/=1+1.py", "def is_valid(edges, order):\n    return True\n");
    folder.write("in/@sum.py", "def is_valid(edges, order)\n");
    let dir = folder.path("results");
    assert_eq!(folder.run(&["grade", "--no-prove", SUITE, &folder.path("in"), "-o", &dir]).0, 1);
    for table in ["results.csv", "submissions.csv"] {
        let text = std::fs::read_to_string(folder.0.join("results").join(table)).expect("a table");
        assert!(text.contains("\n'=1+1.py,") && text.contains("\n'@sum.py,"), "{table}: {text}");
    }
}

/// It answers as expected whenever it counts, and differently when it is run again.
#[test]
fn an_unstable_predicate_is_not_one_without_mistakes() {
    let folder = Folder::new("unstable");
    // The first process answers as expected. The hash seed differs in the second.
    let seeded = "import os\nseed = int(os.environ.get('PYTHONHASHSEED', '0'))\n";
    folder.write("in/u.py", &format!("{seeded}{}", RIGHT.replace("return False", "return seed % 2 == 0")));
    folder.write("in/fine.py", RIGHT);
    let args = ["grade", "--no-prove", SUITE, &folder.path("in"), "-o", &folder.path("results")];
    let (code, text, _) = folder.run(&args);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("no mistake found     1") && text.contains("unstable             1"), "{text}");
    let (code, text, _) = folder.run(&[&args[..], &["--json"]].concat());
    let json: Json = serde_json::from_str(&text).expect("JSON");
    let summary = &json["summary"];
    assert_eq!((code, &summary["no_mistake_found"], &summary["unstable"]), (1, &json!(1), &json!(1)));
    assert_eq!((&json["unstable"], &summary["faulty"]), (&json!(["u.py"]), &json!(0)));
    assert_eq!(submission(&folder.results("results"), "u.py")["wrong"], 0);
}

/// The folders of a run are others each time, and have no place in results.
#[test]
fn folders_of_the_run_are_not_told() {
    let folder = Folder::new("places");
    let asked = "def is_valid(edges, order):\n    print(__file__)\n    open(__file__ + '.txt')\n";
    folder.write("in/asked.py", asked);
    folder.write("in/loaded.py", &format!("raise ValueError(__file__, __import__('os').getcwd())\n{RIGHT}"));
    assert_eq!(folder.run(&["grade", "--no-prove", SUITE, &folder.path("in"), "-o", &folder.path("results")]).0, 1);
    let results = folder.results("results");
    assert!(!results.to_string().contains("custodiet-work"), "{results}");
    let told = submission(&results, "loaded.py")["reason"].as_str().expect("a reason");
    assert_eq!(told, "raised ValueError when loaded: ('loaded.py', 'scratch') (loaded.py:1)");
    let details = submission(&results, "asked.py")["details"].as_object().expect("details");
    let told = details.values().next().and_then(Json::as_str).expect("a detail");
    assert_eq!(told, "FileNotFoundError: [Errno 2] No such file or directory: 'asked.py.txt' (asked.py:3)");
}
