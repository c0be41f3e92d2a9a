//! Properties groups: five rules for each of the two kinds.

use heat_admit::Relation;

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, GroupKind, Mirror, Rule, Severity};

/// Three properties of a type.
macro_rules! properties {
    () => {
        " properties:
   a:
     type: string
     description: The one.
   b:
     type: string
     description: The other.
   c:
     type: string
     description: The third.
"
    };
}

/// An example in which a group of three properties is added, removed or changed.
macro_rules! example {
    (+ $after:literal) => {
        Example::of_token(concat!(properties!(), "+properties_groups:\n+  - ", $after, "\n"))
    };
    (- $before:literal) => {
        Example::of_token(concat!(properties!(), "-properties_groups:\n-  - ", $before, "\n"))
    };
    (- $before:literal, + $after:literal) => {
        Example::of_token(concat!(
            properties!(),
            " properties_groups:\n-  - ",
            $before,
            "\n+  - ",
            $after,
            "\n"
        ))
    };
}

/// The rules for one kind of group. `less` has the prose for rules where less is accepted, `more` for those where more
/// is.
macro_rules! rules_of {
    ($kind:ident {
        id: $id:literal,
        less: ($stacks:literal, $refused:literal, $instead:literal),
        more: $accepted:literal,
        why: $why:literal,
        // Groups for the examples: a narrow one, a wider one, and two that each accept combinations the other refuses.
        example: ($narrow:literal, $wide:literal, $one:literal, $other:literal),
        // The summaries, and the messages about a type.
        added: ($added:literal, $now_restricted:literal, $new:literal),
        removed: ($removed:literal, $no_longer_restricted:literal),
        narrowed: ($narrowed:literal, $fewer:literal),
        widened: ($widened:literal, $more:literal),
        changed: ($changed:literal, $different:literal),
    }) => {
        [
            Rule {
                id: concat!($id, "-added"),
                severity: Severity::Breaking,
                object: Object::ResourceType,
                aspect: Some("properties_groups"),
                verb: Verb::Added,
                summary: $added,
                docs: Docs {
                    stacks: $stacks,
                    templates: $refused,
                    why: $why,
                    example: example!(+ $new),
                    instead: Some($instead),
                },
                mirror: Mirror::Rule(concat!($id, "-removed")),
                check: Check::Groups {
                    kind: GroupKind::$kind,
                    relation: Relation::Added,
                    what: $now_restricted,
                },
            },
            Rule {
                id: concat!($id, "-removed"),
                severity: Severity::Safe,
                object: Object::ResourceType,
                aspect: Some("properties_groups"),
                verb: Verb::Removed,
                summary: $removed,
                docs: Docs {
                    stacks: "Nothing changes.",
                    templates: $accepted,
                    why: $why,
                    example: example!(- $new),
                    instead: None,
                },
                mirror: Mirror::Rule(concat!($id, "-added")),
                check: Check::Groups {
                    kind: GroupKind::$kind,
                    relation: Relation::Removed,
                    what: $no_longer_restricted,
                },
            },
            Rule {
                id: concat!($id, "-narrowed"),
                severity: Severity::Breaking,
                object: Object::ResourceType,
                aspect: Some("properties_groups"),
                verb: Verb::Narrowed,
                summary: $narrowed,
                docs: Docs {
                    stacks: $stacks,
                    templates: $refused,
                    why: $why,
                    example: example!(- $wide, + $narrow),
                    instead: Some($instead),
                },
                mirror: Mirror::Rule(concat!($id, "-widened")),
                check: Check::Groups { kind: GroupKind::$kind, relation: Relation::Narrowed, what: $fewer },
            },
            Rule {
                id: concat!($id, "-widened"),
                severity: Severity::Safe,
                object: Object::ResourceType,
                aspect: Some("properties_groups"),
                verb: Verb::Widened,
                summary: $widened,
                docs: Docs {
                    stacks: "Nothing changes.",
                    templates: $accepted,
                    why: $why,
                    example: example!(- $narrow, + $wide),
                    instead: None,
                },
                mirror: Mirror::Rule(concat!($id, "-narrowed")),
                check: Check::Groups { kind: GroupKind::$kind, relation: Relation::Widened, what: $more },
            },
            Rule {
                id: concat!($id, "-changed"),
                severity: Severity::Breaking,
                object: Object::ResourceType,
                aspect: Some("properties_groups"),
                verb: Verb::Changed,
                summary: $changed,
                docs: Docs {
                    stacks: $stacks,
                    templates: $refused,
                    why: $why,
                    example: example!(- $one, + $other),
                    instead: Some($instead),
                },
                mirror: Mirror::Rule(concat!($id, "-changed")),
                check: Check::Groups {
                    kind: GroupKind::$kind,
                    relation: Relation::Incomparable,
                    what: $different,
                },
            },
        ]
    };
}

pub(super) static PROPERTIES_GROUP: &[Rule] = &rules_of!(Expression {
    id: "properties-group",
    less: (
        "Stacks whose template uses a combination that is no longer accepted cannot be updated: Heat refuses the template.",
        "Templates that set such properties together, or omit them, are refused.",
        "Document in the description which properties go together, and let the plug-in decide which one takes precedence."
    ),
    more: "Some templates that used to be refused are now accepted.",
    why: "Groups are compared by the combinations of properties that they accept, not by how they are written.",
    example: ("xor: [[a], [b]]", "or: [[a], [b]]", "xor: [[a], [b]]", "xor: [[a], [c]]"),
    added: (
        "A restriction on which properties can be set together was added",
        "which properties can be set together is now restricted",
        "xor: [[a], [b]]"
    ),
    removed: (
        "The restriction on which properties can be set together was removed",
        "any combination of properties is accepted"
    ),
    narrowed: (
        "Fewer combinations of properties are accepted",
        "fewer combinations of properties are accepted"
    ),
    widened: ("More combinations of properties are accepted", "more combinations of properties are accepted"),
    changed: (
        "The combinations of properties that are accepted changed",
        "the combinations of properties that are accepted changed"
    ),
});

pub(super) static API_VERSIONS: &[Rule] = &rules_of!(ApiVersions {
    id: "api-versions",
    less: (
        "In a cloud whose service supports none of these versions, stacks whose template sets the property cannot be updated.",
        "In such a cloud, templates that set the property are refused.",
        "Let the plug-in work around what older versions lack."
    ),
    more: "Templates can set the property in more clouds.",
    why: "Heat refuses a property that requires an API version if the service does not support that version.",
    example: (
        "api_versions: {client_plugin: nova, versions: ['2.2'], properties: [[a]]}",
        "api_versions: {client_plugin: nova, versions: ['2.1', '2.2'], properties: [[a]]}",
        "api_versions: {client_plugin: nova, versions: ['2.1'], properties: [[a]]}",
        "api_versions: {client_plugin: nova, versions: ['2.2'], properties: [[a]]}"
    ),
    added: (
        "Properties now require a certain API version",
        "some properties now require a certain API version",
        "api_versions: {client_plugin: nova, versions: ['2.1', '2.2'], properties: [[a]]}"
    ),
    removed: (
        "Properties no longer require a certain API version",
        "properties no longer require a certain API version"
    ),
    narrowed: ("Fewer API versions support a property", "fewer API versions support some properties"),
    widened: ("More API versions support a property", "more API versions support some properties"),
    changed: (
        "The API versions that support a property changed",
        "the API versions that support some properties changed"
    ),
});
