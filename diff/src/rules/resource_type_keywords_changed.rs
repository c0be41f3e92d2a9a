//! `resource-type-keywords-changed`.

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-keywords-changed",
    severity: Severity::Docs,
    summary: "The keywords of a resource type changed",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
Keywords are documentation: the search of the reference finds the type by them.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
keywords: [secret]
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
keywords: [secret, access key]
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("resource-type-keywords-changed"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (&types.before.keywords, &types.after.keywords);
    if before != after {
        findings
            .report(&types.place().join("keywords"), "the keywords changed")
            .values(Some(before), Some(after));
    }
}
