//! Working folders are private and go away; those of killed runs are removed, those of others are not.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use grading::WorkFolder;
use grading::work::temporary;

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
    let killed = temporary().expect("a folder").join(format!("custodiet-work-{}-00000000", unused_process()));
    fs::create_dir_all(killed.join("job-0")).expect("a folder");
    let alive = temporary().expect("a folder").join("custodiet-work-1-00000000");
    fs::create_dir_all(&alive).expect("a folder");
    let work = WorkFolder::new().expect("a working folder");
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

/// Makes a folder look as if nothing had happened in it for some time.
fn make_old(folder: &Path) {
    let before = std::time::SystemTime::now() - std::time::Duration::from_hours(1);
    File::open(folder).and_then(|folder| folder.set_modified(before)).expect("an old folder");
}

/// What a killed run left is removed even if its process id is in use again.
#[test]
fn the_folder_of_a_killed_run_is_removed_by_its_age() {
    let _alone = alone();
    let last = temporary().expect("a folder").join("custodiet-work-1-11111111");
    fs::create_dir_all(&last).expect("a folder");
    make_old(&last);
    let _work = WorkFolder::new().expect("a working folder");
    assert!(!last.exists());
}

/// A run holds the lock on its folder, whatever its name and its age.
#[test]
fn the_folder_of_another_run_is_not_removed() {
    let _alone = alone();
    for process in [1, unused_process()] {
        let other = temporary().expect("a folder").join(format!("custodiet-work-{process}-22222222"));
        fs::create_dir_all(&other).expect("a folder");
        let lock = File::open(&other).expect("a folder");
        lock.try_lock().expect("locked");
        make_old(&other);
        let work = WorkFolder::new().expect("a working folder");
        assert!(other.exists(), "{process}");
        drop((work, lock));
        fs::remove_dir(&other).expect("removed");
    }
}

/// Links with the name of a working folder are not followed.
#[test]
fn other_folders_are_never_removed() {
    let _alone = alone();
    let folder = tempfile::tempdir().expect("a folder");
    let precious = folder.path().join("precious");
    fs::create_dir(&precious).expect("a folder");
    let link = temporary().expect("a folder").join(format!("custodiet-work-{}-33333333", unused_process()));
    std::os::unix::fs::symlink(&precious, &link).expect("a link");
    let _work = WorkFolder::new().expect("a working folder");
    assert!(precious.exists() && link.is_symlink());
    fs::remove_file(link).expect("removed");
}

#[test]
fn support_files_are_copied_with_a_hash() {
    let _alone = alone();
    let folder = tempfile::tempdir().expect("a folder");
    let given = folder.path().join("starter");
    fs::create_dir_all(given.join("more")).expect("a folder");
    fs::write(given.join("a.py"), "A = 1\n").expect("written");
    fs::write(given.join("more/b.py"), "B = 1\n").expect("written");
    let work = WorkFolder::new().expect("a working folder");
    let (copy, hash) = work.support(&given, None).expect("copied");
    assert_eq!(fs::read_to_string(copy.join("more/b.py")).expect("a copy"), "B = 1\n");
    assert_eq!((hash.len(), &work.support(&given, None).expect("copied").1), (64, &hash));
    fs::write(given.join("a.py"), "A = 2\n").expect("written");
    assert_ne!(work.support(&given, None).expect("copied").1, hash);
}

/// An interrupted run removes its folder although something still writes there, and whoever is about to end the process waits.
#[test]
fn an_abandoned_folder_is_removed_while_it_is_written_to() {
    let _alone = alone();
    let work = WorkFolder::new().expect("a folder");
    let folder = work.folder().to_owned();
    fs::create_dir_all(folder.join("job/scratch")).expect("a folder");
    let writer = std::thread::spawn({
        let scratch = folder.join("job/scratch");
        move || (0..u64::MAX).take_while(|number| fs::write(scratch.join(number.to_string()), "x").is_ok()).count()
    });
    while !folder.join("job/scratch/100").exists() {
        std::thread::yield_now();
    }
    let gate = grading::work::abandon(std::slice::from_ref(&folder));
    assert!(!folder.exists() && writer.join().expect("it ends") > 100);
    let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
    let beside = fs::read_dir(folder.parent().expect("a parent")).expect("a folder").flatten();
    let left: Vec<_> = beside.filter(|entry| entry.file_name().to_string_lossy().starts_with(&name)).collect();
    assert!(left.is_empty(), "{left:?}");
    let waiting = std::thread::spawn(grading::work::wait_if_ending);
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert!(!waiting.is_finished(), "the process would end before everything is removed");
    drop(gate);
    waiting.join().expect("it goes on");
}
