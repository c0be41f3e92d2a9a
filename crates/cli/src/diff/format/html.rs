//! Changes as one self-contained HTML file, to keep with a release or to open from a job's artifacts.

use std::collections::HashSet;
use std::io::{self, Write};

use heat_diff::{Finding, Severity};
use heat_html::{Html, html};
use heat_report::finding::{Line, Mark, Section};
use heat_site::highlight;
use heat_yaml::{Diagnostic, one_line, printable};

use super::markdown::meaning;
use crate::diff::report::{AcceptedFinding, Entry, Report, unread_place};
use crate::diff::side::SideName;
use crate::template_usage::Usage;

/// The style of the report.
const CSS: &str = include_str!("report.css");

/// The content security policy: nothing is fetched and no script runs, regardless of the contents of the report.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// Writes a report as a page.
///
/// # Errors
/// If the output is closed or full.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(page(report).as_str().as_bytes())
}

fn page(report: &Report) -> Html {
    let mut page = html!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>Schema changes: {} → {}</title>\n<style>\n",
        POLICY,
        one_line(&report.before.name),
        one_line(&report.after.name)
    );
    page.push_literal(CSS);
    page.push_literal("</style>\n</head>\n<body>\n");
    page.push(&head(report));
    page.push_literal("<main>\n");
    page.push(&unreadable(report));
    let mut ids = HashSet::new();
    for severity in Severity::ALL {
        let entries: Vec<&Entry> = report.listed().filter(|entry| entry.severity == severity).collect();
        if !entries.is_empty() {
            page.push(&section_of(severity, &entries, &mut ids));
        }
    }
    page.push(&uses(report));
    page.push(&allowed(report));
    page.push_literal(
        "</main>\n<footer>Written by <code>heat-codegen diff</code>.</footer>\n</body>\n</html>\n",
    );
    page
}

fn head(report: &Report) -> Html {
    let class = if report.fails() { "verdict fails" } else { "verdict" };
    let verdict = html!("<p class=\"{}\">{}</p>", class, sentence(&report.verdict()));
    let counts: Vec<Html> = report
        .counts()
        .into_iter()
        .map(|(severity, count)| {
            let word = severity.as_str();
            let inner = html!("<b>{}</b> <span>{}</span>", count, word);
            // Findings that are only counted have no section to link to.
            let is_listed = report.lists_docs || severity != Severity::Docs;
            if is_listed {
                html!("<li class=\"{}\"><a href=\"#{}\">{}</a></li>\n", word, word, inner)
            } else {
                html!("<li class=\"{}\"><div>{}</div></li>\n", word, inner)
            }
        })
        .collect();
    let mut head = html!(
        "<header>\n<h1>Schema changes</h1>\n<dl class=\"sides\"><div><dt>From</dt><dd>{}</dd></div>\
         <div><dt>To</dt><dd>{}</dd></div></dl>\n{}\n",
        side(&report.before),
        side(&report.after),
        verdict
    );
    if !counts.is_empty() {
        head.push(&html!(
            "<nav aria-label=\"Severities\"><ul class=\"counts\">\n{}</ul></nav>\n",
            Html::join(counts, "")
        ));
    }
    if report.unlisted() > 0 {
        head.push_literal(
            "<p class=\"dim\">Changes of descriptions and examples are counted but not listed.</p>\n",
        );
    }
    head.push_literal("</header>\n");
    head
}

fn side(side: &SideName) -> Html {
    Html::code(&one_line(&side.to_string()))
}

fn section_of(severity: Severity, entries: &[&Entry], ids: &mut HashSet<String>) -> Html {
    let word = severity.as_str();
    let articles = entries.iter().map(|entry| article(entry, ids)).collect::<Vec<_>>();
    html!(
        "<section class=\"{}\" id=\"{}\" aria-labelledby=\"h-{}\">\n<h2 id=\"h-{}\">{} <small>{}</small></h2>\n\
         <p class=\"dim\">{}</p>\n{}</section>\n",
        word,
        word,
        word,
        word,
        capitalized(word),
        entries.len(),
        sentence(meaning(severity)),
        Html::join(articles, "")
    )
}

fn article(entry: &Entry, ids: &mut HashSet<String>) -> Html {
    let mut article = if ids.insert(entry.fingerprint.clone()) {
        html!("<article id=\"f-{}\">\n", entry.fingerprint)
    } else {
        Html::literal("<article>\n")
    };
    article.push(&html!(
        "<h3>{}</h3>\n<p class=\"where\"><span class=\"tag\">{}</span> {}",
        prose(&capitalized(&entry.message)),
        entry.rule.id,
        subject(entry)
    ));
    if let Some((path, line)) = entry.place().and_then(|place| Some((&place.path, place.region?.line))) {
        article.push(&html!(" <span class=\"dim\">{}:{}</span>", one_line(path), line));
    }
    article.push_literal("</p>\n");
    if !entry.lines.is_empty() {
        let lines: Vec<Html> = entry.lines.iter().map(diff_line).collect();
        article.push(&html!(
            "<pre class=\"diff\" tabindex=\"0\" aria-label=\"Changed lines\">{}</pre>\n",
            Html::join(lines, "")
        ));
    }
    if !entry.notes.is_empty() {
        let notes = entry.notes.iter().map(|note| html!("<li>{}</li>\n", prose(note)));
        article.push(&html!("<ul class=\"notes\">\n{}</ul>\n", Html::join(notes, "")));
    }
    for section in &entry.sections {
        article.push(&details(section));
    }
    article.push_literal("</article>\n");
    article
}

