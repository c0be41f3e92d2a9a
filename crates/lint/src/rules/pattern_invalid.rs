//! Rule `pattern-invalid`: an allowed pattern is not a valid Python regular expression.

use heat_model::ConstraintKind;
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "pattern-invalid",
    severity: Severity::Error,
    summary: "An allowed pattern is not a valid Python regular expression",
    docs: r"
## What it does
Reports an `allowed_pattern` that Python's `re` does not accept, such as one with an unclosed bracket.

## Why
Heat compiles the pattern when it loads the schema and fails if it is invalid.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  prefix:
    type: string
    description: What it starts with.
    constraints:
      - allowed_pattern: '[a-z'
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  prefix:
    type: string
    description: What it starts with.
    constraints:
      - allowed_pattern: '[a-z]*'
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.properties {
        for ((path, constraint), flaw) in site.constraints().zip(&site.flaws) {
            if let (ConstraintKind::AllowedPattern(_), Some(flaw)) = (&constraint.kind, flaw) {
                let message = format!("the `allowed_pattern` of {} is {flaw}", site.what());
                findings
                    .report(&path.join("allowed_pattern"), Part::Value, message)
                    .note("patterns use the syntax of Python's `re`");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn patterns_have_the_syntax_of_python() {
        check(
            &RULE,
            r"properties: {a: {type: string, constraints: [{allowed_pattern: 'x('}]}}",
            &[
                "'x(' => the `allowed_pattern` of property `a` is not a pattern: opening parenthesis without closing parenthesis",
            ],
        );
        check(
            &RULE,
            r"properties: {a: {type: list, schema: {'*': {type: string, constraints: [{allowed_pattern: '\q'}]}}}}",
            &[
                r"'\q' => the `allowed_pattern` of an item of `a` is not a pattern: `\q` is not an escape sequence in Python",
            ],
        );
        check(
            &RULE,
            r"properties: {a: {type: string, constraints: [{allowed_pattern: '^(?P<x>[[]\d{,3})(?=.)(?P=x)\Z'}]}}",
            &[],
        );
    }
}
