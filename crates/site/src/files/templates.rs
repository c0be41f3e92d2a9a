//! The templates: built in, and individually replaceable by files in a folder.

use std::fs;
use std::path::Path;

use heat_catalogue::input;
use heat_catalogue::io_error::unreadable;
use heat_html::{self as html, Html, Prepared};
use heat_yaml::{Diagnostic, Source, Span};
use serde::Serialize;
use tera::Tera;

/// The built-in templates with their file names. The build script lists them.
pub(crate) const BUILT_IN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/templates.rs"));

/// Compiled templates.
#[derive(Debug)]
pub struct Templates {
    pub(crate) tera: Tera,
    /// The rendered contexts, for a test.
    #[cfg(test)]
    pub(crate) recorded: Option<std::sync::Mutex<Vec<Recorded>>>,
}

/// A context with which a template was rendered.
#[cfg(test)]
#[derive(Debug)]
pub(crate) struct Recorded {
    pub(crate) template: String,
    pub(crate) context: tera::Value,
}

impl Templates {
    /// Compiles the built-in templates; files in `folder` replace those with the same name.
    ///
    /// # Errors
    /// If a file cannot be read, or a template does not compile, with its line and column.
    pub fn load(folder: Option<&Path>) -> Result<Self, Diagnostic> {
        let mut texts: Vec<(String, String)> =
            BUILT_IN.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        if let Some(folder) = folder {
            override_from(folder, &mut texts)?;
        }
        let mut tera = Tera::new();
        html::escape_everything(&mut tera);
        tera.add_raw_templates(texts.iter().map(|(name, text)| (name.as_str(), text.as_str())))
            .map_err(|error| template_error(&error, &texts))?;
        Ok(Self {
            tera,
            #[cfg(test)]
            recorded: None,
        })
    }

    /// Renders a template.
    ///
    /// # Errors
    /// Tera's error.
    pub fn render(&self, name: &str, context: &impl Serialize) -> Result<Html, Diagnostic> {
        #[cfg(test)]
        if let Some(recorded) = &self.recorded {
            let context = tera::Value::from_serializable(context);
            let mut recorded = recorded.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            recorded.push(Recorded { template: name.to_owned(), context });
        }
        html::render(&self.tera, name, context).map_err(|error| template_error(&error, &[]))
    }
}

/// Serialises a part that is in the contexts of many pages.
pub(crate) fn prepare(part: &impl Serialize) -> Result<Prepared, Diagnostic> {
    Prepared::new(part).map_err(|error| template_error(&error, &[]))
}

fn override_from(folder: &Path, texts: &mut Vec<(String, String)>) -> Result<(), Diagnostic> {
    let mut entries = fs::read_dir(folder)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| unreadable(folder, &error))?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if path.extension().is_none_or(|extension| extension != "html") {
            continue;
        }
        let text = input::read_text(&path)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        match texts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, built_in)) => *built_in = text,
            None => texts.push((name, text)),
        }
    }
    Ok(())
}

/// Converts Tera's error, which spans several lines and shows the position itself.
fn template_error(error: &tera::Error, texts: &[(String, String)]) -> Diagnostic {
    let message = error.to_string();
    let mut lines = message.lines();
    let first = lines.next().unwrap_or("the template failed").to_owned();
    let rest = lines.collect::<Vec<_>>().join("\n");
    let mut diagnostic = Diagnostic::error("template", first);
    // If the error names one of the files, so does the diagnostic.
    if let Some((name, text)) = texts.iter().find(|(name, _)| message.contains(name.as_str())) {
        let source = Source::new(name.as_str(), text.as_str());
        let at = offset_of(&message, name, text);
        diagnostic = diagnostic.with_label(&source, Span::new(at, at + 1), "here");
    }
    if rest.trim().is_empty() { diagnostic } else { diagnostic.with_note(rest) }
}

/// The offset of `NAME:LINE:COLUMN` in an error's text; 0 if it contains no position.
fn offset_of(message: &str, name: &str, text: &str) -> usize {
    let numbers = message.split(name).nth(1).unwrap_or_default();
    let mut numbers = numbers.trim_start_matches(':').split(|char: char| !char.is_ascii_digit());
    let line: usize = numbers.next().and_then(|number| number.parse().ok()).unwrap_or(1);
    let column: usize = numbers.next().and_then(|number| number.parse().ok()).unwrap_or(1);
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    (start + column.saturating_sub(1)).min(text.len().saturating_sub(1))
}
