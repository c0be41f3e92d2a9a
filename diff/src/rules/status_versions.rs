//! Versions and messages in support statuses.

use heat_model::{Status, SupportStatus};

use crate::life_cycle::{is_backwards, replacement_without_rule, same_release};
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, Policy, Rule, Severity, StatusPair};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "status-new-without-version",
        severity: Severity::Policy,
        object: Object::Thing,
        aspect: Some("support_status"),
        verb: Verb::Changed,
        summary: "Something was added without a version",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "Templates have to know which release they need. The docs show it, and later statuses are ordered by it.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
",
                r"
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
",
            ),
            instead: Some("Write the release that it will be part of: `support_status: [{version: …}]`."),
        },
        mirror: Mirror::None("What is gone has no version to write."),
        check: Check::Status(status_new_without_version),
    },
    Rule {
        id: "status-version-not-current",
        severity: Severity::Policy,
        object: Object::Thing,
        aspect: Some("support_status"),
        verb: Verb::Changed,
        summary: "A new status does not name the upcoming release",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "What is new now will be part of the next release. Whoever reads an earlier version looks for it in vain.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
",
                r"
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
    support_status: [{version: 6.0.0}]
",
            ),
            instead: Some("Write the release that it will be part of."),
        },
        mirror: Mirror::None(
            "The other way also loses a step of the history, which `status-history-rewritten` finds.",
        ),
        check: Check::Status(status_version_not_current),
    },
    Rule {
        id: "status-version-decreased",
        severity: Severity::Policy,
        object: Object::Thing,
        aspect: Some("support_status"),
        verb: Verb::Changed,
        summary: "A status names an earlier release than the one before it",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "Statuses follow each other, newest first. One that came before the last is out of order.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
    support_status: [{version: 7.0.0}]
",
                r"
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
    support_status:
      - {status: DEPRECATED, version: 6.0.0, message: Use name.}
      - {version: 7.0.0}
",
            ),
            instead: Some("Write the release that it will be part of."),
        },
        mirror: Mirror::None(
            "The other way also loses a step of the history, which `status-history-rewritten` finds.",
        ),
        check: Check::Status(status_version_decreased),
    },
    Rule {
        id: "status-deprecated-without-message",
        severity: Severity::Policy,
        object: Object::Thing,
        aspect: Some("support_status"),
        verb: Verb::Deprecated,
        summary: "Something became DEPRECATED without saying what to use instead",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Whoever uses it learns that it will go away, and not what to do about it.",
            why: "The message is what the docs and the validation of templates show.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
    support_status: [{version: 2.0.0}]
",
                r"
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
    support_status:
      - {status: DEPRECATED, version: 7.0.0}
      - {version: 2.0.0}
",
            ),
            instead: Some(
                "Write a `message` that names what to use instead, or says that nothing takes its place.",
            ),
        },
        mirror: Mirror::None(
            "The other way also loses a step of the history, which `status-history-rewritten` finds.",
        ),
        check: Check::Status(status_deprecated_without_message),
    },
    Rule {
        id: "status-hidden-without-translation-rule",
        severity: Severity::Policy,
        object: Object::Thing,
        aspect: Some("support_status"),
        verb: Verb::Hidden,
        summary: "A property became HIDDEN, and no rule moves its value to its replacement",
        docs: Docs {
            stacks: "The plug-in has to look at two properties, or what stacks say with the old one is lost.",
            templates: "The same templates are valid. What they say with the old property may do nothing.",
            why: "A HIDDEN property that another one replaces lives on as another name for that one: a translation rule moves its value.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
    support_status:
      - {status: DEPRECATED, version: 6.0.0, message: Use name.}
      - {version: 2.0.0}
",
                r"
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
    support_status:
      - {status: HIDDEN, version: 7.0.0, message: Use name.}
      - {status: DEPRECATED, version: 6.0.0, message: Use name.}
      - {version: 2.0.0}
",
            ),
            instead: Some("Add a rule: `{rule: replace, translation_path: [name], value_path: [label]}`."),
        },
        mirror: Mirror::None(
            "The other way also loses a step of the history, which `status-history-rewritten` finds.",
        ),
        check: Check::Status(status_hidden_without_translation_rule),
    },
];

fn status_new_without_version(pair: &StatusPair<'_>, policy: &Policy<'_>, findings: &mut Findings<'_>) {
    let has_releases = !policy.releases.releases.is_empty();
    if has_releases && pair.before.is_none() && pair.after.version().is_none() {
        findings
            .report(&pair.place, format!("{} was added without a version", pair.what))
            .values(None::<&()>, Some(pair.after));
    }
}

fn status_version_not_current(pair: &StatusPair<'_>, policy: &Policy<'_>, findings: &mut Findings<'_>) {
    let (Some(current), Some(version)) = (policy.current_version, pair.after.version()) else { return };
    let is_new = pair.before.is_none_or(|before| before.status() != pair.after.status());
    if is_new && !same_release(version, current, policy) && !is_backwards(pair.after, policy) {
        findings
            .report(&pair.place, format!("the new status of {} names {version}", pair.what))
            .values(pair.before, Some(pair.after))
            .note(format!("the upcoming release is {current}"));
    }
}

fn status_version_decreased(pair: &StatusPair<'_>, policy: &Policy<'_>, findings: &mut Findings<'_>) {
    if is_backwards(pair.after, policy) && !pair.before.is_some_and(|before| is_backwards(before, policy)) {
        findings
            .report(&pair.place, format!("the statuses of {} are not in the order of releases", pair.what))
            .values(pair.before, Some(pair.after));
    }
}

fn status_deprecated_without_message(pair: &StatusPair<'_>, _: &Policy<'_>, findings: &mut Findings<'_>) {
    let is_new = pair.before.is_none_or(|before| before.status() != Status::Deprecated);
    if is_new && pair.after.status() == Status::Deprecated && pair.after.message().is_none() {
        findings
            .report(
                &pair.place,
                format!("{} became DEPRECATED without saying what to use instead", pair.what),
            )
            .values(pair.before, Some(pair.after));
    }
}

fn status_hidden_without_translation_rule(
    pair: &StatusPair<'_>,
    _: &Policy<'_>,
    findings: &mut Findings<'_>,
) {
    let Some((schema, path)) = &pair.property else { return };
    if pair.before.is_some_and(SupportStatus::is_hidden) || !pair.after.is_hidden() {
        return;
    }
    if let Some(replacement) = replacement_without_rule(schema, path, pair.after) {
        findings
            .report(
                &pair.place,
                format!("{} became HIDDEN, and no rule moves its value to `{replacement}`", pair.what),
            )
            .values(pair.before, Some(pair.after));
    }
}
