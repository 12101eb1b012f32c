//! Text of submissions and of suites on the terminal, in tables and on pages.

use super::*;

/// What a terminal obeys, or does not show.
const UNSEEN: [char; 4] = ['\u{1b}', '\u{7}', '\u{202e}', '\u{200b}'];

fn no_unseen(what: &str, text: &str) {
    assert!(!text.contains(UNSEEN), "{what}: {text:?}");
}

/// The class of an exception that changes from call to call is shown as evidence.
#[test]
fn exceptions_of_an_unstable_submission_are_only_text() {
    let victim = Victim::new();
    let raises = "n = [0]\ndef is_valid(edges, order):\n    n[0] += 1\n    \
        raise type('\\x1b]0;OWNED\\x07\\u202e%d' % n[0], (Exception,), {})()\n";
    victim.write("in/bell.py", raises);
    let graded = victim.shown("graded");
    let ran = victim.run(&["grade", "--no-prove", SUITE, &victim.shown("in"), "-o", &graded]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let ran = victim.run(&["report", &graded, "--submission", "bell.py"]);
    assert!(ran.text.contains("unstable") && ran.text.contains("OWNED"), "{ran:?}");
    no_unseen("report", &ran.text);
}

/// Names, docstrings, hints and groups of a suite that somebody else wrote.
#[test]
fn text_of_a_suite_is_only_text() {
    let victim = Victim::new();
    let problem = fs::read_to_string(Path::new(ROOT).join("problems/toposort.py")).expect("a problem");
    let evil = "\u{1b}]0;OWNED\u{7}\u{202e}";
    let changed = problem
        .replace("The output repeats nothing.", &format!("The output repeats nothing.{evil}"))
        .replace("SAME-ELEMENTS", "=cmd|'/c calc'!A0");
    assert_ne!(problem, changed);
    let file = victim.write("evil.py", &changed);
    let suite = victim.shown("evil.json");
    let ran = victim.run(&["suite", &file, "--tests", "2", "--engine", "solver", "-o", &suite]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    victim.write("in/lax.py", LAX);
    let graded = victim.shown("graded");
    let ran = victim.run(&["grade", "--no-prove", &suite, &victim.shown("in"), "-o", &graded]);
    no_unseen("grade", &ran.text);
    let ran = victim.run(&["feedback", &graded, "--reveal", "pairs"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for name in ["report.html", "results.csv", "submissions.csv", "feedback/lax.py.md", "feedback/lax.py.html"] {
        no_unseen(name, &fs::read_to_string(victim.path("graded").join(name)).expect("a file"));
    }
    let table = fs::read_to_string(victim.path("graded/submissions.csv")).expect("a table");
    assert!(table.contains(",'=cmd|") && !table.contains(",=cmd|"), "{table}");
    // Suites are shown by their names.
    let text = fs::read_to_string(&suite).expect("a suite");
    let named = text.replacen("\"name\": \"evil\"", "\"name\": \"\\u001b]0;OWNED\\u0007\"", 1);
    assert_ne!(text, named);
    let forged = victim.write("forged.json", &named);
    let untrue = victim.write("untrue.json", &named.replacen("\"expect\": false", "\"expect\": true", 1));
    for (suite, code) in [(&forged, 0), (&untrue, 1)] {
        let ran = victim.run(&["verify", "--replay", suite]);
        assert_eq!(ran.code, Some(code), "{ran:?}");
        no_unseen("verify", &format!("{}{}", ran.text, ran.errors));
    }
}

/// The option that is suggested is the name of a function, or nothing.
#[test]
fn a_submission_writes_no_option() {
    let victim = Victim::new();
    let reply = r#"{"failed":{"why":"missing","message":"no function","candidates":["valid --no-sandbox; touch pwned #","fine?"]}}"#;
    let write = format!("    try: os.write(fd, b'{reply}\\n')\n    except OSError: pass\n");
    victim.write("in/a.py", &format!("import os\nfor fd in range(3, 12):\n{write}os._exit(0)\n{LAX}"));
    let graded = victim.shown("graded");
    let ran = victim.run(&["grade", "--no-prove", SUITE, &victim.shown("in"), "-o", &graded]);
    let shown = victim.run(&["report", &graded, "--submission", "a.py"]);
    for text in [&ran.text, &shown.text] {
        assert!(text.contains("pass `--alias 'fine?'`"), "{text}");
        assert!(!text.contains("--no-sandbox") && !text.contains("pwned"), "{text}");
    }
}

/// Whoever stops reading remarks does not stop the work.
#[test]
fn nobody_has_to_read_the_remarks() {
    let victim = Victim::new();
    victim.write("in/lax.py", LAX);
    let run = |command: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).env("CUSTODIET", env!("CARGO_BIN_EXE_custodiet")).current_dir(ROOT);
        shell.env("INPUT", victim.path("in")).env("OUTPUT", victim.path("graded")).status().expect("a shell").code()
    };
    let grade = "\"$CUSTODIET\" grade --no-prove docs/examples/toposort-suite.json \"$INPUT\" -o \"$OUTPUT\"";
    for errors in ["/dev/full", "&-"] {
        let _ = fs::remove_dir_all(victim.path("graded"));
        assert_eq!(run(&format!("{grade} 2>{errors}")), Some(1), "{errors}");
        assert!(victim.path("graded/results.csv").exists(), "{errors}");
        assert_eq!(run(&format!("\"$CUSTODIET\" check no-such-file.py 2>{errors}")), Some(2), "{errors}");
    }
    // A pipe that nobody reads.
    let closed = format!("{{ {grade} --fresh 2>&1 >/dev/null; echo $? > \"$OUTPUT/code\"; }} | true");
    assert_eq!(run(&closed), Some(0));
    let code = fs::read_to_string(victim.path("graded/code")).expect("a code");
    assert_eq!(code.trim(), "1");
}
