//! `property-renamed-with-translation`.

use crate::{Check, Findings, MembersPair, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-renamed-with-translation",
    severity: Severity::Safe,
    summary: "A property was renamed, and the old name still works",
    docs: r"
## What it means for running stacks
Nothing changes: the old name is read as the new one, and an update that writes the new name changes nothing.

## What it means for templates
Both names work, but not together.

## Why
A `replace` rule moves what is given under the old name.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How it is called.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How it is called.
  size:
    type: integer
    description: How it is called.
    support_status: [{version: 7.0.0}]
translation_rules:
  - {rule: replace, translation_path: [size], value_path: [length]}
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::None("The other way a property is gone that was new: `property-removed` finds it."),
    check: Check::Members(check),
};

fn check(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for (name, _) in members.new_members() {
        if let Some(old) = members.takes_over_from(name) {
            findings
                .report(&members.member(name), format!("`{}` was renamed to `{name}`", members.name_of(old)))
                .values(Some(&old), Some(&name))
                .note("a translation rule moves what is given under the old name");
        }
    }
}
