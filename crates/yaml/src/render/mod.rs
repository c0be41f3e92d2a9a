//! Renders diagnostics as text for people: the message, the source lines with carets, then notes and help.
//!
//! The output looks like rustc's. No text of a source reaches the terminal as a control sequence, or the log of a workflow as a
//! command, and a line is cut to the part near its labels, so that one line of 10 MB is no problem.

mod excerpt;

use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};

use crate::{Diagnostic, Label, LineColumn, Severity, Source, one_line};
use excerpt::{Excerpt, excerpts};

/// Width of the renderer, larger than any line with its label.
const MAX_WIDTH: usize = 1 << 16;

/// The style of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RenderStyle<'u> {
    /// `true` if the output is coloured, for a terminal.
    pub color: bool,
    /// The number of columns.
    pub width: usize,
    /// URL of the page about a code, with `{code}` in place of the code, for terminals that show links. Without colour, there are
    /// no links.
    pub code_url: Option<&'u str>,
}

impl Default for RenderStyle<'_> {
    fn default() -> Self {
        Self { color: false, width: 120, code_url: None }
    }
}

/// Renders diagnostics one after the other, separated by empty lines; each line ends with a line break.
///
/// ```
/// use heat_yaml::render::{RenderStyle, text};
/// use heat_yaml::{ParseOptions, Source, parse};
///
/// let source = Source::new("port.yaml", "type: string\nlabel: a\nlabel: b\n");
/// let found = parse(&source, &ParseOptions::default()).diagnostics;
/// assert_eq!(text(&found, RenderStyle::default()), "\
/// error[duplicate-key]: the key \"label\" is defined twice
///  --> port.yaml:3:1
///   |
/// 2 | label: a
///   | ----- first defined here
/// 3 | label: b
///   | ^^^^^ defined again here
/// ");
/// ```
#[must_use]
pub fn text<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>, style: RenderStyle<'_>) -> String {
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() };
    // The lines are already cut; the renderer would cut them once more to make room for labels.
    let renderer = renderer.term_width(MAX_WIDTH);
    let mut text = String::new();
    for diagnostic in diagnostics {
        if !text.is_empty() {
            text.push('\n');
        }
        for line in drawn(diagnostic, &renderer, style).lines() {
            text.push_str(&line.trim_end().replace("##[", "# #["));
            text.push('\n');
        }
    }
    text
}

/// Returns the source lines of a diagnostic with its labels, for writers that show the message, its position, the notes and the
/// help themselves.
#[must_use]
pub fn source_lines(diagnostic: &Diagnostic, style: RenderStyle<'_>) -> String {
    if diagnostic.labels.is_empty() {
        return String::new();
    }
    let bare = Diagnostic { notes: Vec::new(), help: None, ..diagnostic.clone() };
    // The message, the first position and an empty margin are one line each.
    let drawn = text([&bare], style);
    drawn.split_inclusive('\n').skip(3).collect()
}

fn drawn(diagnostic: &Diagnostic, renderer: &Renderer, style: RenderStyle<'_>) -> String {
    let mut corrections = Vec::new();
    let mut text = renderer.render(&[group(diagnostic, style, &mut corrections)]);
    if diagnostic.labels.is_empty() {
        // Without line numbers, the renderer leaves no margin for them.
        text = text.replace('\n', "\n ");
    }
    for (shown, right) in corrections {
        text = text.replacen(&shown, &right, 1);
    }
    text
}

/// Builds the group to render. The renderer counts columns in the text that it receives, so the heading of a cut line is wrong:
/// `corrections` receives the rendered and the correct heading.
fn group(
    diagnostic: &Diagnostic,
    style: RenderStyle<'_>,
    corrections: &mut Vec<(String, String)>,
) -> Group<'static> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(one_line(&diagnostic.message)).id(diagnostic.code);
    let title = match style.code_url {
        Some(url) => title.id_url(url.replace("{code}", diagnostic.code)),
        None => title,
    };
    let mut elements: Vec<Element<'static>> = Vec::new();
    if diagnostic.labels.is_empty()
        && let Some(file) = &diagnostic.file
    {
        elements.push(Origin::path(one_line(file)).into());
    }
    for (source, labels) in by_source(&diagnostic.labels) {
        let path = one_line(source.name());
        for excerpt in excerpts(source, &labels, style.width) {
            let Excerpt { place: LineColumn { line, column }, shown_column, .. } = excerpt;
            if column != shown_column {
                corrections
                    .push((format!("{path}:{line}:{shown_column}"), format!("{path}:{line}:{column}")));
            }
            elements.push(snippet(&path, excerpt).into());
        }
    }
    elements.extend(diagnostic.notes.iter().map(|note| Level::NOTE.message(one_line(note)).into()));
    elements.extend(diagnostic.help.iter().map(|help| Level::HELP.message(one_line(help)).into()));
    Group::with_title(title).elements(elements)
}

fn snippet(path: &str, excerpt: Excerpt) -> Snippet<'static, annotate_snippets::Annotation<'static>> {
    let annotations = excerpt.marks.into_iter().map(|mark| {
        let kind = if mark.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let annotation = kind.span(mark.range);
        if mark.message.is_empty() { annotation } else { annotation.label(mark.message) }
    });
    Snippet::source(excerpt.text)
        .path(path.to_owned())
        .line_start(excerpt.first_line)
        .fold(true)
        .annotations(annotations)
}

/// A label, and whether it is the primary one.
type RankedLabel<'a> = (bool, &'a Label);

/// Groups the labels by source, the sources in order of appearance.
fn by_source(labels: &[Label]) -> Vec<(&Arc<Source>, Vec<RankedLabel<'_>>)> {
    let mut groups: Vec<(&Arc<Source>, Vec<RankedLabel<'_>>)> = Vec::new();
    for (index, label) in labels.iter().enumerate() {
        let entry = (index == 0, label);
        match groups.iter_mut().find(|(source, _)| Arc::ptr_eq(source, &label.source)) {
            Some((_, group)) => group.push(entry),
            None => groups.push((&label.source, vec![entry])),
        }
    }
    groups
}

#[cfg(test)]
mod tests;
