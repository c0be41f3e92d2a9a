//! Support statuses: becoming HIDDEN, and the history of statuses.

use heat_model::{Status, SupportStatus};

use crate::life_cycle::{hidden_too_early, hidden_without_deprecation, is_rewritten};
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, Policy, Rule, Severity, StatusPair};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "status-hidden",
        severity: Severity::Safe,
        object: Object::Thing,
        aspect: Some("support_status"),
        verb: Verb::Hidden,
        summary: "Something DEPRECATED became HIDDEN",
        docs: Docs {
            stacks: "Nothing changes: existing uses continue to work.",
            templates: "The same templates are valid. The docs no longer list it.",
            why: "It was DEPRECATED for long enough.",
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
      - {status: DEPRECATED, version: 6.0.0, message: Nothing reads it.}
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
      - {status: HIDDEN, version: 7.0.0, message: Nothing reads it.}
      - {status: DEPRECATED, version: 6.0.0, message: Nothing reads it.}
      - {version: 2.0.0}
",
            ),
            instead: None,
        },
        mirror: Mirror::None(
            "The opposite change also removes a step of the history, which `status-history-rewritten` reports.",
        ),
        check: Check::Status(status_hidden),
    },
    Rule {
        id: "status-hidden-without-deprecation",
        severity: Severity::Policy,
        object: Object::Thing,
        aspect: Some("support_status"),
        verb: Verb::Hidden,
        summary: "Something became HIDDEN without having been DEPRECATED",
        docs: Docs {
            stacks: "Nothing changes: existing uses continue to work.",
            templates: "The same templates are valid. Their authors were not warned.",
            why: "DEPRECATED comes between SUPPORTED and HIDDEN, so that people have at least one release to change their templates.",
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
      - {status: HIDDEN, version: 7.0.0, message: Nothing reads it.}
      - {version: 2.0.0}
",
            ),
            instead: Some("Deprecate it with a message now, and hide it one release later."),
        },
        mirror: Mirror::None(
            "The opposite change also removes a step of the history, which `status-history-rewritten` reports.",
        ),
        check: Check::Status(status_hidden_without_deprecation),
    },
    Rule {
        id: "status-hidden-too-early",
        severity: Severity::Policy,
        object: Object::Thing,
        aspect: Some("support_status"),
        verb: Verb::Hidden,
        summary: "Something became HIDDEN too soon after it was DEPRECATED",
        docs: Docs {
            stacks: "Nothing changes: existing uses continue to work.",
            templates: "The same templates are valid. Their authors had too little time to change them.",
            why: "`min_deprecated_releases` sets for how many releases something has to be DEPRECATED before it can become\n\
             HIDDEN. The default is 1.",
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
      - {status: DEPRECATED, version: 7.0.0, message: Nothing reads it.}
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
      - {status: HIDDEN, version: 7.0.0, message: Nothing reads it.}
      - {status: DEPRECATED, version: 7.0.0, message: Nothing reads it.}
      - {version: 2.0.0}
",
            ),
            instead: Some("Hide it in a later release."),
        },
        mirror: Mirror::None(
            "The opposite change also removes a step of the history, which `status-history-rewritten` reports.",
        ),
        check: Check::Status(status_hidden_too_early),
    },
    Rule {
        id: "status-history-rewritten",
        severity: Severity::Policy,
        object: Object::Thing,
        aspect: Some("support_status"),
        verb: Verb::Changed,
        summary: "The history of a support status was rewritten",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "New steps are added at the top of a history, and existing steps stay. Readers who look up when something was\n\
             added now get a different answer.",
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
      - {status: DEPRECATED, version: 6.0.0, message: Use name.}
      - {version: 3.0.0}
",
            ),
            instead: Some("Keep the existing steps, and add a new one at the top."),
        },
        mirror: Mirror::Rule("status-history-rewritten"),
        check: Check::Status(status_history_rewritten),
    },
    Rule {
        id: "status-message-changed",
        severity: Severity::Docs,
        object: Object::Thing,
        aspect: Some("support_status"),
        verb: Verb::Changed,
        summary: "The message of a status changed",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "Only the wording changed.",
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
      - {status: DEPRECATED, version: 6.0.0, message: Give name instead.}
      - {version: 2.0.0}
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("status-message-changed"),
        check: Check::Status(status_message_changed),
    },
    Rule {
        id: "status-changed-without-version",
        severity: Severity::Policy,
        object: Object::Thing,
        aspect: Some("support_status"),
        verb: Verb::Changed,
        summary: "A status changed without a version",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "A status without a version cannot be ordered by release, so it is not known how long it has been in effect.",
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
      - {status: DEPRECATED, message: Use name.}
      - {version: 2.0.0}
",
            ),
            instead: Some("Add the version of the release that will contain the change."),
        },
        mirror: Mirror::None(
            "The opposite change also removes a step of the history, which `status-history-rewritten` reports.",
        ),
        check: Check::Status(status_changed_without_version),
    },
];

