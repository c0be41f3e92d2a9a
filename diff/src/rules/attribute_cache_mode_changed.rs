//! `attribute-cache-mode-changed`.

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "attribute-cache-mode-changed",
    severity: Severity::Dangerous,
    summary: "Attribute caching changed",
    docs: r"
## What it means for running stacks
A value may be read once where it was read anew each time, or the other way.

## What it means for templates
The same templates are valid, and may see an older value, or a newer one.

## Why
`cache_none` asks the service each time; `cache_local` keeps what it said.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
attributes:
  value:
    description: The token.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
attributes:
  value:
    description: The token.
    cache_mode: cache_none
```

## How to do it instead
See that the value may be kept where it is.
",
    mirror: Mirror::Rule("attribute-cache-mode-changed"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (name, before) in &types.before.attributes {
        let Some(after) = types.after.attributes.get(name) else { continue };
        if before.cache_mode != after.cache_mode {
            findings
                .report(
                    &types.attribute(name).join("cache_mode"),
                    format!("caching of attribute `{name}` changed"),
                )
                .values(Some(&before.cache_mode), Some(&after.cache_mode));
        }
    }
}
