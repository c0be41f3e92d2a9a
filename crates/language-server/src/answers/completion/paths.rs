//! Completions for file names: the files in the folder of the path at the cursor.

use std::fs;
use std::path::Path;

use lsp_types::CompletionItemKind;

use super::items::Item;
use crate::documents::Document;
use crate::documents::files::root_of;
use crate::text::file_names::is_template_file;
use crate::workspace::Workspace;

/// Maximum number of entries of a folder to offer.
const MAX_ENTRIES: usize = 500;

/// Files to offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileFilter {
    /// Files of any name.
    Files,
    /// Templates with names that Heat's client recognises.
    Templates,
}

impl Workspace {
    /// The files and folders that a path can continue with, relative to the document. As for reading files, they are in the folder
    /// of the workspace, or in the repository of the document.
    pub(super) fn paths(&self, document: &Document, typed: &str, wanted: FileFilter) -> Vec<Item> {
        self.entries(document, typed, wanted).unwrap_or_default()
    }

    fn entries(&self, document: &Document, typed: &str, wanted: FileFilter) -> Option<Vec<Item>> {
        if typed.contains("://") || typed.starts_with('/') {
            return None;
        }
        let own = Path::new(document.path());
        let root = root_of(own, &self.folders)?.canonicalize().ok()?;
        let prefix = typed.rfind('/').map_or("", |slash| &typed[..=slash]);
        let folder = own.parent()?.join(prefix).canonicalize().ok()?;
        if !folder.starts_with(&root) {
            return None;
        }
        let mut names: Vec<(String, bool)> = fs::read_dir(&folder)
            .ok()?
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let name = entry.file_name().into_string().ok().filter(|name| !name.starts_with('.'))?;
                let is_folder = fs::metadata(entry.path()).ok()?.is_dir();
                let is_wanted = is_folder || wanted == FileFilter::Files || is_template_file(&name);
                let is_own = folder.join(&name) == own;
                (is_wanted && !is_own).then_some((name, is_folder))
            })
            .take(MAX_ENTRIES)
            .collect();
        // Files first.
        names.sort_by(|left, right| (left.1, &left.0).cmp(&(right.1, &right.0)));
        let item = |(name, is_folder): (String, bool)| {
            if is_folder {
                Item::word(format!("{prefix}{name}/"), CompletionItemKind::FOLDER)
            } else {
                Item::word(format!("{prefix}{name}"), CompletionItemKind::FILE)
            }
        };
        Some(names.into_iter().map(item).collect())
    }
}
