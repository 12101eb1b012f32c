//! A copy of a submission has the same hash and the same files as the original, however that was packed.

use std::fs;

use submissions::{GatherOptions, gather, packed};

#[test]
fn a_copy_has_the_hash_of_the_original() {
    let folder = tempfile::tempdir().expect("a folder");
    let class = folder.path().join("class");
    let write = |name: &str, text: &str| {
        let path = class.join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("written");
    };
    write("one.py", "one");
    write("many/b10.py", "ten");
    write("many/b9.py", "nine");
    write("many/deep/er/data.txt", "data");
    write("many/.DS_Store", "ignored");
    write("many/inner.zip", "not an archive");
    let options = GatherOptions::new(["py"]);
    let gathered = gather(&[class], &options).expect("a class");
    assert_eq!(gathered.submissions.len(), 2);
    for (number, submission) in gathered.submissions.iter().enumerate() {
        let copy = folder.path().join(format!("copy/{number}"));
        submission.copy_to(&copy).expect("copied");
        let original = submission.content.as_ref().expect("files");
        let again = packed(&copy, &options).expect("files");
        assert_eq!(again.sha256(), original.sha256());
        assert_eq!(again.paths().collect::<Vec<_>>(), original.paths().collect::<Vec<_>>());
        fs::write(copy.join("more.py"), "more").expect("written");
        assert_ne!(packed(&copy, &options).expect("files").sha256(), original.sha256());
    }
    assert!(packed(&folder.path().join("copy/none"), &options).is_err());
}
