//! Rules: what a change is called, how bad it is, and how it is found.

use std::fmt;

use heat_model::admit::{Kind, Relation};

use super::groups::GroupKind;
use super::pairs::{MembersPair, PropertyPair, TypePair, TypesPair};
use super::status::StatusPair;
use super::tables::{Table, TablesPair};
use super::trial::Trial;
use super::{Findings, Policy};

/// How bad a change is, worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A template or a stack that worked fails, or a resource is destroyed.
    Breaking,
    /// Everything works, but behaves differently.
    Dangerous,
    /// The life cycle does not go as it should.
    Policy,
    /// Nothing that worked is affected.
    Safe,
    /// Only words changed.
    Docs,
}

impl Severity {
    /// All of them, worst first.
    pub const ALL: [Self; 5] = [Self::Breaking, Self::Dangerous, Self::Policy, Self::Safe, Self::Docs];

    /// The word for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::Dangerous => "dangerous",
            Self::Policy => "policy",
            Self::Safe => "safe",
            Self::Docs => "docs",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

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
    /// Its id: object, aspect and verb, such as `property-update-allowed-removed`.
    pub id: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What it is, in a line.
    pub summary: &'static str,
    /// In CommonMark: *What it means for running stacks*, *What it means for templates*, *Why*, *Example* (a schema before
    /// and after), *How to do it instead*.
    pub docs: &'static str,
    /// The rule for the change the other way.
    pub mirror: Mirror,
    /// How it is found.
    pub check: Check,
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

    /// The schemas of its example, or the table, as YAML: the files before, and the files after.
    #[must_use]
    pub fn example(&self) -> [Vec<&'static str>; 2] {
        let example = self.docs.split("## Example").nth(1).unwrap_or_default();
        let mut blocks = example.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next());
        [(); 2].map(|()| blocks.next().map_or_else(Vec::new, |block| block.split("---\n").collect()))
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
