//! Rule `show-without-record`: the attribute `show` is read, but the type has no record.

use heat_model::ResourceType;

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "show-without-record",
    family: Family::Resources,
    summary: "A type has no record that `show` could give",
    docs: r"
## What it does
Reports a `get_attr` of `show` if Heat has no record of resources of this type.

## Why
Heat accepts `show` for every type. For a type without a record in a service, the value is always null, or cannot be read when the
stack is created.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {value: {get_attr: [token, show]}}
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
    for read in context.attributes().filter(|read| read.name == ResourceType::BASE_ATTRIBUTE) {
        let schema = read.schema;
        // A type that accepts any attribute also has this one: a group lists the records of its members.
        if schema.has_record() || schema.any_attribute {
            continue;
        }
        let message = format!("{} has no record that `show` could give", schema.name);
        let help = if schema.attributes.is_empty() {
            "remove it: the value is null".to_owned()
        } else {
            let names: Vec<String> = schema.attributes.keys().map(|name| format!("`{name}`")).collect();
            format!("read one of its attributes: {}", names.join(", "))
        };
        findings.report(read.span, message, help);
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn only_some_types_have_a_record() {
        let yaml = "resources: {a: {type: …}}\noutputs: {o: {value: {get_attr: [a, show, b]}}}";
        let check = check_in(&RULE, yaml);
        check("My::Thing", &["show => My::Thing has no record that `show` could give"]);
        check("OS::Nova::Server", &[]);
        check("OS::Heat::ResourceGroup", &[]);
        check("My::Unknown", &[]);
    }
}
