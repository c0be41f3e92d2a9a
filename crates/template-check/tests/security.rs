//! Compares the rules about security with the checks of Checkov, Trivy and KICS, which read the same facts as Terraform, and checks
//! each rule with templates of its own.

#![expect(clippy::unwrap_used, reason = "a test says what must hold by panicking")]

mod catalogue;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use heat_hot::environment::files::{FileError, FileSource};
use heat_template_check::{EnabledRules, Family, RULES, TemplateCheck};
use heat_yaml::Source;
use indexmap::IndexMap;

use crate::catalogue::{Catalogue, catalogue};

/// Rules that report what a check of another tool reports.
const CHECKS: [(&str, &[&str]); 11] = [
    ("CKV_OPENSTACK_1", &["security-secret-in-text", "security-secret-in-map"]),
    ("CKV_OPENSTACK_2", &["security-open-admin-port", "security-open-all-ports"]),
    ("CKV_OPENSTACK_3", &["security-open-admin-port", "security-open-all-ports"]),
    ("CKV_OPENSTACK_4", &["security-literal-secret", "secret-with-default"]),
    ("CKV_OPENSTACK_5", &["security-firewall-any-destination"]),
    (
        "KICS-a88baa34",
        &[
            "security-secret-in-text",
            "security-secret-in-map",
            "security-literal-secret",
            "security-credentials-in-url",
            "security-private-key-in-text",
        ],
    ),
    ("OPNSTK-0001", &["security-literal-secret", "secret-with-default"]),
    ("OPNSTK-0002", &["security-firewall-any-source", "security-firewall-any-destination"]),
    (
        "OPNSTK-0003",
        &[
            "security-open-port",
            "security-open-admin-port",
            "security-open-database-port",
            "security-open-all-ports",
        ],
    ),
    ("OPNSTK-0004", &["security-open-egress"]),
    ("OPNSTK-0005", &["security-undescribed-group"]),
];

/// Rules that complain about what the templates leave out.
const INCOMPLETE: [&str; 4] =
    ["unused-config", "security-undescribed-group", "security-default-egress", "security-open-port"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/security")
}

struct NoFiles;

impl FileSource for NoFiles {
    fn read(&self, _: &str) -> Result<String, FileError> {
        Err(FileError::NotFound)
    }
}

type Cases = IndexMap<String, String>;

/// Ids of the findings about security and secrets in a template.
fn found(template: &str, types: &Catalogue) -> BTreeSet<&'static str> {
    let enabled: EnabledRules =
        RULES.iter().copied().filter(|rule| rule.family == Family::Security).collect();
    let check = TemplateCheck {
        environments: Vec::new(),
        parameters: &IndexMap::new(),
        files: &NoFiles,
        types,
        is_strict: false,
        now: None,
        enabled: &enabled,
    };
    let text = format!("heat_template_version: 2018-08-31\n{template}");
    let found = check.run(Source::new("template.yaml", text)).1.diagnostics;
    let errors: Vec<_> = found.iter().filter(|one| one.severity == heat_yaml::Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}\n{template}");
    found.into_iter().map(|finding| finding.code).collect()
}

#[test]
fn verdicts_are_those_of_other_tools_unless_there_is_a_reason() {
    let types = catalogue();
    let table = std::fs::read_to_string(folder().join("verdicts.tsv")).unwrap();
    let mut verdicts: BTreeMap<(String, String), (&str, &str)> = table
        .lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            let [check, case, _, verdict, remark] = cells[..] else { panic!("{line}") };
            ((check.to_owned(), case.to_owned()), (verdict, remark))
        })
        .collect();
    let (mut wrong, mut agreed, mut differing) = (Vec::new(), 0, 0);
    for (check, rules) in CHECKS {
        let text = std::fs::read_to_string(folder().join(format!("{check}.yaml"))).unwrap();
        let cases: Cases = serde_yaml::from_str(&text).unwrap();
        for (case, template) in &cases {
            let found = found(template, &types);
            let is_found = rules.iter().any(|rule| found.contains(rule));
            let (verdict, remark) = verdicts.remove(&(check.to_owned(), case.clone())).unwrap();
            let own = if is_found { "fail" } else { "pass" };
            // A tool that says nothing about a resource does not complain about it.
            let is_same = verdict == own || verdict == "not reported" && own == "pass";
            match (is_same, remark) {
                (true, "") => agreed += 1,
                (false, remark) if !remark.is_empty() => differing += 1,
                _ => wrong.push(format!("{check} {case}: {own}, not {verdict} ({remark}): {found:?}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(verdicts.is_empty(), "{verdicts:?}");
    assert_eq!((agreed, differing), (118, 32));
}

#[test]
fn rules_report_what_they_should_and_nothing_else() {
    let types = catalogue();
    let text = std::fs::read_to_string(folder().join("rules.yaml")).unwrap();
    let rules: IndexMap<String, Cases> = serde_yaml::from_str(&text).unwrap();
    let mut wrong = Vec::new();
    for (rule, cases) in &rules {
        for (case, template) in cases {
            let found = found(template, &types);
            let is_found = found.contains(rule.as_str());
            let about = |id: &&&str| **id == rule || id.starts_with("security-open-");
            let others = found.iter().filter(|id| !INCOMPLETE.contains(id) && !about(id));
            let is_clean = case.starts_with("fail")
                || others.count() == 0
                || rule == "security-secret-attribute-in-output";
            if is_found != case.starts_with("fail") || !is_clean {
                wrong.push(format!("{rule} {case}: {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
