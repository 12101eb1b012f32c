//! The files of a report. Submissions are read once and go to all files at the same time, so that a class of any size takes little
//! memory; one thread reads and describes them, one writes texts, and one the table of outcomes.
//!
//! Every file appears whole or not at all. Guarded by `tests/grade.rs` and by `tests/large_class.rs` of `report`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Builder, Scope, ScopedJoinHandle};

use grading::folder::{EntryError, subfolder};
use grading::{Results, StoreError, SubmissionResult};
use report::csv_table::table;
use report::html::paged::{self, PAGE, is_page_name};
use report::model::SubmissionReport;
use report::outcomes::{OutcomeRows, OutcomeTable};
use report::results::{self, ResultsJson};
use report::share::{anonymous_of, share};
use report::{ClassReport, ClassReporter, tables};

use crate::error::{Error, Result};
use crate::output::{self, EntryFile};

/// The files next to the page. A large class has its submissions in a file of their own.
pub fn beside(report: &ClassReport) -> impl Iterator<Item = &'static str> {
    let large = report.is_large().then_some(SUBMISSIONS);
    ["report.json", "submissions.csv", "buckets.csv", OUTCOMES].into_iter().chain(large)
}

/// Refuses a results folder in which a file could not be written because something else has its name.
pub fn check_names(dir: &Path) -> Result<()> {
    let names = [
        "results.json",
        "results.csv",
        "report.html",
        "report.json",
        "submissions.csv",
        "buckets.csv",
        OUTCOMES,
        SUBMISSIONS,
    ];
    names.iter().try_for_each(|name| output::check_name(&dir.join(name)))?;
    output::check_writable(&dir.join("results.json"))
}

const SUBMISSIONS: &str = "submissions.jsonl";
const OUTCOMES: &str = "outcomes.parquet";
/// Submissions that wait to be written.
const WAITING: usize = 64;

/// Where the page goes: to its usual place in a results folder, or to a file that the user named, which may be a link.
struct PagePlace<'a> {
    usual: PathBuf,
    named: Option<&'a Path>,
}

impl PagePlace<'_> {
    fn path(&self) -> &Path {
        self.named.unwrap_or(&self.usual)
    }

    /// `report-pages` beside `report.html`
    fn folder_name(&self) -> String {
        let stem = self.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
        format!("{stem}-pages")
    }

    fn write(&self, text: &str) -> Result<()> {
        match self.named {
            Some(page) => output::replace(page, text),
            None => output::replace_entry(&self.usual, |file| file.write_all(text.as_bytes())),
        }
    }

    /// The folder of the pages, which is created.
    fn folder(&self) -> Result<PathBuf> {
        let parent = self.path().parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        subfolder(parent, &self.folder_name()).map_err(|error| match error {
            EntryError::Foreign(foreign) => StoreError::from(foreign).into(),
            EntryError::Io(source) => Error::Unwritable { path: parent.join(self.folder_name()), source },
        })
    }

    /// The folder of the pages, as the page of the class refers to it.
    fn address_of_folder(&self) -> String {
        encoded(&self.folder_name())
    }

    /// The page of the class, as the pages refer to it.
    fn address_of_class(&self) -> String {
        format!("../{}", encoded(&self.path().file_name().unwrap_or_default().to_string_lossy()))
    }
}

/// A name in an address, in which only some characters are not special.
fn encoded(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let letter = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    name.bytes().map(letter).collect()
}

/// The pages of a large class, while they are written.
struct ClassPages<'a> {
    folder: PathBuf,
    class: String,
    report: &'a ClassReport,
    shared: bool,
    waiting: Vec<SubmissionReport>,
    written: usize,
}

impl<'a> ClassPages<'a> {
    /// `None` if everything is on one page.
    fn new(place: &PagePlace<'_>, report: &'a ClassReport, shared: bool) -> Result<Option<Self>> {
        if !report.is_large() {
            return Ok(None);
        }
        let (folder, class) = (place.folder()?, place.address_of_class());
        Ok(Some(Self { folder, class, report, shared, waiting: Vec::new(), written: 0 }))
    }

