//! `api-versions-changed`.

use crate::{Check, GroupKind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "api-versions-changed",
    severity: Severity::Breaking,
    summary: "The API versions that support a property changed",
    docs: r"
## What it means for running stacks
In a cloud whose service has none of the versions, stacks whose template gives the property cannot be updated.

## What it means for templates
In such a cloud, templates that give the property are refused.

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
  - api_versions: {client_plugin: nova, versions: ['2.1'], properties: [[a]]}
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
properties_groups:
  - api_versions: {client_plugin: nova, versions: ['2.2'], properties: [[a]]}
```

## How to do it instead
Let the plug-in do without what the older versions do not have.
",
    mirror: Mirror::Rule("api-versions-changed"),
    check: Check::Groups {
        kind: GroupKind::ApiVersions,
        relation: Relation::Incomparable,
        what: "the API versions that support some properties changed",
    },
};
