//! Types that Heat can no longer load, or can load again.

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, PlacePair, Rule, Severity, TypesPair};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "resource-type-unloadable",
        severity: Severity::Breaking,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::Unloadable,
        summary: "Heat can no longer load a resource type",
        docs: Docs {
            stacks: "Stacks with a resource of the type cannot be updated or deleted.",
            templates: "Templates that use the type are refused.",
            why: "Heat checks a schema when it loads the plug-in: whether constraints suit the property's type, whether defaults satisfy them, and\n\
             whether update rules exclude each other. Other changes of the type are not reported until this is fixed.",
            example: Example::of_token(
                r"
 properties:
   size:
     description: How large it is.
     type: integer
-    default: 5
+    default: 12
     constraints:
       - range: {max: 9}

",
            ),
            instead: Some("Run `heat-codegen check`, which reports such errors and shows where they are."),
        },
        mirror: Mirror::Rule("resource-type-loadable"),
        check: Check::Types(resource_type_unloadable),
    },
    Rule {
        id: "resource-type-loadable",
        severity: Severity::Safe,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::Loadable,
        summary: "Heat can load a resource type that it could not load before",
        docs: Docs {
            stacks: "Nothing changes: no stack could have such a resource.",
            templates: "Templates can use the type.",
            why: "No resource of the type could be created, so no other change to it can break anything.",
            example: Example::of_token(
                r"
 properties:
   size:
     description: How large it is.
     type: integer
-    default: 12
+    default: 5
     constraints:
       - range: {max: 9}

",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("resource-type-unloadable"),
        check: Check::Types(resource_type_loadable),
    },
];

fn resource_type_unloadable(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for (pair, fault) in &types.unloadable {
        let place = PlacePair { after: Some(fault.path.clone()), ..pair.place() };
        findings.report(&place, format!("Heat cannot load the type: {}", fault.why));
    }
}

fn resource_type_loadable(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for (pair, fault) in &types.loadable {
        let place = PlacePair { before: Some(fault.path.clone()), ..pair.place() };
        findings.report(&place, format!("Heat can now load the type; before, {}", fault.why));
    }
}
