//! `too-many-resources`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::TooManyResources.id(),
    family: Family::Limits,
    summary: "The nested stacks have too many resources",
    docs: r"
## What it does
Reports nested stacks that have more resources together than this program looks into. Heat has no such limit.

## Why
The rest of them is not checked.
",
    check: Check::Error(Problem::TooManyResources),
};
