//! `nested-too-deep`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::NestedTooDeep.id(),
    family: Family::Limits,
    summary: "Functions or conditions are nested too deeply",
    docs: r"
## What it does
Reports functions that are nested too deeply for Python's recursion limit.

## Why
Heat fails with a `RecursionError`.
",
    check: Check::Error(Problem::NestedTooDeep),
};
