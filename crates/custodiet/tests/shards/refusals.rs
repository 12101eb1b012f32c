//! Parts that do not fit together, and command lines that do not make sense: what differs, and the way out.

use super::*;

#[test]
fn numbers_of_parts_are_checked() {
    let lab = Lab::new();
    for (shard, said) in [
        ("0/8", "parts are numbered from 1: pass 1/8 to 8/8; for numbers from 0, add 1"),
        ("9/8", "there is no part 9 of 8: pass 1/8 to 8/8"),
        ("3", "such as 3/8"),
        ("3/0", "such as 3/8"),
        ("a/b", "such as 3/8"),
        ("1/100001", "at most 100000 parts"),
    ] {
        lab.refused(&["grade", "--no-prove", SUITE, "~class", "--shard", shard, "-o", "@part"], &["--shard", said]);
        assert!(!lab.path("part").exists());
    }
    lab.refused(&["split", "~class", "--shards", "0", "-o", "@packed"], &["pass a number from 1 to 100000"]);
    lab.refused(&["grade", "--no-prove", SUITE, "-o", "@part"], &["required"]);
    lab.refused(
        &["grade", "--no-prove", SUITE, "~class", "--part", "@packed", "-o", "@part"],
        &["cannot be used with"],
    );
}

#[test]
fn a_folder_holds_one_part() {
    let lab = Lab::with_parts();
    let before = stored(&lab.path("part1"));
    let other = lab.run(&["grade", "--no-prove", SUITE, "~class", "--shard", "2/3", "-o", "@part1"]);
    assert!(
        other.code == Some(2) && other.errors.contains("holds the results of part 1/3, not of part 2/3"),
        "{other:?}"
    );
    let whole = lab.run(&["grade", "--no-prove", SUITE, "~class", "-o", "@part1"]);
    assert!(whole.code == Some(2) && whole.errors.contains("add --shard 1/3"), "{whole:?}");
    lab.copy("whole", "whole");
    let part = lab.run(&["grade", "--no-prove", SUITE, "~class", "--shard", "2/3", "-o", "@whole"]);
    assert!(part.code == Some(2) && part.errors.contains("results of a whole class"), "{part:?}");
    assert_eq!(stored(&lab.path("part1")), before);
    lab.merge_refused_not();
}

impl Lab {
    /// What was refused has changed nothing.
    fn merge_refused_not(&self) {
        assert_eq!(self.merge(&[]).code, Some(1));
        assert_same(&self.path("merged"), &graded().join("whole"));
    }
}

#[test]
fn only_parts_are_merged_each_once() {
    let lab = Lab::with_parts();
    lab.copy("whole", "whole");
    lab.refused(&["merge", "@part1", "@whole", "-o", "@merged"], &["is not a part of a class", "--shard I/N"]);
    lab.refused(&["merge", "@part1", "@nothing", "-o", "@merged"], &["nothing"]);
    lab.copy("part1", "copy");
    let said = ["part 1/3 was given twice", "copy`", "pass each part once"];
    lab.refused(&["merge", "@part1", "@part2", "@part3", "@copy", "-o", "@merged"], &said);
    lab.refused(&["merge", "@part1", "@part2", "-o", "@part2"], &["is one of the parts"]);
    // Results that were not merged, and other folders, are never replaced.
    let ran = lab.run(&["merge", "@part1", "@part2", "@part3", "-o", "@whole"]);
    assert!(ran.code == Some(2) && ran.errors.contains("would be lost"), "{ran:?}");
    assert_same(&lab.path("whole"), &graded().join("whole"));
    fs::create_dir(lab.path("mine")).expect("a folder");
    fs::write(lab.path("mine/thesis.tex"), "mine").expect("written");
    let ran = lab.run(&["merge", "@part1", "@part2", "@part3", "-o", "@mine"]);
    assert!(ran.code == Some(2) && ran.errors.contains("does not hold results"), "{ran:?}");
    assert_eq!(fs::read_dir(lab.path("mine")).expect("a folder").count(), 1);
}

#[test]
fn a_missing_part_is_named_with_its_command() {
    let lab = Lab::with_parts();
    let two = ["merge", "@part1", "@part3", "-o", "@merged"];
    lab.refused(&two, &["part 2/3 is missing, with ", "--shard 2/3 -o PART", "--partial"]);
    lab.refused(&["merge", "@part1", "-o", "@merged"], &["parts 2/3 and 3/3 are missing"]);
    let ran = lab.run(&[&two[..], &["--partial"]].concat());
    assert!(ran.code == Some(1) && ran.text.starts_with("14 submissions from 2 parts"), "{ran:?}");
    let text = ran.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("not graded: part 2/3 is missing"), "{text}");
    assert!(
        text.contains("not graded and are counted as could not run") && text.contains("! parts are missing: "),
        "{text}"
    );
    // Nothing is claimed about them, and everything about the others is as it would be.
    let (merged, whole) = (lab.json("merged/results.json"), read_whole());
    let (merged, whole) =
        (merged["submissions"].as_array().expect("a list"), whole["submissions"].as_array().expect("a list"));
    let missing = |name: &Json| grading::Shard::of(name.as_str().expect("a name"), 3).index() == 2;
    assert_eq!(merged.len(), whole.len());
    for (one, other) in merged.iter().zip(whole) {
        assert_eq!(one["name"], other["name"]);
        if missing(&one["name"]) {
            assert_eq!((&one["status"], &one["verdict"]), (&json!("could_not_run"), &json!("could_not_run")));
            assert_eq!(one["reason"], "not graded: part 2/3 is missing");
        } else {
            assert_eq!(one, other);
        }
    }
    // The part that was missing arrives.
    assert_eq!(lab.merge(&[]).code, Some(1));
    assert_same(&lab.path("merged"), &graded().join("whole"));
}

