//! Rules: the kinds of change, the severity of each, and the checks that find them.
//!
//! This module defines the parts of rules and findings; the rules themselves are in `rules`.

pub(crate) mod check;
pub(crate) mod finding;
pub(crate) mod policy;
pub(crate) mod severities;

use std::fmt::{self, Write as _};
use std::iter;

use self::check::Check;
use crate::pairs::tables::Table;
pub use heat_history::{Mirror, Object, Severity, Verb};

/// A kind of change.
pub struct Rule {
    /// The rule's id, such as `property-update-allowed-removed`.
    pub id: &'static str,
    /// Severity of the rule's findings.
    pub severity: Severity,
    /// Kind of item that changed.
    pub object: Object,
    /// The key of the schema language that changed, such as `update_allowed`; `None` for the object as a whole.
    pub aspect: Option<&'static str>,
    /// Kind of change to the object.
    pub verb: Verb,
    /// Summary of the change, in one line.
    pub summary: &'static str,
    /// The contents of the rule's page.
    pub docs: Docs,
    /// The rule for the opposite change.
    pub mirror: Mirror,
    /// Check that finds the rule's changes.
    pub check: Check,
}

/// The contents of a rule's page, in CommonMark.
#[derive(Debug, Clone, Copy)]
pub struct Docs {
    /// Effect of the change on running stacks.
    pub stacks: &'static str,
    /// Effect of the change on templates.
    pub templates: &'static str,
    /// Reason for these effects.
    pub why: &'static str,
    /// Schemas that differ only in this change.
    pub example: Example,
    /// Recommended alternative; `None` if there is nothing to do.
    pub instead: Option<&'static str>,
}

impl Docs {
    /// Docs of a change that neither stacks nor templates notice.
    pub(crate) const fn without_effect(why: &'static str, example: Example) -> Self {
        Self { stacks: NO_EFFECT, templates: NO_EFFECT, why, example, instead: None }
    }
}

/// The two sides of an example.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// The text before each side.
    header: &'static str,
    /// Both sides as a patch: a line begins with `-` on the old side, with `+` on the new side and with a space on both.
    patch: &'static str,
}

impl Example {
    /// Patch of a type `My::Custom::Token`, without its name and description.
    pub(crate) const fn of_token(patch: &'static str) -> Self {
        Self { header: "type: My::Custom::Token\ndescription: Makes a token.\n", patch: checked(patch) }
    }

    /// Patch of a type `My::Custom::Token` with a string `name`, which continues after the type and description of that property.
    pub(crate) const fn of_property(patch: &'static str) -> Self {
        Self {
            header: "type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: Name of the token.
",
            patch: checked(patch),
        }
    }

    /// Patch of schemas separated by `---`, or of a table.
    pub(crate) const fn of_files(patch: &'static str) -> Self {
        Self { header: "", patch: checked(patch) }
    }

    /// Both sides as YAML: schemas separated by `---`, or a table.
    #[must_use]
    pub fn texts(&self) -> [String; 2] {
        // Multi-line literals begin with a newline.
        let patch = self.patch.trim_start_matches('\n');
        ['-', '+'].map(|side| {
            let lines = patch.split_inclusive('\n').filter_map(|line| match line {
                "\n" => Some(line),
                _ => line.strip_prefix([side, ' ']),
            });
            iter::once(self.header).chain(lines).collect()
        })
    }
}

/// The patch, if each of its lines says on which side it is. A row with another one does not compile.
const fn checked(patch: &'static str) -> &'static str {
    let bytes = patch.as_bytes();
    let mut index = 0;
    let mut begins_line = true;
    while index < bytes.len() {
        assert!(
            !begins_line || matches!(bytes[index], b'-' | b'+' | b' ' | b'\n'),
            "a line of an example begins with `-`, `+` or a space"
        );
        begins_line = bytes[index] == b'\n';
        index += 1;
    }
    patch
}

/// Docs text for stacks and templates that do not notice a change.
const NO_EFFECT: &str = "Nothing changes.";

impl Rule {
    /// The table that the rule is about; `None` if it is about resource types.
    #[must_use]
    pub fn table(&self) -> Option<Table> {
        match self.check {
            Check::Table(table, _) | Check::TableFile { table, .. } => Some(table),
            _ => None,
        }
    }

    /// Returns true if findings of the rule are about the values that constraints accept.
    pub(crate) fn is_about_constraints(&self) -> bool {
        matches!(self.check, Check::Constraint { .. }) || self.aspect == Some("constraints")
    }

    /// Returns true if findings of the rule also affect data without the property.
    pub(crate) fn is_about_presence(&self) -> bool {
        matches!(self.aspect, Some("required" | "default"))
    }

    /// Returns whether stacks or templates notice the change: the docs of the rule state an effect on at least one of them.
    #[must_use]
    pub fn has_effect(&self) -> bool {
        self.docs.stacks != NO_EFFECT || self.docs.templates != NO_EFFECT
    }

    /// The rule's page, in CommonMark, without its id and its summary.
    #[must_use]
    pub fn page(&self) -> String {
        let Docs { stacks, templates, why, example, instead } = &self.docs;
        let [before, after] = example.texts();
        let mut page = format!(
            "
## What it means for running stacks
{stacks}

## What it means for templates
{templates}

## Why
{why}

## Example
Before:
```yaml
{before}```
After:
```yaml
{after}```
"
        );
        if let Some(instead) = instead {
            let _ = write!(page, "\n## What to do instead\n{instead}\n");
        }
        page
    }

    /// The rule's example as YAML: the old files and the new files.
    #[must_use]
    pub fn example(&self) -> [Vec<String>; 2] {
        self.docs.example.texts().map(|text| text.split("---\n").map(ToOwned::to_owned).collect())
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rule").field("id", &self.id).finish_non_exhaustive()
    }
}

/// A kind of properties group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupKind {
    /// Groups that state which properties can or must be set together.
    Expression,
    /// Groups that state which properties require a certain API version.
    ApiVersions,
}

/// Kind of change to the validation rules of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValidationChangeKind {
    /// A new rule refuses data that were accepted.
    Added,
    /// Data that only a removed rule refused are accepted.
    Removed,
    /// A rule refuses more than the one that it replaces.
    Narrowed,
    /// A rule refuses less than the one that it replaces.
    Widened,
    /// A rule refuses and accepts other data than the one that it replaces.
    Changed,
    /// A rule states a restriction that was already enforced.
    Documented,
    /// A rule is written differently, and accepts the same data.
    Reworded,
}
