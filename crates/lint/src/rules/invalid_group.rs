//! `invalid-group`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "invalid-group",
    severity: Severity::Error,
    summary: "A properties group does not have exactly one operator",
    docs: r"
## What it does
Reports a properties group that has no operator or more than one.

## Why
A group combines its members with exactly one of `and`, `or` and `xor`; groups can be nested. Heat refuses any other form.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  user: {type: string, description: Who asks for it.}
  group: {type: string, description: Which group asks for it.}
properties_groups:
  - or: [[user], [group]]
    and: [[user]]
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  user: {type: string, description: Who asks for it.}
  group: {type: string, description: Which group asks for it.}
properties_groups:
  - or: [[user], [group]]
```
",
    check: Check::Reading,
};

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn one_operator_per_group() {
        let properties = "properties: {a: {type: string}}\nproperties_groups";
        check(
            &RULE,
            &format!("{properties}: [{{or: [[a], {{xor: [[a]], and: [[a]]}}]}}]"),
            &["{xor: [[a]], and: [[a]]} => a properties group must have exactly one operator"],
        );
        check(
            &RULE,
            &format!("{properties}: [{{}}]"),
            &["{} => a properties group must have exactly one operator"],
        );
        check(&RULE, &format!("{properties}: [{{or: [[a], {{xor: [[a]]}}]}}]"), &[]);
    }
}
