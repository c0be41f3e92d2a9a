//! Accepted findings: those that a schema lists with a reason, so that they are not reported.

use heat_model::{AcceptedFinding, SchemaPath};

use crate::{Context, Finding, Findings, Part, rules};

/// Removes findings that the schema accepts, and reports acceptances that have no effect.
pub(super) fn apply(context: &Context<'_>, findings: Vec<Finding>) -> Vec<Finding> {
    let schema = context.schema;
    let mut used = vec![false; schema.accepted_findings.len()];
    let mut kept: Vec<Finding> = Vec::new();
    for finding in findings {
        let path = finding.place.path.to_string();
        let mut accepted = false;
        for (index, acceptance) in schema.accepted_findings.iter().enumerate() {
            if acceptance.rule == finding.rule.id && covers(acceptance, &path) {
                used[index] = true;
                accepted = true;
            }
        }
        if !accepted {
            kept.push(finding);
        }
    }
    let mut out = Findings::new(&rules::UNUSED_ACCEPTANCE, &mut kept);
    for (index, acceptance) in schema.accepted_findings.iter().enumerate().filter(|(index, _)| !used[*index])
    {
        let path = SchemaPath::root().join("accepted_findings").join(index).join("rule");
        let rule = &acceptance.rule;
        if let Some(rule) = crate::rule(rule) {
            if matches!(rule.check, crate::Check::Schema(_)) {
                // If something could not be read, rules may have missed findings.
                if !context.is_whole {
                    continue;
                }
                let at = acceptance.path.as_deref().map(|path| format!(" at `{path}`")).unwrap_or_default();
                out.report(
                    &path,
                    Part::Value,
                    format!("`{}` reports nothing{at} that could be accepted", rule.id),
                )
                .help("remove the entry");
            } else {
                out.report(&path, Part::Value, format!("`{}` cannot be accepted", rule.id))
                    .help("fix what it reports");
            }
        } else {
            let known = rules::RULES.iter().map(|rule| rule.id);
            let finding = out.report(&path, Part::Value, format!("there is no rule `{rule}`"));
            if let Some(near) = heat_model::suggest::nearest(rule, known) {
                finding.help(format!("did you mean `{near}`?"));
            }
        }
    }
    kept
}

/// Returns whether an acceptance covers a path: it is for the whole file, this path, or a path that contains it.
fn covers(acceptance: &AcceptedFinding, path: &str) -> bool {
    acceptance.path.as_deref().is_none_or(|accepted| {
        path.strip_prefix(accepted).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    })
}
