//! Update behaviour: `update_allowed` and `immutable`.

use heat_model::PropertySchema;

use crate::rule::finding::data;
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "property-immutable-changed-to-update-allowed",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: Some("immutable"),
        verb: Verb::Changed,
        summary: "A change that was refused is now made in place",
        docs: Docs {
            stacks: "An update can now change the property and keeps the resource.",
            templates: "The same templates are valid.",
            why: "Heat refuses to change an immutable property; with `update_allowed`, the plug-in updates it in place.",
            example: Example::of_property(
                r"
-    immutable: true
+    update_allowed: true
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("property-update-allowed-changed-to-immutable"),
        check: Check::Property(property_immutable_changed_to_update_allowed),
    },
    Rule {
        id: "property-update-allowed-changed-to-immutable",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: Some("update_allowed"),
        verb: Verb::Changed,
        summary: "A change that was made in place is now refused",
        docs: Docs {
            stacks: "An update that changes the property fails, and so does the whole stack update.",
            templates: "The same templates are valid for new stacks; in existing stacks, a changed value is refused.",
            why: "Heat refuses to change an immutable property before it checks anything else.",
            example: Example::of_property(
                r"
-    update_allowed: true
+    immutable: true
",
            ),
            instead: Some("Keep the property as it is, or deprecate it in favour of a new, immutable one."),
        },
        mirror: Mirror::Rule("property-immutable-changed-to-update-allowed"),
        check: Check::Property(property_update_allowed_changed_to_immutable),
    },
    Rule {
        id: "property-update-allowed-removed",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: Some("update_allowed"),
        verb: Verb::Removed,
        summary: "A change that was made in place now replaces the resource",
        docs: Docs {
            stacks: "The next update that changes the property destroys the resource and creates a new one. The resource's ID changes for\n\
             everything that refers to it.",
            templates: "The same templates are valid.",
            why: "Without `update_allowed`, Heat replaces a resource when the property changes. Nothing in the template indicates this.",
            example: Example::of_property("-    update_allowed: true\n"),
            instead: Some(
                "Keep `update_allowed`, so that the plug-in continues to update in place. If the service no longer supports that, deprecate\n\
             the property and add a new one that replaces the resource.",
            ),
        },
        mirror: Mirror::Rule("property-update-allowed-added"),
        check: Check::Property(property_update_allowed_removed),
    },
    Rule {
        id: "property-update-allowed-added",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: Some("update_allowed"),
        verb: Verb::Added,
        summary: "A change that replaced the resource is now made in place",
        docs: Docs {
            stacks: "The next update that changes the property keeps the resource.",
            templates: "The same templates are valid.",
            why: "Fewer resources are destroyed. The plug-in's tests have to show that it can update the property.",
            example: Example::of_property("+    update_allowed: true\n"),
            instead: None,
        },
        mirror: Mirror::Rule("property-update-allowed-removed"),
        check: Check::PropertyKey {
            when: |pair| {
                pair.decides_on_updates()
                    && !pair.before.update_allowed
                    && !pair.before.immutable
                    && pair.after.update_allowed
            },
            value: |schema| data(&schema.update_allowed),
            what: "changing {name} now updates the resource in place; it used to replace the resource",
        },
    },
    Rule {
        id: "property-immutable-added",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: Some("immutable"),
        verb: Verb::Added,
        summary: "A change that replaced the resource is now refused",
        docs: Docs {
            stacks: "An update that changes the property fails, and so does the whole stack update.",
            templates: "The same templates are valid for new stacks; in existing stacks, a changed value is refused.",
            why: "Heat refuses to change an immutable property before it checks anything else.",
            example: Example::of_property("+    immutable: true\n"),
            instead: Some(
                "Keep the property as it is, so that a change replaces the resource, or deprecate it in favour of a new, immutable one.",
            ),
        },
        mirror: Mirror::Rule("property-immutable-removed"),
        check: Check::PropertyKey {
            when: |pair| {
                // Another rule reports a property that was updated in place.
                pair.decides_on_updates()
                    && !pair.before.immutable
                    && pair.after.immutable
                    && !pair.before.update_allowed
            },
            value: |schema| data(&schema.immutable),
            what: "changing {name} is now refused; it used to replace the resource",
        },
    },
    Rule {
        id: "property-immutable-removed",
        severity: Severity::Dangerous,
        object: Object::Property,
        aspect: Some("immutable"),
        verb: Verb::Removed,
        summary: "A change that was refused now replaces the resource",
        docs: Docs {
            stacks: "An update that changes the property succeeds and replaces the resource.",
            templates: "The same templates are valid.",
            why: "Nothing prevents the change any longer for users who relied on it being refused.",
            example: Example::of_property("-    immutable: true\n"),
            instead: Some(
                "Add `update_allowed` at the same time, if the service can update the property in place.",
            ),
        },
        mirror: Mirror::Rule("property-immutable-added"),
        check: Check::PropertyKey {
            when: |pair| {
                // Another rule reports a property that is now updated in place.
                pair.decides_on_updates()
                    && pair.before.immutable
                    && !pair.after.immutable
                    && !pair.after.update_allowed
            },
            value: |schema| data(&schema.immutable),
            what: "changing {name} now replaces the resource; it used to be refused",
        },
    },
    Rule {
        id: "property-update-rule-changed",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: Some("update_allowed"),
        verb: Verb::Changed,
        summary: "The declared update rule changed, with no effect",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "Only a top-level property determines whether an update happens in place, replaces the resource or is refused: on nested\n\
             properties, these keys are documentation. On an immutable property, `update_allowed` has no effect.",
            example: Example::of_token(
                r"
 properties:
   name:
     type: map
     description: Name of the token.
     schema:
       size:
         type: integer
         description: How large it is.
-        update_allowed: true
",
            ),
            instead: Some("Set it on the top-level property."),
        },
        mirror: Mirror::Rule("property-update-rule-changed"),
        check: Check::Property(property_update_rule_changed),
    },
];

