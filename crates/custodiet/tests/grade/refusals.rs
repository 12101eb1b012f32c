//! What cannot be graded: it is refused with a way out, and nothing is touched.

use super::*;

#[test]
fn folders_without_results_are_not_touched() {
    let folder = Folder::new("folders");
    let one = folder.write("one.py", RIGHT);
    let foreign = folder.write("mine/notes.txt", "do not touch");
    let (code, _, errors) = folder.run(&["grade", "--no-prove", SUITE, &one, "-o", &folder.path("mine")]);
    assert!(
        code == 2 && errors.contains("is not empty and does not hold results\nhelp: choose another folder"),
        "{errors}"
    );
    assert_eq!(std::fs::read_to_string(foreign).expect("still there"), "do not touch");
    let dir = folder.path("results");
    assert_eq!(folder.run(&["grade", "--no-prove", SUITE, &one, "-o", &dir]).0, 0);
    let before = std::fs::read(folder.0.join("results/results.json")).expect("results");
    let other = folder.run(&["grade", "--no-prove", "problems/sortacle.py", &one, "-o", &dir]);
    assert!(
        other.0 == 2 && other.2.contains("holds results of the problem `toposort`, not of `sortacle`"),
        "{}",
        other.2
    );
    assert_eq!(std::fs::read(folder.0.join("results/results.json")).expect("results"), before);
    let (code, _, errors) = folder.run(&["grade", "--no-prove", SUITE, &folder.path("nobody"), "-o", &dir]);
    assert!(code == 2 && errors.contains("does not exist"), "{errors}");
    let (code, _, errors) = folder.run(&["grade", "--no-prove", SUITE, &one, "-o", "/proc/results"]);
    assert!(code == 2 && errors.contains("cannot write `/proc/results`"), "{errors}");
    assert!(errors.contains("help: choose a folder that you can write to"), "{errors}");
    let damaged = folder.write("damaged/results.sqlite", &"no database".repeat(100));
    let (code, _, errors) = folder.run(&["grade", "--no-prove", SUITE, &one, "-o", &folder.path("damaged")]);
    assert!(code == 2 && errors.contains("is not a database that custodiet wrote"), "{errors}");
    assert!(std::fs::read_to_string(damaged).expect("still there").starts_with("no database"));
}

#[test]
fn a_suite_passes_its_own_reference_first() {
    let folder = Folder::new("reference");
    let one = folder.write("one.py", "def is_valid(edges, order):\n    return True\n");
    let right = folder.write("right.py", RIGHT);
    let wrong = folder.write("wrong.py", "def is_valid(edges, order):\n    return len(order) == len(set(order))\n");
    let dir = folder.path("results");
    let (code, text, errors) = folder.run(&["grade", "--no-prove", SUITE, &one, "-o", &dir, "--reference", &wrong]);
    assert_eq!((code, &*text), (1, ""));
    assert!(
        errors.contains("the smallest is")
            && errors.contains("is_valid(")
            && errors.contains("accepted; should be rejected"),
        "{errors}"
    );
    assert!(!folder.0.join("results/results.json").exists());
    let (code, text, _) = folder.run(&["grade", "--no-prove", SUITE, &one, "-o", &dir, "--reference", &right]);
    assert!(code == 1 && text.starts_with("1 submission · 82 tests"), "{text}");
    let untrue = folder.write(
        "untrue.json",
        &std::fs::read_to_string(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(SUITE))
            .expect("a suite")
            .replacen("\"expect\": false", "\"expect\": true", 1),
    );
    let (code, _, errors) = folder.run(&["grade", "--no-prove", &untrue, &one, "-o", &folder.path("other")]);
    assert!(code == 1 && errors.contains("fails verification"), "{errors}");
}

#[test]
fn a_suite_without_positive_tests_is_refused_unless_allowed() {
    let folder = Folder::new("no-positive");
    let nothing = folder.write("nothing.py", "def is_valid(edges, order):\n    return False\n");
    let (suite, dir) = (folder.path("suite.json"), folder.path("results"));
    let wanted = ["--buckets", "uniqueness,same_num_vertices", "--tests", "2", "--engine", "solver"];
    let written = folder.run(&[&["suite", "problems/toposort.py", "-o", &suite][..], &wanted].concat());
    assert!(written.0 == 0 && written.1.contains("no positive tests"), "{}", written.1);
    let (_, verified, _) = folder.run(&["verify", &suite, "--replay"]);
    assert!(verified.contains("lacks         no positive tests"), "{verified}");
    let (code, _, errors) = folder.run(&["grade", "--no-prove", &suite, &nothing, "-o", &dir]);
    assert!(code == 2 && errors.contains("a predicate that rejects everything would pass"), "{errors}");
    assert!(errors.contains("--allow-no-positive") && !Path::new(&dir).exists(), "{errors}");
    let (code, _, errors) = folder.run(&["grade", "--no-prove", &suite, &nothing, "-o", &dir, "--allow-no-positive"]);
    assert!(code == 0 && errors.contains("warning: the suite is incomplete: no positive tests"), "{errors}");
}

