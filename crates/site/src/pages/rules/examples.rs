//! The reports for the examples in the docs of rules, as the commands print them.
//!
//! They are the same on every site, so a build does not run the examples: a test runs them, and records the reports in a
//! snapshot, which is included here.

use std::collections::HashMap;
use std::sync::LazyLock;

use heat_report::{RuleDocs, RuleSet};

/// The section of a rule's docs with an example that the rule reports.
pub(super) const EXAMPLE: &str = "Example";

/// The recorded result of a rule's example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ExampleReports {
    /// The example names a type that is HIDDEN in Heat, so pages do not show it.
    NamesHiddenType,
    /// The reports, one per run of the command; empty if the example cannot be shown as text.
    Shown(Vec<&'static str>),
}

/// The snapshot that the test writes; its header ends with the second `---`.
const RECORDED: &str = include_str!("snapshots/heat_site__pages__rules__examples__tests__reports.snap");

/// The line before the result of each example, followed by a command and the id of one of its rules.
const RULE: &str = "=== ";

/// The line in place of the reports of an example that names a hidden type.
const HIDDEN: &str = "(names a HIDDEN type)";

/// The line between the reports of an example.
const NEXT: &str = "\n~~~\n";

static EXAMPLES: LazyLock<HashMap<&str, ExampleReports>> = LazyLock::new(|| read(RECORDED));

/// The reports on a rule's example.
pub(super) fn reports(rule: &RuleDocs) -> ExampleReports {
    EXAMPLES.get(&*key(rule.set, rule.id)).cloned().unwrap_or(ExampleReports::Shown(Vec::new()))
}

fn key(set: RuleSet, id: &str) -> String {
    format!("{} {id}", set.command())
}

