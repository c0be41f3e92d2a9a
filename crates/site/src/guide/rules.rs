//! The guide pages that list the rules of `check`, `validate` and `diff`, with a link to the page of each rule.

use std::fmt::Write as _;

use heat_report::{RuleDocs, RuleSet};

use super::page::{GuidePage, Readers};

/// The address of the list of a set of rules.
pub(crate) fn list_url(set: RuleSet) -> &'static str {
    match set {
        RuleSet::Schemas => "guide/lint-rules.html",
        RuleSet::Templates => "guide/template-rules.html",
        RuleSet::Changes => "guide/diff-rules.html",
    }
}

/// The noun for a rule of a set.
pub(crate) fn noun(set: RuleSet) -> &'static str {
    match set {
        RuleSet::Schemas => "lint rule",
        RuleSet::Templates => "template rule",
        RuleSet::Changes => "diff rule",
    }
}

/// The page that lists the rules of a set.
pub(crate) fn list_page(set: RuleSet) -> GuidePage {
    let (readers, title, keywords, description, text) = match set {
        RuleSet::Schemas => (
            Readers::SchemaAuthors,
            "Lint rules",
            "lint|check|warnings|errors",
            "The rules that heat-codegen check runs on schemas.",
            "The rules that `heat-codegen check` runs on schemas. `heat-codegen explain ID` prints a rule's page. To accept a finding, list it under [`accepted_findings`](/guide/writing-a-schema.html#accepted-findings) in the schema, with the reason.",
        ),
        RuleSet::Templates => (
            Readers::TemplateAuthors,
            "Template rules",
            "template rules|validate|warnings|errors",
            "The rules that heat-codegen validate checks templates against.",
            "What `heat-codegen validate` reports about templates. Errors are what Heat refuses, when it validates the template or when the stack is created; warnings are about what Heat accepts but was probably not intended. `heat-codegen explain ID` prints a rule's page. [Checking templates](/guide/checking-templates.html) says how to switch a warning off.",
        ),
        RuleSet::Changes => (
            Readers::SchemaAuthors,
            "Diff rules",
            "diff rules|breaking|behaviour change",
            "The changes that heat-codegen diff reports between two catalogues.",
            "The changes that `heat-codegen diff` reports between two catalogues. `heat-codegen explain ID` prints a rule's page; [Reviewing schema changes](/guide/reviewing-diffs.html) explains the severities and how to accept an intended change.\n\nMost changes have an opposite. Each rule names the rule that reports it, its mirror.",
        ),
    };
    GuidePage {
        readers,
        url: list_url(set).to_owned(),
        file: None,
        title: title.to_owned(),
        description: description.to_owned(),
        text: format!("# {title}\n\n{text}\n"),
        keywords: keywords.to_owned(),
        has_section_entries: false,
        rules: Some(set),
    }
}

/// The rules under one heading of a list.
pub(crate) struct RuleGroup<'r> {
    pub(crate) title: &'static str,
    pub(crate) rules: Vec<&'r RuleDocs>,
}

/// The rules of a set, grouped by subject, in the order of the list.
pub(crate) fn groups<'r>(rules: impl IntoIterator<Item = &'r RuleDocs>) -> Vec<RuleGroup<'r>> {
    let mut groups: Vec<RuleGroup<'_>> = Vec::new();
    for rule in rules {
        match groups.iter_mut().find(|group| group.title == rule.group) {
            Some(group) => group.rules.push(rule),
            None => groups.push(RuleGroup { title: rule.group, rules: vec![rule] }),
        }
    }
    groups
}

/// The severity of a rule in words.
pub(crate) fn severity_words(rule: &RuleDocs) -> String {
    let off = if rule.is_off_by_default { ", off by default" } else { "" };
    format!("{}{off}", rule.severity)
}

/// The list as Markdown: a table under each heading.
pub(crate) fn markdown_list<'r>(rules: impl IntoIterator<Item = &'r RuleDocs>) -> String {
    let mut text = String::new();
    for group in groups(rules) {
        let _ = writeln!(text, "\n## {}\n\n| Rule | Reports | Severity |\n|---|---|---|", group.title);
        for rule in group.rules {
            // A vertical bar would end the cell.
            let summary = rule.summary.replace('|', "\\|");
            let (id, url, severity) = (rule.id, rule.page_url(), severity_words(rule));
            let _ = writeln!(text, "| [`{id}`](/{url}) | {summary} | {severity} |");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_rule_is_in_one_group() {
        for set in RuleSet::ALL {
            let rules = heat_rules::rules(set);
            let ids: BTreeSet<&str> = rules.iter().map(|rule| rule.id).collect();
            let groups = groups(&rules);
            let listed: Vec<&str> =
                groups.iter().flat_map(|group| &group.rules).map(|rule| rule.id).collect();
            assert_eq!(listed.len(), ids.len(), "{set:?}");
            assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), ids);
            let titles: BTreeSet<&str> = groups.iter().map(|group| group.title).collect();
            assert!(titles.len() == groups.len() && !titles.contains(""), "{titles:?}");
        }
    }

    #[test]
    fn the_list_is_a_table_for_each_group() {
        let first_lines = |set| {
            markdown_list(&heat_rules::rules(set))
                .lines()
                .skip(1)
                .take(5)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            first_lines(RuleSet::Templates),
            [
                "## YAML",
                "",
                "| Rule | Reports | Severity |",
                "|---|---|---|",
                "| [`syntax`](/rules/template/syntax.html) | The text is not YAML | error |",
            ]
        );
        for set in RuleSet::ALL {
            let rules = heat_rules::rules(set);
            assert_eq!(markdown_list(&rules).matches("\n| [`").count(), rules.len(), "{set:?}");
        }
        let off = markdown_list(&heat_rules::rules(RuleSet::Templates));
        assert!(off.contains("| [`unused-parameter`](/rules/template/unused-parameter.html) | A parameter is not used | warning, off by default |\n"));
    }
}
