//! Compares the properties groups of both sides by the combinations that they accept.
//!
//! All expression groups are compared together: the accepted combinations are a truth table over the properties that
//! any of the groups names. API version groups define which versions support a property. If the tables are the same,
//! nothing changed, no matter how the groups are written.

use heat_admit::{PresenceCombination, PresenceCombinations, Relation, admits_nothing};
use heat_model::group::{GroupExpression, SupportedVersions, supported_versions};
use heat_model::{PropertyType, ResourceType};

use crate::pairs::TypePair;
use crate::rule::GroupKind;
use crate::rule::finding::Findings;
use crate::schema::named::expressions;

/// The maximum number of properties in a truth table: each one doubles its size.
const MAX_PROPERTIES: usize = 14;

/// The change in the groups of one kind.
pub(crate) struct GroupChange {
    pub(crate) relation: Relation,
    /// A combination that was accepted and is now refused, in words.
    note: Option<String>,
}

impl GroupChange {
    /// The change in the groups of one kind; `None` if they accept the same combinations.
    pub(crate) fn of(kind: GroupKind, types: &TypePair<'_>) -> Option<Self> {
        match kind {
            GroupKind::Expression => expressions_changed(types),
            GroupKind::ApiVersions => api_versions_changed(types),
        }
    }

    /// Reports the change.
    pub(crate) fn report(self, types: &TypePair<'_>, findings: &mut Findings<'_>, what: &str) {
        let (before, after) = (&types.before.properties_groups, &types.after.properties_groups);
        let finding = findings
            .report(&types.place().join("properties_groups"), what)
            .values((!before.is_empty()).then_some(before), (!after.is_empty()).then_some(after));
        if let Some(note) = self.note {
            finding.note(note);
        }
    }
}

fn expressions_changed(types: &TypePair<'_>) -> Option<GroupChange> {
    let [before, after] = types.sides().map(|side| expressions(side).collect::<Vec<_>>());
    if before == after {
        return None;
    }
    let table = TruthTable::new(types, &before, &after);
    let inclusion = match &table {
        Some(table) => Relation::of_inclusion(table.refused.is_none(), table.admitted.is_none())?,
        None => Relation::Incomparable,
    };
    let relation = match (before.is_empty(), after.is_empty()) {
        (true, _) => Relation::Added,
        (_, true) => Relation::Removed,
        _ => inclusion,
    };
    let note = match table {
        Some(TruthTable { refused: Some(given), .. }) => {
            Some(format!("{} was accepted and is now refused", giving(&given)))
        }
        Some(_) => None,
        None => Some(format!("the groups name more than {MAX_PROPERTIES} properties and were not compared")),
    };
    Some(GroupChange { relation, note })
}

fn giving(names: &[String]) -> String {
    match names {
        [] => "setting none of the properties".to_owned(),
        names => format!("setting only `{}`", names.join("`, `")),
    }
}

/// The first row of the table in which the sides differ, in each direction; rows with fewer properties come first.
struct TruthTable {
    /// Properties that used to be accepted together and are now refused.
    refused: Option<Vec<String>>,
    /// Properties that used to be refused together and are now accepted.
    admitted: Option<Vec<String>>,
}

impl TruthTable {
    /// `None` if the table would be too large.
    fn new(types: &TypePair<'_>, before: &[&GroupExpression], after: &[&GroupExpression]) -> Option<Self> {
        let (before, after) = (|| before.iter().copied(), || after.iter().copied());
        let choices = PresenceCombinations::of(before().chain(after()), MAX_PROPERTIES)?;
        let mut lines: Vec<PresenceCombination<'_>> = choices.iter().collect();
        lines.sort_by_key(|choice| choice.given().count());
        // Combinations that one side refuses for another reason are not refused by a group.
        let possible = |schema: &ResourceType| {
            let never: Vec<Vec<String>> =
                choices.paths().iter().filter(|path| !can_be_given(schema, path)).cloned().collect();
            let required = |path: &[String]| match path {
                [name] => schema
                    .properties
                    .get(name)
                    .is_some_and(|property| property.required && property.default.is_none()),
                _ => false,
            };
            let always: Vec<Vec<String>> =
                choices.paths().iter().filter(|path| required(path)).cloned().collect();
            move |choice: &PresenceCombination<'_>| {
                always.iter().all(|path| choice.gives(path) == Some(true))
                    && never.iter().all(|path| choice.gives(path) == Some(false))
            }
        };
        let (was_possible, is_possible) = (possible(types.before), possible(types.after));
        let names = |choice: &PresenceCombination<'_>| choice.given().map(|path| path.join(".")).collect();
        let refused = lines
            .iter()
            .find(|choice| was_possible(choice) && choice.meets(before()) && !choice.meets(after()));
        let admitted = lines
            .iter()
            .find(|choice| is_possible(choice) && choice.meets(after()) && !choice.meets(before()));
        Some(Self { refused: refused.map(names), admitted: admitted.map(names) })
    }
}

/// Returns whether data can set a value at a path: it leads to a property, or into a map whose members no schema lists.
fn can_be_given(schema: &ResourceType, path: &[String]) -> bool {
    let Some((first, rest)) = path.split_first() else { return false };
    let Some(mut property) = schema.properties.get(first) else { return false };
    for name in rest {
        while let Some(item) = property.item() {
            property = item;
        }
        match property.members() {
            Some(members) => match members.get(name) {
                Some(member) => property = member,
                None => return false,
            },
            None => {
                return matches!(
                    property.property_type,
                    PropertyType::Map | PropertyType::List | PropertyType::Any
                );
            }
        }
    }
    property.implemented && !admits_nothing(property)
}

fn api_versions_changed(types: &TypePair<'_>) -> Option<GroupChange> {
    let (before, after) = (
        supported_versions(&types.before.properties_groups),
        supported_versions(&types.after.properties_groups),
    );
    let relation = match (before.is_empty(), after.is_empty()) {
        (true, true) => return None,
        (true, false) => Relation::Added,
        (false, true) => Relation::Removed,
        (false, false) => Relation::of_inclusion(
            first_beyond(&before, &after).is_none(),
            first_beyond(&after, &before).is_none(),
        )?,
    };
    Some(GroupChange { relation, note: first_beyond(&before, &after) })
}

/// The first property that one side accepts with a version with which the other side refuses it.
fn first_beyond(one: &SupportedVersions<'_>, other: &SupportedVersions<'_>) -> Option<String> {
    other.iter().find_map(|((client, path), versions)| {
        let name = path.join(".");
        match one.get(&(*client, *path)) {
            None => Some(format!("`{name}` used to be accepted with any version of {client}")),
            Some(more) => {
                let version = more.iter().find(|version| !versions.contains(*version))?;
                Some(format!("`{name}` used to be accepted with version {version} of {client}"))
            }
        }
    })
}
