//! `wrong-shape`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::WRONG_SHAPE,
    severity: Severity::Error,
    summary: "Data in a file does not have the expected structure",
    docs: r"
## What it does
Reports data, such as a JSON file passed to `import`, whose maps, lists and values do not have the expected structure.

## Why
The data cannot be found where it is expected.

## Example
A list where a map of resource types is expected.

## Use instead
Regenerate the file with the tool that created it.
",
    check: Check::Reading,
};
