//! Workers that are forked from one server, one after the other: none notices those before it.

use super::*;

/// How many submissions have no mistake, in one job.
fn without_mistake(folder: &Folder, results: &str, more: &[&str]) -> u64 {
    let (input, dir) = (folder.path("in"), folder.path(results));
    let args = [&["grade", "--no-prove", SUITE, &input, "-o", &dir, "--jobs", "1", "--json"], more].concat();
    let (_, text, errors) = folder.run(&args);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}{errors}"));
    json["summary"]["no_mistake_found"].as_u64().expect("a number")
}

/// The server imports modules of the standard library, also while it serves. Submissions may have files of these names.
#[test]
fn a_file_can_have_the_name_of_what_the_server_imported() {
    let folder = Folder::new("forked-modules");
    for number in 0..3 {
        for module in ["resource", "ctypes", "fork_server"] {
            folder.write(
                &format!("in/s{number}-{module}/{module}.py"),
                &format!("# {number}\n{RIGHT}").replace("is_valid", "answer"),
            );
            let main = format!(
                "from {module} import answer\n\ndef is_valid(edges, order):\n    return answer(edges, order)\n"
            );
            folder.write(&format!("in/s{number}-{module}/main.py"), &main);
        }
    }
    assert_eq!(without_mistake(&folder, "forked", &[]), 9);
    assert_eq!(without_mistake(&folder, "cold", &["--cold-start"]), 9);
}

/// On some file systems, a folder that had many files stays large.
#[test]
fn the_scratch_folder_says_nothing_about_others() {
    let folder = Folder::new("forked-scratch");
    let begin = |with: &str| format!("import os\n{}", RIGHT.replacen(":\n", &format!(":\n{with}"), 1));
    let fill = "    if not os.listdir('.'):\n        for n in range(900):\n            open(f'{n:03}' + 'x' * 230, 'w').close()\n";
    folder.write("in/a.py", &begin(fill));
    folder.write("in/b.py", &begin("    if os.stat('.').st_size > 4096:\n        return None\n"));
    assert_eq!(without_mistake(&folder, "results", &[]), 2);
}
