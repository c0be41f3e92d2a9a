//! Rule `unknown-dependency`: a dependency names a type or a property that does not exist.

use heat_model::{ResourceType, SchemaPath};
use heat_yaml::Severity;

use crate::references::{check_path, check_type};
use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unknown-dependency",
    severity: Severity::Error,
    summary: "A dependency names a type or a property that does not exist",
    docs: r"
## What it does
Reports dependencies by value and entries of `needs_first` whose types are not the `type` of any schema in the catalogue or in
Heat, and dependencies by value whose paths do not refer to a property. A path is a list of names starting at a top-level property; the
items of a list have no step of their own.

## Why
A type that does not exist has no resources, and a property that does not exist has no value: the resource would wait
for nothing.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  network: {type: string, description: Where it is valid.}
dependencies_by_value:
  - {type: OS::Neutron::Prot, property: [network], equals: [netwrok]}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  network: {type: string, description: Where it is valid.}
dependencies_by_value:
  - {type: OS::Neutron::Port, property: [network], equals: [network]}
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let list = SchemaPath::root().join("dependencies_by_value");
    for (index, dependency) in context.schema.dependencies_by_value.iter().enumerate() {
        let path = list.join(index);
        let waited_for = resource_type(context, &dependency.resource_type, &path.join("type"), findings);
        let owner = match &dependency.of {
            Some(of) => resource_type(context, of, &path.join("of"), findings),
            None => Some(context.schema),
        };
        for (schema, names, key, other, other_key) in [
            (waited_for, &dependency.property, "property", &dependency.or_property, "or_property"),
            (owner, &dependency.equals, "equals", &dependency.or_equals, "or_equals"),
        ] {
            let Some((schema, (_, around))) = schema.zip(names.split_last()) else {
                if names.is_empty() {
                    findings
                        .report(&path.join(key), Part::Value, "a path in a dependency is empty")
                        .label("empty");
                }
                continue;
            };
            check_path(schema, names, |step| path.join(key).join(step), findings);
            if let Some(other) = other {
                let beside: Vec<&String> = around.iter().chain([other]).collect();
                check_path(schema, &beside, |_| path.join(other_key), findings);
            }
        }
    }
    let list = SchemaPath::root().join("needs_first");
    for (index, need) in context.schema.needs_first.iter().enumerate() {
        resource_type(context, &need.resource_type, &list.join(index).join("type"), findings);
    }
}

/// Returns the resource type of this name in the catalogue. Reports it if there is none.
fn resource_type<'a>(
    context: &Context<'a>,
    name: &str,
    path: &SchemaPath,
    findings: &mut Findings<'_>,
) -> Option<&'a ResourceType> {
    if name == context.schema.name {
        return Some(context.schema);
    }
    check_type(context.tables, name, path, findings);
    context.tables.types.get(name).copied()
}

#[cfg(test)]
mod tests {
    use super::RULE;

    #[track_caller]
    fn check(dependency: &str, expect: &[&str]) {
        let schema = format!(
            "type: My::Custom::Token
properties:
  a: {{type: string}}
  nets: {{type: list, schema: {{'*': {{type: map, schema: {{id: {{type: string}}, name: {{type: string}}}}}}}}}}
dependencies_by_value: [{{{dependency}}}]"
        );
        crate::tests::check(&RULE, &schema, expect);
    }

    #[test]
    fn needed_types_exist() {
        let check = |name: &str, expect: &[&str]| {
            let schema = format!("needs_first: [{{type: {name}, reason: It does.}}]");
            crate::tests::check(&RULE, &schema, expect);
        };
        check("OS::Neutron::Port", &[]);
        check("My::Custom::Token", &[]);
        check("OS::Neutron::Prot", &["OS::Neutron::Prot => there is no resource type `OS::Neutron::Prot`"]);
    }

    #[test]
    fn types_and_properties_exist() {
        check("type: OS::Neutron::Port, property: [network], equals: [nets, id], or_equals: name", &[]);
        check("type: My::Custom::Token, property: [a], equals: [network], of: OS::Neutron::Port", &[]);
        check(
            "type: OS::Neutron::Net, property: [name], equals: [a]",
            &["OS::Neutron::Net => there is no resource type `OS::Neutron::Net`"],
        );
        check(
            "type: OS::Neutron::Port, property: [net], equals: [nets, ip], or_equals: uuid",
            &[
                "net => `OS::Neutron::Port` has no property `net`",
                "ip => property `nets` has no field `ip`",
                "uuid => property `nets` has no field `uuid`",
            ],
        );
        check(
            "type: OS::Neutron::Port, property: [], equals: [b], of: OS::Neutron::Prot",
            &[
                "[] => a path in a dependency is empty",
                "OS::Neutron::Prot => there is no resource type `OS::Neutron::Prot`",
            ],
        );
    }
}