    fn add(&mut self, one: SubmissionReport) -> Result<()> {
        self.waiting.push(one);
        if self.waiting.len() == PAGE { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<()> {
        let some = std::mem::take(&mut self.waiting);
        let text = paged::page(self.report, self.written, &some, &self.class, self.shared);
        let path = self.folder.join(paged::page_name(self.written));
        output::replace_entry(&path, |file| file.write_all(text.as_bytes()))?;
        self.written += 1;
        Ok(())
    }

    /// Writes the rest and the lists, and removes pages of a larger class that was here before.
    fn finish(mut self) -> Result<()> {
        if !self.waiting.is_empty() {
            self.write()?;
        }
        let lists = self.report.order.len().div_ceil(paged::LIST);
        for list in 0..lists {
            let text = paged::list(self.report, list, &self.class);
            let path = self.folder.join(paged::list_name(list));
            output::replace_entry(&path, |file| file.write_all(text.as_bytes()))?;
        }
        let pages = (0..self.written).map(paged::page_name).chain((0..lists).map(paged::list_name));
        remove_pages(&self.folder, &pages.collect());
        Ok(())
    }
}

/// Removes our pages from a folder, except these.
fn remove_pages(folder: &Path, keep: &std::collections::BTreeSet<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if is_page_name(&name) && !keep.contains(&name) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// What an earlier, larger class left beside the page.
fn remove_leftovers(dir: &Path, place: &PagePlace<'_>) {
    let folder = dir.join(place.folder_name());
    if place.named.is_none() && fs::symlink_metadata(&folder).is_ok_and(|found| found.is_dir()) {
        remove_pages(&folder, &std::collections::BTreeSet::new());
        let _ = fs::remove_dir(folder);
    }
}

/// Writes the anonymous page.
pub fn write_share(dir: &Path, page: Option<&Path>, reporter: &mut ClassReporter<'_>) -> Result<()> {
    let place = PagePlace { usual: dir.join("report-share.html"), named: page };
    reporter.report.pages = place.address_of_folder();
    let mut shared = share(reporter.report.clone());
    shared.pages.clone_from(&reporter.report.pages);
    if let Some(mut pages) = ClassPages::new(&place, &shared, true)? {
        for index in &reporter.report.order {
            let (_, one) = reporter.full(*index)?;
            pages.add(anonymous_of(one, &reporter.report))?;
        }
        pages.finish()?;
    } else {
        remove_leftovers(dir, &place);
    }
    place.write(&report::html(&shared))
}

/// Writes the result files and the files of the report. `page` is where the user wants the page.
pub fn write_all(dir: &Path, page: Option<&Path>, stored: &Results, reporter: &mut ClassReporter<'_>) -> Result<()> {
    let place = PagePlace { usual: dir.join("report.html"), named: page };
    reporter.report.pages = place.address_of_folder();
    let reporter = &*reporter;
    let report = &reporter.report;
    let table = EntryFile::new(&dir.join(OUTCOMES))?;
    let (sender, receiver) = sync_channel(WAITING);
    let (rows, rows_received) = sync_channel(WAITING);
    std::thread::scope(|scope| {
        let table = started(scope, move || write_outcomes(dir, report, table, &rows_received))?;
        let files = OpenFiles::new(dir, &place, stored, report, OutcomeThread { rows, table })?;
        let writer = started(scope, move || files.receive(&receiver, dir, &place))?;
        for index in 0..report.submissions.len() {
            // The receiver is gone if it failed, which is reported below.
            if sender.send(reporter.full(index)?).is_err() {
                break;
            }
        }
        drop(sender);
        joined(writer)
    })
}

fn started<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Result<ScopedJoinHandle<'scope, T>> {
    Ok(Builder::new().spawn_scoped(scope, work).map_err(StoreError::NoThread)?)
}

fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Writes the table of outcomes as they come. Returns its file, which is not in its place yet.
fn write_outcomes(
    dir: &Path,
    report: &ClassReport,
    file: EntryFile,
    rows: &Receiver<OutcomeRows>,
) -> Result<EntryFile> {
    let write = || {
        let mut table = OutcomeTable::new(report, file)?;
        for one in rows {
            table.add(report, one)?;
        }
        table.finish(report)
    };
    write().map_err(|error| EntryFile::failed(&dir.join(OUTCOMES), io::Error::other(error)))
}

/// The thread that writes the table of outcomes.
struct OutcomeThread<'scope> {
    rows: SyncSender<OutcomeRows>,
    table: ScopedJoinHandle<'scope, Result<EntryFile>>,
}

/// All files to which submissions go.
struct OpenFiles<'a, 'scope> {
    report: &'a ClassReport,
    results_json: ResultsJson<EntryFile>,
    results_csv: EntryFile,
    submissions_csv: EntryFile,
    submissions_json: Option<EntryFile>,
    outcomes: OutcomeThread<'scope>,
    pages: Option<ClassPages<'a>>,
    dir: PathBuf,
}

impl<'a, 'scope> OpenFiles<'a, 'scope> {
    fn new(
        dir: &Path,
        place: &PagePlace<'_>,
        stored: &Results,
        report: &'a ClassReport,
        outcomes: OutcomeThread<'scope>,
    ) -> Result<Self> {
        let open = |name: &str| EntryFile::new(&dir.join(name));
        let failed = |name: &'static str| move |error: io::Error| EntryFile::failed(&dir.join(name), error);
        let (mut results_csv, mut submissions_csv) = (open("results.csv")?, open("submissions.csv")?);
        row(&mut results_csv, results::csv_header(report)).map_err(failed("results.csv"))?;
        row(&mut submissions_csv, tables::submissions_header(report)).map_err(failed("submissions.csv"))?;
        let results_json = ResultsJson::new(stored, report, open("results.json")?).map_err(failed("results.json"))?;
        Ok(Self {
            report,
            results_json,
            results_csv,
            submissions_csv,
            submissions_json: if report.is_large() { Some(open(SUBMISSIONS)?) } else { None },
            outcomes,
            pages: ClassPages::new(place, report, false)?,
            dir: dir.to_owned(),
        })
    }

