//! Rule `missing-attribute-path`: a path leads into an attribute that has no parts.

use heat_hot::snippet::{Content, Snippet};
use heat_model::property::AttributeType;
use heat_model::{ResourceType, Value};

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "missing-attribute-path",
    family: Family::Resources,
    summary: "A path leads into an attribute that has no parts",
    docs: r"
## What it does
Reports a `get_attr` with a path into an attribute that is a text, a number or a boolean.

## Why
Nothing is at the path, and Heat gives null for it, without a word.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {value: {get_attr: [token, value, text]}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {value: {get_attr: [token, value]}}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for read in context.attributes() {
        let Some(step) = read.path.first() else { continue };
        let (schema, name) = (read.schema, read.name);
        if let Some(what) = whole(schema, name, step) {
            let message =
                format!("the attribute `{name}` of {} is {what}, so the value is null", schema.name);
            findings.report(step.span, message, "remove the path, or read another attribute");
        }
    }
}

/// Returns the kind of value that an attribute has, if a path cannot continue with this step.
fn whole(schema: &ResourceType, attribute: &str, step: &Snippet) -> Option<&'static str> {
    let Content::Scalar(step) = &step.content else { return None };
    match schema.attributes.get(attribute)?.attribute_type? {
        // An integer step selects a character of a string.
        AttributeType::String => matches!(step, Value::String(_)).then_some("a text"),
        AttributeType::Integer => Some("a number"),
        AttributeType::Boolean => Some("a boolean"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn the_type_of_the_attribute_counts() {
        let yaml = "resources: {r: {type: My::Thing}}\noutputs: {o: {value: {get_attr: [r, …]}}}";
        let check = check_in(&RULE, yaml);
        check("new", &[]);
        check("new, x", &["x => the attribute `new` of My::Thing is a text, so the value is null"]);
        check("new, 0", &[]);
        check("new, {get_param: p}", &[]);
        check("other, x", &[]);
        check("show, x", &[]);
    }
}
