//! The page of a rule: what it reports and why, the report on its example, its settings, and related rules and errors.

use std::collections::BTreeMap;
use std::sync::Arc;

use heat_html::Html;
use heat_report::{RuleDocs, RuleSet};
use serde::Serialize;

use super::examples::EXAMPLE;
use super::facts::{Facts, opposite};
use super::related::Mentions;
use super::twin::twin;
use crate::contents::site::Site;
use crate::guide::rules::{groups, list_url, noun};
use crate::links::addresses::root_of;
use crate::links::targets::Links;
use crate::pages::errors::{ErrorLink, error_link};
use crate::pages::frame::kind::{PageJob, PageKind};
use crate::pages::frame::renderer::Page;
use crate::pages::frame::twin::TwinLinks;
use crate::text::{highlight, markdown};

/// The jobs that render the page of each rule in the sets whose lists the site has.
pub(crate) fn jobs<'a>(kind: &'static PageKind, site: &'a Site<'a>) -> Vec<PageJob<'a>> {
    let mut jobs = Vec::new();
    for set in RuleSet::ALL {
        let Some(list) = site.options.guide.list_of(set) else { continue };
        let groups = groups(site.options.rules_of(set)).into_iter();
        let rules: Vec<&RuleDocs> = groups.flat_map(|group| group.rules).collect();
        let rules = Arc::new((Mentions::new(&rules), rules));
        jobs.extend((0..rules.1.len()).map(|index| {
            let rules = Arc::clone(&rules);
            PageJob::new(rules.1[index].page_url(), move |renderer, path| {
                let (mentions, rules) = &*rules;
                let facts = Facts::new(site, rules, mentions, index);
                let summary = markdown::plain(facts.rule.summary);
                let (title, description) =
                    (format!("{}: {summary}", facts.rule.id), description(facts.rule, &summary));
                let page = Page {
                    nav_group: Some(list.readers.nav_group()),
                    ..kind.page(path, &title, &description)
                };
                let content = BTreeMap::from([("rule", text(site, &facts, &list.title, path))]);
                let text = twin(&facts, &TwinLinks::new(renderer.context, path));
                renderer.page_with_text(page, content, text)
            })
        }));
    }
    jobs
}

fn description(rule: &RuleDocs, summary: &str) -> String {
    format!(
        "{summary}. What the {} {} reports and why, an example, and what to write instead.",
        noun(rule.set),
        rule.id
    )
}

#[derive(Debug, Serialize)]
struct RuleText {
    id: &'static str,
    summary_html: Html,
    list: String,
    list_url: &'static str,
    /// The subject of the rule, and its heading in the list.
    group: &'static str,
    group_id: String,
    severity: &'static str,
    is_off: bool,
    command: &'static str,
    /// The rule with the same id in another set.
    also: Option<OtherSet>,
    sections: Vec<Section>,
    advice_title: &'static str,
    advice_id: String,
    advice_html: Html,
    errors: Vec<ErrorLink>,
    related: Vec<RuleLine>,
    previous: Option<Neighbour>,
    next: Option<Neighbour>,
}

/// The rule with the same id in another set.
#[derive(Debug, Serialize)]
struct OtherSet {
    url: String,
    subject: &'static str,
}

/// The previous or the next rule in the list.
#[derive(Debug, Serialize)]
struct Neighbour {
    id: &'static str,
    url: String,
}

/// A link to a rule.
#[derive(Debug, Serialize)]
struct RuleLine {
    id: &'static str,
    url: String,
    summary_html: Html,
}

#[derive(Debug, Serialize)]
struct Section {
    id: String,
    title: String,
    parts: Vec<Part>,
}

/// A text, and the code or the report after it.
#[derive(Debug, Serialize)]
struct Part {
    text_html: Html,
    code: Option<Code>,
}

#[derive(Debug, Serialize)]
struct Code {
    label: String,
    text_html: Html,
    /// `true` if the code is the output of a command, which readers do not copy.
    is_report: bool,
}

