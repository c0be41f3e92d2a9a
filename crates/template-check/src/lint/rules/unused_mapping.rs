//! Rule `unused-mapping`: a mapping is not used.

use heat_hot_language::Variant;

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unused-mapping",
    family: Family::Structure,
    summary: "A mapping is not used",
    docs: r"
## What it does
Reports a mapping of a CloudFormation-style template that no `Fn::FindInMap` uses.

## Why
It has no effect. Often its name is misspelt in a function.

## Example
```yaml
HeatTemplateFormatVersion: '2012-12-12'
Mappings:
  Sizes: {small: {Length: 8}, large: {Length: 64}}
Resources:
  Token: {Type: OS::Heat::RandomString}
```

## Use instead
```yaml
HeatTemplateFormatVersion: '2012-12-12'
Mappings:
  Sizes: {small: {Length: 8}, large: {Length: 64}}
Resources:
  Token:
    Type: OS::Heat::RandomString
    Properties: {length: {'Fn::FindInMap': [Sizes, small, Length]}}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let Some(section) = context.template.keys().mappings else { return };
    let is_computed = |call: &heat_hot::snippet::Call| {
        call.variant == Variant::FindInMap
            && call.args.items().first().is_none_or(|name| name.as_str().is_none())
    };
    if context.calls().any(|(call, _)| is_computed(call)) {
        return;
    }
    for entry in context.template.entries(section).into_iter().flatten() {
        let Some(name) = entry.key.as_str() else { continue };
        if !context.mentions.has_text(name) {
            findings.report(
                entry.key.span,
                format!("the mapping `{name}` is not used"),
                "remove it, or use it",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn a_name_anywhere_uses_it() {
        let yaml =
            "HeatTemplateFormatVersion: '2012-12-12'\nMappings: {M: {a: {b: 1}}}\nOutputs: {o: {Value: …}}";
        let check = check_in(&RULE, yaml);
        check("x", &["M => the mapping `M` is not used"]);
        check("{'Fn::FindInMap': [M, a, b]}", &[]);
        check("{'Fn::FindInMap': [{Ref: p}, a, b]}", &[]);
    }
}
