//! Docs of codes about the text, its maps and their keys.

use super::{CodeDocs, Docs};
use crate::{Severity, code};

/// Docs of [`code::SYNTAX`].
pub static SYNTAX: CodeDocs = CodeDocs {
    code: code::SYNTAX,
    schemas: Docs {
        severity: Severity::Error,
        summary: "A file is not well-formed YAML",
        page: r"
## What it does
Reports the first YAML syntax error: an unclosed bracket or quote, a tab used for indentation, or inconsistent indentation.

## Why
Nothing after that place can be read reliably, so the whole file is ignored.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties: {length: {type: integer, description: How many characters it has.}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties: {length: {type: integer, description: How many characters it has.}}
```
",
    },
    templates: Docs {
        severity: Severity::Error,
        summary: "The text is not YAML",
        page: r"
## What it does
Reports a place at which neither a JSON nor a YAML parser can continue.

## Why
Heat cannot read the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
   properties: {length: 8}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: 8}
```
",
    },
};

/// Docs of [`code::SEVERAL_DOCUMENTS`].
pub static SEVERAL_DOCUMENTS: CodeDocs = CodeDocs {
    code: code::SEVERAL_DOCUMENTS,
    schemas: Docs {
        severity: Severity::Error,
        summary: "A file contains more than one document",
        page: r"
## What it does
Reports a second YAML document in a file, after `---`.

## Why
A schema file contains one schema, and a template is one document: Heat refuses more. Everything after the `---` would
be lost.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
---
type: My::Custom::Secret
description: Makes a secret.
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
```
",
    },
    templates: Docs {
        severity: Severity::Error,
        summary: "The file contains a second document",
        page: r"
## What it does
Reports a `---` after which a second document starts.

## Why
A template is a single document.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
---
outputs:
  token: {value: {get_resource: token}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {value: {get_resource: token}}
```
",
    },
};

/// Docs of [`code::DUPLICATE_KEY`].
pub static DUPLICATE_KEY: CodeDocs = CodeDocs {
    code: code::DUPLICATE_KEY,
    schemas: Docs {
        severity: Severity::Error,
        summary: "A map contains the same key twice",
        page: r"
## What it does
Reports a key that occurs twice in the same map, and shows both places.

## Why
Most YAML parsers silently keep only one of the two, usually the last.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    type: string
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
```
",
    },
    templates: Docs {
        severity: Severity::Warning,
        summary: "A map contains the same key twice",
        page: r"
## What it does
Reports a key that occurs twice in the same map, and shows both places.

## Why
Heat keeps the last one and silently ignores the others: a resource, a property or an output is missing.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
  token: {type: OS::Heat::UpdateWaitConditionHandle}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
  handle: {type: OS::Heat::UpdateWaitConditionHandle}
```
",
    },
};

/// Docs of [`code::UNHASHABLE_KEY`].
pub static UNHASHABLE_KEY: CodeDocs = CodeDocs {
    code: code::UNHASHABLE_KEY,
    schemas: Docs {
        severity: Severity::Error,
        summary: "A key is a list or a map",
        page: r"
## What it does
Reports a key that is a list or a map.

## Why
Keys are names; Heat refuses the file. The usual cause is a placeholder in braces, such as `{{ name }}`, that was not
filled in.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  {{ name }}: {type: string, description: Who asks for it.}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name: {type: string, description: Who asks for it.}
```
",
    },
    templates: Docs {
        severity: Severity::Error,
        summary: "A list or a map is used as a key",
        page: r"
## What it does
Reports a key that is a list or a map.

## Why
Keys are strings. Usually the braces of a placeholder were meant to be part of a string: `{{ name }}`.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: {{ name }}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: '{{ name }}'}
```
",
    },
};

/// Docs of [`code::INVALID_MERGE`].
pub static INVALID_MERGE: CodeDocs = CodeDocs {
    code: code::INVALID_MERGE,
    schemas: Docs {
        severity: Severity::Error,
        summary: "The value of a merge key is not a map",
        page: r"
## What it does
Reports a merge key (`<<`) whose value is neither a map nor a list of maps.

## Why
A merge key copies the entries of another map into this one. Other values have no entries.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    <<: required
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    required: true
```
",
    },
    templates: Docs {
        severity: Severity::Error,
        summary: "A merge key has a value that cannot be merged",
        page: r"
## What it does
Reports a `<<` whose value is neither a map nor a list of maps.

## Why
Heat cannot read the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    <<: text
    type: OS::Heat::RandomString
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
```
",
    },
};
