//! `too-many-resources`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::TooManyResources.id(),
    family: Family::Limits,
    summary: "The nested stacks have too many resources",
    docs: r"
## What it does
Reports nested stacks that together have more resources than this program checks. Heat has no such limit.

## Why
The remaining resources are not checked.
",
    check: Check::Error(Problem::TooManyResources),
};
