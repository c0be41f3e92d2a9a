//! Docs of codes about tags, anchors and aliases.

use super::{CodeDocs, Docs};
use crate::{Severity, code};

/// Docs of [`code::UNKNOWN_TAG`].
pub static UNKNOWN_TAG: CodeDocs = CodeDocs {
    code: code::UNKNOWN_TAG,
    schemas: Docs {
        severity: Severity::Error,
        summary: "A YAML tag is unknown",
        page: r"
## What it does
Reports a tag (`!name`) other than those of YAML's built-in types, such as `!!str`.

## Why
A tag changes how a value is read. Heat defines no tags of its own and refuses unknown ones, including
CloudFormation's short forms such as `!Ref`.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    default: !characters 32
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    default: 32
```
",
    },
    templates: Docs {
        severity: Severity::Error,
        summary: "A value has a tag that Heat does not know",
        page: r"
## What it does
Reports a tag such as `!Ref` or `!GetAtt`.

## Why
Heat cannot read the template: the short forms of functions belong to AWS CloudFormation.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {value: !GetAtt token.value}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {value: {get_attr: [token, value]}}
```
",
    },
};

/// Docs of [`code::UNKNOWN_ALIAS`].
pub static UNKNOWN_ALIAS: CodeDocs = CodeDocs {
    code: code::UNKNOWN_ALIAS,
    schemas: Docs {
        severity: Severity::Error,
        summary: "An alias refers to an anchor that does not exist",
        page: r"
## What it does
Reports an alias (`*name`) with no anchor (`&name`) before it.

## Why
The alias has no value. A string that begins with `*` needs quotes.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    default: *longest
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    default: 512
```
",
    },
    templates: Docs {
        severity: Severity::Error,
        summary: "An alias names an anchor that does not exist",
        page: r"
## What it does
Reports an alias, `*name`, without an anchor `&name` before it.

## Why
Heat cannot read the template. A string that begins with `*` needs quotes.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: *any}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: '*any'}
```
",
    },
};

/// Docs of [`code::RECURSIVE_ALIAS`].
pub static RECURSIVE_ALIAS: CodeDocs = CodeDocs {
    code: code::RECURSIVE_ALIAS,
    schemas: Docs {
        severity: Severity::Error,
        summary: "An alias refers to a value that contains it",
        page: r"
## What it does
Reports an alias (`*name`) inside the value of its own anchor (`&name`).

## Why
The value would contain itself infinitely often. It could not be written or compared.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties: &all
  length:
    type: integer
    description: How many characters it has.
    default: *all
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    default: 32
```
",
    },
    templates: Docs {
        severity: Severity::Error,
        summary: "A value contains itself",
        page: r"
## What it does
Reports an alias within the value that it stands for.

## Why
The value would be infinite.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  value:
    type: OS::Heat::Value
    properties:
      value: &list [1, *list]
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  value:
    type: OS::Heat::Value
    properties:
      value: [1, 2]
```
",
    },
};

/// Docs of [`code::DUPLICATE_ANCHOR`].
pub static DUPLICATE_ANCHOR: CodeDocs = CodeDocs {
    code: code::DUPLICATE_ANCHOR,
    schemas: Docs {
        severity: Severity::Error,
        summary: "Two anchors have the same name",
        page: r"
## What it does
Reports an anchor (`&name`) with the same name as an earlier one.

## Why
An alias refers to the nearest anchor before it, which is easy to misread. Heat refuses the file.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  user: {type: string, description: &text Who asks for it.}
  group: {type: string, description: &text Which group asks for it.}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  user: {type: string, description: Who asks for it.}
  group: {type: string, description: Which group asks for it.}
```
",
    },
    templates: Docs {
        severity: Severity::Error,
        summary: "An anchor is defined twice",
        page: r"
## What it does
Reports a second anchor of the same name.

## Why
Heat cannot read the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  first:
    type: OS::Heat::RandomString
    properties: &common {length: 8}
  second:
    type: OS::Heat::RandomString
    properties: &common {length: 9}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  first:
    type: OS::Heat::RandomString
    properties: &common {length: 8}
  second:
    type: OS::Heat::RandomString
    properties: *common
```
",
    },
};
