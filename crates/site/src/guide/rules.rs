//! The guide pages of the rules, generated from the rules' docs: the rules of `check`, those of `validate`, and those of `diff`.

use std::fmt::Write as _;

use heat_diff::Mirror;
use heat_report::{RuleDocs, RuleSet};

use super::page::{GuidePage, Readers};

/// The address of the page of the rules for templates.
pub(crate) const TEMPLATE_RULES: &str = "guide/template-rules.html";

/// The addresses of the other two.
const LINT_RULES: &str = "guide/lint-rules.html";
const DIFF_RULES: &str = "guide/diff-rules.html";

/// The page of the lint rules.
pub(crate) fn lint_rules_page() -> GuidePage {
    let mut text = String::from(
        "# Lint rules\n\nThe rules that `heat-codegen check` runs on schemas. `heat-codegen explain ID` prints a rule's page. To accept a finding, list it under `accepted_findings` in the schema, with the reason.\n\n",
    );
    let rules = RuleSet::Schemas.rules();
    push_table(&mut text, &rules);
    push_rules(&mut text, &rules);
    GuidePage {
        readers: Readers::SchemaAuthors,
        url: LINT_RULES.to_owned(),
        file: None,
        title: "Lint rules".to_owned(),
        description: "The rules that heat-codegen check runs on schemas.".to_owned(),
        text,
        keywords: "lint|check|warnings|errors".to_owned(),
        has_section_entries: true,
    }
}

/// The page of the rules for templates.
pub(crate) fn template_rules_page() -> GuidePage {
    let mut text = String::from(
        "# Template rules\n\nWhat `heat-codegen validate` reports about templates. Errors are what Heat refuses, when it validates the template or when the stack is created; warnings are about what Heat accepts but was probably not intended. `heat-codegen explain ID` prints a rule's page. [Checking templates](/guide/checking-templates.html) says how to switch a warning off.\n\n",
    );
    let rules = RuleSet::Templates.rules();
    push_table(&mut text, &rules);
    push_rules(&mut text, &rules);
    GuidePage {
        readers: Readers::TemplateAuthors,
        url: TEMPLATE_RULES.to_owned(),
        file: None,
        title: "Template rules".to_owned(),
        description: "The rules that heat-codegen validate checks templates against.".to_owned(),
        text,
        keywords: "template rules|validate|warnings|errors".to_owned(),
        // A hundred rules would take the room of all other guides, and their names the place of what readers look for.
        has_section_entries: false,
    }
}

/// The page of the rules of `diff`.
pub(crate) fn diff_rules_page() -> GuidePage {
    let mut text = String::from(
        "# Diff rules\n\nThe changes that `heat-codegen diff` reports between two catalogues. `heat-codegen explain ID` prints a rule's page; [Reviewing schema changes](/guide/reviewing-diffs.html) explains the severities and how to accept an intended change.\n\n\
         Most changes have an opposite. Each rule names the rule that reports it, its mirror.\n\n",
    );
    let rules = RuleSet::Changes.rules();
    push_table(&mut text, &rules);
    push_rules(&mut text, &rules);
    GuidePage {
        readers: Readers::SchemaAuthors,
        url: DIFF_RULES.to_owned(),
        file: None,
        title: "Diff rules".to_owned(),
        description: "The changes that heat-codegen diff reports between two catalogues.".to_owned(),
        text,
        keywords: "diff rules|breaking|behaviour change".to_owned(),
        has_section_entries: true,
    }
}

/// The rules about hidden types, and the heading of an example.
const OF_HIDDEN_TYPES: [&str; 2] = ["hidden-type", "placeholder-type"];
const EXAMPLE: &str = "## Example";

/// Whether a page of the guide lists rules, and has a filter for them.
pub(crate) fn lists_rules(url: &str) -> bool {
    [LINT_RULES, TEMPLATE_RULES, DIFF_RULES].contains(&url)
}

