//! Rule `pattern-never-matches-default`: a default does not match the property's own pattern.

use heat_model::ConstraintKind;
use heat_model::pattern::Pattern;
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "pattern-never-matches-default",
    severity: Severity::Error,
    summary: "A default does not match the property's own pattern",
    docs: r"
## What it does
Reports a `default` that the `allowed_pattern` of its property refuses.

## Why
Heat checks the default against the pattern when it loads the schema, and refuses the schema if it does not match. The
pattern has to match the whole string. Only the first match counts, not the longest: for `ab`, the pattern `a|ab`
matches only `a`, so it refuses the string.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  prefix:
    type: string
    description: What it starts with.
    default: abc
    constraints:
      - allowed_pattern: a|abc
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  prefix:
    type: string
    description: What it starts with.
    default: abc
    constraints:
      - allowed_pattern: abc|a
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.properties {
        let Some(text) = site.schema.default.as_ref().and_then(|default| default.as_str()) else { continue };
        for (path, constraint) in site.usable_constraints() {
            let ConstraintKind::AllowedPattern(python) = &constraint.kind else { continue };
            let Ok(pattern) = Pattern::new(python) else { continue };
            let (message, label) = match pattern.matches(text) {
                Ok(true) => continue,
                Ok(false) => ("does not match its own pattern".to_owned(), "does not match"),
                Err(error) => (format!("cannot be checked against its own pattern: {error}"), "not decided"),
            };
            let finding = findings.report(
                &site.path.join("default"),
                Part::Value,
                format!("the default of {} {message}", site.what()),
            );
            finding.label(label).related(path.join("allowed_pattern"), Part::Value, "the pattern");
            let matches_whole = |pattern: Pattern| pattern.matches(text) == Ok(true);
            if Pattern::new(&format!(r"(?:{python})\Z")).is_ok_and(matches_whole) {
                finding
                    .note("the first match ends before the end of the string, and Heat does not try another one")
                    .help("put longer alternatives first, or add `$` at the end");
            } else {
                finding.help("change the default or the pattern");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::{check, diagnostics};

    fn property(pattern: &str, default: &str) -> String {
        format!(
            "type: T\nproperties: {{a: {{type: string, default: {default}, constraints: [{{allowed_pattern: '{pattern}'}}]}}}}"
        )
    }

    #[test]
    fn a_default_has_to_match_to_its_end() {
        let refused = "the default of property `a` does not match its own pattern";
        check(&RULE, &property("[a-z]+", "abc"), &[]);
        check(&RULE, &property("[a-z]+", "abc1"), &[&format!("abc1 => {refused}")]);
        check(&RULE, &property("[a-z]+", "1abc"), &[&format!("1abc => {refused}")]);
        check(&RULE, &property("[a-z]+", "''"), &[&format!("'' => {refused}")]);
        // The default is not a string: `default-violates-constraint` reports it.
        check(&RULE, &property("[a-z]+", "5"), &[]);
        check(&RULE, &property("[", "5"), &[]);
    }

    #[test]
    fn a_short_first_alternative_is_explained() {
        let found = diagnostics(&property("a|ab", "ab"));
        let found = found.iter().find(|found| found.code == RULE.id).unwrap();
        assert_eq!(found.help.as_deref(), Some("put longer alternatives first, or add `$` at the end"));
        let found = diagnostics(&property("a|ab", "c"));
        let found = found.iter().find(|found| found.code == RULE.id).unwrap();
        assert_eq!(found.help.as_deref(), Some("change the default or the pattern"));
    }
}
