//! The rules of `check`, `validate` and `diff` as data, for their pages: a build of the docs compiles none of their code.
//!
//! A test of `heat-site` writes them to the snapshot that is read here, and compares it with the rules.

use heat_report::finding::Rank;
use heat_report::{Mirror, RuleDocs, RuleSet};
use serde::Deserialize;

/// The snapshot; its header ends with the second `---`.
const RECORDED: &str = include_str!("rules.snap");

/// A rule as recorded in the snapshot.
#[derive(Deserialize)]
struct Recorded {
    set: String,
    id: String,
    severity: String,
    group: String,
    family: Option<String>,
    stage: Option<String>,
    is_off_by_default: bool,
    summary: String,
    page: String,
    cwe: Option<i64>,
    is_acceptable: bool,
    /// The id of the rule for the opposite change.
    mirror: Option<String>,
    /// The reason why there is no such rule.
    no_mirror: Option<String>,
    stacks: String,
}

/// The rules of all sets, each in the order of the docs.
pub(crate) fn recorded() -> Vec<RuleDocs> {
    let json = RECORDED.splitn(3, "---\n").nth(2).unwrap_or_default();
    // A test ensures that the snapshot can be read.
    let recorded: Vec<Recorded> = serde_json::from_str(json).unwrap_or_default();
    recorded.into_iter().filter_map(docs).collect()
}

/// The docs of a recorded rule. Like the texts of the rules themselves, these texts live as long as the program.
fn docs(recorded: Recorded) -> Option<RuleDocs> {
    let leaked = |text: String| -> &'static str { text.leak() };
    let mirror = recorded.mirror.map(|id| Mirror::Rule(leaked(id)));
    Some(RuleDocs {
        set: RuleSet::ALL.into_iter().find(|set| set.subject() == recorded.set)?,
        rank: rank(&recorded.severity)?,
        id: leaked(recorded.id),
        severity: leaked(recorded.severity),
        group: leaked(recorded.group),
        family: recorded.family.map(leaked),
        stage: recorded.stage.map(leaked),
        is_off_by_default: recorded.is_off_by_default,
        summary: leaked(recorded.summary),
        page: recorded.page.into(),
        cwe: recorded.cwe,
        is_acceptable: recorded.is_acceptable,
        mirror: mirror.or_else(|| recorded.no_mirror.map(|reason| Mirror::None(leaked(reason)))),
        stacks: leaked(recorded.stacks),
    })
}

/// The rank of a severity, whichever command it belongs to.
fn rank(severity: &str) -> Option<Rank> {
    Some(match severity {
        "error" | "breaking" => Rank::Critical,
        "warning" | "dangerous" => Rank::Major,
        "policy" => Rank::Minor,
        "safe" => Rank::Harmless,
        "note" | "docs" => Rank::Note,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_rules() {
        let rules = recorded();
        assert_eq!(rules.len(), RECORDED.matches("\n    \"id\": ").count());
        for set in RuleSet::ALL {
            assert!(rules.iter().filter(|rule| rule.set == set).count() > 30, "{set:?}");
        }
    }
}
