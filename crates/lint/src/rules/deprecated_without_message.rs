//! Rule `deprecated-without-message`: something is DEPRECATED without a message that says what to use instead.

use heat_model::Status;
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "deprecated-without-message",
    severity: Severity::Warning,
    summary: "Something is DEPRECATED without a message that says what to use instead",
    docs: r"
## What it does
Reports anything that is currently DEPRECATED and has no `message`. If it has since become HIDDEN, no message is required.

## Why
The reader of a deprecation needs to know what to do. The message says what to use instead, or why there is no replacement.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - {status: DEPRECATED, version: 27.0.0}
  - version: 5.0.0
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - {status: DEPRECATED, version: 27.0.0, message: Use My::Custom::Secret.}
  - version: 5.0.0
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.statuses {
        let has_message = site.status.message().is_some_and(|message| !message.trim().is_empty());
        if site.status.status() == Status::Deprecated && !has_message {
            findings
                .report(
                    &site.path.join(0),
                    Part::Value,
                    format!("{} is DEPRECATED without a message that says what to use instead", site.name),
                )
                .label("missing `message`")
                .help("say what to use instead: `message: Use …`");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn a_deprecation_says_what_to_use() {
        check(
            &RULE,
            "properties: {a: {type: string, support_status: [{status: DEPRECATED, version: 5.0.0}]}}
attributes: {b: {support_status: [{status: DEPRECATED, message: ''}, {message: Good.}]}}",
            &[
                "{status: DEPRECATED, version: 5.0.0} => property `a` is DEPRECATED without a message that says what to use instead",
                "{status: DEPRECATED, message: ''} => attribute `b` is DEPRECATED without a message that says what to use instead",
            ],
        );
        check(&RULE, "support_status: [{status: DEPRECATED, message: Use c.}]", &[]);
    }

    #[test]
    fn only_what_is_deprecated_now() {
        check(&RULE, "support_status: [{status: HIDDEN}, {status: DEPRECATED}]", &[]);
        check(&RULE, "support_status: [{}, {status: DEPRECATED}]", &[]);
    }
}