/// Adds the table of the rules: each with its summary, its family if it has one, and its severity.
fn push_table(text: &mut String, rules: &[RuleDocs]) {
    let has_families = rules.iter().any(|rule| rule.family.is_some());
    let (head, line) = if has_families { (" About |", "---|") } else { ("", "") };
    let _ = writeln!(text, "| Rule | Reports |{head} Severity |\n|---|---|{line}---|");
    for rule in rules {
        let family =
            rule.family.filter(|_| has_families).map_or_else(String::new, |family| format!(" {family} |"));
        let off = if rule.is_off_by_default { ", off by default" } else { "" };
        // A bar would end the cell.
        let summary = rule.summary.replace('|', "\\|");
        let _ = writeln!(text, "| [`{0}`](#{0}) | {summary} |{family} {1}{off} |", rule.id, rule.severity);
    }
    text.push('\n');
}

/// Adds a section for each rule.
fn push_rules(text: &mut String, rules: &[RuleDocs]) {
    for rule in rules {
        let RuleDocs { id, severity, summary, .. } = rule;
        let family = rule.family.map_or_else(String::new, |family| format!("{family}. "));
        let off = if rule.is_off_by_default { ", off by default" } else { "" };
        let _ = writeln!(text, "## {id}\n\n{family}{summary}. Severity: {severity}{off}.\n");
        // The examples of these rules name a hidden type, and pages name none.
        let page = if OF_HIDDEN_TYPES.contains(id) {
            rule.page.split(EXAMPLE).next().unwrap_or_default()
        } else {
            &rule.page
        };
        push_docs(text, page);
        let _ = match rule.mirror {
            None => Ok(()),
            Some(Mirror::Rule(mirror)) if mirror == *id => {
                writeln!(text, "**Opposite change**\nThis rule also reports the opposite change.\n")
            }
            Some(Mirror::Rule(mirror)) => {
                writeln!(
                    text,
                    "**Opposite change**\n[`{mirror}`](/guide/diff-rules.html#{mirror}) reports the opposite change.\n"
                )
            }
            Some(Mirror::None(reason)) => writeln!(text, "**Opposite change**\n{reason}\n"),
        };
    }
}

/// Adds a rule's docs, with the headings one level deeper.
fn push_docs(text: &mut String, docs: &str) {
    for line in docs.trim().lines() {
        let _ = match line.strip_prefix("## ") {
            Some(title) => writeln!(text, "**{title}**"),
            None => writeln!(text, "{line}"),
        };
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::links::targets::Links;
    use crate::text::markdown;

    #[test]
    fn every_rule_has_an_anchor() {
        let check = |page: &GuidePage, ids: Vec<&str>| {
            let document = markdown::document(&page.text, &Links::none());
            let anchors: Vec<_> = document.headings.iter().map(|heading| heading.id.as_str()).collect();
            assert_eq!(anchors, ids);
        };
        check(&lint_rules_page(), heat_lint::RULES.iter().map(|rule| rule.id).collect());
        check(&template_rules_page(), heat_template_check::RULES.iter().map(|rule| rule.id).collect());
        check(&diff_rules_page(), heat_diff::RULES.iter().map(|rule| rule.id).collect());
    }

    #[test]
    fn every_page_of_rules_begins_with_their_table() {
        let first_rows = |page: &GuidePage| {
            let rows = page.text.lines().filter(|line| line.starts_with('|')).take(3);
            rows.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(
            first_rows(&template_rules_page()),
            [
                "| Rule | Reports | About | Severity |",
                "|---|---|---|---|",
                &format!(
                    "| [`syntax`](#syntax) | {} | YAML | error |",
                    heat_template_check::RULES[0].summary
                ),
            ]
        );
        assert_eq!(first_rows(&lint_rules_page())[0], "| Rule | Reports | Severity |");
        for (page, count) in [
            (lint_rules_page(), heat_lint::RULES.len()),
            (template_rules_page(), heat_template_check::RULES.len()),
            (diff_rules_page(), heat_diff::RULES.len()),
        ] {
            assert!(lists_rules(&page.url), "{}", page.url);
            assert_eq!(page.text.matches("\n| [`").count(), count, "{}", page.url);
        }
    }

    #[test]
    fn every_rule_of_diff_names_its_mirror() {
        let text = diff_rules_page().text;
        assert_eq!(text.matches("**Opposite change**\n").count(), heat_diff::RULES.len());
        assert!(text.contains(
            "**Opposite change**\n[`property-update-allowed-added`](/guide/diff-rules.html#property-update-allowed-added) \
             reports the opposite change.\n\n## property-update-allowed-added\n"
        ));
    }
}
