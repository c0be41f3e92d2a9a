//! Support statuses: becoming HIDDEN, and the history of statuses.

use heat_model::{Status, SupportStatus};

use crate::meaning::life_cycle::{hidden_too_early, hidden_without_deprecation, is_rewritten};
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Mirror, Rule, Severity, StatusPair};

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
            example: Example::of_property(
                r"
   label:
     type: string
     description: Name of the token.
     support_status:
+      - {status: HIDDEN, version: 7.0.0, message: Nothing reads it.}
       - {status: DEPRECATED, version: 6.0.0, message: Nothing reads it.}
       - {version: 2.0.0}
",
            ),
            instead: None,
        },
        mirror: Mirror::None(
            "The opposite change also removes a step of the history, which `status-history-rewritten` reports.",
        ),
        check: Check::Status {
            when: |pair, policy| {
                pair.became(Status::Hidden)
                    && !skipped_deprecation(pair)
                    && !hidden_too_early(pair.after, policy)
            },
            what: "{name} became HIDDEN",
        },
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
            example: Example::of_property(
                r"
   label:
     type: string
     description: Name of the token.
     support_status:
+      - {status: HIDDEN, version: 7.0.0, message: Nothing reads it.}
       - {version: 2.0.0}
",
            ),
            instead: Some("Deprecate it with a message now, and hide it one release later."),
        },
        mirror: Mirror::None(
            "The opposite change also removes a step of the history, which `status-history-rewritten` reports.",
        ),
        check: Check::Status {
            when: |pair, _| pair.became(Status::Hidden) && skipped_deprecation(pair),
            what: "{name} became HIDDEN without having been DEPRECATED",
        },
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
            example: Example::of_property(
                r"
   label:
     type: string
     description: Name of the token.
     support_status:
+      - {status: HIDDEN, version: 7.0.0, message: Nothing reads it.}
       - {status: DEPRECATED, version: 7.0.0, message: Nothing reads it.}
       - {version: 2.0.0}
",
            ),
            instead: Some("Hide it in a later release."),
        },
        mirror: Mirror::None(
            "The opposite change also removes a step of the history, which `status-history-rewritten` reports.",
        ),
        check: Check::Status {
            when: |pair, policy| {
                pair.became(Status::Hidden)
                    && !skipped_deprecation(pair)
                    && hidden_too_early(pair.after, policy)
            },
            what: "{name} became HIDDEN too soon after it was DEPRECATED",
        },
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
            example: Example::of_property(
                r"
   label:
     type: string
     description: Name of the token.
     support_status:
       - {status: DEPRECATED, version: 6.0.0, message: Use name.}
-      - {version: 2.0.0}
+      - {version: 3.0.0}
",
            ),
            instead: Some("Keep the existing steps, and add a new one at the top."),
        },
        mirror: Mirror::Rule("status-history-rewritten"),
        check: Check::Status {
            when: |pair, _| pair.before.is_some_and(|before| is_rewritten(before, pair.after)),
            what: "the status history of {name} was rewritten",
        },
    },
    Rule {
        id: "status-message-changed",
        severity: Severity::Docs,
        object: Object::Thing,
        aspect: Some("support_status"),
        verb: Verb::Changed,
        summary: "The message of a status changed",
        docs: Docs::without_effect(
            "Only the wording changed.",
            Example::of_property(
                r"
   label:
     type: string
     description: Name of the token.
     support_status:
-      - {status: DEPRECATED, version: 6.0.0, message: Use name.}
+      - {status: DEPRECATED, version: 6.0.0, message: Give name instead.}
       - {version: 2.0.0}
",
            ),
        ),
        mirror: Mirror::Rule("status-message-changed"),
        check: Check::Status {
            when: |pair, _| {
                pair.before.is_some_and(|before| {
                    pair.facts(before) == pair.facts(pair.after) && messages(before) != messages(pair.after)
                })
            },
            what: "the status message of {name} changed",
        },
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
            example: Example::of_property(
                r"
   label:
     type: string
     description: Name of the token.
     support_status:
+      - {status: DEPRECATED, message: Use name.}
       - {version: 2.0.0}
",
            ),
            instead: Some("Add the version of the release that will contain the change."),
        },
        mirror: Mirror::None(
            "The opposite change also removes a step of the history, which `status-history-rewritten` reports.",
        ),
        check: Check::Status {
            when: |pair, _| pair.status_changed() && pair.after.version().is_none(),
            what: "the new status of {name} has no version",
        },
    },
];

fn skipped_deprecation(pair: &StatusPair<'_>) -> bool {
    pair.before.is_some_and(|before| hidden_without_deprecation(before, pair.after))
}

fn messages(status: &SupportStatus) -> Vec<Option<&str>> {
    status.history.iter().map(|entry| entry.message.as_deref()).collect()
}
