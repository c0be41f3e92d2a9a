//! Snapshots of resolved stacks: one file beside each file with tests, with a stack for each case that asks for one.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use heat_catalogue::output;
use heat_model::Value;
use heat_template_files::{read, value_in};
use heat_template_test::{TestCase, differences};
use heat_yaml::{Diagnostic, Source};
use indexmap::IndexMap;

use crate::outcome::Failure;

/// Maximum number of differences that are shown.
const MAX_SHOWN: usize = 10;

/// The snapshots of some files with tests.
#[derive(Default)]
pub(super) struct Snapshots {
    files: IndexMap<PathBuf, SnapshotFile>,
    written: usize,
}

#[derive(Default)]
struct SnapshotFile {
    stacks: IndexMap<String, Value>,
    is_changed: bool,
}

impl Snapshots {
    /// Compares the stack of a case with its snapshot, or keeps it as the new one.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(super) fn compare(
        &mut self,
        (tests, source): (&Path, &Arc<Source>),
        case: &TestCase,
        stack: IndexMap<String, Value>,
        update: bool,
    ) -> Result<Option<Diagnostic>, Failure> {
        let path = path_of(tests);
        let file = self.file(tests)?;
        let stack = Value::from(stack);
        let known = file.stacks.get(&case.name);
        if known == Some(&stack) {
            return Ok(None);
        }
        if update {
            file.stacks.insert(case.name.clone(), stack);
            file.is_changed = true;
            self.written += 1;
            return Ok(None);
        }
        let failure = |message: String| {
            Diagnostic::error("snapshot-differs", message).with_label(source, case.span, "")
        };
        let help = "run `heat-codegen test --update` if the stack is right";
        let Some(known) = known else {
            let message = format!("`{}`: there is no snapshot in {}", case.name, path.display());
            return Ok(Some(failure(message).with_help(help)));
        };
        let all = differences(&stack, known);
        let message = format!("`{}`: the stack differs from its snapshot in {}", case.name, path.display());
        let more = all.len().saturating_sub(MAX_SHOWN);
        let mut failure = all.into_iter().take(MAX_SHOWN).fold(failure(message), Diagnostic::with_note);
        if more > 0 {
            failure = failure.with_note(format!("and {more} more"));
        }
        Ok(Some(failure.with_help(help)))
    }

    /// Reports the snapshots of a file that belong to none of its cases, or removes them.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(super) fn unused(
        &mut self,
        tests: &Path,
        known: &[&str],
        update: bool,
    ) -> Result<Option<Diagnostic>, Failure> {
        let path = path_of(tests);
        let file = self.file(tests)?;
        let unused: Vec<String> =
            file.stacks.keys().filter(|name| !known.contains(&name.as_str())).cloned().collect();
        let Some(first) = unused.first() else { return Ok(None) };
        if update {
            file.stacks.retain(|name, _| known.contains(&name.as_str()));
            file.is_changed = true;
            return Ok(None);
        }
        let message = format!("no case has the snapshot `{first}`");
        let finding = Diagnostic::error("snapshot-differs", message).in_file(path.display().to_string());
        Ok(Some(finding.with_help("`heat-codegen test --update` removes it")))
    }

    /// Writes the files that have changed. Returns the number of snapshots that are new.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(super) fn write(self) -> Result<usize, Failure> {
        for (path, file) in self.files.iter().filter(|(_, file)| file.is_changed) {
            let text = heat_schema_text::values(&file.stacks);
            output::write(path, text.as_bytes())
                .map_err(|error| Failure::unreadable(format!("cannot write {}: {error}", path.display())))?;
        }
        Ok(self.written)
    }

    fn file(&mut self, tests: &Path) -> Result<&mut SnapshotFile, Failure> {
        let path = path_of(tests);
        if !self.files.contains_key(&path) {
            let mut file = SnapshotFile::default();
            if path.is_file() {
                let unreadable =
                    |why: String| Failure::unreadable(format!("`{}` cannot be read: {why}", path.display()));
                if let Some(Value::Map(stacks)) = value_in(&read(&path)?).map_err(unreadable)? {
                    file.stacks = stacks.into_inner();
                }
            }
            self.files.insert(path.clone(), file);
        }
        Ok(self.files.entry(path).or_default())
    }
}

/// The file with the snapshots of a file with tests: `server.test.snapshot.yaml` for `server.test.yaml`.
fn path_of(tests: &Path) -> PathBuf {
    let name = tests.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let stem =
        heat_template_test::TEST_ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
    tests.with_file_name(format!("{stem}.test.snapshot.yaml"))
}
