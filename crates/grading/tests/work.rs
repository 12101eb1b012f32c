//! Working folders are private and go away; those of killed runs are removed, those of others are not.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use grading::work::temporary;
use grading::{Store, WorkFolder};

/// Two runs in one process could take each other's folders for those of a killed run, before they are locked.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A process id that is not in use.
fn unused_process() -> u32 {
    (4_000_000..4_100_000).find(|id| !Path::new("/proc").join(id.to_string()).exists()).expect("one of many")
}

#[test]
fn working_folders_do_not_outlive_their_run() {
    let _alone = alone();
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = Store::open(folder.path(), "toposort").expect("a store");
    let killed = temporary().expect("a folder").join(format!("custodiet-work-{}-00000000", unused_process()));
    fs::create_dir_all(killed.join("job-0")).expect("a folder");
    let alive = temporary().expect("a folder").join("custodiet-work-1-00000000");
    fs::create_dir_all(&alive).expect("a folder");
    let work = WorkFolder::new(&mut store).expect("a working folder");
    assert!(!killed.exists(), "what a killed run left is removed");
    assert!(alive.exists(), "process 1 is alive");
    fs::remove_dir(&alive).expect("removed");
    let path: PathBuf = work.folder().to_owned();
    assert_eq!(fs::metadata(&path).expect("a folder").permissions().mode() & 0o777, 0o711);
    let area = work.area(3).expect("an area");
    assert!(area.folder.starts_with(&path) && area.submission().is_dir());
    fs::write(area.submission().join("left.txt"), "left").expect("written");
    work.area(3).expect("the same area");
    assert!(!area.submission().join("left.txt").exists(), "areas are empty at first");
    drop(work);
    assert!(!path.exists());
}

/// The folder that the store names is removed even if its process id is in use again.
#[test]
fn the_folder_of_the_last_run_is_removed() {
    let _alone = alone();
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = Store::open(folder.path(), "toposort").expect("a store");
    let last = temporary().expect("a folder").join("custodiet-work-1-11111111");
    fs::create_dir_all(&last).expect("a folder");
    store.set("work", &last.display().to_string()).expect("set");
    let _work = WorkFolder::new(&mut store).expect("a working folder");
    assert!(!last.exists());
}

/// The database may have been edited: only folders with the name of working folders are removed.
#[test]
fn other_folders_are_never_removed() {
    let _alone = alone();
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = Store::open(&folder.path().join("results"), "toposort").expect("a store");
    let precious = folder.path().join("precious");
    fs::create_dir(&precious).expect("a folder");
    store.set("work", &precious.display().to_string()).expect("set");
    let _work = WorkFolder::new(&mut store).expect("a working folder");
    assert!(precious.exists());
}

#[test]
fn support_files_are_copied_with_a_hash() {
    let _alone = alone();
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = Store::open(&folder.path().join("results"), "toposort").expect("a store");
    let given = folder.path().join("starter");
    fs::create_dir_all(given.join("more")).expect("a folder");
    fs::write(given.join("a.py"), "A = 1\n").expect("written");
    fs::write(given.join("more/b.py"), "B = 1\n").expect("written");
    let work = WorkFolder::new(&mut store).expect("a working folder");
    let (copy, hash) = work.support(&given, None).expect("copied");
    assert_eq!(fs::read_to_string(copy.join("more/b.py")).expect("a copy"), "B = 1\n");
    assert_eq!((hash.len(), &work.support(&given, None).expect("copied").1), (64, &hash));
    fs::write(given.join("a.py"), "A = 2\n").expect("written");
    assert_ne!(work.support(&given, None).expect("copied").1, hash);
}
