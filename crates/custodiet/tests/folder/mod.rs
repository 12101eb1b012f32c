//! A folder for one test, removed at the end.

use std::fs;
use std::path::PathBuf;

use serde_json::Value as Json;

pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let test = env!("CARGO_CRATE_NAME");
        let path = std::env::temp_dir().join(format!("custodiet-{test}-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn json(&self, name: &str) -> Json {
        serde_json::from_str(&self.text(name)).expect("JSON")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
