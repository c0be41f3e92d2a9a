//! Properties groups: five rules for each of the two kinds.

use heat_model::admit::Relation;

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, GroupKind, Mirror, Rule, Severity};

/// Three properties of a type.
macro_rules! free {
    () => {
        "properties:
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

/// The same, with a group.
macro_rules! grouped {
    ($group:literal) => {
        concat!(free!(), "properties_groups:\n  - ", $group, "\n")
    };
}

/// The rules of a kind of groups. Where less is accepted, the prose is that of `less`; where more is, that of `more`.
macro_rules! rules_of {
    ($kind:ident {
        id: $id:literal,
        less: ($stacks:literal, $refused:literal, $instead:literal),
        more: $accepted:literal,
        why: $why:literal,
        // Groups for the examples: one that admits less than another, and two of which neither admits all that the other does.
        example: ($narrow:literal, $wide:literal, $one:literal, $other:literal),
        // Summaries, and what is said of a type.
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
                    example: Example::of_token(free!(), grouped!($new)),
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
                    example: Example::of_token(grouped!($new), free!()),
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
                    example: Example::of_token(grouped!($wide), grouped!($narrow)),
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
                    example: Example::of_token(grouped!($narrow), grouped!($wide)),
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
                    example: Example::of_token(grouped!($one), grouped!($other)),
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
        "Stacks whose template gives what is not admitted any more cannot be updated: the template is refused.",
        "Templates that give such properties together, or leave them out, are refused.",
        "Say in the description which properties go together, and let the plug-in prefer one."
    ),
    more: "Templates are accepted that were refused.",
    why: "Which properties may be given at once is compared as a whole, however the groups are written.",
    example: ("xor: [[a], [b]]", "or: [[a], [b]]", "xor: [[a], [b]]", "xor: [[a], [c]]"),
    added: (
        "A restriction on which properties can be given together was added",
        "which properties can be given together is now restricted",
        "xor: [[a], [b]]"
    ),
    removed: (
        "The restriction on which properties can be given together was removed",
        "any combination of properties is accepted"
    ),
    narrowed: (
        "Fewer combinations of properties are accepted",
        "fewer combinations of properties are accepted"
    ),
    widened: ("More combinations of properties are accepted", "more combinations of properties are accepted"),
    changed: (
        "Which properties can be given together changed",
        "which properties can be given together changed"
    ),
});

pub(super) static API_VERSIONS: &[Rule] = &rules_of!(ApiVersions {
    id: "api-versions",
    less: (
        "In a cloud whose service has none of the versions, stacks whose template gives the property cannot be updated.",
        "In such a cloud, templates that give the property are refused.",
        "Let the plug-in do without what the older versions do not have."
    ),
    more: "In more clouds, templates can give the property.",
    why: "A property that needs an API version is refused where the service does not have it.",
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
        "no property requires a certain API version any longer"
    ),
    narrowed: ("Fewer API versions support a property", "fewer API versions support some properties"),
    widened: ("More API versions support a property", "more API versions support some properties"),
    changed: (
        "The API versions that support a property changed",
        "the API versions that support some properties changed"
    ),
});
