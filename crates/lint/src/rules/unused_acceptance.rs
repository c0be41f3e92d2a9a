//! Rule `unused-acceptance`: an accepted finding no longer occurs.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unused-acceptance",
    severity: Severity::Warning,
    summary: "An accepted finding no longer occurs",
    docs: r"
## What it does
Reports an entry of `accepted_findings` that has no effect: its rule reports nothing at that path, the rule does not
exist, or its findings cannot be accepted because they make the file unreadable.

## Why
A problem that was fixed no longer needs an acceptance, and an acceptance that stays would hide the problem if it
comes back.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
accepted_findings:
  - rule: missing-description
    reason: Nobody knows what it is for.
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
```
",
    check: Check::Acceptance,
};

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::{check, diagnostics};

    #[test]
    fn findings_can_be_accepted() {
        let accepting = |path: &str| {
            format!(
                "description: Makes a token.
properties: {{a: {{type: string}}, ab: {{type: map, description: B., schema: {{c: {{type: string}}}}}}}}
accepted_findings: [{{rule: missing-description{path}, reason: It is so.}}]"
            )
        };
        check(&RULE, &accepting(""), &[]);
        check(&RULE, &accepting(", path: properties.ab"), &[]);
        check(&RULE, &accepting(", path: properties.ab.schema.c"), &[]);
        check(
            &RULE,
            &accepting(", path: properties.b"),
            &[
                "missing-description => `missing-description` reports nothing at `properties.b` that could be accepted",
            ],
        );
        let left = |path: &str| {
            let found = diagnostics(&format!("type: My::Custom::Token\n{}", accepting(path)));
            found.into_iter().map(|found| found.message).collect::<Vec<_>>()
        };
        assert!(left("").is_empty());
        assert_eq!(left(", path: properties.ab"), ["property `a` has no description"]);
        assert_eq!(left(", path: properties.a"), ["property `ab.c` has no description"]);
    }

    #[test]
    fn rules_that_do_not_exist_or_cannot_be_accepted() {
        check(
            &RULE,
            "accepted_findings: [{rule: missing-descriptions, reason: x}, {rule: unknown-key, reason: x}, {rule: unused-acceptance, reason: x}]",
            &[
                "missing-descriptions => there is no rule `missing-descriptions`",
                "unknown-key => `unknown-key` cannot be accepted",
                "unused-acceptance => `unused-acceptance` cannot be accepted",
            ],
        );
    }
}
