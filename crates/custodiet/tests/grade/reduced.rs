//! The reduced sandbox, as on a kernel without Landlock and namespaces: what holds answers must be closed, and the language open.

use std::os::unix::fs::PermissionsExt;

use super::*;

impl Folder {
    /// Exit code, output, errors, with this path to programs. Nothing if this is not run by root, who alone can have it.
    fn reduced(&self, args: &[&str], path: &str) -> Option<(i32, String, String)> {
        if std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() != 0) {
            return None;
        }
        let mut command = Command::new("python3");
        command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/grade/without_landlock_and_namespaces.py"));
        command.arg("/usr/bin/env").arg(format!("PATH={path}")).arg(env!("CARGO_BIN_EXE_custodiet")).args(args);
        command.env("NO_COLOR", "1").env("TMPDIR", self.0.join("tmp"));
        let output = command.output().expect("the program runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Some((output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr)))
    }

    fn set_mode(&self, name: &str, mode: u32) {
        std::fs::set_permissions(self.0.join(name), std::fs::Permissions::from_mode(mode)).expect("a mode");
    }
}

#[test]
fn answers_that_everyone_may_read_are_refused() {
    let folder = Folder::new("reduced");
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let suite = folder.write("suite.json", &std::fs::read_to_string(root.join(SUITE)).expect("a suite"));
    let (reference, one) = (folder.write("ours.py", RIGHT), folder.write("in/one.py", RIGHT));
    std::fs::create_dir(folder.0.join("results")).expect("a folder");
    for (name, mode) in [("suite.json", 0o644), ("ours.py", 0o644), ("in/one.py", 0o644), ("results", 0o755)] {
        folder.set_mode(name, mode);
    }
    let (input, dir) = (folder.path("in"), folder.path("results"));
    let args = ["grade", "--no-prove", &suite, &input, "-o", &dir, "--reference", &reference];
    let Some((code, text, errors)) = folder.reduced(&args, &paths()) else { return };
    assert_eq!((code, &*text), (2, ""), "{errors}");
    for closing in [format!("chmod o-r '{suite}'"), format!("chmod o-r '{reference}'"), format!("chmod o-rwx '{dir}'")]
    {
        assert!(errors.contains(&closing), "{errors}");
    }
    assert!(!errors.contains(&format!("chmod o-r '{one}'")), "{errors}");
    for (name, mode) in [("suite.json", 0o640), ("ours.py", 0o600), ("results", 0o750)] {
        folder.set_mode(name, mode);
    }
    let (code, text, errors) = folder.reduced(&args, &paths()).expect("root");
    assert_eq!(code, 0, "{text}{errors}");
    assert!(text.contains("sandbox reduced") && errors.contains(&format!("chmod o-rwx '{input}'")), "{text}{errors}");
    folder.set_mode("in", 0o700);
    let (code, _, errors) = folder.reduced(&args, &paths()).expect("root");
    assert!(code == 0 && !errors.contains("chmod"), "{errors}");
}

/// The first Python on the path is one that only root can run.
#[test]
fn a_language_that_only_root_can_run_is_passed_over() {
    let folder = Folder::new("closed-python");
    folder.write("closed/python3", "#!/bin/sh\necho \"$0\"\n");
    folder.set_mode("closed/python3", 0o755);
    folder.set_mode("closed", 0o700);
    let (closed, all) = (folder.path("closed"), paths());
    let python = |text: &str| text.lines().find(|line| line.contains("python3 ")).map(str::to_owned);
    let Some((code, open, errors)) = folder.reduced(&["doctor"], &all) else { return };
    assert_eq!(code, 0, "{open}{errors}");
    let (_, found, _) = folder.reduced(&["doctor"], &format!("{closed}:{all}")).expect("root");
    assert_eq!(python(&found), python(&open));
    let (code, text, _) = folder.reduced(&["doctor"], &closed).expect("root");
    assert!(code == 1 && text.contains(&format!("who cannot run `{closed}/python3`")), "{text}");
}

fn paths() -> String {
    std::env::var("PATH").expect("a path")
}