fn status_hidden(pair: &StatusPair<'_>, policy: &Policy<'_>, findings: &mut Findings<'_>) {
    let Some(before) = pair.before else { return };
    let after = pair.after;
    if before.status() != after.status()
        && after.status() == Status::Hidden
        && !hidden_without_deprecation(before, after)
        && !hidden_too_early(after, policy)
    {
        findings
            .report(&pair.place, format!("{} became HIDDEN", pair.what))
            .values(Some(before), Some(after));
    }
}

fn status_hidden_without_deprecation(pair: &StatusPair<'_>, _: &Policy<'_>, findings: &mut Findings<'_>) {
    let Some(before) = pair.before else { return };
    let after = pair.after;
    if before.status() != after.status()
        && after.status() == Status::Hidden
        && hidden_without_deprecation(before, after)
    {
        findings
            .report(&pair.place, format!("{} became HIDDEN without having been DEPRECATED", pair.what))
            .values(Some(before), Some(after));
    }
}

fn status_hidden_too_early(pair: &StatusPair<'_>, policy: &Policy<'_>, findings: &mut Findings<'_>) {
    let Some(before) = pair.before else { return };
    let after = pair.after;
    if before.status() != after.status()
        && after.status() == Status::Hidden
        && !hidden_without_deprecation(before, after)
        && hidden_too_early(after, policy)
    {
        findings
            .report(&pair.place, format!("{} became HIDDEN too soon after it was DEPRECATED", pair.what))
            .values(Some(before), Some(after));
    }
}

fn status_history_rewritten(pair: &StatusPair<'_>, _: &Policy<'_>, findings: &mut Findings<'_>) {
    let Some(before) = pair.before else { return };
    let after = pair.after;
    if is_rewritten(before, after) {
        findings
            .report(&pair.place, format!("the status history of {} was rewritten", pair.what))
            .values(Some(before), Some(after));
    }
}

fn status_message_changed(pair: &StatusPair<'_>, _: &Policy<'_>, findings: &mut Findings<'_>) {
    let Some(before) = pair.before else { return };
    let after = pair.after;
    let messages = |status: &SupportStatus| -> Vec<Option<String>> {
        status.history.iter().map(|entry| entry.message.clone()).collect()
    };
    if pair.facts(before) == pair.facts(after) && messages(before) != messages(after) {
        findings
            .report(&pair.place, format!("the status message of {} changed", pair.what))
            .values(Some(before), Some(after));
    }
}

fn status_changed_without_version(pair: &StatusPair<'_>, _: &Policy<'_>, findings: &mut Findings<'_>) {
    let Some(before) = pair.before else { return };
    let after = pair.after;
    if before.status() != after.status() && after.version().is_none() {
        findings
            .report(&pair.place, format!("the new status of {} has no version", pair.what))
            .values(Some(before), Some(after));
    }
}
