//! Rules: what a change is called, how bad it is, and how it is found.

use std::fmt::{self, Write as _};

use heat_model::admit::{Kind, Relation};

use super::groups::GroupKind;
use super::pairs::{MembersPair, PropertyPair, TypePair, TypesPair};
use super::severity::Severity;
use super::status::StatusPair;
use super::tables::{Table, TablesPair};
use super::trial::Trial;
use super::{Findings, Policy};

/// The rule for the change the other way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mirror {
    /// The rule that finds this change with the sides exchanged.
    Rule(&'static str),
    /// There is none, and why.
    None(&'static str),
}

/// A kind of change.
pub struct Rule {
    /// Its id, such as `property-update-allowed-removed`.
    pub id: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What changed.
    pub object: Object,
    /// What about it changed: a key of the schema language, such as `update_allowed`; none where it is the object as a whole.
    pub aspect: Option<&'static str>,
    /// How it changed.
    pub verb: Verb,
    /// What it is, in a line.
    pub summary: &'static str,
    /// What its page says.
    pub docs: Docs,
    /// The rule for the change the other way.
    pub mirror: Mirror,
    /// How it is found.
    pub check: Check,
}

/// What a rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Object {
    /// A resource type.
    ResourceType,
    /// A property, or a member of a map in one.
    Property,
    /// The items of a list.
    Item,
    /// An attribute.
    Attribute,
    /// Anything that has a support status.
    Thing,
    /// A custom constraint in the table of them.
    ConstraintDefinition,
    /// A release in the table of them.
    Release,
}

/// How something changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verb {
    /// It is new.
    Added,
    /// It is new, and HIDDEN.
    AddedHidden,
    /// It is gone.
    Removed,
    /// It is gone, and was HIDDEN before.
    RemovedAfterHidden,
    /// It has another name.
    Renamed,
    /// It admits less.
    Narrowed,
    /// It admits more.
    Widened,
    /// It is different.
    Changed,
    /// It became a placeholder, which does nothing.
    Retired,
    /// It was a placeholder.
    Revived,
    /// Heat can no longer load it.
    Unloadable,
    /// Heat could not load it.
    Loadable,
    /// Its support status became SUPPORTED.
    Supported,
    /// Its support status became UNSUPPORTED.
    Unsupported,
    /// Its support status became DEPRECATED.
    Deprecated,
    /// Its support status became HIDDEN.
    Hidden,
    /// What was accepted is refused.
    Refused,
    /// What was updated in place is replaced.
    Replaced,
}

impl Verb {
    /// Whether something is there that was not.
    #[must_use]
    pub fn is_addition(self) -> bool {
        matches!(self, Self::Added | Self::AddedHidden)
    }

    /// Whether something is gone.
    #[must_use]
    pub fn is_removal(self) -> bool {
        matches!(self, Self::Removed | Self::RemovedAfterHidden)
    }
}

/// What the page of a rule says, in CommonMark.
#[derive(Debug, Clone, Copy)]
pub struct Docs {
    /// What it means for running stacks.
    pub stacks: &'static str,
    /// What it means for templates.
    pub templates: &'static str,
    /// Why that is.
    pub why: &'static str,
    /// Schemas that differ in this and nothing else.
    pub example: Example,
    /// How to do it instead; none where nothing has to be done.
    pub instead: Option<&'static str>,
}

/// Two sides that differ.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// What stands before either side.
    header: &'static str,
    sides: [&'static str; 2],
}

impl Example {
    /// What a type `My::Custom::Token` says on either side, besides its name and its description.
    pub(crate) const fn of_token(before: &'static str, after: &'static str) -> Self {
        Self { header: "type: My::Custom::Token\ndescription: Makes a token.\n", sides: [before, after] }
    }

    /// Schemas, apart by `---`, or a table.
    pub(crate) const fn of_files(before: &'static str, after: &'static str) -> Self {
        Self { header: "", sides: [before, after] }
    }

    /// Either side as YAML: schemas, apart by `---`, or a table.
    #[must_use]
    pub fn texts(&self) -> [String; 2] {
        // Texts of several lines begin on a line of their own.
        self.sides.map(|side| format!("{}{}", self.header, side.trim_start_matches('\n')))
    }
}

impl Rule {
    /// The table that it is about; none where it is about resource types.
    #[must_use]
    pub fn table(&self) -> Option<Table> {
        match self.check {
            Check::Table(table, _) => Some(table),
            _ => None,
        }
    }

    /// Its page, in CommonMark, without its id and its summary.
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
            let _ = write!(page, "\n## How to do it instead\n{instead}\n");
        }
        page
    }

    /// The schemas of its example, or the table, as YAML: the files before, and the files after.
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

/// What a rule looks at.
#[derive(Clone, Copy)]
pub enum Check {
    /// Both catalogues as a whole.
    Types(fn(&TypesPair<'_>, &mut Findings<'_>)),
    /// A table beside the schemas.
    Table(Table, fn(&TablesPair<'_>, &mut Findings<'_>)),
    /// A type that both sides have.
    Type(fn(&TypePair<'_>, &mut Findings<'_>)),
    /// The properties of such a type, or the members of a map in it: what is new, gone or renamed.
    Members(fn(&MembersPair<'_>, &mut Findings<'_>)),
    /// The support status of a type, a property, a member or an attribute: of each that the side after has.
    Status(fn(&StatusPair<'_>, &Policy<'_>, &mut Findings<'_>)),
    /// The constraints of one kind on such a property, where what they accept changed like this.
    Constraint {
        /// The kind.
        kind: Kind,
        /// How what is accepted now stands to what was.
        relation: Relation,
        /// What happened to the property, as the end of a sentence: `accepts fewer values`.
        what: &'static str,
    },
    /// The properties groups of one kind of a type that both sides have, where what they admit changed like this.
    Groups {
        /// The kind.
        kind: GroupKind,
        /// How what is admitted now stands to what was.
        relation: Relation,
        /// What is said of the type: `fewer properties can be given together`.
        what: &'static str,
    },
    /// What property data show on both sides of a type, beyond what other breaking findings explain.
    Trial(fn(&TypePair<'_>, &Trial, &mut Findings<'_>)),
    /// A property, member or item that both sides have, be it by another name.
    Property(fn(&PropertyPair<'_>, &mut Findings<'_>)),
}
