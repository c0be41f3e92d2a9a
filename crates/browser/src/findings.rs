//! Findings as HTML: each with its position, its source lines, a link to the docs of its rule, and a button that fixes it.

use heat_html::{Html, html};
use heat_template_check::{TemplateFindings, rule};
use heat_yaml::render::{RenderStyle, source_lines};
use heat_yaml::{Applicability, Diagnostic, Edit, Fix, Label, Severity, Source};

use crate::catalogue::Catalogue;
use crate::texts::{ENVIRONMENT, TEMPLATE};

/// Maximum number of findings to show: nobody reads more, and a page with many thousands would be slow.
const MOST: usize = 200;

/// Width of source lines, in characters.
const WIDTH: usize = 100;

/// The items of a list of findings.
pub(crate) fn list(found: &TemplateFindings, catalogue: &Catalogue) -> Html {
    let mut list = Html::new();
    for diagnostic in found.diagnostics.iter().take(MOST) {
        list.push(&item(diagnostic, catalogue));
    }
    let more = found.omitted + found.diagnostics.len().saturating_sub(MOST);
    if more > 0 {
        list.push(&html!("<li class=\"more\">and {} more</li>", more));
    }
    list
}

fn item(diagnostic: &Diagnostic, catalogue: &Catalogue) -> Html {
    let severity = diagnostic.severity.as_str();
    let code = Html::code(diagnostic.code);
    // A finding of the YAML parser has no page.
    let code = match rule(diagnostic.code).and_then(|rule| catalogue.rule_page(rule.id)) {
        Some(url) => Html::link(&url, code),
        None => code,
    };
    let mut item = html!(
        "<li class=\"finding {}\"><h2>{}</h2><p class=\"meta\"><span class=\"st {}\">{}</span> {}",
        severity,
        in_words(&diagnostic.message),
        severity,
        severity,
        code
    );
    if let Some(label) = diagnostic.labels.first() {
        item.push(&place(label));
    }
    item.push_literal("</p>");
    let lines = source_lines(diagnostic, RenderStyle { width: WIDTH, ..RenderStyle::default() });
    if !lines.is_empty() {
        item.push(&html!("<pre class=\"code\" tabindex=\"0\"><code>{}</code></pre>", lines));
    }
    for note in &diagnostic.notes {
        item.push(&html!("<p class=\"remark\"><b>Note:</b> {}</p>", in_words(note)));
    }
    if let Some(help) = &diagnostic.help {
        item.push(&html!("<p class=\"remark\"><b>Help:</b> {}</p>", in_words(help)));
    }
    if let (Some(fix), Some(label)) = (&diagnostic.fix, diagnostic.labels.first()) {
        item.push(&fix_button(fix, &label.source));
    }
    let error = catalogue.error_page(&diagnostic.message).filter(|_| diagnostic.severity == Severity::Error);
    if let Some(url) = error {
        item.push(&html!("<p class=\"remark\"><a href=\"{}\">What this error of Heat means</a></p>", url));
    }
    item.push_literal("</li>");
    item
}

/// A message, with the text between backticks as code.
fn in_words(message: &str) -> Html {
    let parts: Vec<&str> = message.split('`').collect();
    // Without its end, a backtick is part of a name.
    if parts.len().is_multiple_of(2) {
        return Html::text(message);
    }
    let mut words = Html::new();
    for (index, part) in parts.into_iter().enumerate() {
        if index % 2 == 0 { words.push_text(part) } else { words.push(&Html::code(part)) }
    }
    words
}

/// An offset in a text, in JavaScript's units, which are those of UTF-16.
fn offset(source: &Source, bytes: usize) -> usize {
    source.text().get(..bytes).unwrap_or_default().encode_utf16().count()
}

/// A button that leads to a position in one of the texts.
fn place(label: &Label) -> Html {
    let at = label.source.line_column(label.span.start);
    html!(
        " <button type=\"button\" class=\"place\" data-in=\"{}\" data-start=\"{}\" data-end=\"{}\" data-line=\"{}\">{}line {}, column {}</button>",
        label.source.name(),
        offset(&label.source, label.span.start),
        offset(&label.source, label.span.end),
        at.line,
        if label.source.name() == ENVIRONMENT { "environment, " } else { "" },
        at.line,
        at.column
    )
}

/// Maximum length of a text on the button of a fix, in characters.
const MOST_SHOWN: usize = 60;

/// A button that applies a fix to the text.
fn fix_button(fix: &Fix, source: &Source) -> Html {
    let Edit { span, text } = &fix.edit;
    let old = source.slice(*span);
    let is_shown = |text: &str| !text.contains('\n') && text.chars().count() <= MOST_SHOWN;
    let words = match (old, text.as_str()) {
        (_, new) if !is_shown(new) => Html::text("Apply the fix"),
        (old, "") if is_shown(old) => html!("Remove {}", Html::code(old.trim())),
        (_, "") => Html::text("Remove it"),
        ("", new) => html!("Insert {}", Html::code(new.trim())),
        (_, new) => html!("Write {}", Html::code(new)),
    };
    // A guess is one of several possible meanings.
    let certainty = match fix.applicability {
        Applicability::Safe => "",
        Applicability::Unsafe => " (a guess)",
    };
    html!(
        "<p class=\"remark\"><button type=\"button\" class=\"fix\" data-in=\"{}\" data-start=\"{}\" data-end=\"{}\" data-text=\"{}\">{}</button>{}</p>",
        source.name(),
        offset(source, span.start),
        offset(source, span.end),
        text,
        words,
        certainty
    )
}

/// The lines of the template with errors and, after a 0, those with warnings, of the findings that are shown.
pub(crate) fn lines(found: &[Diagnostic]) -> Vec<u32> {
    let found = found.get(..MOST).unwrap_or(found);
    let of = |is_error: bool| {
        let found = found.iter().filter(move |found| (found.severity == Severity::Error) == is_error);
        let places = found.filter_map(|found| found.labels.first());
        let places = places.filter(|label| label.source.name() == TEMPLATE);
        places.filter_map(|label| u32::try_from(label.source.line_column(label.span.start).line).ok())
    };
    of(true).chain([0]).chain(of(false)).collect()
}
