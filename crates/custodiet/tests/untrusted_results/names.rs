//! Names that file systems, spreadsheets and readers trip over.

use super::*;

fn graded(victim: &Victim) -> Ran {
    let input = victim.shown("in");
    let ran = victim.run(&["grade", "--no-prove", SUITE, &input, "-o", &victim.shown("graded")]);
    assert!(matches!(ran.code, Some(0 | 1)), "{ran:?}");
    ran
}

/// File names are counted in bytes, and pages have longer names than submissions.
#[test]
fn long_names_have_pages() {
    let victim = Victim::new();
    let names = ["頂".repeat(84), "é".repeat(126), "x".repeat(252)];
    for name in &names {
        victim.write(&format!("in/{name}.py"), RIGHT);
        // The same name elsewhere: folders are put in front of both.
        victim.write(&format!("in2/{name}/{name}.py"), RIGHT);
    }
    let (input, more, graded) = (victim.shown("in"), victim.shown("in2"), victim.shown("graded"));
    let ran = victim.run(&["grade", "--no-prove", SUITE, &input, &more, "-o", &graded]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let ran = victim.run(&["feedback", &graded]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let pages: Vec<String> = fs::read_dir(victim.path("graded/feedback"))
        .expect("pages")
        .flatten()
        .map(|page| page.file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(pages.len(), 12, "{pages:?}");
    assert!(pages.iter().all(|page| page.len() <= 230), "{pages:?}");
}

/// On some file systems `A.md` is `a.md`.
#[test]
fn pages_do_not_overwrite_each_other() {
    let victim = Victim::new();
    let names = ["a?.py", "a*.py", "A_.py", "a_.py", "ſ.py", "s.py", "S.py", "a_.py-2", "-rf.py"];
    for name in names {
        victim.write(&format!("in/{name}/p.py"), &format!("# {name}\n{RIGHT}"));
    }
    graded(&victim);
    assert_eq!(victim.run(&["feedback", &victim.shown("graded")]).code, Some(0));
    let mut pages: Vec<String> = fs::read_dir(victim.path("graded/feedback"))
        .expect("pages")
        .flatten()
        .map(|page| page.file_name().to_string_lossy().to_uppercase().to_lowercase())
        .filter(|page| Path::new(page).extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.sort();
    pages.dedup();
    assert_eq!(pages.len(), names.len(), "{pages:?}");
    assert!(pages.iter().all(|page| !page.starts_with(['-', '.'])), "{pages:?}");
}

/// A folder that submissions may import must not hold the answers.
#[test]
fn files_to_import_hold_no_answers() {
    let victim = Victim::new();
    let read = |name: &str| fs::read_to_string(Path::new(ROOT).join(name)).expect("a file");
    let (suite, problem) = (
        victim.write("mine/suite.json", &read(SUITE)),
        victim.write("problem/toposort.py", &read("problems/toposort.py")),
    );
    let reference = victim.write("trusted/ours.py", RIGHT);
    let input = victim.write("in/a.py", RIGHT);
    victim.write("starter/helper.py", "X = 1\n");
    let support = victim.shown("starter");
    let refused = |args: &[&str], said: &str| {
        let ran = victim.run(&[&["grade", "--no-prove"], args, &["-o", &victim.shown("graded")]].concat());
        assert!(
            ran.code == Some(2) && ran.errors.contains("--support") && ran.errors.contains(said),
            "{args:?}: {ran:?}"
        );
        assert!(!victim.path("graded/results.json").exists(), "{args:?}: something was graded");
    };
    let mine = victim.shown("mine");
    refused(&[&suite, &input, "--support", &mine], "suite.json");
    refused(&[&problem, &input, "--support", &victim.shown("problem")], "toposort.py");
    refused(&[SUITE, &input, "--support", &victim.shown("trusted"), "--reference", &reference], "ours.py");
    // By another name, by a link, by a link to a folder, as a copy.
    for (name, target) in [("starter/data.txt", &suite), ("starter/deep/more", &mine)] {
        fs::create_dir_all(victim.path(name).parent().expect("a parent")).expect("a folder");
        std::os::unix::fs::symlink(target, victim.path(name)).expect("a link");
        refused(&[&suite, &input, "--support", &support], "the suite");
        fs::remove_file(victim.path(name)).expect("removed");
    }
    for (name, text) in [("starter/copy.txt", read(SUITE)), ("starter/copy.txt", read("problems/toposort.py"))] {
        victim.write(name, &text);
        refused(&[&suite, &input, "--support", &support], "copy.txt");
    }
    fs::remove_file(victim.path("starter/copy.txt")).expect("removed");
    // Changed, of another release, packed. Python code that only mentions subproperties is fine.
    let (tests, source) = (read(SUITE), read("problems/toposort.py"));
    let changed = [
        ("starter/data.txt", format!("{tests}\n").into_bytes()),
        ("starter/data.txt", tests.replace('\n', "\r\n").into_bytes()),
        ("starter/data.txt", tests.replacen("\"format\": 1", "\"format\": 9", 1).into_bytes()),
        ("starter/data.txt", format!("\u{feff}[{tests}]").into_bytes()),
        ("starter/data.txt", format!("# A comment.\n{source}").into_bytes()),
        ("starter/data.txt", source.replace('\n', "\r\n").into_bytes()),
        ("starter/data.txt", read("problems/sortacle.py").into_bytes()),
    ];
    for (name, bytes) in changed {
        fs::write(victim.path(name), bytes).expect("written");
        refused(&[&suite, &input, "--support", &support], "data.txt");
        // In a folder of the archive, in an archive of the archive, compressed alone.
        for pack in [
            "import zipfile as z; f = z.ZipFile('p', 'w'); f.write('data.txt', 'a/b.bin'); f.close()",
            "import tarfile as t; f = t.open('p', 'w:gz'); f.add('data.txt', 'a/b.bin'); f.close()",
            "import gzip as g; f = g.open('p', 'w'); f.write(open('data.txt', 'rb').read()); f.close()",
            "import zipfile as z, tarfile as t; f = t.open('q', 'w'); f.add('data.txt'); f.close(); z.ZipFile('p', 'w').write('q')",
        ] {
            let folder = victim.path("starter");
            let packed = Command::new("python3").args(["-c", pack]).current_dir(&folder).status().expect("Python");
            assert!(packed.success(), "{pack}");
            fs::rename(folder.join("data.txt"), victim.path("aside")).expect("moved");
            let _ = fs::remove_file(folder.join("q"));
            refused(&[&suite, &input, "--support", &support], "starter/p` holds a ");
            fs::rename(victim.path("aside"), folder.join("data.txt")).expect("moved");
            fs::remove_file(folder.join("p")).expect("removed");
        }
        fs::remove_file(victim.path(name)).expect("removed");
    }
    victim.write("starter/notes.py", "# A subproperty is one part of correctness.\nSUBPROPERTY = 'subproperty'\n");
    // The folder for results holds the suite.
    let inside = victim.shown("starter/results");
    let ran = victim.run(&["grade", "--no-prove", &suite, &input, "--support", &support, "-o", &inside]);
    assert!(ran.code == Some(2) && ran.errors.contains("the results"), "{ran:?}");
    // A folder that leads to itself is read once.
    std::os::unix::fs::symlink(victim.path("starter"), victim.path("starter/again")).expect("a link");
    let ran =
        victim.run(&["grade", "--no-prove", &suite, &input, "--support", &support, "-o", &victim.shown("graded")]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[test]
fn names_are_shown_with_every_character() {
    let victim = Victim::new();
    let names = [
        "a\u{202e}yp.b.py",
        "a\u{200d}b.py",
        "a\u{2800}b.py",
        "a\u{3164}.py",
        " ＝1+1.py",
        "\u{200b}=1+1.py",
        "a;=1+1.py",
        "a;  ＠x.py",
    ];
    for name in names {
        victim.write(&format!("in/{name}"), &format!("# {name}\n{LAX}"));
    }
    let ran = graded(&victim);
    let invisible = ['\u{202e}', '\u{200d}', '\u{2800}', '\u{3164}', '\u{200b}'];
    assert!(!ran.text.contains(invisible), "{ran:?}");
    for name in ["results.csv", "submissions.csv", "report.html"] {
        let text = fs::read_to_string(victim.path("graded").join(name)).expect("a file");
        assert!(!text.contains(invisible), "{name}");
    }
    let table = fs::read_to_string(victim.path("graded/results.csv")).expect("a table");
    for cell in
        ["a⟨U+202E⟩yp.b.py,", "a⟨U+200D⟩b.py,", "' ＝1+1.py,", "'⟨U+200B⟩=1+1.py,", "a;'=1+1.py,", "a;'  ＠x.py,"]
    {
        assert!(table.contains(&format!("\n{cell}")), "{cell}: {table}");
    }
}

/// Archives can hold names that no file system takes, and exports people with names without end.
#[test]
fn names_that_no_file_can_have_are_reported() {
    let victim = Victim::new();
    let script = "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1], 'w')\n\
        for path in ['ann/a.py', 'x' * 300 + '/a.py', 'bob/' + '頂' * 120 + '.py', 'cy/' + '/'.join(['d' * 200] * 10) + '/a.py']:\n    \
        z.writestr('class/' + path, 'def is_valid(edges, order):\\n    return True # ' + path[:3])\nz.close()\n";
    let archive = victim.shown("class.zip");
    assert!(Command::new("python3").args(["-c", script, &archive]).status().expect("python3").success());
    let graded = victim.shown("graded");
    let ran = victim.run(&["grade", "--no-prove", SUITE, &archive, "-o", &graded]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let results: Json =
        serde_json::from_str(&fs::read_to_string(victim.path("graded/results.json")).expect("results")).expect("JSON");
    let all = results["submissions"].as_array().expect("submissions");
    let statuses: Vec<(&str, &str)> = all
        .iter()
        .map(|one| (one["name"].as_str().expect("a name"), one["status"].as_str().expect("a status")))
        .collect();
    // What is too long is shown with a hash, which keeps it apart from others.
    let long = statuses[3].0;
    assert!(long.starts_with(&"x".repeat(100)) && long.len() < 120, "{long}");
    let expected = [("ann", "graded"), ("bob", "could_not_run"), ("cy", "graded"), (long, "could_not_run")];
    assert_eq!(statuses, expected);
    for one in [&all[1], &all[3]] {
        assert!(
            one["reason"].as_str().is_some_and(|why| why.ends_with("is longer than 255 bytes; shorten it")),
            "{one}"
        );
    }
    assert_eq!(victim.run(&["feedback", &graded]).code, Some(0));
}

/// Who submitted something is text of an export, too.
#[test]
fn names_of_students_are_only_text() {
    let victim = Victim::new();
    let evil = format!("=1+1\u{202e}\u{1b}[2J{}", "é".repeat(5000));
    let text = serde_json::to_string(&evil).expect("JSON");
    victim.write("in/submission_1/a.py", LAX);
    victim.write(
        "in/submission_metadata.yml",
        &format!("submission_1:\n  :submitters:\n  - :name: {text}\n    :sid: {text}\n    :email: {text}\n"),
    );
    let ran = graded(&victim);
    let obeyed = ['\u{202e}', '\u{1b}'];
    assert!(!ran.text.contains(obeyed) && !ran.errors.contains(obeyed), "{ran:?}");
    let report = victim.run(&["report", &victim.shown("graded")]);
    assert!(report.code == Some(0) && !report.text.contains(obeyed), "{report:?}");
    for name in ["results.csv", "submissions.csv", "report.html"] {
        let text = fs::read_to_string(victim.path("graded").join(name)).expect("a file");
        assert!(!text.contains(obeyed), "{name}");
        assert!(name == "report.html" || text.contains("submission_1,'=1+1⟨U+202E⟩"), "{name}: {text}");
    }
}
