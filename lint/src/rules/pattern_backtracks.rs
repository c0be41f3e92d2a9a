//! `pattern-backtracks`.

use heat_model::ConstraintKind;
use heat_yaml::Severity;

use crate::backtracking::endless_on;
use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "pattern-backtracks",
    severity: Severity::Warning,
    summary: "An allowed pattern backtracks without end",
    docs: r"
## What it does
Reports an `allowed_pattern` for which there is a short text that takes Python hours to refuse.

## Why
Python's `re` tries every way to match. Where a repeated part can match the same text in several ways, as in `(a+)+`, their
number doubles with each character. One value of forty characters in a template then keeps a worker of Heat busy for ever.
Plug-ins in Rust give up after some milliseconds, and refuse the value.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  prefix:
    type: string
    description: What it starts with.
    constraints:
      - allowed_pattern: '([a-z]+-?)+$'
```

## Use instead
Write the pattern so that each text has one way to match, with what separates the parts between them:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  prefix:
    type: string
    description: What it starts with.
    constraints:
      - allowed_pattern: '[a-z]+(-[a-z]+)*-?$'
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.properties {
        for (path, constraint) in site.usable_constraints() {
            let ConstraintKind::AllowedPattern(pattern) = &constraint.kind else { continue };
            let Some(text) = endless_on(pattern) else { continue };
            findings
                .report(
                    &path.join("allowed_pattern"),
                    Part::Value,
                    format!("the `allowed_pattern` of {} backtracks without end", site.what()),
                )
                .label("tries every way to match")
                .note(format!(
                    "on a text such as {text:?}, the number of tries doubles with each character or two"
                ))
                .help("give what is repeated one way to match each text");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn nested_repeats_are_found_wherever_they_stand() {
        check(
            &RULE,
            "properties: {a: {type: string, constraints: [{allowed_pattern: '(a+)+$'}]}}",
            &["'(a+)+$' => the `allowed_pattern` of property `a` backtracks without end"],
        );
        check(
            &RULE,
            r"properties: {a: {type: list, schema: {'*': {type: string, constraints: [{allowed_pattern: '(\w|\d)*:'}]}}}}",
            &[r"'(\w|\d)*:' => the `allowed_pattern` of an item of `a` backtracks without end"],
        );
        // The texts that are tried have the letters of the pattern, whichever they are.
        check(
            &RULE,
            "properties: {a: {type: string, constraints: [{allowed_pattern: '([éè]+)+$'}]}}",
            &["'([éè]+)+$' => the `allowed_pattern` of property `a` backtracks without end"],
        );
        check(
            &RULE,
            "properties: {a: {type: string, constraints: [{allowed_pattern: '[a-z]+'}, {allowed_pattern: '('}]}}",
            &[],
        );
    }
}
