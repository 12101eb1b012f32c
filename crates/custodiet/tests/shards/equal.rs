//! Merged results are those of one machine, and every command works with them.

use super::*;

#[test]
fn any_number_of_parts_gives_the_results_of_one_machine() {
    // With 40 parts, most are empty.
    for count in [1, 2, 40] {
        let lab = Lab::new();
        let mut graded_in_all = 0;
        let mut merge = vec!["merge".to_owned()];
        // In no particular order.
        for index in (1..=count).rev() {
            let (shard, part) = (format!("{index}/{count}"), format!("@parts/{index}"));
            let ran = lab.run(&["grade", "--no-prove", SUITE, "~class", "--shard", &shard, "-o", &part, "--json"]);
            let said: Json = serde_json::from_str(&ran.text).unwrap_or_else(|error| panic!("{error}: {ran:?}"));
            assert_eq!(said["shard"], json!({ "index": index, "count": count, "class": 14 }));
            let [all, fine] = ["submissions", "no_mistake_found"].map(|key| said["summary"][key].as_u64());
            assert_eq!(ran.code, Some(i32::from(all != fine)), "{ran:?}");
            graded_in_all += all.expect("a number");
            assert!(!lab.path(&format!("parts/{index}/results.json")).exists());
            merge.push(part);
        }
        assert_eq!(graded_in_all, 14);
        merge.extend(["-o".to_owned(), "@merged".to_owned()]);
        let ran = lab.run(&merge.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(ran.code, Some(1), "{ran:?}");
        let from = if count == 1 { "1 part".to_owned() } else { format!("{count} parts") };
        assert!(ran.text.starts_with(&format!("14 submissions from {from} · 82 tests")), "{}", ran.text);
        assert_same(&lab.path("merged"), &graded().join("whole"));
    }
}

/// Machines that do not share files get only the files that they grade.
#[test]
fn packed_parts_give_the_results_of_one_machine() {
    let lab = Lab::new();
    let ran = lab.run(&["split", "~class", "--shards", "3", "-o", "@packed"]);
    assert!(ran.code == Some(0) && ran.text.starts_with("14 submissions in 3 parts"), "{ran:?}");
    for index in 1..=3 {
        let (packed, part) = (format!("@packed/{index}-of-3"), format!("@part{index}"));
        let ran = lab.run(&["grade", "--no-prove", SUITE, "--part", &packed, "-o", &part]);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(ran.text.contains(&format!("part {index}/3 · ")), "{ran:?}");
        assert_eq!(stored(&lab.path(&format!("part{index}"))), stored(&graded().join(format!("part{index}"))));
    }
    assert_eq!(lab.merge(&[]).code, Some(1));
    assert_same(&lab.path("merged"), &graded().join("whole"));
    // The folders of the parts are gone by then, so they are not suggested.
    let results = lab.json("merged/results.json");
    let (one, test) = (&results["submissions"][0]["name"], &results["submissions"][0]["outcomes"]);
    let test = test.as_object().and_then(|tests| tests.keys().next()).expect("a test").clone();
    for folder in ["@part1", "@merged"] {
        let ran = lab.run(&["replay", folder, one.as_str().expect("a name"), &test]);
        assert!(ran.code == Some(2) && ran.errors.contains("--submissions PATH"), "{ran:?}");
        assert!(!ran.errors.contains("packed"), "{ran:?}");
    }
    // Either kind of part can be merged with the other.
    let ran = lab.run(&["merge", "@part1", "~part2", "@part3", "-o", "@mixed"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert_same(&lab.path("mixed"), &graded().join("whole"));
}

/// A part says what it is and what comes next.
#[test]
fn a_part_says_that_it_is_one() {
    let lab = Lab::with_parts();
    let ran = lab.run(&["grade", "--no-prove", SUITE, "~class", "--shard", "2/3", "-o", "@part2"]);
    assert!(ran.text.contains("part 2/3 · ") && ran.text.contains(" of 14 submissions"), "{ran:?}");
    assert!(
        ran.text.contains("holds part 2/3 only; once all parts are graded: custodiet merge PART… -o DIR"),
        "{ran:?}"
    );
    assert!(ran.text.contains("graded before") && !ran.text.contains("report.html"), "{ran:?}");
    let ran = lab.run(&["report", "@part2"]);
    assert!(ran.code == Some(0) && ran.errors.contains("part2` is part 2/3 of a class"), "{ran:?}");
}

/// The same tests are excluded, replayed, compared and described as on one machine.
#[test]
fn commands_work_with_merged_results() {
    let lab = Lab::with_parts();
    assert_eq!(lab.merge(&[]).code, Some(1));
    // A name of the same length, because tables are as wide as names.
    lab.copy("whole", "single");
    let results = lab.json("merged/results.json");
    let test = results["submissions"][0]["outcomes"].as_object().and_then(|all| all.keys().next()).expect("a test");
    for args in [
        &["report", "R"][..],
        &["report", "R", "--submission", "lax.py"],
        &["compare", "R", "all=R:focused"],
        &["feedback", "R", "--reveal", "pairs"],
        &["regrade", "R", "--exclude", "uniqueness", "--reason", "not taught"],
        &["replay", "R", "raises.py", test, "--submissions", "~class"],
    ] {
        let of = |folder: &str| {
            let args: Vec<String> =
                args.iter().map(|arg| arg.replace('R', &lab.path(folder).display().to_string())).collect();
            let mut ran = lab.run(&args.iter().map(String::as_str).collect::<Vec<_>>());
            ran.text = ran.text.replace("/merged", "/single");
            ran
        };
        let (merged, single) = (of("merged"), of("single"));
        assert_eq!((merged.code, merged.text), (single.code, single.text), "{args:?}");
    }
    assert_same(&lab.path("merged"), &lab.path("single"));
    let pages = |folder: &str| {
        let pages = fs::read_dir(lab.path(folder).join("feedback")).expect("pages").flatten();
        let mut pages: Vec<_> = pages.map(|page| (page.file_name(), fs::read(page.path()).expect("a page"))).collect();
        pages.sort();
        pages
    };
    assert!(pages("merged").len() == 28 && pages("merged") == pages("single"));
}

/// Merging again changes nothing; what was decided about the merged results is kept.
#[test]
fn merging_again_keeps_decisions() {
    let lab = Lab::with_parts();
    assert_eq!(lab.merge(&[]).code, Some(1));
    assert_eq!(lab.merge(&[]).code, Some(1));
    assert_same(&lab.path("merged"), &graded().join("whole"));
    assert_eq!(lab.run(&["regrade", "@merged", "--exclude", "uniqueness", "--reason", "not taught"]).code, Some(0));
    assert_eq!(lab.run(&["feedback", "@merged"]).code, Some(0));
    fs::write(lab.path("merged/notes.txt"), "mine").expect("written");
    let before = fs::read(lab.path("merged/results.json")).expect("results");
    let page = fs::read(lab.path("merged/feedback/lax.py.html")).expect("a page");
    let ran = lab.merge(&[]);
    assert!(ran.text.contains("uniqueness is excluded: not taught"), "{ran:?}");
    assert!(fs::read(lab.path("merged/results.json")).expect("results") == before);
    assert!(fs::read(lab.path("merged/feedback/lax.py.html")).expect("a page") == page);
    assert_eq!(fs::read_to_string(lab.path("merged/notes.txt")).expect("still there"), "mine");
    // The database knows the pages, too: they follow a regrade.
    assert_eq!(lab.run(&["regrade", "@merged", "--restore", "uniqueness"]).code, Some(0));
    assert_same(&lab.path("merged"), &graded().join("whole"));
    // Whoever grades into the folder does not lose it by merging.
    assert_eq!(lab.run(&["grade", "--no-prove", SUITE, "~class", "-o", "@merged"]).code, Some(1));
    let ran = lab.merge(&[]);
    assert!(ran.code == Some(2) && ran.errors.contains("graded, not merged"), "{ran:?}");
}

/// A submission that was handed in again is graded again, in its part; the others stay where they are.
#[test]
fn a_new_version_of_a_submission_moves_no_other() {
    let lab = Lab::with_parts();
    write_class(&lab.path("class"));
    fs::write(lab.path("class/lax.py"), RIGHT).expect("written");
    fs::write(lab.path("class/late.py"), RIGHT).expect("written");
    let mut again = 0;
    for index in 1..=3 {
        let (shard, part) = (format!("{index}/3"), format!("@part{index}"));
        let ran = lab.run(&["grade", "--no-prove", SUITE, "@class", "--shard", &shard, "-o", &part, "--json"]);
        let said: Json = serde_json::from_str(&ran.text).expect("JSON");
        again +=
            said["summary"]["submissions"].as_u64().expect("a number") - said["known_before"].as_u64().expect("one");
    }
    assert_eq!(again, 2, "submissions were run again");
    assert_eq!(lab.merge(&[]).code, Some(1));
    assert_eq!(lab.run(&["grade", "--no-prove", SUITE, "@class", "-o", "@whole"]).code, Some(1));
    assert_same(&lab.path("merged"), &lab.path("whole"));
}

/// Beyond a thousand submissions there are pages, which are replaced with everything else.
#[test]
fn a_large_class_can_be_merged_again() {
    let lab = Lab::new();
    fs::create_dir(lab.path("class")).expect("a folder");
    let write = |number: usize| {
        fs::write(lab.path(&format!("class/blank_{number:04}.py")), "\n".repeat(number)).expect("written");
    };
    let grade = || {
        for index in 1..=2 {
            let (shard, part) = (format!("{index}/2"), format!("@part{index}"));
            assert_eq!(
                lab.run(&["grade", "--no-prove", SUITE, "@class", "--shard", &shard, "-o", &part]).code,
                Some(1)
            );
        }
    };
    let pages = |folder: &str| {
        let pages = fs::read_dir(lab.path(folder).join("report-pages")).expect("pages").flatten();
        let mut pages: Vec<(String, Vec<u8>)> = pages
            .map(|page| (page.file_name().to_string_lossy().into_owned(), fs::read(page.path()).expect("a page")))
            .collect();
        pages.sort();
        pages
    };
    let merge = |to: &str| {
        let ran = lab.run(&["merge", "@part1", "@part2", "-o", to]);
        assert_eq!(ran.code, Some(1), "{ran:?}");
    };
    (0..1900).for_each(write);
    grade();
    merge("@merged");
    let larger = pages("merged").len();
    merge("@merged");
    merge("@new");
    assert_same(&lab.path("merged"), &lab.path("new"));
    assert_eq!(pages("merged"), pages("new"));
    // Fewer submissions have fewer pages; none of the larger class is left.
    (1100..1900).for_each(|number| fs::remove_file(lab.path(&format!("class/blank_{number:04}.py"))).expect("removed"));
    grade();
    merge("@merged");
    merge("@smaller");
    assert_same(&lab.path("merged"), &lab.path("smaller"));
    assert_eq!(pages("merged"), pages("smaller"));
    assert!(pages("merged").len() < larger);
}
