//! Rule `pattern-backtracks`: an allowed pattern can take exponential time to match.

use heat_model::ConstraintKind;
use heat_yaml::Severity;

use crate::backtracking::endless_on;
use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "pattern-backtracks",
    severity: Severity::Warning,
    summary: "An allowed pattern can take exponential time to match",
    docs: r"
## What it does
Reports an `allowed_pattern` for which Python needs hours to refuse some short string (catastrophic backtracking).

## Why
Python's `re` tries every way to match. If a repeated group can match the same string in several ways, as in `(a+)+`,
their number doubles with each character. A single value of forty characters in a template then keeps a Heat worker
busy practically forever. Plug-ins in Rust give up after a few milliseconds and refuse the value.

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
Write the pattern so that there is only one way to match each string, for example by putting the separator between the
parts:
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
                    format!("the `allowed_pattern` of {} can take exponential time to match", site.what()),
                )
                .label("Python tries every way to match")
                .note(format!(
                    "on a string such as {text:?}, the number of attempts doubles with every one or two characters"
                ))
                .help("rewrite the repeated group so that it matches each string in only one way");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn nested_repeats_are_found_anywhere() {
        check(
            &RULE,
            "properties: {a: {type: string, constraints: [{allowed_pattern: '(a+)+$'}]}}",
            &["'(a+)+$' => the `allowed_pattern` of property `a` can take exponential time to match"],
        );
        check(
            &RULE,
            r"properties: {a: {type: list, schema: {'*': {type: string, constraints: [{allowed_pattern: '(\w|\d)*:'}]}}}}",
            &[r"'(\w|\d)*:' => the `allowed_pattern` of an item of `a` can take exponential time to match"],
        );
        // The strings that are tried contain the letters of the pattern, even if they are not ASCII.
        check(
            &RULE,
            "properties: {a: {type: string, constraints: [{allowed_pattern: '([éè]+)+$'}]}}",
            &["'([éè]+)+$' => the `allowed_pattern` of property `a` can take exponential time to match"],
        );
        check(
            &RULE,
            "properties: {a: {type: string, constraints: [{allowed_pattern: '[a-z]+'}, {allowed_pattern: '('}]}}",
            &[],
        );
    }
}
