//! The custom constraint table.

use heat_model::CustomConstraint;
use heat_model::custom_constraint::Lookup;

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, Rule, Severity, Table, TablesPair};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "constraint-definition-removed",
        severity: Severity::Breaking,
        object: Object::ConstraintDefinition,
        aspect: None,
        verb: Verb::Removed,
        summary: "A custom constraint was removed from `constraints.yaml`",
        docs: Docs {
            stacks: "The next update of a stack fails if one of its resources or parameters uses the constraint.",
            templates: "Heat refuses every value for an unknown constraint. Templates fail if they set a property with the constraint or use it\n\
             for a parameter.",
            why: "A template can use a custom constraint for its parameters, even if no resource type uses it.",
            example: Example::of_files(
                r"
 token.kind:
   description: Name of a kind of token.
   client_plugin: token
-token.owner:
-  description: ID of whom a token belongs to.
-  client_plugin: keystone
",
            ),
            instead: Some(
                "Keep the constraint for as long as Heat has it. If Heat removed it, say in the release notes what to use instead.",
            ),
        },
        mirror: Mirror::Rule("constraint-definition-added"),
        check: Check::Table(Table::Constraints, constraint_definition_removed),
    },
    Rule {
        id: "constraint-definition-added",
        severity: Severity::Safe,
        object: Object::ConstraintDefinition,
        aspect: None,
        verb: Verb::Added,
        summary: "A custom constraint was added to `constraints.yaml`",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Templates can use the constraint for parameters.",
            why: "Nothing used it before.",
            example: Example::of_files(
                r"
 token.kind:
   description: Name of a kind of token.
   client_plugin: token
+token.owner:
+  description: ID of whom a token belongs to.
+  client_plugin: keystone
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("constraint-definition-removed"),
        check: Check::Table(Table::Constraints, constraint_definition_added),
    },
    Rule {
        id: "constraint-definition-changed",
        severity: Severity::Dangerous,
        object: Object::ConstraintDefinition,
        aspect: Some("lookup"),
        verb: Verb::Changed,
        summary: "A custom constraint now queries a different service",
        docs: Docs {
            stacks: "The next update of a stack can fail if one of its resources has a value that the new service does not know.",
            templates: "Values that used to be accepted may be refused, and the reverse.",
            why: "A custom constraint accepts values that exist in the service named by its `client_plugin`.",
            example: Example::of_files(
                r"
 token.kind:
   description: Name of a kind of token.
   client_plugin: token
 token.owner:
   description: ID of whom a token belongs to.
-  client_plugin: keystone
+  client_plugin: token
",
            ),
            instead: Some("Add a constraint with a new name, and use it for new properties."),
        },
        mirror: Mirror::Rule("constraint-definition-changed"),
        check: Check::Table(Table::Constraints, constraint_definition_changed),
    },
    Rule {
        id: "constraint-definition-narrowed",
        severity: Severity::Breaking,
        object: Object::ConstraintDefinition,
        aspect: Some("lookup"),
        verb: Verb::Narrowed,
        summary: "A custom constraint no longer accepts names or no longer accepts IDs",
        docs: Docs {
            stacks: "The next update of a stack fails if its template has a name or ID that is no longer accepted.",
            templates: "Templates that have a name where only IDs are accepted now, or the reverse, are refused.",
            why: "A custom constraint accepts values that its service can find. `lookup` says how it searches: by `id`, by `name`, or by either.",
            example: Example::of_files(
                r"
 token.owner:
   description: Whom a token belongs to.
   client_plugin: keystone
-  lookup: name_or_id
+  lookup: id
",
            ),
            instead: Some(
                "Keep `name_or_id` if Heat looks up both. If Heat changed, say so in the release notes.",
            ),
        },
        mirror: Mirror::Rule("constraint-definition-widened"),
        check: Check::Table(Table::Constraints, |tables, findings| {
            report_lookups(tables, Lookups::Narrowed, findings);
        }),
    },
    Rule {
        id: "constraint-definition-widened",
        severity: Severity::Safe,
        object: Object::ConstraintDefinition,
        aspect: Some("lookup"),
        verb: Verb::Widened,
        summary: "A custom constraint now also accepts names or IDs",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Templates can use a name where an ID was required, or the reverse.",
            why: "Every value that was accepted is still accepted.",
            example: Example::of_files(
                r"
 token.owner:
   description: Whom a token belongs to.
   client_plugin: keystone
-  lookup: id
+  lookup: name_or_id
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("constraint-definition-narrowed"),
        check: Check::Table(Table::Constraints, |tables, findings| {
            report_lookups(tables, Lookups::Widened, findings);
        }),
    },
    Rule {
        id: "constraint-definition-status-changed",
        severity: Severity::Safe,
        object: Object::ConstraintDefinition,
        aspect: Some("support_status"),
        verb: Verb::Changed,
        summary: "The support status of a custom constraint changed",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "The same templates are valid. A HIDDEN constraint is no longer documented or offered.",
            why: "The status says whether new templates should use the constraint; Heat accepts it either way.",
            example: Example::of_files(
                r"
 token.kind:
   description: Name of a kind of token.
   client_plugin: token
+  support_status: [{status: HIDDEN, version: 7.0.0}]
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("constraint-definition-status-changed"),
        check: Check::Table(Table::Constraints, constraint_definition_status_changed),
    },
    Rule {
        id: "constraint-definition-documented",
        severity: Severity::Docs,
        object: Object::ConstraintDefinition,
        aspect: Some("description"),
        verb: Verb::Changed,
        summary: "The documentation of a custom constraint changed",
        docs: Docs::without_effect(
            "The description, resource type and example of a constraint are documentation.",
            Example::of_files(
                r"
 token.kind:
-  description: Name of a kind of token.
+  description: Name of the kind of token.
   client_plugin: token
",
            ),
        ),
        mirror: Mirror::Rule("constraint-definition-documented"),
        check: Check::Table(Table::Constraints, constraint_definition_documented),
    },
];

fn constraint_definition_removed(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    for pair in tables.constraints().iter().filter(|pair| pair.after.is_none()) {
        let message = format!("custom constraint `{}` was removed", pair.name);
        findings.report(&pair.place(None), message).values(pair.before, None::<&()>);
    }
}

fn constraint_definition_added(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    for pair in tables.constraints().iter().filter(|pair| pair.before.is_none()) {
        let message = format!("custom constraint `{}` was added", pair.name);
        findings.report(&pair.place(None), message).values(None::<&()>, pair.after);
    }
}

fn constraint_definition_changed(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    for pair in tables.constraints() {
        let (Some(before), Some(after)) = (pair.before, pair.after) else { continue };
        if before.client_plugin != after.client_plugin {
            let message = match (&before.client_plugin, &after.client_plugin) {
                (_, None) => format!("custom constraint `{}` no longer queries a service", pair.name),
                (None, Some(_)) => format!("custom constraint `{}` now queries a service", pair.name),
                (Some(_), Some(_)) => {
                    format!("custom constraint `{}` now queries a different service", pair.name)
                }
            };
            findings
                .report(&pair.place(Some("client_plugin")), message)
                .values(before.client_plugin.as_ref(), after.client_plugin.as_ref());
        }
    }
}

/// Change to the lookup of a custom constraint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lookups {
    /// The constraint no longer looks up names or no longer looks up IDs.
    Narrowed,
    /// The constraint looks up more than before.
    Widened,
}

impl Lookups {
    fn of(before: Lookup, after: Lookup) -> Option<Self> {
        let is_lost =
            (before.takes_names() && !after.takes_names()) || (before.takes_ids() && !after.takes_ids());
        match before == after {
            true => None,
            false if is_lost => Some(Self::Narrowed),
            false => Some(Self::Widened),
        }
    }
}

/// Reports the custom constraints whose lookup changed in this way.
fn report_lookups(tables: &TablesPair<'_>, how: Lookups, findings: &mut Findings<'_>) {
    for pair in tables.constraints() {
        let lookups = pair.before.and_then(|each| each.lookup).zip(pair.after.and_then(|each| each.lookup));
        let Some((before, after)) =
            lookups.filter(|(before, after)| Lookups::of(*before, *after) == Some(how))
        else {
            continue;
        };
        let words = |lookup: Lookup| match lookup {
            Lookup::Id => "IDs",
            Lookup::Name => "names",
            Lookup::NameOrId => "names and IDs",
        };
        let message = format!(
            "custom constraint `{}` accepts {}; it used to accept {}",
            pair.name,
            words(after),
            words(before)
        );
        findings.report(&pair.place(Some("lookup")), message).values(Some(&before), Some(&after));
    }
}

fn constraint_definition_status_changed(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    for pair in tables.constraints() {
        let (Some(before), Some(after)) = (pair.before, pair.after) else { continue };
        if before.support_status == after.support_status {
            continue;
        }
        let (old, new) = (before.support_status.status(), after.support_status.status());
        let message = if old == new {
            format!("what is said about the support status of custom constraint `{}` changed", pair.name)
        } else {
            format!("custom constraint `{}` is {new}; it used to be {old}", pair.name)
        };
        let place = pair.place(Some("support_status"));
        findings.report(&place, message).values(Some(&before.support_status), Some(&after.support_status));
    }
}

fn constraint_definition_documented(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    for pair in tables.constraints() {
        let (Some(before), Some(after)) = (pair.before, pair.after) else { continue };
        let documented = |each: &CustomConstraint| {
            (
                each.description.clone(),
                each.resource_type.clone(),
                each.example.clone(),
                each.lookup.is_some(),
            )
        };
        if documented(before) != documented(after) {
            let message = format!("the documentation of custom constraint `{}` changed", pair.name);
            findings.report(&pair.place(None), message);
        }
    }
}
