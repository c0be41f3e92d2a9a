//! Every rule's docs are held to what they say.

use std::collections::BTreeSet;

use heat_yaml::Source;

use super::{RULES, Rule, Tables, lint_file};
use crate::load::load_schema;

/// The ids of all findings in a schema text, as a catalogue with these tables sees it.
pub(super) fn found(yaml: &str, tables: &Tables<'_>) -> Vec<(&'static str, String)> {
    let loaded = load_schema(&Source::new("schemas/My/Custom/Token.yaml", yaml));
    let mut diagnostics = loaded.diagnostics;
    if let Some(file) = &loaded.file {
        diagnostics.extend(lint_file(file, tables));
    }
    diagnostics.into_iter().map(|diagnostic| (diagnostic.code, diagnostic.message)).collect()
}

/// The YAML blocks of a section of a rule's docs.
fn blocks(rule: &Rule, section: &str) -> Vec<String> {
    let start =
        rule.docs.find(&format!("## {section}\n")).unwrap_or_else(|| panic!("{}: no {section}", rule.id));
    let text = &rule.docs[start..];
    let text = &text[..text[3..].find("\n## ").map_or(text.len(), |end| end + 3)];
    text.split("```yaml\n").skip(1).map(|block| block[..block.find("```").unwrap()].to_owned()).collect()
}

#[test]
fn every_rule_finds_its_example_and_not_what_to_use_instead() {
    for rule in RULES {
        let (examples, instead) = (blocks(rule, "Example"), blocks(rule, "Use instead"));
        assert!(!examples.is_empty() && !instead.is_empty(), "{}: no YAML", rule.id);
        for yaml in examples {
            let found = found(&yaml, &tables());
            assert!(
                found.iter().any(|(id, _)| *id == rule.id),
                "{} does not find its example: {found:?}",
                rule.id
            );
        }
        for yaml in instead {
            let found = found(&yaml, &tables());
            assert!(!found.iter().any(|(id, _)| *id == rule.id), "{} finds {found:?}", rule.id);
        }
    }
}

#[test]
fn rules_are_named_once_and_documented() {
    let ids: BTreeSet<_> = RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(ids.len(), RULES.len());
    for rule in RULES {
        assert!(rule.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{}", rule.id);
        for section in ["What it does", "Why"] {
            assert!(rule.docs.contains(&format!("## {section}\n")), "{}: no {section}", rule.id);
        }
    }
}

fn tables() -> Tables<'static> {
    Tables::default()
}
