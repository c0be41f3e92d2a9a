//! Rules about errors while reading: by the code that reads the catalogue's folder, the YAML parser, or the loader.

use heat_yaml::{code, docs};

use crate::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule::reading(
        "unreadable-file",
        "A file or folder could not be read",
        r"
## What it does
Reports a file that does not exist, that the user has no permission to read or that is a folder, and a symbolic link
to a folder that contains it.

## Why
Its contents are missing from the catalogue.

## Example
A misspelt path on the command line, or a schema file that belongs to another user.

## Use instead
Use a path that exists and that you have permission to read.
",
    ),
    Rule::reading(
        "invalid-utf8",
        "A file is not valid UTF-8",
        r"
## What it does
Reports a file with bytes that are not valid UTF-8, and shows the line of the first one.

## Why
Schemas are always read as UTF-8, so that they mean the same everywhere.

## Example
A file with `Größe` saved as Latin-1.

## Use instead
Save the file as UTF-8.
",
    ),
    Rule::reading(
        "duplicate-type",
        "Two files describe the same resource type",
        r"
## What it does
Reports a schema file whose type is already described by another file.

## Why
Only one of the two can be used, and it is not clear which.

## Example
`My/Custom/Token.yaml` and `My/Custom/Token2.yaml`, both with `type: My::Custom::Token`.

## Use instead
Keep one of the files, or rename the second type.
",
    ),
    Rule::yaml(&docs::SYNTAX),
    Rule::yaml(&docs::SEVERAL_DOCUMENTS),
    Rule::yaml(&docs::DUPLICATE_KEY),
    Rule::yaml(&docs::UNHASHABLE_KEY),
    Rule::yaml(&docs::INVALID_MERGE),
    Rule::yaml(&docs::UNKNOWN_TAG),
    Rule::yaml(&docs::UNKNOWN_ALIAS),
    Rule::yaml(&docs::RECURSIVE_ALIAS),
    Rule::yaml(&docs::DUPLICATE_ANCHOR),
    Rule::reading(
        code::CONTROL_CHARACTER,
        "A file contains a character that YAML does not allow",
        r#"
## What it does
Reports control characters other than tabs and line breaks, and the few other characters that YAML 1.1 forbids.

## Why
They are invisible in most editors, and YAML parsers reject them: Heat refuses the file.

## Example
A file with a NUL byte, for example after a crash, or a file saved as UTF-16.

## Use instead
Remove the character. If a value needs one, write it as an escape in double quotes, such as `"\x1b"`.
"#,
    ),
    Rule::reading(
        code::LONE_SURROGATE,
        "A string contains half of a surrogate pair",
        r#"
## What it does
Reports an escape in a JSON string, such as `"\ud83d"`, that is one half of a surrogate pair whose other half is missing.

## Why
In JSON, characters beyond `U+FFFF` are written as two escapes. One of them alone is not a character, and a string
that contains it cannot be encoded as UTF-8.

## Example
A template `{"description": "\ud83d"}`.

## Use instead
Write both halves, `"\ud83d\udd11"`, or the character itself.
"#,
    ),
    Rule::reading(
        code::ALIAS_EXPANSION,
        "Aliases expand to too much data",
        r"
## What it does
Reports a file whose aliases (`*name`) and merge keys (`<<`) expand to more than 100,000 values.

## Why
Every alias is a copy of its anchor's value. Nested aliases multiply: ten lines can exhaust any amount of memory.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
  b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
  c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
  d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
  e: [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties: {}
```
",
    ),
    Rule::reading(
        code::TOO_DEEP,
        "Lists and maps are nested too deeply",
        r"
## What it does
Reports a file whose lists and maps are nested more than 128 levels deep, and schemas that are nested more than 16
levels deep.

## Why
A parser needs memory for each level of nesting. No real schema or template comes near that depth; a file that does is
broken or malicious.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties: {}
```
",
    ),
    Rule::reading(
        code::TOO_LARGE,
        "A file is too large to be a schema",
        r"
## What it does
Reports a file of more than 16 MiB.

## Why
The largest of Heat's own schemas has about 30 kB. A file of more than 16 MiB is not a schema, and reading it would
waste time.

## Example
A schema file of 20 MiB.

## Use instead
Check that the path leads to the intended file.
",
    ),
    Rule::reading(
        code::WRONG_SHAPE,
        "Data in a file does not have the expected structure",
        r"
## What it does
Reports data, such as a JSON file passed to `import`, whose maps, lists and values do not have the expected structure.

## Why
The data cannot be found where it is expected.

## Example
A list where a map of resource types is expected.

## Use instead
Regenerate the file with the tool that created it.
",
    ),
    Rule::reading(
        "unknown-key",
        "A map has an unknown key",
        r"
## What it does
Reports a key that the schema language does not define at that place, and suggests a similar one.

## Why
It would be ignored silently: with a misspelt `required`, the property would be optional.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    requierd: true
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
    ),
    Rule::reading(
        "missing-key",
        "A required key is missing",
        r"
## What it does
Reports a schema without `type`, a property without `type`, a translation rule without `rule` or `translation_path`, and
the like.

## Why
Without it, the rest has no meaning. For example, properties have no default type.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    description: How many characters it has.
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
    ),
    Rule::reading(
        "invalid-type",
        "A value has the wrong type, or names a type that does not exist",
        r"
## What it does
Reports a `type` other than `string`, `integer`, `number`, `boolean`, `map`, `list` and `any` (attributes cannot be
`number` or `any`), and values of the wrong kind: a string where a list is expected, or a number where a string is
expected.

## Why
Heat refuses such a schema. Quote versions: without quotes, YAML reads `2014.2` as a number, and `2014.10` as the same
number as `2014.1`.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: int
    description: How many characters it has.
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
    ),
    Rule::reading(
        code::INVALID_VALUE,
        "A value is not one of the allowed ones",
        r"
## What it does
Reports a value that is not one of those that a key allows (a status, a cache mode, a kind of translation rule), and a
value that does not match its YAML tag.

## Why
Such a value has no meaning. Heat treats an unknown support status as `UNKNOWN`, and also drops its version and history.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - {status: DEPRICATED, version: 5.0.0, message: Use a secret.}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - {status: DEPRECATED, version: 5.0.0, message: Use a secret.}
```
",
    ),
    Rule::reading(
        "invalid-group",
        "A properties group does not have exactly one operator",
        r"
## What it does
Reports a properties group that has no operator or more than one.

## Why
A group combines its members with exactly one of `and`, `or` and `xor`; groups can be nested. Heat refuses any other form.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  user: {type: string, description: Who asks for it.}
  group: {type: string, description: Which group asks for it.}
properties_groups:
  - or: [[user], [group]]
    and: [[user]]
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  user: {type: string, description: Who asks for it.}
  group: {type: string, description: Which group asks for it.}
properties_groups:
  - or: [[user], [group]]
```
",
    ),
    Rule::reading(
        "invalid-validation-rule",
        "A validation rule does not have exactly one requirement, or a condition not exactly one test",
        r"
## What it does
Reports validation rules without exactly one of `at_most_one`, `at_least_one`, `exactly_one`, `all`, `none`, `equal` and
`ascending`, conditions without exactly one of `property`, `items` and `any`, and conditions of a property without exactly one
of `is`, `in`, `not_in` and `custom_constraint`.

## Why
A rule with two requirements is two rules, and one without any requires nothing.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length: {type: integer, description: How many characters it has.}
  value: {type: string, description: The token.}
validation_rules:
  - {when: [[value]]}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length: {type: integer, description: How many characters it has.}
  value: {type: string, description: The token.}
validation_rules:
  - {when: [[value]], none: [[length]]}
```
",
    ),
];
