//! Checks, by which rules find changes. Most are data in the rule's row; a few have a function.
//!
//! A change of one key is described by a condition on both sides, the key's value, and a message. Its location is the key that the
//! rule's [`aspect`](crate::Rule::aspect) names. In messages, `{name}` is the name of the changed item, and `{before}` and
//! `{after}` are the values.

use heat_admit::{Kind, Relation};
use heat_model::update::Decision;
use heat_model::validate::ValueError;
use heat_model::{AttributeSchema, PropertySchema, ResourceType, Value};
use indexmap::IndexMap;

use crate::pairs::status::StatusPair;
use crate::pairs::tables::{Side, Table, TablesPair};
use crate::pairs::type_change::{TypeChange, TypeVerdict};
use crate::pairs::{MembersPair, PlacePair, PropertyPair, TypePair, TypesPair};
use crate::rule::finding::{Finding, Findings, data};
use crate::rule::policy::Policy;
use crate::rule::{GroupKind, ValidationChangeKind};

/// The part of the catalogues that a rule checks, with the condition for a finding.
#[derive(Clone, Copy)]
pub enum Check {
    /// Both catalogues as a whole.
    Types(fn(&TypesPair<'_>, &mut Findings<'_>)),
    /// Types that only exist on the new side.
    AddedType {
        /// Condition for a finding about a new type.
        when: fn(&ResourceType) -> bool,
        /// Message of the finding.
        what: &'static str,
    },
    /// Types that only exist on the old side.
    RemovedType {
        /// Condition for a finding about a removed type.
        when: fn(&ResourceType) -> bool,
        /// Message of the finding.
        what: &'static str,
    },
    /// A table next to the schemas.
    Table(Table, fn(&TablesPair<'_>, &mut Findings<'_>)),
    /// The file of a table, if only one side has it.
    TableFile {
        /// Table of the file.
        table: Table,
        /// The side that has the file.
        only_on: Side,
        /// Message of the finding.
        what: &'static str,
    },
    /// A type that exists on both sides.
    Type(fn(&TypePair<'_>, &mut Findings<'_>)),
    /// A key of a type that exists on both sides.
    TypeKey {
        /// Condition for a finding, on the old and the new schema.
        when: fn(&ResourceType, &ResourceType) -> bool,
        /// Value of the key, to show in the finding.
        value: fn(&ResourceType) -> Option<Value>,
        /// Message of the finding.
        what: &'static str,
    },
    /// A key of an attribute that exists on both sides of a type.
    AttributeKey {
        /// Condition for a finding, on the old and the new schema.
        when: fn(&AttributeSchema, &AttributeSchema) -> bool,
        /// Value of the key, to show in the finding.
        value: fn(&AttributeSchema) -> Option<Value>,
        /// Message of the finding.
        what: &'static str,
    },
    /// Attributes of a type that only exist on the new side, and were not renamed.
    AddedAttribute {
        /// Condition for a finding about a new attribute.
        when: fn(&AttributeSchema) -> bool,
        /// Message of the finding.
        what: &'static str,
    },
    /// Attributes of a type that only exist on the old side, and were not renamed.
    RemovedAttribute {
        /// Condition for a finding about a removed attribute, by its name.
        when: fn(&TypePair<'_>, &str, &AttributeSchema) -> bool,
        /// Message of the finding.
        what: &'static str,
    },
    /// The properties of a type, or the fields of a map in it: added, removed or renamed.
    Members(fn(&MembersPair<'_>, &mut Findings<'_>)),
    /// Properties and fields of a type that only exist on the new side, and were not renamed.
    AddedMember {
        /// Condition for a finding about a new member, by its name.
        when: fn(&MembersPair<'_>, &str, &PropertySchema) -> bool,
        /// Value of the member that the finding shows.
        value: fn(&PropertySchema) -> Option<Value>,
        /// Message of the finding.
        what: &'static str,
    },
    /// Properties and fields of a type that only exist on the old side, and were not renamed.
    RemovedMember {
        /// Condition for a finding about a removed member.
        when: fn(&MembersPair<'_>, &PropertySchema) -> bool,
        /// Value of the member that the finding shows.
        value: fn(&PropertySchema) -> Option<Value>,
        /// Message of the finding.
        what: &'static str,
    },
    /// The support status of a type, property, field or attribute that exists on the new side, with a function for findings that a
    /// fixed message cannot describe.
    StatusWith(fn(&StatusPair<'_>, &Policy<'_>, &mut Findings<'_>)),
    /// The support status of a type, property, field or attribute that exists on the new side.
    Status {
        /// Condition for a finding, on the old and the new status.
        when: fn(&StatusPair<'_>, &Policy<'_>) -> bool,
        /// Message of the finding.
        what: &'static str,
    },
    /// The constraints of one kind on a property that exists on both sides, if the values that they accept changed in this way.
    Constraint {
        /// Kind of the constraints.
        kind: Kind,
        /// Relation of the newly accepted values to the old ones.
        relation: Relation,
        /// Effect on the property, as the end of a sentence: `accepts fewer values`.
        what: &'static str,
    },
    /// The properties groups of one kind on a type that exists on both sides, if the combinations that they accept
    /// changed in this way.
    Groups {
        /// Kind of the groups.
        kind: GroupKind,
        /// Relation of the newly accepted combinations to the old ones.
        relation: Relation,
        /// The message: `fewer combinations of properties are accepted`.
        what: &'static str,
    },
    /// The validation rules of a type that exists on both sides, if they changed in this way.
    ValidationRules {
        /// Kind of change to the rules.
        kind: ValidationChangeKind,
        /// The beginning of the message: `a validation rule was added`.
        what: &'static str,
    },
    /// Property data that behave differently on both sides of a type, unless another breaking finding explains it.
    Trial(fn(&TypePair<'_>, &Trial, &mut Findings<'_>)),
    /// A property, field or item that exists on both sides, even if it was renamed.
    Property(fn(&PropertyPair<'_>, &mut Findings<'_>)),
    /// The type of a property, field or item that exists on both sides, if it changed in this way.
    PropertyType(TypeChange),
    /// A key of a property, field or item that exists on both sides.
    PropertyKey {
        /// Condition for a finding, on both sides of the property.
        when: fn(&PropertyPair<'_>) -> bool,
        /// Value of the key, to show in the finding.
        value: fn(&PropertySchema) -> Option<Value>,
        /// Message of the finding.
        what: &'static str,
    },
}

impl Check {
    /// Runs the checks of types as a whole. The other checks need pairs of their contents: see `compare`.
    pub(crate) fn of_types(self, types: &TypesPair<'_>, findings: &mut Findings<'_>) {
        match self {
            Self::Types(check) => check(types, findings),
            Self::AddedType { when, what } => {
                for new in types.new.iter().filter(|new| when(new)) {
                    findings.report(&PlacePair::of_new_type(new), what.replace("{name}", &new.name));
                }
            }
            Self::RemovedType { when, what } => {
                for gone in types.gone.iter().filter(|gone| when(gone)) {
                    findings.report(&PlacePair::of_gone_type(gone), what.replace("{name}", &gone.name));
                }
            }
            _ => {}
        }
    }

    /// Runs the checks of a type that exists on both sides, and of its attributes.
    pub(crate) fn of_type(self, types: &TypePair<'_>, findings: &mut Findings<'_>) {
        match self {
            Self::Type(check) => check(types, findings),
            Self::TypeKey { when, value, what } if when(types.before, types.after) => {
                findings.report_key(&types.place(), "", what, types.sides().map(value));
            }
            Self::AttributeKey { when, value, what } => {
                for (name, before) in &types.before.attributes {
                    let after = types.after.attributes.get(name);
                    if let Some(after) = after.filter(|after| when(before, after)) {
                        findings.report_key(&types.attribute(name), name, what, [before, after].map(value));
                    }
                }
            }
            Self::AddedAttribute { when, what } => {
                for (name, schema) in types.new_attributes().into_iter().filter(|(_, schema)| when(schema)) {
                    let message = what.replace("{name}", name);
                    findings
                        .report(&types.attribute(name), message)
                        .values(None::<&()>, Some(&schema.attribute_type));
                }
            }
            Self::RemovedAttribute { when, what } => {
                let gone = types.gone_attributes().into_iter();
                for (name, schema) in gone.filter(|(name, schema)| when(types, name, schema)) {
                    let message = what.replace("{name}", name);
                    findings
                        .report(&types.attribute(name), message)
                        .values(Some(&schema.attribute_type), None::<&()>);
                }
            }
            _ => {}
        }
    }

    /// Runs the checks of the properties of a type, or of the fields of a map, for those that are new or gone.
    pub(crate) fn of_members(self, members: &MembersPair<'_>, findings: &mut Findings<'_>) {
        match self {
            Self::Members(check) => check(members, findings),
            Self::AddedMember { when, value, what } => {
                let new = members.new_members().into_iter();
                for (name, schema) in new.filter(|(name, schema)| when(members, name, schema)) {
                    let message = what.replace("{name}", &members.name_of(name));
                    findings.report(&members.member(name), message).values = (None, value(schema));
                }
            }
            Self::RemovedMember { when, value, what } => {
                for (name, schema) in members.gone().into_iter().filter(|(_, schema)| when(members, schema)) {
                    let message = what.replace("{name}", &members.name_of(name));
                    findings.report(&members.member(name), message).values = (value(schema), None);
                }
            }
            _ => {}
        }
    }

    /// Runs the checks of a property, field or item that exists on both sides.
    pub(crate) fn of_property(self, pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
        match self {
            Self::Property(check) => check(pair, findings),
            Self::PropertyType(change) => _ = report_type_change(pair, change, findings),
            Self::PropertyKey { when, value, what } if when(pair) => {
                findings.report_key(&pair.place, &pair.name(), what, [pair.before, pair.after].map(value));
            }
            _ => {}
        }
    }

    /// Runs the checks of a support status.
    pub(crate) fn of_status(self, pair: &StatusPair<'_>, policy: &Policy<'_>, findings: &mut Findings<'_>) {
        match self {
            Self::StatusWith(check) => check(pair, policy, findings),
            Self::Status { when, what } if when(pair, policy) => {
                let message = what.replace("{name}", &pair.what);
                findings.report(&pair.place, message).values(pair.before, Some(pair.after));
            }
            _ => {}
        }
    }

    /// Runs the checks of the tables next to the schemas.
    pub(crate) fn of_tables(self, tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
        match self {
            Self::Table(_, check) => check(tables, findings),
            Self::TableFile { table, only_on, what } if tables.only_on(table) == Some(only_on) => {
                let message = what.replace("{name}", table.file_name());
                findings.report(&table.file_place(only_on), message);
            }
            _ => {}
        }
    }
}

/// A refusal and a worsened update that no other breaking finding explains.
#[derive(Default)]
pub struct Trial {
    pub(crate) refusal: Option<Refusal>,
    pub(crate) worsening: Option<Worsening>,
}

/// Property data that were accepted and are now refused.
pub(crate) struct Refusal {
    pub(crate) data: IndexMap<String, Value>,
    pub(crate) error: ValueError,
}

/// An update that now replaces the resource, or is refused.
pub(crate) struct Worsening {
    pub(crate) old: IndexMap<String, Value>,
    pub(crate) new: IndexMap<String, Value>,
    /// The property whose change causes it.
    pub(crate) property: String,
    pub(crate) was: Decision,
    pub(crate) is: Decision,
}

/// The type of a property, which findings about a new or removed one show.
pub(crate) fn property_type(schema: &PropertySchema) -> Option<Value> {
    data(&schema.property_type)
}

/// Reports a change of this kind, with a value that is no longer accepted, if one is known.
pub(crate) fn report_type_change<'f>(
    pair: &PropertyPair<'_>,
    change: TypeChange,
    findings: &'f mut Findings<'_>,
) -> Option<&'f mut Finding> {
    let verdict = TypeVerdict::of(pair).filter(|verdict| verdict.change == change)?;
    let (old, new) = (pair.before.property_type, pair.after.property_type);
    let finding = findings.report(
        &pair.place.join("type"),
        format!("the type of {} changed from `{old}` to `{new}`", pair.name()),
    );
    finding.values(Some(&old), Some(&new));
    if let Some(value) = verdict.lost {
        finding.note(format!("{value} was accepted and is now refused"));
        finding.counterexample = Some(value);
    }
    Some(finding)
}
