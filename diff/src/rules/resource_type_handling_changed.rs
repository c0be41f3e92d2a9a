//! `resource-type-handling-changed`.

use heat_model::ResourceType;
use serde_json::Value as Json;

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-handling-changed",
    severity: Severity::Dangerous,
    summary: "Heat handles resources of the type differently",
    docs: r"
## What it means for running stacks
When a resource waits for others, is replaced after a failed check, takes signals, or works with a trust, may be another than before.

## What it means for templates
The same templates are valid.

## Why
These switches belong to the class: `always_replace_on_check_failed`, `requires_deferred_auth`, `strict_dependency`, `no_signal_actions` and `entity`.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
strict_dependency: true
properties:
  name:
    type: string
    description: How it is called.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
strict_dependency: false
properties:
  name:
    type: string
    description: How it is called.
```

## How to do it instead
Change it with a major release, and say so in the release notes.
",
    mirror: Mirror::Rule("resource-type-handling-changed"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    type Read = fn(&ResourceType) -> Json;
    let switches: [(&str, Read); 5] = [
        ("always_replace_on_check_failed", |schema| schema.always_replace_on_check_failed.into()),
        ("requires_deferred_auth", |schema| schema.requires_deferred_auth.into()),
        ("strict_dependency", |schema| schema.strict_dependency.into()),
        ("no_signal_actions", |schema| schema.no_signal_actions.clone().into()),
        ("entity", |schema| schema.entity.clone().into()),
    ];
    for (key, read) in switches {
        let (before, after) = (read(types.before), read(types.after));
        if before != after {
            findings
                .report(&types.place().join(key), format!("`{key}` changed from {before} to {after}"))
                .values(Some(&before), Some(&after));
        }
    }
}
