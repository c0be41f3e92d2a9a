//! Versions and messages in support statuses.

use heat_model::{Status, SupportStatus};

use crate::meaning::life_cycle::{is_backwards, replacement_without_rule, same_release};
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
            why: "Template authors have to know which release they need. The docs show the version, and later statuses are ordered by it.",
            example: Example::of_property(
                r"
+  label:
+    type: string
+    description: Name of the token.
",
            ),
            instead: Some(
                "Add the version of the release that will contain it: `support_status: [{version: …}]`.",
            ),
        },
        mirror: Mirror::None("Something that was removed needs no version."),
        check: Check::Status {
            when: |pair, policy| {
                let has_releases = !policy.releases.releases.is_empty();
                has_releases && pair.before.is_none() && pair.after.version().is_none()
            },
            what: "{name} was added without a version",
        },
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
            why: "Whatever is new now will be part of the next release. An earlier version would be wrong: that release does not have it.",
            example: Example::of_property(
                r"
+  label:
+    type: string
+    description: Name of the token.
+    support_status: [{version: 6.0.0}]
",
            ),
            instead: Some("Write the version of the release that will contain the change."),
        },
        mirror: Mirror::None(
            "The opposite change also removes a step of the history, which `status-history-rewritten` reports.",
        ),
        check: Check::StatusWith(status_version_not_current),
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
            why: "Statuses are listed newest first. A status with an earlier release than the one it follows is out of order.",
            example: Example::of_property(
                r"
   label:
     type: string
     description: Name of the token.
-    support_status: [{version: 7.0.0}]
+    support_status:
+      - {status: DEPRECATED, version: 6.0.0, message: Use name.}
+      - {version: 7.0.0}
",
            ),
            instead: Some("Write the version of the release that will contain the change."),
        },
        mirror: Mirror::None(
            "The opposite change also removes a step of the history, which `status-history-rewritten` reports.",
        ),
        check: Check::Status {
            when: |pair, policy| {
                is_backwards(pair.after, policy)
                    && !pair.before.is_some_and(|before| is_backwards(before, policy))
            },
            what: "the statuses of {name} are not in the order of releases",
        },
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
            templates: "Template authors see that it will be removed, but not what to use instead.",
            why: "The docs and template validation show the message.",
            example: Example::of_property(
                r"
   label:
     type: string
     description: Name of the token.
-    support_status: [{version: 2.0.0}]
+    support_status:
+      - {status: DEPRECATED, version: 7.0.0}
+      - {version: 2.0.0}
",
            ),
            instead: Some(
                "Write a `message` that says what to use instead, or that there is no replacement.",
            ),
        },
        mirror: Mirror::None(
            "The opposite change also removes a step of the history, which `status-history-rewritten` reports.",
        ),
        check: Check::Status {
            when: |pair, _| {
                let is_new = pair.before.is_none_or(|before| before.status() != Status::Deprecated);
                is_new && pair.after.status() == Status::Deprecated && pair.after.message().is_none()
            },
            what: "{name} became DEPRECATED without saying what to use instead",
        },
    },
    Rule {
        id: "status-hidden-without-translation-rule",
        severity: Severity::Policy,
        object: Object::Thing,
        aspect: Some("support_status"),
        verb: Verb::Hidden,
        summary: "A property became HIDDEN without a translation rule that moves its value to its replacement",
        docs: Docs {
            stacks: "The plug-in has to read both properties, or values set with the old one are lost.",
            templates: "The same templates are valid, but setting the old property may have no effect.",
            why: "A HIDDEN property with a replacement should still work as an alias: a translation rule moves its value to the replacement.",
            example: Example::of_property(
                r"
   label:
     type: string
     description: Name of the token.
     support_status:
+      - {status: HIDDEN, version: 7.0.0, message: Use name.}
       - {status: DEPRECATED, version: 6.0.0, message: Use name.}
       - {version: 2.0.0}
",
            ),
            instead: Some("Add a rule: `{rule: replace, translation_path: [name], value_path: [label]}`."),
        },
        mirror: Mirror::None(
            "The opposite change also removes a step of the history, which `status-history-rewritten` reports.",
        ),
        check: Check::StatusWith(status_hidden_without_translation_rule),
    },
];

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
                format!(
                    "{} became HIDDEN, but no translation rule moves its value to `{replacement}`",
                    pair.what
                ),
            )
            .values(pair.before, Some(pair.after));
    }
}
