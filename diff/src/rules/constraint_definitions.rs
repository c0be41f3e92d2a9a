//! The table of custom constraints.

use heat_model::CustomConstraint;

use crate::rule::{Docs, Example, Object, Verb};
use crate::tables::Lookups;
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
            templates: "Heat refuses every value for a constraint that it does not know. Templates fail that give a property with it, and those\n\
             that name it for a parameter of their own.",
            why: "A template may name a custom constraint for its parameters, whether or not a resource type uses it.",
            example: Example::of_files(
                r"
token.kind:
  description: Name of a kind of token.
  client_plugin: token
token.owner:
  description: ID of whom a token belongs to.
  client_plugin: keystone
",
                r"
token.kind:
  description: Name of a kind of token.
  client_plugin: token
",
            ),
            instead: Some(
                "Keep the constraint for as long as Heat has it. Where Heat removes it, say in the release notes what to use in its place.",
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
            templates: "They can use the constraint for parameters.",
            why: "Nothing used it before.",
            example: Example::of_files(
                r"
token.kind:
  description: Name of a kind of token.
  client_plugin: token
",
                r"
token.kind:
  description: Name of a kind of token.
  client_plugin: token
token.owner:
  description: ID of whom a token belongs to.
  client_plugin: keystone
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
        summary: "A custom constraint asks another service",
        docs: Docs {
            stacks: "The next update of a stack can fail if one of its resources gives a value that the other service does not know.",
            templates: "Values may be refused that were accepted, and the other way round.",
            why: "A custom constraint accepts what exists in the service that its `client_plugin` names.",
            example: Example::of_files(
                r"
token.kind:
  description: Name of a kind of token.
  client_plugin: token
token.owner:
  description: ID of whom a token belongs to.
  client_plugin: keystone
",
                r"
token.kind:
  description: Name of a kind of token.
  client_plugin: token
token.owner:
  description: ID of whom a token belongs to.
  client_plugin: token
",
            ),
            instead: Some("Add a constraint under another name, and let new properties use that."),
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
        summary: "A custom constraint no longer accepts names, or IDs",
        docs: Docs {
            stacks: "The next update of a stack fails if a template gives what is no longer looked up.",
            templates: "Templates are refused that give a name where only IDs are found now, or the reverse.",
            why: "A custom constraint accepts what its service finds. What finds it is `lookup`: the `id`, the `name`, or either.",
            example: Example::of_files(
                r"
token.owner:
  description: Whom a token belongs to.
  client_plugin: keystone
  lookup: name_or_id
",
                r"
token.owner:
  description: Whom a token belongs to.
  client_plugin: keystone
  lookup: id
",
            ),
            instead: Some(
                "Keep `name_or_id` where Heat looks up both. Where Heat changed, say so in the release notes.",
            ),
        },
        mirror: Mirror::Rule("constraint-definition-widened"),
        check: Check::Table(Table::Constraints, constraint_definition_narrowed),
    },
    Rule {
        id: "constraint-definition-widened",
        severity: Severity::Safe,
        object: Object::ConstraintDefinition,
        aspect: Some("lookup"),
        verb: Verb::Widened,
        summary: "A custom constraint now accepts names, or IDs, too",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "They can give a name where an ID was needed, or the reverse.",
            why: "What was accepted still is.",
            example: Example::of_files(
                r"
token.owner:
  description: Whom a token belongs to.
  client_plugin: keystone
  lookup: id
",
                r"
token.owner:
  description: Whom a token belongs to.
  client_plugin: keystone
  lookup: name_or_id
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("constraint-definition-narrowed"),
        check: Check::Table(Table::Constraints, constraint_definition_widened),
    },
    Rule {
        id: "constraint-definition-documented",
        severity: Severity::Docs,
        object: Object::ConstraintDefinition,
        aspect: Some("description"),
        verb: Verb::Changed,
        summary: "The documentation of a custom constraint changed",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "The description, the resource type and the example of a constraint only document it.",
            example: Example::of_files(
                r"
token.kind:
  description: Name of a kind of token.
  client_plugin: token
",
                r"
token.kind:
  description: Name of the kind of token.
  client_plugin: token
",
            ),
            instead: None,
        },
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
                (_, None) => format!("custom constraint `{}` no longer asks a service", pair.name),
                (None, Some(_)) => format!("custom constraint `{}` now asks a service", pair.name),
                (Some(_), Some(_)) => format!("custom constraint `{}` asks another service", pair.name),
            };
            findings
                .report(&pair.place(Some("client_plugin")), message)
                .values(before.client_plugin.as_ref(), after.client_plugin.as_ref());
        }
    }
}

fn constraint_definition_narrowed(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    tables.report_lookups(Lookups::Narrowed, findings);
}

fn constraint_definition_widened(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    tables.report_lookups(Lookups::Widened, findings);
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
