//! The guide page of the lint rules, made from the rules' own docs.

use std::fmt::Write as _;

use heat_model::lint::RULES;

use super::GuidePage;

/// The page.
pub(super) fn rules_page() -> GuidePage {
    let mut text = String::from(
        "# Lint rules\n\nWhat `heat-codegen check` looks for in a schema. `heat-codegen explain ID` prints a rule's entry; a \
         finding that is to stay is listed under `accepted_findings` in the schema, with the reason.\n\n",
    );
    for rule in RULES {
        let _ = writeln!(text, "## {}\n\n{}. Severity: {}.\n", rule.id, rule.summary, rule.severity.as_str());
        // The sections of a rule's docs are a level deeper here.
        for line in rule.docs.trim().lines() {
            match line.strip_prefix("## ") {
                Some(title) => {
                    let _ = writeln!(text, "**{title}**");
                }
                None => {
                    let _ = writeln!(text, "{line}");
                }
            }
        }
        text.push('\n');
    }
    GuidePage {
        url: "guide/lint-rules.html".to_owned(),
        title: "Lint rules".to_owned(),
        description: "What heat-codegen check looks for in a schema, rule by rule.".to_owned(),
        text,
    }
}
