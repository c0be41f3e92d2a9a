//! Changes of support statuses, except to HIDDEN.

use heat_model::Status;

use crate::meaning::life_cycle::is_rewritten;
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Mirror, Rule, Severity};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "status-deprecated",
        severity: Severity::Safe,
        object: Object::Thing,
        aspect: Some("support_status"),
        verb: Verb::Deprecated,
        summary: "Something became DEPRECATED",
        docs: Docs {
            stacks: "Nothing changes. It still works, but will be removed in the future.",
            templates: "The same templates are valid. The docs show the deprecation message.",
            why: "Deprecation is the first step of removing something.",
            example: Example::of_property(
                r"
   label:
     type: string
     description: Name of the token.
     support_status:
+      - {status: DEPRECATED, version: 7.0.0, message: Use name.}
       - {version: 2.0.0}
",
            ),
            instead: None,
        },
        mirror: Mirror::None(
            "The opposite change also removes a step of the history, which `status-history-rewritten` reports.",
        ),
        check: Check::Status {
            when: |pair, _| pair.became(Status::Deprecated),
            what: "{name} became DEPRECATED",
        },
    },
    Rule {
        id: "status-supported-again",
        severity: Severity::Safe,
        object: Object::Thing,
        aspect: Some("support_status"),
        verb: Verb::Supported,
        summary: "Something became SUPPORTED again",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "The same templates are valid.",
            why: "It will not be removed after all.",
            example: Example::of_property(
                r"
   label:
     type: string
     description: Name of the token.
     support_status:
+      - {version: 7.0.0}
       - {status: DEPRECATED, version: 6.0.0, message: Use name.}
       - {version: 2.0.0}
",
            ),
            instead: None,
        },
        mirror: Mirror::None(
            "The opposite change also removes a step of the history, which `status-history-rewritten` reports.",
        ),
        check: Check::Status {
            when: |pair, _| pair.became(Status::Supported),
            what: "{name} became SUPPORTED again",
        },
    },
    Rule {
        id: "status-unsupported",
        severity: Severity::Dangerous,
        object: Object::Thing,
        aspect: Some("support_status"),
        verb: Verb::Unsupported,
        summary: "Something became UNSUPPORTED",
        docs: Docs {
            stacks: "It is still available, but the Heat team does not support it.",
            templates: "The same templates are valid.",
            why: "The Heat team no longer maintains it.",
            example: Example::of_property(
                r"
   label:
     type: string
     description: Name of the token.
     support_status:
+      - {status: UNSUPPORTED, version: 7.0.0, message: Nobody looks after it.}
       - {version: 2.0.0}
",
            ),
            instead: Some("Deprecate it, with a message that says what to use instead."),
        },
        mirror: Mirror::None(
            "The opposite change also removes a step of the history, which `status-history-rewritten` reports.",
        ),
        check: Check::Status {
            when: |pair, _| pair.became(Status::Unsupported),
            what: "{name} became UNSUPPORTED",
        },
    },
    Rule {
        id: "status-details-changed",
        severity: Severity::Docs,
        object: Object::Thing,
        aspect: Some("support_status"),
        verb: Verb::Changed,
        summary: "Details were added to a support status",
        docs: Docs::without_effect(
            "The status is the same. Its version, or an earlier status, was missing and has been added.",
            Example::of_property("+    support_status: [{version: 2.0.0}]\n"),
        ),
        mirror: Mirror::None(
            "The opposite change removes known details, which `status-history-rewritten` reports.",
        ),
        check: Check::Status {
            when: |pair, _| {
                pair.before.is_some_and(|before| {
                    !pair.status_changed()
                        && pair.facts(before) != pair.facts(pair.after)
                        && !is_rewritten(before, pair.after)
                })
            },
            what: "details were added to the status of {name}",
        },
    },
    Rule {
        id: "status-unknown",
        severity: Severity::Policy,
        object: Object::Thing,
        aspect: Some("support_status"),
        verb: Verb::Changed,
        summary: "A support status is no longer known",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "The docs no longer say whether it can be used.",
            why: "UNKNOWN means that the status was never determined. A status that was known should stay known.",
            example: Example::of_property(
                r"
   label:
     type: string
     description: Name of the token.
-    support_status: [{version: 2.0.0}]
+    support_status:
+      - {status: UNKNOWN, version: 7.0.0}
+      - {version: 2.0.0}
",
            ),
            instead: Some("Find out what the status is, and write it."),
        },
        mirror: Mirror::None(
            "The opposite change also removes a step of the history, which `status-history-rewritten` reports.",
        ),
        check: Check::Status {
            when: |pair, _| pair.became(Status::Unknown),
            what: "the status of {name} is no longer known",
        },
    },
];
