//! Rules: the kinds of change, how severe each one is, and how it is found.
//!
//! Here is what a rule and its findings consist of; the rules themselves are in `rules`.

pub(crate) mod check;
pub(crate) mod finding;
pub(crate) mod policy;
pub(crate) mod severities;

use std::fmt::{self, Write as _};

use self::check::Check;
use crate::pairs::tables::Table;
pub use heat_history::{Mirror, Object, Severity, Verb};

/// A kind of change.
pub struct Rule {
    /// The rule's id, such as `property-update-allowed-removed`.
    pub id: &'static str,
    /// How severe it is.
    pub severity: Severity,
    /// What changed.
    pub object: Object,
    /// The key of the schema language that changed, such as `update_allowed`; `None` for the object as a whole.
    pub aspect: Option<&'static str>,
    /// How the object changed.
    pub verb: Verb,
    /// A one-line summary.
    pub summary: &'static str,
    /// The contents of its page.
    pub docs: Docs,
    /// The rule for the opposite change.
    pub mirror: Mirror,
    /// How the rule is found.
    pub check: Check,
}

/// The contents of a rule's page, in CommonMark.
#[derive(Debug, Clone, Copy)]
pub struct Docs {
    /// What the change means for running stacks.
    pub stacks: &'static str,
    /// What the change means for templates.
    pub templates: &'static str,
    /// Why that is.
    pub why: &'static str,
    /// Schemas that differ only in this.
    pub example: Example,
    /// What to do instead; `None` if there is nothing to do.
    pub instead: Option<&'static str>,
}

/// The two sides of an example.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// The text before each side.
    header: &'static str,
    sides: [&'static str; 2],
}

impl Example {
    /// Both sides of a type `My::Custom::Token`, without its name and description.
    pub(crate) const fn of_token(before: &'static str, after: &'static str) -> Self {
        Self { header: "type: My::Custom::Token\ndescription: Makes a token.\n", sides: [before, after] }
    }

    /// Schemas separated by `---`, or a table.
    pub(crate) const fn of_files(before: &'static str, after: &'static str) -> Self {
        Self { header: "", sides: [before, after] }
    }

    /// Both sides as YAML: schemas separated by `---`, or a table.
    #[must_use]
    pub fn texts(&self) -> [String; 2] {
        // Multi-line literals begin with a newline.
        self.sides.map(|side| format!("{}{}", self.header, side.trim_start_matches('\n')))
    }
}

/// What the docs say of stacks and templates that do not notice a change.
const NO_EFFECT: &str = "Nothing changes.";

impl Rule {
    /// The table that it is about; `None` if it is about resource types.
    #[must_use]
    pub fn table(&self) -> Option<Table> {
        match self.check {
            Check::Table(table, _) | Check::TableFile { table, .. } => Some(table),
            _ => None,
        }
    }

    /// Returns true if findings of the rule are about which values constraints accept.
    pub(crate) fn is_about_constraints(&self) -> bool {
        matches!(self.check, Check::Constraint { .. }) || self.aspect == Some("constraints")
    }

    /// Returns true if findings of the rule are about data without the property, too.
    pub(crate) fn is_about_presence(&self) -> bool {
        matches!(self.aspect, Some("required" | "default"))
    }

    /// Whether stacks or templates notice the change: the docs of the rule do not say of both that nothing changes for them.
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
    /// Which properties can, or have to, be set together.
    Expression,
    /// Which properties require a certain API version.
    ApiVersions,
}

/// How the validation rules of a type changed.
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
    /// A rule says what was already enforced.
    Documented,
    /// A rule is written differently, and accepts the same data.
    Reworded,
}
