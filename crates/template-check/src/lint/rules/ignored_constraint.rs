//! Rule `ignored-constraint`: only one constraint of an item takes effect.

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "ignored-constraint",
    family: Family::Parameters,
    summary: "Only one constraint of an item takes effect",
    docs: r"
## What it does
Reports an item under `constraints` of a parameter that has several constraints.

## Why
Heat reads one of them and silently ignores the others.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  name:
    type: string
    description: The name of the server.
    constraints:
      - length: {max: 8}
        allowed_pattern: '[a-z]+'
outputs:
  name: {value: {get_param: name}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  name:
    type: string
    description: The name of the server.
    constraints:
      - length: {max: 8}
      - allowed_pattern: '[a-z]+'
outputs:
  name: {value: {get_param: name}}
```
",
    check: Check::Template(check),
};

const KINDS: [&str; 6] =
    ["length", "range", "modulo", "allowed_values", "allowed_pattern", "custom_constraint"];

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    if !context.template.keys().is_hot() {
        return;
    }
    for (entry, _) in context.parameters() {
        let constraints = entry.value.as_mapping().and_then(|definition| definition.get("constraints"));
        for item in constraints.and_then(|constraints| constraints.as_sequence()).into_iter().flatten() {
            let entries = item.as_mapping().into_iter().flatten();
            let kinds: Vec<_> =
                entries.filter(|entry| entry.key.as_str().is_some_and(|key| KINDS.contains(&key))).collect();
            let [first, second, ..] = kinds[..] else { continue };
            findings
                .report(
                    second.key.span,
                    "only one of the constraints of an item takes effect",
                    "make each constraint a separate item: put a `-` in front of it",
                )
                .related(first.key.span, "in the same item");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn items_have_one_constraint_each() {
        let check = check_in(&RULE, "parameters: {a: {type: string, constraints: […]}}");
        check("{length: {max: 1}}, {range: {max: 1}}", &[]);
        check("{length: {max: 1}, description: Short.}", &[]);
        check(
            "{length: {max: 1}, range: {max: 1}}",
            &["range => only one of the constraints of an item takes effect"],
        );
    }
}
