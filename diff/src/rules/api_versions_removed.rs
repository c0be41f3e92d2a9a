//! `api-versions-removed`.

use crate::{Check, GroupKind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "api-versions-removed",
    severity: Severity::Safe,
    summary: "Properties no longer require a certain API version",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
In more clouds, templates can give the property.

## Why
A property that needs an API version is refused where the service does not have it.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  a:
    type: string
    description: The one.
  b:
    type: string
    description: The other.
  c:
    type: string
    description: The third.
properties_groups:
  - api_versions: {client_plugin: nova, versions: ['2.1', '2.2'], properties: [[a]]}
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  a:
    type: string
    description: The one.
  b:
    type: string
    description: The other.
  c:
    type: string
    description: The third.
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("api-versions-added"),
    check: Check::Groups {
        kind: GroupKind::ApiVersions,
        relation: Relation::Removed,
        what: "no property requires a certain API version any longer",
    },
};