/// The context of a rule's page.
fn text(site: &Site<'_>, facts: &Facts<'_>, list: &str, path: &str) -> RuleText {
    let root = root_of(path);
    let links = Links { root: &root, types: Some(&site.type_names), ..Links::default() };
    let Facts { rule, advice, .. } = facts;
    let line = |rule: &RuleDocs| RuleLine {
        id: rule.id,
        url: rule.page_url(),
        summary_html: markdown::inline(rule.summary, &links),
    };
    let neighbour = |rule: &RuleDocs| Neighbour { id: rule.id, url: rule.page_url() };
    let mut sections = sections(facts, &links);
    if let Some(text) = opposite(rule) {
        sections.push(Section::of_text("Opposite change", &text, &links));
    }
    let elsewhere = |set: &RuleSet| *set != rule.set && site.options.guide.list_of(*set).is_some();
    let also = RuleSet::ALL.into_iter().filter(elsewhere).find_map(|set| site.options.rule(set, rule.id));
    let group = rule.group;
    RuleText {
        id: rule.id,
        summary_html: markdown::inline(&format!("{}.", rule.summary), &links),
        list: list.to_owned(),
        list_url: list_url(rule.set),
        group,
        group_id: markdown::slug(group),
        severity: rule.severity,
        is_off: rule.is_off_by_default,
        command: rule.set.command(),
        also: also.map(|rule| OtherSet { url: rule.page_url(), subject: rule.set.subject() }),
        sections,
        advice_title: advice.title,
        advice_id: markdown::slug(advice.title),
        advice_html: markdown::block(&advice.text, &links),
        errors: facts.errors.iter().map(|page| error_link(page)).collect(),
        related: facts.related.iter().map(|rule| line(rule)).collect(),
        previous: facts.previous.map(neighbour),
        next: facts.next.map(neighbour),
    }
}

/// The sections of the docs, with the reports on the example.
fn sections(facts: &Facts<'_>, links: &Links<'_>) -> Vec<Section> {
    let parts = facts.text.split("\n## ").filter(|part| !part.trim().is_empty());
    let section = |part: &str| {
        let (title, text) = part.split_once('\n').unwrap_or((part, ""));
        let mut section = Section::new(title, code_parts(text, facts.rule.set, links));
        if title == EXAMPLE {
            section.add_reports(facts);
        }
        section
    };
    parts.map(section).collect()
}

impl Section {
    fn of_text(title: &str, text: &str, links: &Links<'_>) -> Self {
        Self::new(title, vec![Part { text_html: markdown::block(text, links), code: None }])
    }

    fn new(title: &str, parts: Vec<Part>) -> Self {
        Self { id: markdown::slug(title), title: title.to_owned(), parts }
    }

    /// Inserts each report after its subject: a schema, or all files of the example.
    fn add_reports(&mut self, facts: &Facts<'_>) {
        let report = |report: &&str| Part {
            text_html: Html::new(),
            code: Some(Code {
                label: format!("heat-codegen {} reports", facts.rule.set.command()),
                text_html: Html::text(report.trim_end()),
                is_report: true,
            }),
        };
        let is_for_each = facts.reports.len() == self.parts.iter().filter(|part| part.code.is_some()).count();
        if !is_for_each {
            self.parts.extend(facts.reports.iter().map(report));
            return;
        }
        let mut reports = facts.reports.iter().map(report);
        let parts = std::mem::take(&mut self.parts);
        for part in parts {
            let report = part.code.as_ref().and_then(|_| reports.next());
            self.parts.push(part);
            self.parts.extend(report);
        }
    }
}

/// Splits a text into parts: each is prose, and the code block after it. The last line of the prose may be the block's name.
fn code_parts(text: &str, set: RuleSet, links: &Links<'_>) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut pieces = text.split("```");
    while let Some(prose) = pieces.next() {
        let code = pieces.next().map(|code| code.split_once('\n').unwrap_or(("", code)));
        let (prose, name) = match code.and_then(|_| named(prose)) {
            Some((prose, name)) => (prose, Some(name)),
            None => (prose, None),
        };
        let code = code.map(|(language, code)| Code {
            label: name
                .unwrap_or(match set {
                    RuleSet::Templates => "Template",
                    RuleSet::Schemas | RuleSet::Changes => "Schema",
                })
                .to_owned(),
            text_html: highlight::file(language, code, links),
            is_report: false,
        });
        if code.is_some() || !prose.trim().is_empty() {
            parts.push(Part { text_html: markdown::block(prose, links), code });
        }
    }
    parts
}

/// The name of the code block after a text, which is on its own line, such as `Before:`, and the text before it.
fn named(prose: &str) -> Option<(&str, &str)> {
    let prose = prose.trim_end();
    let (before, last) = prose.rsplit_once('\n').unwrap_or(("", prose));
    let name = last.strip_suffix(':')?;
    let file = name.strip_prefix('`').and_then(|name| name.strip_suffix('`'));
    file.or_else(|| ["Before", "After"].contains(&name).then_some(name)).map(|name| (before, name))
}
