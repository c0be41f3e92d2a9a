//! The guide pages of the rules, made from the rules' own docs: what `check` looks for, and what `diff` finds.

use std::fmt::Write as _;

use heat_diff::Mirror;

use super::guide_page::GuidePage;

/// The page of the rules that schemas are held against.
pub(super) fn lint_rules_page() -> GuidePage {
    let mut text = String::from(
        "# Lint rules\n\nWhat `heat-codegen check` looks for in a schema. `heat-codegen explain ID` prints a rule's entry; a \
         finding that is to stay is listed under `accepted_findings` in the schema, with the reason.\n\n",
    );
    for rule in heat_lint::RULES {
        let _ = writeln!(text, "## {}\n\n{}. Severity: {}.\n", rule.id, rule.summary, rule.severity.as_str());
        push_docs(&mut text, rule.docs);
    }
    GuidePage {
        url: "guide/lint-rules.html".to_owned(),
        title: "Lint rules".to_owned(),
        description: "What heat-codegen check looks for in a schema, rule by rule.".to_owned(),
        text,
    }
}

/// The page of the rules that find what changed.
pub(super) fn diff_rules_page() -> GuidePage {
    let mut text = String::from(
        "# Diff rules\n\nWhat `heat-codegen diff` finds between two catalogues. `heat-codegen explain ID` prints a rule's \
         entry; [Reviewing schema changes](/guide/reviewing-diffs.html) says what the severities mean, and how to allow a \
         change that is meant.\n\n\
         Most changes can be made the other way round. Each rule names the rule that finds that, its mirror.\n\n",
    );
    for rule in heat_diff::RULES {
        let _ = writeln!(text, "## {}\n\n{}. Severity: {}.\n", rule.id, rule.summary, rule.severity);
        push_docs(&mut text, &rule.page());
        let _ = match rule.mirror {
            Mirror::Rule(id) if id == rule.id => {
                writeln!(text, "**The other way**\nThis rule finds that too.\n")
            }
            Mirror::Rule(id) => {
                writeln!(text, "**The other way**\n[`{id}`](/guide/diff-rules.html#{id}) finds that.\n")
            }
            Mirror::None(reason) => writeln!(text, "**The other way**\n{reason}\n"),
        };
    }
    GuidePage {
        url: "guide/diff-rules.html".to_owned(),
        title: "Diff rules".to_owned(),
        description: "What heat-codegen diff finds between two catalogues, rule by rule.".to_owned(),
        text,
    }
}

/// Adds a rule's docs, whose sections are a level deeper here.
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
    use crate::site::links::Links;
    use crate::site::markdown;

    #[test]
    fn every_rule_has_an_anchor() {
        let check = |page: &GuidePage, ids: Vec<&str>| {
            let document = markdown::document(&page.text, &Links::none());
            let anchors: Vec<_> = document.headings.iter().map(|heading| heading.id.as_str()).collect();
            assert_eq!(anchors, ids);
        };
        check(&lint_rules_page(), heat_lint::RULES.iter().map(|rule| rule.id).collect());
        check(&diff_rules_page(), heat_diff::RULES.iter().map(|rule| rule.id).collect());
    }

    #[test]
    fn every_rule_of_diff_names_its_mirror() {
        let text = diff_rules_page().text;
        assert_eq!(text.matches("**The other way**\n").count(), heat_diff::RULES.len());
        assert!(text.contains(
            "**The other way**\n[`property-update-allowed-added`](/guide/diff-rules.html#property-update-allowed-added) \
             finds that.\n\n## property-update-allowed-added\n"
        ));
    }
}