fn read_whole() -> Json {
    serde_json::from_slice(&fs::read(graded().join("whole/results.json")).expect("results")).expect("JSON")
}

#[test]
fn other_conditions_are_named() {
    for (option, value, said) in [
        ("--time", "2", "--time: 1 s and 2 s"),
        ("--memory", "600", "--memory: 512 MiB and 600 MiB"),
        ("--seed", "7", "--seed: 0 and 7"),
        ("--alias", "check", "--alias: none and check"),
    ] {
        let lab = Lab::with_parts();
        let ran = lab.run(&["grade", "--no-prove", SUITE, "~class", "--shard", "2/3", "-o", "@part2", option, value]);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        lab.merge_refused(&["were graded under different conditions", said, "make these equal"]);
    }
    let lab = Lab::with_parts();
    fs::create_dir(lab.path("starter")).expect("a folder");
    fs::write(lab.path("starter/given.py"), "").expect("written");
    lab.run(&["grade", "--no-prove", SUITE, "~class", "--shard", "2/3", "-o", "@part2", "--support", "@starter"]);
    lab.merge_refused(&["the content of --support and --prelude: none and "]);
    // Without a sandbox, everything that was there must have been graded again.
    lab.run(&["grade", "--no-prove", SUITE, "~class", "--shard", "2/3", "-o", "@part2", "--no-sandbox"]);
    lab.merge_refused(&["the sandbox: full and none"]);
}

/// A file changed between the parts, or a submission came late.
#[test]
fn parts_of_other_classes_are_refused() {
    let lab = Lab::with_parts();
    write_class(&lab.path("class"));
    fs::write(lab.path("class/lax.py"), RIGHT).expect("written");
    fs::write(lab.path("class/late.py"), RIGHT).expect("written");
    fs::remove_file(lab.path("class/number.py")).expect("removed");
    lab.run(&["grade", "--no-prove", SUITE, "@class", "--shard", "3/3", "-o", "@part3"]);
    let said = "different files: `lax.py`; only in the first: `number.py`; only in the second: `late.py`";
    lab.merge_refused(&["are parts of different classes", said, "again for all parts"]);
}

#[test]
fn parts_of_other_suites_and_splits_are_refused() {
    let lab = Lab::with_parts();
    lab.run(&["grade", "--no-prove", SUITE, "~class", "--shard", "4/4", "-o", "@fourth"]);
    lab.refused(&["merge", "@part1", "@fourth", "-o", "@merged"], &["is part 1/3", "is part 4/4", "split differently"]);
    let suite = lab.path("suite.json").display().to_string();
    let ran = lab.run(&["suite", "problems/toposort.py", "--engine", "solver", "--tests", "1", "-o", &suite]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    lab.run(&["grade", "--no-prove", &suite, "~class", "--shard", "2/3", "-o", "@part2"]);
    lab.merge_refused(&["were graded with different suites"]);
}

#[test]
fn exclusions_of_parts_must_agree() {
    let lab = Lab::with_parts();
    let exclude = |part: &str| {
        let ran = lab.run(&["regrade", part, "--exclude", "uniqueness", "--reason", "not taught"]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
    };
    exclude("@part2");
    lab.merge_refused(&["exclude different tests", "--restore"]);
    exclude("@part1");
    exclude("@part3");
    assert!(lab.merge(&[]).text.contains("uniqueness is excluded: not taught"));
}

/// A packed part that was changed on its way is refused.
#[test]
fn changed_packed_parts_are_refused() {
    let lab = Lab::new();
    assert_eq!(lab.run(&["split", "~class", "--shards", "1", "-o", "@packed"]).code, Some(0));
    let grade = ["grade", "--no-prove", SUITE, "--part", "@packed/1-of-1", "-o", "@part"];
    let again = lab.run(&["split", "~class", "--shards", "1", "-o", "@packed"]);
    assert!(again.code == Some(2) && again.errors.contains("is not an empty folder"), "{again:?}");
    lab.refused(
        &["grade", "--no-prove", SUITE, "--part", "@packed", "-o", "@part"],
        &["it has no `part.json`", "DIR/3-of-8"],
    );
    let list = lab.path("packed/1-of-1/part.json");
    let text = fs::read_to_string(&list).expect("a list");
    fs::write(&list, text.replacen("lax.py", "fax.py", 1)).expect("written");
    lab.refused(&grade, &["`part.json` was changed"]);
    fs::write(&list, "{").expect("written");
    lab.refused(&grade, &["is not a part that `custodiet split` wrote"]);
    fs::write(&list, text).expect("written");
    let files = fs::read_dir(lab.path("packed/1-of-1/files")).expect("files").flatten();
    let file = files.map(|entry| entry.path().join("lax.py")).find(|file| file.exists()).expect("a file");
    fs::write(&file, RIGHT).expect("written");
    lab.refused(&grade, &["the files of `lax.py`", "are not those that were packed"]);
    fs::remove_file(&file).expect("removed");
    std::os::unix::fs::symlink("/etc/passwd", &file).expect("a link");
    lab.refused(&grade, &["the files of `lax.py`"]);
}
