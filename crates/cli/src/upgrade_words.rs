//! Effects of an upgrade of a cloud, in words for the authors of templates.
//!
//! The rules that compare schemas address their authors: they say that a status needs a period of deprecation, or which facts it
//! lacks. Authors of templates want to know what happened to a property, and what to use instead.

use heat_diff::{Finding, Severity, Verb};
use heat_hot::Template;
use heat_model::custom_constraint::removed_in;
use heat_model::{ConstraintKind, ReleaseTable, ResourceType, Segment, SupportStatus};
use heat_yaml::Diagnostic;

/// The end of the message that template authors read.
const HIDDEN: &str = " became HIDDEN";

/// Rewrites a finding for the author of a template; `None` if it only concerns the schema.
pub(crate) fn for_template_author(mut finding: Finding) -> Option<Finding> {
    if finding.severity != Severity::Policy {
        return Some(finding);
    }
    // A deprecation is also reported without the missing message.
    let end = finding.message.find(HIDDEN)? + HIDDEN.len();
    finding.message.truncate(end);
    Some(finding)
}

/// The replacement that a support status names for a hidden, deprecated or placeholder item.
pub(crate) fn instead(finding: &Finding, after: Option<&ResourceType>) -> Option<String> {
    let after = after?;
    let status = match property(finding) {
        Some(name) => &after.properties.get(name)?.support_status,
        None => &after.support_status,
    };
    let is_about_status = finding.rule.aspect == Some("support_status")
        || matches!(finding.rule.verb, Verb::Hidden)
        || after.is_placeholder();
    status.message().filter(|_| is_about_status && !is_supported(status)).map(str::to_owned)
}

fn is_supported(status: &SupportStatus) -> bool {
    status.status() == heat_model::Status::Supported
}

/// The top-level property that a finding is about.
fn property(finding: &Finding) -> Option<&str> {
    let path = finding.after.as_ref().or(finding.before.as_ref())?;
    match path.0.as_slice() {
        [Segment::Key(section), Segment::Key(name), ..] if section == "properties" => Some(name),
        _ => None,
    }
}

/// The custom constraints of a template that an upgrade removes.
pub(crate) fn removed_constraints(
    template: &Template,
    (from, to): (&str, &str),
    table: &ReleaseTable,
) -> Vec<Diagnostic> {
    let (from, to) = (table.position(from), table.position(to));
    let (parameters, _) = template.parameters(None, &heat_hot::parameter::ParameterInputs::default());
    let constraints = parameters
        .iter()
        .filter(|(name, _)| !parameters.is_reserved(name))
        .flat_map(|(name, parameter)| parameter.definition.constraints.iter().map(move |one| (name, one)));
    let removed = constraints.filter_map(|(name, constraint)| {
        let ConstraintKind::Custom(custom) = &constraint.kind else { return None };
        let release = removed_in(custom)?;
        let position = table.position(release);
        if position <= from || position > to {
            return None;
        }
        let message =
            format!("parameter `{name}` has the custom constraint `{custom}`, which Heat {release} removed");
        let diagnostic = Diagnostic::error("unknown-constraint", message)
            .with_label(template.source(), constraint.span, "")
            .with_help("remove the constraint: the new release refuses every value of the parameter");
        Some(diagnostic)
    });
    removed.collect()
}

#[cfg(test)]
mod tests {
    use heat_diff::{Policy, compare};
    use heat_yaml::Source;

    use super::*;

    fn schema(keys: &str) -> ResourceType {
        serde_json::from_str(&format!(r#"{{"type": "My::Type"{keys}}}"#)).unwrap()
    }

    #[test]
    fn template_authors_read_what_became_of_it() {
        let check = |before: &str, after: &str, expect: &[(&str, Option<&str>)]| {
            let [before, after] = [before, after].map(schema);
            let table = ReleaseTable::default();
            let findings = compare(&[&before], &[&after], &Policy::new(&table));
            let found: Vec<(String, Option<String>)> = findings
                .into_iter()
                .filter_map(for_template_author)
                .map(|finding| (finding.message.clone(), instead(&finding, Some(&after))))
                .collect();
            let expect: Vec<(String, Option<String>)> = expect
                .iter()
                .map(|(message, help)| ((*message).to_owned(), help.map(str::to_owned)))
                .collect();
            assert_eq!(found, expect);
        };
        let of = |status: &str| {
            format!(r#", "properties": {{"a": {{"type": "string", "support_status": [{status}{{}}]}}}}"#)
        };
        check(
            &of(""),
            &of(r#"{"status": "HIDDEN", "message": "Use b."}, "#),
            &[("`a` became HIDDEN", Some("Use b."))],
        );
        check(&of(""), &of(r#"{"status": "DEPRECATED"}, "#), &[("`a` became DEPRECATED", None)]);
    }

    #[test]
    fn constraints_that_an_upgrade_removes_are_reported() {
        let check = |releases: (&str, &str), expect: &[&str]| {
            let text = "heat_template_version: 2018-08-31
parameters: {p: {type: string, constraints: [{custom_constraint: designate.domain}]}, q: {type: string}}
";
            let template = Template::read(&Source::new("template.yaml", text)).template.unwrap();
            let table: ReleaseTable = serde_json::from_str(
                r#"[{"version": "12.0.0", "name": "Stein", "date": ""}, {"version": "13.0.0", "name": "Train", "date": ""}, {"version": "14.0.0", "name": "Ussuri", "date": ""}]"#,
            )
            .unwrap();
            let found = removed_constraints(&template, releases, &table);
            let messages: Vec<String> = found.into_iter().map(|found| found.message).collect();
            assert_eq!(messages, expect, "{releases:?}");
        };
        let removed = "parameter `p` has the custom constraint `designate.domain`, which Heat 13.0.0 removed";
        check(("12.0.0", "14.0.0"), &[removed]);
        check(("12.0.0", "13.0.0"), &[removed]);
        check(("13.0.0", "14.0.0"), &[]);
    }
}
