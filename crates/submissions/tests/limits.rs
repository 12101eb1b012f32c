//! Archives that claim or unpack to too much are refused soon, without memory or disk. One test, so that what it
//! measures of its process is its own.

mod common;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::Duration;

use common::{Disk, computed, error, gz, header, ok, summary, text_zip};
use flate2::Compression;
use flate2::write::GzEncoder;
use submissions::SubmissionError;
use tar::EntryType::{GNULongName, Regular};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const GIGABYTE: u64 = 1 << 30;

#[test]
fn bombs_are_refused() {
    let disk = Disk::of(&[("in/fine.py", "1")]);
    zip_of_zeros(&disk, "in/honest.zip");
    lie_about_sizes(&disk, "in/honest.zip", "in/lying.zip");
    zeros(&disk, "in/zeros.tar.gz", &header(b"a.py", Regular, GIGABYTE));
    zeros(&disk, "in/name.tar.gz", &header(b"././@LongLink", GNULongName, GIGABYTE));
    many(&disk, "in/many.zip");
    many_in_tar(&disk, "in/many.tar.gz");
    disk.put("in/count.zip", &claims_many(&text_zip(&[("a.py", "1")])));
    let start = computed();
    let gathered = disk.gather(&["in"]);
    soon(start, "a folder of them");
    let bad = ["count.zip", "honest.zip", "lying.zip", "many.tar.gz", "many.zip", "name.tar.gz", "zeros.tar.gz"];
    assert_eq!(summary(&gathered)[1], ("fine.py".to_string(), "ok"));
    for one in gathered.submissions.iter().filter(|one| one.name != "fine.py") {
        assert!(bad.contains(&one.name.as_str()));
        let fits = match error(one) {
            SubmissionError::TooLarge { .. } => !one.name.starts_with("many"),
            SubmissionError::TooManyFiles { .. } | SubmissionError::ArchiveTooLarge { .. } => one.name == "many.tar.gz",
            SubmissionError::TooManyEntries { .. } => {
                matches!(one.name.as_str(), "many.zip" | "many.tar.gz" | "count.zip")
            }
            SubmissionError::Corrupt { .. } => one.name == "name.tar.gz",
            SubmissionError::Unreadable { .. } => one.name == "lying.zip",
            _ => false,
        };
        assert!(fits, "{}: {}", one.name, error(one));
    }
    assert_eq!(gathered.submissions.len(), bad.len() + 1);
    for name in bad {
        let start = computed();
        let gathered = disk.gather(&[&format!("in/{name}")]);
        soon(start, name);
        assert!(gathered.submissions.iter().all(|one| one.content.is_err()), "{name}");
    }
    thousand_in_an_archive(&disk);
    #[cfg(target_os = "linux")]
    assert!(peak() < 150 << 10, "{} KiB of memory at most", peak());
}

fn soon(start: Duration, what: &str) {
    let took = computed().saturating_sub(start);
    assert!(took < Duration::from_secs(10), "{what} took {took:?}");
}

/// The most memory this process has had, in KiB.
#[cfg(target_os = "linux")]
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("a status");
    let line = status.lines().find(|line| line.starts_with("VmHWM")).expect("a line");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

fn zip_of_zeros(disk: &Disk, path: &str) {
    let mut writer = ZipWriter::new(BufWriter::new(File::create(disk.path(path)).expect("a file")));
    writer.start_file("a.py", SimpleFileOptions::default().compression_level(Some(1))).expect("an entry");
    let zeros = vec![0; 1 << 20];
    (0..1024).for_each(|_| writer.write_all(&zeros).expect("written"));
    writer.finish().expect("an archive").flush().expect("written");
}

/// The same, said to be ten bytes.
fn lie_about_sizes(disk: &Disk, from: &str, to: &str) {
    let mut bytes = std::fs::read(disk.path(from)).expect("an archive");
    let central = bytes.windows(4).rposition(|bytes| bytes == b"PK\x01\x02").expect("a list of files");
    bytes[22..26].copy_from_slice(&10u32.to_le_bytes());
    bytes[central + 24..central + 28].copy_from_slice(&10u32.to_le_bytes());
    disk.put(to, &bytes);
}

/// A header, then a gigabyte of zeros.
fn zeros(disk: &Disk, path: &str, header: &tar::Header) {
    let mut file = BufWriter::new(File::create(disk.path(path)).expect("a file"));
    let part = gz(&vec![0; 1 << 20]);
    file.write_all(&gz(header.as_bytes())).expect("written");
    (0..1025).for_each(|_| file.write_all(&part).expect("written"));
    file.flush().expect("written");
}

fn many(disk: &Disk, path: &str) {
    let mut writer = ZipWriter::new(BufWriter::new(File::create(disk.path(path)).expect("a file")));
    for index in 0..100_000 {
        writer.start_file(format!("{index}.py"), SimpleFileOptions::default()).expect("an entry");
    }
    writer.finish().expect("an archive").flush().expect("written");
}

fn many_in_tar(disk: &Disk, path: &str) {
    let mut packed = GzEncoder::new(File::create(disk.path(path)).expect("a file"), Compression::fast());
    for index in 0..100_000 {
        packed.write_all(header(format!("{index}.py").as_bytes(), Regular, 0).as_bytes()).expect("written");
    }
    packed.finish().expect("packed");
}

/// Claims 2⁴⁰ files by a record in the form that counts in 64 bits.
fn claims_many(zip: &[u8]) -> Vec<u8> {
    let end = zip.len() - 22;
    let central = u32::from_le_bytes(zip[end + 16..end + 20].try_into().expect("four bytes"));
    let mut bytes = zip[..end].to_vec();
    bytes.extend(b"PK\x06\x06");
    bytes.extend(44u64.to_le_bytes());
    bytes.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend((1u64 << 40).to_le_bytes());
    bytes.extend((1u64 << 40).to_le_bytes());
    bytes.extend((1u64 << 46).to_le_bytes());
    bytes.extend(u64::from(central).to_le_bytes());
    bytes.extend(b"PK\x06\x07\0\0\0\0");
    bytes.extend((end as u64).to_le_bytes());
    bytes.extend(1u32.to_le_bytes());
    bytes.extend(&zip[end..end + 8]);
    bytes.extend([0xff; 12]);
    bytes.extend([0, 0]);
    bytes
}

/// A thousand submissions in one archive: listed, and some copied.
fn thousand_in_an_archive(disk: &Disk) {
    let files: Vec<(String, String)> = (0..5000)
        .map(|index| (format!("all/s{}/{}.py", index / 5, index % 5), format!("x = {index}\n").repeat(300)))
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    for (name, bytes) in [("all.zip", text_zip(&files)), ("all.tar.gz", common::tar_gz(&files))] {
        disk.put(name, &bytes);
        let start = computed();
        let gathered = disk.gather(&[name]);
        let names: Vec<String> = (0..1000).map(|index| format!("s{index}")).collect();
        assert_eq!(summary(&gathered), ok(&names.iter().map(String::as_str).collect::<Vec<_>>()));
        for one in gathered.submissions.iter().step_by(25) {
            let copied = one.copy_to(&disk.path("copies").join(name).join(&one.name)).expect("a copy");
            assert_eq!(copied.len(), 5);
        }
        soon(start, name);
    }
}