fn read(snapshot: &'static str) -> HashMap<&'static str, ExampleReports> {
    let recorded = snapshot.splitn(3, "---\n").nth(2).unwrap_or_default();
    let entries = recorded.strip_prefix(RULE).unwrap_or_default().split("\n=== ");
    let entry = |entry: &'static str| {
        let (key, text) = entry.split_once('\n').unwrap_or((entry, ""));
        let text = text.trim_end_matches('\n');
        let reports = match text {
            HIDDEN => ExampleReports::NamesHiddenType,
            "" => ExampleReports::Shown(Vec::new()),
            _ => ExampleReports::Shown(text.split(NEXT).collect()),
        };
        (key, reports)
    };
    entries.map(entry).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::LazyLock;

    use heat_catalogue::{Catalogue, SchemaFiles};
    use heat_model::ResourceType;
    use heat_report::finding::Finding;
    use heat_report::{RuleDocs, RuleSet, text as report_text};
    use heat_template_check::Rule;
    use heat_yaml::Diagnostic;
    use heat_yaml::render::{RenderStyle, text};

    use super::{EXAMPLE, ExampleReports, HIDDEN, NEXT, RULE, key};

    /// The width of reports, in characters.
    const WIDTH: usize = 100;

    /// The rules whose examples are not run: they produce the maximum output, which takes longer than all other examples.
    const SLOW: [&str; 2] = ["alias-expansion", "result-too-large"];

    /// The catalogue for the examples of template rules: the types of Heat, whatever types the site contains.
    static HEAT: LazyLock<Catalogue> = LazyLock::new(|| SchemaFiles::built_in().into_catalogue());

    /// Returns whether a text names a type that is HIDDEN in Heat, and that pages must not name.
    fn names_hidden_type(text: &str) -> bool {
        let words = text.split(|char: char| !char.is_alphanumeric() && char != ':');
        let mut names = words.map(|word| word.trim_matches(':')).filter(|word| word.contains("::"));
        names.any(|name| HEAT.types.get(name).is_some_and(ResourceType::is_hidden))
    }

    /// The reports on a rule's example, one per run of its command; empty if the example cannot be shown as text.
    fn reports(rule: &RuleDocs) -> Vec<String> {
        if SLOW.contains(&rule.id) {
            return Vec::new();
        }
        let reports = match rule.set {
            RuleSet::Schemas => schemas(rule.id),
            RuleSet::Templates => vec![template(rule.id)],
            RuleSet::Changes => vec![change(rule.id)],
        };
        if reports.iter().all(String::is_empty) { Vec::new() } else { reports }
    }

    /// Runs the example of a schema rule: each schema is checked separately.
    fn schemas(id: &str) -> Vec<String> {
        let texts = heat_lint::rule(id).map(|rule| rule.texts(EXAMPLE)).unwrap_or_default();
        texts.into_iter().map(|text| drawn(&heat_lint::check_example(text))).collect()
    }

    /// Runs the example of a template rule: its files are a template and the files that belong to it. Of the rules that are off by
    /// default, those named by the docs are enabled.
    fn template(id: &str) -> String {
        let Some(rule) = heat_template_check::rule(id) else { return String::new() };
        let is_named = |other: &&&Rule| other.id == id || rule.docs.contains(other.id);
        let enabled = heat_template_check::RULES.iter().filter(is_named).copied().collect();
        let mut found = rule.check_example(EXAMPLE, &*HEAT, &enabled);
        // Examples are parts of templates, and most of those about other sections have no resources.
        found.retain(|found| found.code == id || found.code != "no-resources");
        drawn(&found)
    }

    fn drawn(found: &[Diagnostic]) -> String {
        text(found, RenderStyle { width: WIDTH, ..RenderStyle::default() })
    }

    /// Runs the example of a change rule: the report on the differences between its two sides.
    fn change(id: &str) -> String {
        let findings = heat_diff::rule(id).map(heat_diff::Rule::example_findings).unwrap_or_default();
        let of_rule: Vec<(&heat_diff::Finding, String)> =
            findings.iter().filter(|found| found.rule.id == id).map(|found| (found, path(found))).collect();
        let of_rule: Vec<Finding<'_>> = of_rule.iter().map(|(found, path)| finding(found, path)).collect();
        let mut out = Vec::new();
        // Writing to a vector cannot fail.
        let _ = report_text::write(&of_rule, false, &mut out);
        String::from_utf8_lossy(&out).trim_end().to_owned()
    }

    /// The path of the changed item in its type.
    fn path(found: &heat_diff::Finding) -> String {
        found.after.as_ref().or(found.before.as_ref()).map(ToString::to_string).unwrap_or_default()
    }

    /// Converts a finding for the report, without the lines of the example, which are shown above it.
    fn finding<'a>(found: &'a heat_diff::Finding, path: &'a str) -> Finding<'a> {
        let severity = found.severity;
        Finding {
            fails: true,
            subject: Some(&found.resource_type),
            path,
            notes: &found.notes,
            ..Finding::new(found.rule.id, severity.as_str(), severity.into(), found.message.as_str())
        }
    }

    /// The recorded result of an example.
    fn shown(rule: &RuleDocs) -> String {
        let text = if names_hidden_type(&rule.page) {
            HIDDEN.to_owned()
        } else {
            let reports = reports(rule);
            reports.iter().map(|report| report.trim_end()).collect::<Vec<_>>().join(NEXT)
        };
        format!("{RULE}{}\n{text}", key(rule.set, rule.id))
    }

    #[test]
    fn the_reports_are_recorded() {
        let rules = heat_rules::all();
        let recorded = rules.iter().map(shown).collect::<Vec<_>>().join("\n\n");
        insta::assert_snapshot!("reports", recorded);
        // Reading the snapshot returns the recorded results.
        for rule in &rules {
            let read = match super::reports(rule) {
                ExampleReports::NamesHiddenType => HIDDEN.to_owned(),
                ExampleReports::Shown(reports) => reports.join(NEXT),
            };
            assert_eq!(format!("{RULE}{}\n{read}", key(rule.set, rule.id)), shown(rule));
        }
    }

    #[test]
    fn hidden_types_are_found_as_whole_names() {
        let check = |text: &str, expect: bool| assert_eq!(names_hidden_type(text), expect, "{text}");
        check("resources:\n  ip:\n    type: OS::Nova::FloatingIP\n", true);
        check("a `OS::Nova::FloatingIP`: it is gone", true);
        check("type: OS::Nova::FloatingIPs", false);
        check("type: My::OS::Nova::FloatingIP", false);
        check("type: OS::Nova::Server", false);
        check("no types", false);
    }

    /// Rules without an example that can be shown as text, or whose problem only an update reveals; and those that are not run.
    const SILENT: [&str; 12] = [
        "alias-expansion",
        "control-character",
        "duplicate-type",
        "immutable-parameter",
        "invalid-utf8",
        "lone-surrogate",
        "nested-too-deep",
        "result-too-large",
        "too-large",
        "too-many-resources",
        "unreadable-file",
        "wrong-shape",
    ];

    #[test]
    fn every_example_is_reported_by_its_rule() {
        let mut silent: BTreeMap<&str, RuleSet> = BTreeMap::new();
        for rule in heat_rules::all() {
            let reports = reports(&rule);
            if reports.is_empty() {
                silent.insert(rule.id, rule.set);
            }
            let head = format!("{}[{}]: ", rule.severity, rule.id);
            for report in &reports {
                assert!(report.contains(&head), "{head}\n{report}");
            }
        }
        assert_eq!(silent.into_keys().collect::<Vec<_>>(), SILENT);
    }
}
