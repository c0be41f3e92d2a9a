//! Dependencies by value.

use heat_model::ValueDependency;

use crate::pairs::translation::{NewNames, remove_same, take_partners};
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, PlacePair, Rule, Severity, TypePair};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "dependency-by-value-added",
        severity: Severity::Dangerous,
        object: Object::ResourceType,
        aspect: Some("dependencies_by_value"),
        verb: Verb::Added,
        summary: "A dependency by value was added",
        docs: Docs {
            stacks: "The resource is created and updated later than before, and deleted earlier: in the next update, too.",
            templates: "A template in which the other resource depends on this one is now circular and refused.",
            why: "Heat now also creates the other resource first if the values are equal.",
            example: Example::of_token(
                r"
 properties:
   network:
     type: string
     description: Where it is valid.
+dependencies_by_value:
+  - {type: OS::Neutron::Subnet, property: [network], equals: [network]}
",
            ),
            instead: Some("Check that no template refers from the other type to this one."),
        },
        mirror: Mirror::Rule("dependency-by-value-removed"),
        check: Check::Type(dependency_by_value_added),
    },
    Rule {
        id: "dependency-by-value-removed",
        severity: Severity::Dangerous,
        object: Object::ResourceType,
        aspect: Some("dependencies_by_value"),
        verb: Verb::Removed,
        summary: "A dependency by value was removed",
        docs: Docs {
            stacks: "The resource no longer waits for the other one: both are created, updated and deleted at the same time.",
            templates: "The same templates are valid. Those that rely on the order need `depends_on`.",
            why: "Heat no longer compares the values, and nothing else says which of the two resources comes first.",
            example: Example::of_token(
                r"
 properties:
   network:
     type: string
     description: Where it is valid.
-dependencies_by_value:
-  - {type: OS::Neutron::Subnet, property: [network], equals: [network]}
",
            ),
            instead: Some("Keep it for as long as the service needs the order."),
        },
        mirror: Mirror::Rule("dependency-by-value-added"),
        check: Check::Type(dependency_by_value_removed),
    },
    Rule {
        id: "dependency-by-value-changed",
        severity: Severity::Dangerous,
        object: Object::ResourceType,
        aspect: Some("dependencies_by_value"),
        verb: Verb::Changed,
        summary: "A dependency by value changed",
        docs: Docs {
            stacks: "The resource may wait for more or for fewer resources than before.",
            templates: "The same templates are valid, unless a new dependency makes one circular.",
            why: "Heat now compares other values of the same resources, or compares them in a different way.",
            example: Example::of_token(
                r"
 properties:
   network:
     type: string
     description: Where it is valid.
 dependencies_by_value:
-  - {type: OS::Neutron::Subnet, property: [network], equals: [network]}
+  - {type: OS::Neutron::Subnet, property: [network], equals: [network], empty: matches}
",
            ),
            instead: Some("Check the order of the resources in existing templates."),
        },
        mirror: Mirror::Rule("dependency-by-value-changed"),
        check: Check::Type(dependency_by_value_changed),
    },
];

/// A dependency with its index.
type IndexedDependency<'a> = (usize, &'a ValueDependency);

/// The dependencies of both sides. They have no names, so they are matched by content: first those that are the same, then those on
/// the same property of the same type. Ambiguous matches are ignored. A dependency that only follows the rename of a property did
/// not change.
struct DependenciesPair<'a> {
    /// The dependencies that only exist on the old side.
    gone: Vec<IndexedDependency<'a>>,
    /// The dependencies that only exist on the new side.
    new: Vec<IndexedDependency<'a>>,
    /// The dependencies that exist on both sides and differ.
    changed: Vec<(IndexedDependency<'a>, IndexedDependency<'a>)>,
}

impl<'a> DependenciesPair<'a> {
    fn of(types: &TypePair<'a>) -> Self {
        let before = &types.before.dependencies_by_value;
        let new_names = NewNames::of(types);
        let mut renamed = before.clone();
        for dependency in renamed.iter_mut().filter(|dependency| dependency.of.is_none()) {
            new_names.replace_in(&mut dependency.equals);
        }
        let mut old: Vec<IndexedDependency<'_>> = renamed.iter().enumerate().collect();
        let mut new: Vec<IndexedDependency<'a>> =
            types.after.dependencies_by_value.iter().enumerate().collect();
        remove_same(&mut old, &mut new);
        let changed = take_partners(&mut old, &mut new, |one, other| {
            one.resource_type == other.resource_type && one.property == other.property
        });
        let at = |index: usize| before.get(index).map(|dependency| (index, dependency));
        Self {
            gone: old.iter().filter_map(|(index, _)| at(*index)).collect(),
            new,
            changed: changed.into_iter().filter_map(|(index, after)| Some((at(index)?, after))).collect(),
        }
    }
}

fn list<'a>(types: &TypePair<'a>) -> PlacePair<'a> {
    types.place().join("dependencies_by_value")
}

fn dependency_by_value_added(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (index, dependency) in DependenciesPair::of(types).new {
        let message = format!("it now also waits for resources of type {}", words(dependency));
        findings.report(&list(types).after_item(index), message).values(None::<&()>, Some(dependency));
    }
}

fn dependency_by_value_removed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (index, dependency) in DependenciesPair::of(types).gone {
        let message = format!("it no longer waits for resources of type {}", words(dependency));
        findings.report(&list(types).before_item(index), message).values(Some(dependency), None::<&()>);
    }
}

fn dependency_by_value_changed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (before, after) in DependenciesPair::of(types).changed {
        let list = list(types);
        let place = PlacePair { before: list.before_item(before.0).before, ..list.after_item(after.0) };
        let (old, new) = (words(before.1), words(after.1));
        let message = if old == new {
            format!("it compares values differently when it waits for resources of type {new}")
        } else {
            format!("it now waits for resources of type {new}, and no longer for those of type {old}")
        };
        findings.report(&place, message).values(Some(before.1), Some(after.1));
    }
}

/// Short text for a dependency: `A::B` whose `x` equals `y`.
fn words(dependency: &ValueDependency) -> String {
    let [theirs, ours] = [&dependency.property, &dependency.equals].map(|path| path.join("."));
    let owner =
        dependency.of.as_ref().map(|of| format!(" of the {of} that it depends on")).unwrap_or_default();
    format!("{} whose `{theirs}` equals `{ours}`{owner}", dependency.resource_type)
}