    /// Writes submissions as they come, then everything else.
    fn receive(
        mut self,
        submissions: &Receiver<(SubmissionResult, SubmissionReport)>,
        dir: &Path,
        place: &PagePlace<'_>,
    ) -> Result<()> {
        let mut received = 0;
        for (one, shown) in submissions {
            self.add(one, shown)?;
            received += 1;
        }
        if received < self.report.submissions.len() {
            // Reading failed, which is reported there. No file is replaced.
            return Ok(());
        }
        self.finish(dir, place)
    }

    fn add(&mut self, one: SubmissionResult, shown: SubmissionReport) -> Result<()> {
        let (report, dir) = (self.report, &self.dir);
        let failed = |name: &'static str| move |error: io::Error| EntryFile::failed(&dir.join(name), error);
        self.results_json.add(report, &one, &shown).map_err(failed("results.json"))?;
        row(&mut self.results_csv, results::csv_row(report, &shown)).map_err(failed("results.csv"))?;
        row(&mut self.submissions_csv, tables::submissions_row(report, &shown)).map_err(failed("submissions.csv"))?;
        if let Some(file) = &mut self.submissions_json {
            let written = serde_json::to_writer(&mut *file, &shown).map_err(io::Error::from);
            written.and_then(|()| file.write_all(b"\n")).map_err(failed(SUBMISSIONS))?;
        }
        if let Some(rows) = OutcomeRows::new(report, one, &shown) {
            // The receiver is gone if it failed, which is reported at the end.
            let _ = self.outcomes.rows.send(rows);
        }
        match &mut self.pages {
            Some(pages) => pages.add(shown),
            None => Ok(()),
        }
    }

    fn finish(self, dir: &Path, place: &PagePlace<'_>) -> Result<()> {
        let report = self.report;
        let failed = |name: &'static str| move |error: io::Error| EntryFile::failed(&dir.join(name), error);
        let results_json = self.results_json.finish().map_err(failed("results.json"))?;
        drop(self.outcomes.rows);
        let outcomes = joined(self.outcomes.table)?;
        results_json.finish()?;
        self.results_csv.finish()?;
        match self.pages {
            Some(pages) => pages.finish()?,
            None => remove_leftovers(dir, place),
        }
        place.write(&report::html(report))?;
        output::replace_entry(&dir.join("report.json"), |file| {
            serde_json::to_writer_pretty(&mut *file, report).map_err(io::Error::from)?;
            file.write_all(b"\n")
        })?;
        self.submissions_csv.finish()?;
        match self.submissions_json {
            Some(file) => file.finish()?,
            // It would be that of a larger class.
            None => drop(fs::remove_file(dir.join(SUBMISSIONS))),
        }
        let buckets = tables::buckets(report);
        output::replace_entry(&dir.join("buckets.csv"), |file| file.write_all(buckets.as_bytes()))?;
        outcomes.finish()
    }
}

fn row(file: &mut EntryFile, cells: Vec<String>) -> io::Result<()> {
    file.write_all(table([cells]).as_bytes())
}
