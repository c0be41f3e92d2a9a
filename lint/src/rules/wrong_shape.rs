//! `wrong-shape`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::WRONG_SHAPE,
    severity: Severity::Error,
    summary: "Data read from a file is not of the form that is asked for",
    docs: r"
## What it does
Reports data, such as a JSON file given to `import`, whose maps, lists and values are not those of its form.

## Why
What is to be read from it is not where it is looked for.

## Example
A list where a map of resource types is expected.

## Use instead
Make the file again with the tool that it came from.
",
    check: Check::Reading,
};