/// The same error as of `custodiet suite`, which would write this suite.
#[test]
fn a_problem_without_tests_is_refused() {
    let folder = Folder::new("no-tests");
    let problem = "\"\"\"Copy a number.\"\"\"\n\nfrom custodiet import Input, Output, precondition, scope, subproperty\n\n\n\
        def is_valid(x: Input[int], y: Output[int]) -> bool:\n    return x == y\n\n\n\
        scope(x=range(3), y=range(3))\n\n\n\
        @precondition\ndef large(x):\n    \"\"\"It is large.\"\"\"\n    return x > 9\n\n\n\
        @subproperty(hint=\"What if?\")\ndef same(x, y):\n    \"\"\"They are equal.\"\"\"\n    return x == y\n";
    let (problem, one) =
        (folder.write("copy.py", problem), folder.write("one.py", "def is_valid(x, y): return True\n"));
    let graded = folder.run(&["grade", "--no-prove", &problem, &one, "-o", &folder.path("results")]);
    assert_eq!((graded.0, &*graded.1), (1, ""), "{}", graded.2);
    assert!(graded.2.starts_with("error: no tests: no valid pair exists within the scope"), "{}", graded.2);
    assert_eq!(folder.run(&["suite", &problem]), graded);
    let (code, text, errors) = folder.run(&["suite", &problem, "-o", &folder.path("suite.json"), "--json"]);
    let summary: Json = serde_json::from_str(&text).expect("JSON");
    assert_eq!((code, &summary["tests"], errors), (1, &json!(0), graded.2));
}

#[test]
fn missing_files_are_reported_with_a_way_out() {
    let folder = Folder::new("missing");
    let (nowhere, one, dir) = (folder.path("nowhere"), folder.write("one.py", RIGHT), folder.path("results"));
    let adapter = "the folder that holds `adapter.toml`";
    for (args, help) in [
        (&["grade", "--no-prove", SUITE, &nowhere, "-o", &dir][..], "pass files, folders or archives of submissions"),
        (
            &["grade", "--no-prove", SUITE, &one, "-o", &dir, "--support", &nowhere],
            "pass the folder of the files that submissions import",
        ),
        (&["grade", "--no-prove", SUITE, &one, "-o", &dir, "--adapter", &nowhere], adapter),
        (&["grade", "--no-prove", SUITE, &one, "-o", &dir, "--reference", &nowhere], "pass one file"),
        (&["grade", "--no-prove", SUITE, &one, "-o", &folder.write("nowhere.txt", "")], "pass a folder for results"),
        (
            &["grade", "--no-prove", SUITE, &one, "-o", &dir, "--reference", &folder.write("nowhere.js", "")],
            "--adapter DIR adds a language",
        ),
        (&["doctor", "--adapter", &nowhere], adapter),
        (&["setup", "pyret", "--adapter", &nowhere], adapter),
    ] {
        let (code, text, errors) = folder.run(args);
        assert_eq!((code, &*text), (2, ""), "{args:?}: {errors}");
        assert!(errors.contains("nowhere") && errors.contains(help), "{args:?}: {errors}");
    }
    for alias in ["", "1x", "a b", "-a"] {
        let (code, _, errors) =
            folder.run(&["grade", "--no-prove", SUITE, &one, "-o", &dir, &format!("--alias={alias}")]);
        assert!(code == 2 && errors.contains("pass the name of a function"), "{alias}: {errors}");
    }
    folder.run(&["doctor"]);
    assert_eq!(folder.left(), 0);
    let fresh = folder.path("fresh");
    for args in [
        &["grade", "--no-prove", SUITE, &one, "-o", &fresh][..],
        &["doctor"],
        &["setup", "python"],
        &["adapter", "test", "python"],
    ] {
        let output = folder.command(args).env("TMPDIR", &nowhere).output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && errors.contains("set TMPDIR to a folder that exists"),
            "{args:?}: {errors}"
        );
    }
    assert!(!Path::new(&nowhere).exists() && !Path::new(&fresh).exists());
}
