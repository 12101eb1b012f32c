//! Which module an import means.

use super::python;
use super::{Handed, SubmissionFile};

/// What the name of a module stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found<'a> {
    /// A file of the submission or of the instructor.
    Own(OwnFile<'a>),
    /// A folder with files, without a file of its own.
    Folder,
    /// Of the standard library, and known to the language.
    Library,
    /// Of the standard library, and outside the language.
    Standard,
    /// Something that does nothing, in the place of a library for tests.
    TestTool,
    /// The types of the problem.
    Types,
    /// It cannot be imported, or only if something is installed; the reason.
    Missing(&'static str),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct OwnFile<'a> {
    pub file: &'a SubmissionFile,
    pub is_package: bool,
    /// Loaded without its tests: it lies directly in a folder that is searched.
    pub without_tests: bool,
}

impl PartialEq for OwnFile<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.file, other.file)
    }
}

impl Eq for OwnFile<'_> {}

/// Finds a module by its absolute name, as it is imported from the folder of the entry.
pub(super) fn find<'a>(handed: Handed<'a>, entry: &str, module: &str) -> Found<'a> {
    if python::is_test_tool(module) {
        return Found::TestTool;
    }
    let own = find_own(handed, entry, module);
    let standard = python::is_standard(module);
    match (own, standard, python::can_be_replaced(module)) {
        (Some(_), true, None) => Found::Missing("depends on how Python was built"),
        (Some(own), false, _) | (Some(own), true, Some(true)) => own,
        (_, true, _) if crate::globals::modules().any(|known| known == module) => Found::Library,
        (_, true, _) => Found::Standard,
        (None, false, _) if module == handed.problem.name => Found::Types,
        (None, false, _) => Found::Missing("is neither a file of the submission nor part of the standard library"),
    }
}

fn find_own<'a>(handed: Handed<'a>, entry: &str, module: &str) -> Option<Found<'a>> {
    let folder = entry.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = module.replace('.', "/");
    let mut roots = vec![(handed.files, folder)];
    if !folder.is_empty() {
        roots.push((handed.files, ""));
    }
    roots.push((handed.support, ""));
    let mut is_folder = false;
    for (files, root) in roots {
        let joined = if root.is_empty() { path.clone() } else { format!("{root}/{path}") };
        let file = |name: String| files.iter().find(|file| file.path == name);
        let direct = !module.contains('.');
        if let Some(file) = file(format!("{joined}/__init__.py")) {
            return Some(Found::Own(OwnFile { file, is_package: true, without_tests: direct }));
        }
        if let Some(file) = file(format!("{joined}.py")) {
            return Some(Found::Own(OwnFile { file, is_package: false, without_tests: direct }));
        }
        let inside = format!("{joined}/");
        is_folder |= files.iter().any(|file| file.path.starts_with(&inside));
    }
    is_folder.then_some(Found::Folder)
}

/// The absolute name of a module that is imported from within a package: `.a` or `..b.c`. `None` if there is no package.
pub(super) fn absolute(name: &str, package: &str) -> Option<String> {
    let rest = name.trim_start_matches('.');
    let level = name.len() - rest.len();
    if level == 0 {
        return Some(name.to_owned());
    }
    if package.is_empty() {
        return None;
    }
    let parts: Vec<&str> = package.split('.').collect();
    let kept = (parts.len() + 1).checked_sub(level).filter(|kept| *kept > 0)?;
    let mut module = parts[..kept].join(".");
    if !rest.is_empty() {
        module.push('.');
        module.push_str(rest);
    }
    Some(module)
}
