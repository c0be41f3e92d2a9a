//! Reads a template that is being written: a line that cannot be read does not hide the others.

use std::cmp::Reverse;
use std::sync::Arc;

use heat_hot::Template;
use heat_hot::template::declared_version;
use heat_hot_language::{HotVersion, TemplateVersion};
use heat_yaml::{Node, ParseOptions, Severity, Source, Span, parse_template};

/// Maximum number of lines to leave out before the rest is treated as unreadable.
const MAX_LEFT_OUT: usize = 6;

/// Maximum number of lines before an error that are tried.
const MAX_TRIED: usize = 3;

/// Maximum size of a text that is read again without a line, in bytes.
const MAX_REPAIRED: usize = 1 << 18;

/// Reads a template as far as possible. Lines that cannot be read are left out, but not the line at `kept`; the others keep their
/// offsets. `None` if there are too many errors, or the text is not a map.
pub(crate) fn template(source: &Arc<Source>, kept: Option<usize>) -> Option<Template> {
    let root = root(source, kept)?;
    root.as_mapping()?;
    let version = declared_version(&root).unwrap_or_else(|_| likely_version(&root));
    Some(Template::with_version(source, root, version))
}

/// The version of a template that declares no valid version: the newest of its kind.
fn likely_version(root: &Node) -> TemplateVersion {
    let has = |key: &str| root.as_mapping().is_some_and(|map| map.get(key).is_some());
    let [hot, heat, aws] = TemplateVersion::KEYS;
    if has(aws) && !has(hot) {
        TemplateVersion::AwsCfn
    } else if has(heat) && !has(hot) {
        TemplateVersion::HeatCfn
    } else {
        TemplateVersion::Hot(HotVersion::NEWEST)
    }
}

/// The tree of a text, without the lines that cannot be read.
fn root(source: &Arc<Source>, kept: Option<usize>) -> Option<Node> {
    let kept = kept.map(|kept| source.line_column(kept).line);
    let mut attempt = Attempt::of(Arc::clone(source));
    for _ in 0..MAX_LEFT_OUT {
        if attempt.error.is_none() || source.text().len() > MAX_REPAIRED {
            break;
        }
        // Leave out the line without which the text can be read furthest.
        let tried = attempt.suspects(kept).into_iter().map(|line| attempt.without(line));
        let best = tried.min_by_key(|tried| tried.error.as_ref().map(|at| Reverse(at.first)))?;
        attempt = best;
    }
    if attempt.error.is_some() { None } else { attempt.root }
}

/// The result of reading a text.
struct Attempt {
    text: Arc<Source>,
    root: Option<Node>,
    /// Position of the first error; `None` if the text can be read.
    error: Option<ErrorPlace>,
}

/// Position of an error: its own offset, and the offsets of all its labels.
struct ErrorPlace {
    first: usize,
    all: Vec<usize>,
}

impl Attempt {
    fn of(text: Arc<Source>) -> Self {
        let parsed = parse_template(&text, &ParseOptions::template());
        let error = parsed.diagnostics.iter().find(|found| found.severity == Severity::Error);
        let error = error.map(|error| {
            let all: Vec<usize> = error.labels.iter().map(|label| label.span.start).collect();
            ErrorPlace { first: all.first().copied().unwrap_or_default(), all }
        });
        Self { text, root: parsed.root, error }
    }

    /// The lines that can be the cause of the error, which is often an earlier line that is unfinished.
    fn suspects(&self, kept: Option<usize>) -> Vec<usize> {
        let Some(error) = &self.error else { return Vec::new() };
        let line_of = |offset: &usize| self.text.line_column(*offset).line;
        let is_suspect = |line: &usize| Some(*line) != kept && !self.text.line(*line).trim().is_empty();
        let before = (1..=line_of(&error.first)).rev().filter(is_suspect).take(MAX_TRIED);
        let mut suspects: Vec<usize> = before.collect();
        suspects.extend(error.all.iter().map(line_of).filter(is_suspect));
        suspects.dedup();
        suspects
    }

    /// Reads the text without a line.
    fn without(&self, line: usize) -> Self {
        let start = self.text.line_start(line);
        Self::of(blanked(&self.text, Span::new(start, start + self.text.line(line).len())))
    }
}

/// The text with spaces in place of a span.
fn blanked(source: &Source, span: Span) -> Arc<Source> {
    let mut text = source.text().to_owned();
    if let Some(part) = source.text().get(span.start..span.end) {
        text.replace_range(span.start..span.end, &" ".repeat(part.len()));
    }
    Source::new(source.name(), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the resources that are recognised.
    fn check(text: &str, expect: &[&str]) {
        let template = template(&Source::new("a.yaml", text), None);
        let found = template.as_ref().and_then(|template| template.entries(template.keys().resources));
        let found: Vec<_> = found.into_iter().flatten().filter_map(|entry| entry.key.as_str()).collect();
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn an_unfinished_line_hides_no_other() {
        check("heat_template_version: rocky\nresources:\n  a: {type: A::B\n  b: {type: A::C}\n", &["b"]);
        check(
            "heat_template_version: rocky\nresources:\n  a:\n    ty\n    type: A::B\n  b:\n    type: A::C\n",
            &["a", "b"],
        );
        check("heat_template_version: rocky\nresources:\n  a:\n    type: 'A::B\n", &["a"]);
        check("heat_template_version: 2099-01-01\nresources: {a: {}}\n", &["a"]);
    }

    #[test]
    fn what_is_no_map_is_no_template() {
        check("- a\n", &[]);
        check("", &[]);
        check("[[[[", &[]);
    }
}