fn property_immutable_changed_to_update_allowed(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if pair.decides_on_updates() && before.immutable && !after.immutable && after.update_allowed {
        report_behaviour(pair, "now updates the resource in place; it used to be refused", findings);
    }
}

fn property_update_allowed_changed_to_immutable(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if pair.decides_on_updates() && before.update_allowed && !before.immutable && after.immutable {
        report_behaviour(pair, "is now refused; it used to be updated in place", findings);
    }
}

fn report_behaviour(pair: &PropertyPair<'_>, what: &str, findings: &mut Findings<'_>) {
    let [before, after] = [pair.before, pair.after].map(|schema| schema.update_behaviour().to_string());
    findings
        .report(&pair.place, format!("changing {} {what}", pair.name()))
        .values(Some(&before), Some(&after));
}

fn property_update_allowed_removed(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    // Only top-level properties matter. Another rule reports a property that became immutable.
    if !pair.decides_on_updates()
        || !pair.before.update_allowed
        || pair.after.update_allowed
        || pair.after.immutable
    {
        return;
    }
    findings
        .report(
            &pair.place.join("update_allowed"),
            format!("changing {} now replaces the resource; it used to be updated in place", pair.name()),
        )
        .values(Some(&true), Some(&false))
        .note("updates of stacks that change it destroy the existing resource");
}

fn property_update_rule_changed(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let rule = |schema: &PropertySchema| (schema.update_allowed, schema.immutable);
    let (before, after) = (rule(pair.before), rule(pair.after));
    let stays_immutable = before.1 && after.1;
    if before == after || pair.is_closed || (pair.decides_on_updates() && !stays_immutable) {
        return;
    }
    let key = if before.0 == after.0 { "immutable" } else { "update_allowed" };
    let (old, new) = if before.0 == after.0 { (before.1, after.1) } else { (before.0, after.0) };
    let why = if pair.is_policy() {
        "has no effect: a changed update policy always updates the resource in place"
    } else if !pair.is_top() {
        "only matters for top-level properties"
    } else if pair.is_moved() || pair.is_fixed() {
        "has no effect: a translation rule moves or overrides its value"
    } else {
        "has no effect: the property is immutable"
    };
    findings
        .report(&pair.place.join(key), format!("`{key}` of {} is now {new}, which {why}", pair.name()))
        .values(Some(&old), Some(&new));
}
