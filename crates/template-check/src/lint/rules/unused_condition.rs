//! Rule `unused-condition`: a condition is not used.

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unused-condition",
    family: Family::Conditions,
    summary: "A condition is not used",
    docs: r"
## What it does
Reports a condition that no resource, output, function or other condition uses.

## Why
It has no effect. Often a resource was meant to use it, or misspells its name.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  stage: {type: string, description: Where the stack runs.}
conditions:
  in_production: {equals: [{get_param: stage}, production]}
resources:
  volume:
    type: OS::Cinder::Volume
    properties: {size: 10}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  stage: {type: string, description: Where the stack runs.}
conditions:
  in_production: {equals: [{get_param: stage}, production]}
resources:
  volume:
    type: OS::Cinder::Volume
    condition: in_production
    properties: {size: 10}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let section = context.template.conditions_section().and_then(|section| section.as_mapping());
    for entry in section.into_iter().flatten() {
        let Some(name) = entry.key.as_str() else { continue };
        if !context.mentions.has_text(name) {
            let message = format!("the condition `{name}` is not used");
            findings.report(entry.key.span, message, format!("remove it, or use it: `condition: {name}`"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check;

    #[test]
    fn whatever_names_it_uses_it() {
        let check =
            |text: &str, expect: &[&str]| check(&RULE, &format!("conditions: {{c: true}}\n{text}"), expect);
        check("resources: {}", &["c => the condition `c` is not used"]);
        check("resources: {r: {type: A::B, condition: c}}", &[]);
        check("outputs: {o: {value: {if: [c, 1, 2]}}}", &[]);
        check("outputs: {o: {value: 1, condition: {not: c}}}", &[]);
    }
}