/// The type and the path in it, with line breaks allowed between their parts.
fn subject(entry: &Entry) -> Html {
    html!("<code>{}</code>", Html::name(&one_line(&entry.subject())))
}

/// A line with its number and its sign, which is not only expressed by colour.
fn diff_line(line: &Line) -> Html {
    let number = line.number.map(|number| number.to_string()).unwrap_or_default();
    let class = match line.mark {
        Mark::Removed => "del",
        Mark::Added => "ins",
        Mark::Context | Mark::LeftOut => "ctx",
    };
    html!(
        "<span class=\"line {}\"><span class=\"no\">{}</span><span class=\"sign\">{}</span>{}</span>",
        class,
        number,
        line.mark.character().to_string(),
        one_line(&line.text)
    )
}

fn details(section: &Section) -> Html {
    let text = printable(section.text.trim_end());
    let body = if section.language == Some("yaml") { highlight::yaml(&text) } else { Html::text(&text) };
    html!(
        "<details><summary>{}</summary><pre class=\"code\" tabindex=\"0\">{}</pre></details>\n",
        prose(&section.title),
        body
    )
}

/// A file that could not be read.
fn unreadable_line(diagnostic: &Diagnostic) -> Html {
    html!(
        "<li class=\"breaking\"><span class=\"tag\">unreadable</span> {}: {}</li>\n",
        Html::code(&one_line(&unread_place(diagnostic))),
        prose(&diagnostic.message)
    )
}

/// The files of the sides that could not be read.
fn unreadable(report: &Report) -> Html {
    if report.unreadable.is_empty() {
        return Html::new();
    }
    html!(
        "<section id=\"unreadable\" aria-labelledby=\"h-unreadable\">\n<h2 id=\"h-unreadable\">Could not be read <small>{}</small></h2>\n\
         <ul class=\"uses\">\n{}</ul>\n</section>\n",
        report.unreadable.len(),
        Html::join(report.unreadable.iter().map(unreadable_line), "")
    )
}

fn uses(report: &Report) -> Html {
    let Some(templates) = &report.templates else { return Html::new() };
    let line = |usage: &Usage, finding: &Finding| {
        let why = usage.impact.words().map(|words| html!(" <span class=\"dim\">({})</span>", prose(&words)));
        html!(
            "<li class=\"{}\"><span class=\"tag\">{}</span> {}: {}: {}{}</li>\n",
            usage.severity.as_str(),
            usage.severity.as_str(),
            Html::code(&one_line(&format!("{}:{}", usage.file, usage.line))),
            prose(&usage.words()),
            prose(&finding.message),
            why.unwrap_or_default()
        )
    };
    let lines =
        templates.usages.iter().filter_map(|usage| Some(line(usage, templates.findings.get(usage.finding)?)));
    let lines = lines.chain(templates.unreadable.iter().map(unreadable_line));
    html!(
        "<section id=\"templates\" aria-labelledby=\"h-templates\">\n<h2 id=\"h-templates\">Templates</h2>\n\
         <p class=\"dim\">{}</p>\n<ul class=\"uses\">\n{}</ul>\n</section>\n",
        sentence(&one_line(&templates.summary())),
        Html::join(lines, "")
    )
}

fn allowed(report: &Report) -> Html {
    if report.allowed.is_empty() {
        return Html::new();
    }
    let line = |allowed: &AcceptedFinding| {
        html!(
            "<li>{} – {}: {} <span class=\"dim\">(until {})</span></li>\n",
            subject(&allowed.entry),
            prose(&allowed.entry.message),
            prose(&allowed.reason),
            one_line(&allowed.expires)
        )
    };
    html!(
        "<section id=\"allowed\" aria-labelledby=\"h-allowed\">\n<h2 id=\"h-allowed\">Accepted <small>{}</small></h2>\n\
         <p class=\"dim\">Accepted in {}.</p>\n<ul class=\"uses\">\n{}</ul>\n</section>\n",
        report.allowed.len(),
        Html::code(&one_line(report.allowances.as_deref().unwrap_or_default())),
        Html::join(report.allowed.iter().map(line), "")
    )
}

/// A message: text between backticks is code.
fn prose(text: &str) -> Html {
    let text = one_line(text);
    let parts: Vec<&str> = text.split('`').collect();
    // With an odd number of backticks, the pairs are ambiguous.
    if parts.len().is_multiple_of(2) {
        return Html::text(&text);
    }
    let parts = parts.iter().enumerate();
    Html::join(
        parts.map(|(index, part)| if index % 2 == 0 { Html::text(part) } else { Html::code(part) }),
        "",
    )
}

fn sentence(text: &str) -> String {
    format!("{}.", capitalized(text))
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}
