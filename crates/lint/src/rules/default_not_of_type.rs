//! Rule `default-not-of-type`: a default does not match the property's type.

use heat_model::evaluate::{Validator, convert, nothing_deferred};
use heat_model::validate::ErrorKind;
use heat_model::{PropertyType, Value};
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, PropertySite, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "default-not-of-type",
    severity: Severity::Warning,
    summary: "A default does not match the property's type",
    docs: r"
## What it does
Reports a `default` that Heat cannot convert to the property's type, or whose items or fields do not match their own
schemas.

## Why
Heat loads such a schema, but fails on every template that omits the property. A `boolean` only accepts `true` and
`false`, also as strings, but not `1` or `maybe`. An empty default, such as `{}` on a list, does not fail, because
Heat uses the empty value of the type instead; but the docs then show the wrong default.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  once:
    type: boolean
    description: Whether it can be used only once.
    default: maybe
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  once:
    type: boolean
    description: Whether it can be used only once.
    default: true
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.properties {
        check_site(site, findings);
    }
}

fn check_site(site: &PropertySite<'_>, findings: &mut Findings<'_>) {
    let Some(default) = &site.schema.default else { return };
    let path = site.path.join("default");
    if let Err(refused) = convert(site.schema, default) {
        findings
            .report(
                &path,
                Part::Value,
                format!("the default of {} does not match its type: {refused}", site.what()),
            )
            .related(
                site.path.join("type"),
                Part::Value,
                format!("values must be of type `{}`", site.schema.property_type),
            )
            .note(if takes_empty_value(site.schema.property_type, default) {
                "Heat uses the empty value of the type instead"
            } else {
                "Heat fails on every template that omits the property"
            });
        return;
    }
    if site.schema.schema.is_none() {
        return;
    }
    for error in (Validator { is_deferred: &nothing_deferred }).value_errors(site.schema, default) {
        // `default-violates-constraint` reports errors about the default as a whole.
        if error.path.0.is_empty() {
            continue;
        }
        let part = if error.kind == ErrorKind::Unknown { Part::Key } else { Part::Value };
        findings
            .report(
                &error.path.0.iter().fold(path.clone(), |path, step| path.step(step)),
                part,
                format!("the default of {} is refused at `{}`: {}", site.what(), error.path, error.message),
            )
            .note("Heat fails on every template that omits the property");
    }
}

/// Returns whether Heat ignores a default because it is falsy in Python, and uses 0 or an empty string, list or map instead.
fn takes_empty_value(property_type: PropertyType, default: &Value) -> bool {
    !default.is_truthy() && property_type != PropertyType::Map
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::{check, diagnostics};

    fn check_property(property: &str, expect: &[&str]) {
        check(&RULE, &format!("properties: {{a: {{{property}}}}}"), expect);
    }

    #[test]
    fn defaults_are_converted_as_heat_converts_them() {
        for property in [
            "type: string, default: 5",
            "type: string, default: true",
            "type: integer, default: '5'",
            "type: integer, default: 5.9",
            "type: number, default: 1e3",
            "type: boolean, default: 'True'",
            "type: any, default: [1]",
            "type: list, allow_conversion: true, default: 'a,b'",
            "type: map, default: null",
        ] {
            check_property(property, &[]);
        }
        check_property(
            "type: boolean, default: 1",
            &[
                "1 => the default of property `a` does not match its type: expected true or false, found integer 1",
            ],
        );
        check_property(
            "type: list, default: a",
            &[
                "a => the default of property `a` does not match its type: expected a list, found string \"a\"",
            ],
        );
        check_property(
            "type: string, default: 1.5",
            &[
                "1.5 => the default of property `a` does not match its type: expected a string, found number 1.5",
            ],
        );
    }

    #[test]
    fn fields_are_checked_against_their_own_schemas() {
        check_property(
            "type: list, default: [{b: x, c: 1}], schema: {'*': {type: map, schema: {b: {type: integer}}}}",
            &[
                "x => the default of property `a` is refused at `[0].b`: expected an integer, found string \"x\"",
                "c => the default of property `a` is refused at `[0].c`: unknown property: did you mean `b`?",
            ],
        );
        check_property(
            "type: map, default: {b: 3}, schema: {b: {type: integer, constraints: [{range: {max: 2}}]}}",
            &["3 => the default of property `a` is refused at `b`: 3 is out of range: at most 2"],
        );
        check_property("type: map, default: {b: 2}, schema: {b: {type: integer}}", &[]);
    }

    #[test]
    fn an_empty_default_is_invalid_but_harmless() {
        fn note(property: &str) -> Option<String> {
            let found = diagnostics(&format!("type: My::Custom::Token\nproperties: {{a: {{{property}}}}}"));
            found.into_iter().find(|found| found.code == RULE.id)?.notes.pop()
        }
        let no_harm = Some("Heat uses the empty value of the type instead".to_owned());
        let fails = Some("Heat fails on every template that omits the property".to_owned());
        assert_eq!(note("type: list, default: {}"), no_harm);
        assert_eq!(note("type: boolean, default: 0"), no_harm);
        assert_eq!(note("type: map, default: []"), fails);
        assert_eq!(note("type: list, default: {b: c}"), fails);
        assert_eq!(note("type: string, default: ''"), None);
    }

    #[test]
    fn update_policies_too() {
        check(
            &RULE,
            "update_policy: {a: {type: map, schema: {b: {type: integer, default: x}}}}",
            &[
                "x => the default of update policy `a.b` does not match its type: expected an integer, found string \"x\"",
            ],
        );
    }
}
