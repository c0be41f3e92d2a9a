//! Rule `null-required-property`: a required property is null.

use heat_hot::snippet::Content;
use heat_model::{PropertyType, Value};

use crate::lint::context::values;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "null-required-property",
    family: Family::Resources,
    summary: "A required property is null",
    docs: r"
## What it does
Reports a required property, or a required part of one, whose value is null, such as that of a key with nothing behind it.

## Why
Heat takes null for a value, and reads it as an empty text, 0, false, or an empty list or map. Whatever is created with it then fails.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      image: debian-12
      flavor:
      networks: [{network: private}]
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      image: debian-12
      flavor: m1.small
      networks: [{network: private}]
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for (resource, schema) in context.known_resources() {
        for value in values(resource, schema) {
            let is_null = matches!(value.snippet.content, Content::Scalar(Value::Null));
            let Some(own) = value.schema.filter(|own| is_null && own.required) else { continue };
            let read = match own.property_type {
                PropertyType::String => "an empty text",
                PropertyType::Integer | PropertyType::Number => "0",
                PropertyType::Boolean => "false",
                PropertyType::List => "an empty list",
                PropertyType::Map => "an empty map",
                // A property of any type may be meant to be null.
                PropertyType::Any => continue,
            };
            let message = format!("`{}` is required, and null counts as {read}", value.path);
            findings.report(value.key_span, message, "give it a value");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn only_what_is_required_needs_a_value() {
        let check = check_in(&RULE, "resources: {r: {type: My::Strict, properties: {…}}}");
        check("size: 1, name:", &["name => `name` is required, and null counts as an empty text"]);
        check("name: x, size: null", &["size => `size` is required, and null counts as 0"]);
        check("name: x, size: 1, other: null, any: null", &[]);
        check("name: {get_param: p}, size: 1", &[]);
    }
}
