//! The legend of a type's page, with only the marks that occur on it.

use std::collections::HashSet;

use heat_model::update::UpdateBehaviour;
use heat_model::{EffectLevel, Status};

use super::context::{Attribute, Legend, Mark, Property, UpdateMark};
use crate::text::terms::{status_class, status_word};

/// Marks of updates, in the order of the legend.
const UPDATES: [UpdateMark; 7] = [
    UpdateMark::Effect(EffectLevel::None),
    UpdateMark::Effect(EffectLevel::Interrupts),
    UpdateMark::Effect(EffectLevel::LosesData),
    UpdateMark::Effect(EffectLevel::Refused),
    UpdateMark::Behaviour(UpdateBehaviour::InPlace),
    UpdateMark::Behaviour(UpdateBehaviour::Replace),
    UpdateMark::Behaviour(UpdateBehaviour::Refused),
];

const STATUSES: [(Status, &str); 3] = [
    (Status::Deprecated, "still works; avoid it in new templates"),
    (Status::Unsupported, "works, without support by the Heat team"),
    (Status::Hidden, "works for existing stacks"),
];

/// The mark of a property that Heat does not implement.
const NOT_IMPLEMENTED: Mark =
    Mark { class: "unsupported", word: "Not implemented", meaning: "Heat refuses it" };

/// The marks that occur on a page.
#[derive(Default)]
struct Occurring {
    updates: HashSet<UpdateMark>,
    /// Marks of properties and fields, without those of their cases.
    rows: HashSet<UpdateMark>,
    statuses: HashSet<Status>,
    has_unimplemented: bool,
}

impl Occurring {
    /// Adds the marks of a property and of its fields.
    fn add(&mut self, property: &Property) {
        self.rows.extend(property.update_mark);
        self.updates.extend(property.update_mark);
        self.updates.extend(
            property
                .effect
                .iter()
                .flat_map(|effect| &effect.cases)
                .map(|case| UpdateMark::of_level(case.level)),
        );
        self.statuses.insert(property.support_status);
        self.has_unimplemented |= !property.implemented;
        property.members.iter().for_each(|member| self.add(member));
    }
}

/// The legend for some properties and attributes.
pub(super) fn legend(sections: [&[Property]; 4], attributes: &[Attribute]) -> Legend {
    let mut occurring = Occurring::default();
    sections.into_iter().flatten().for_each(|property| occurring.add(property));
    occurring.statuses.extend(attributes.iter().map(|attribute| attribute.support_status));
    let updates = UPDATES.into_iter().filter(|mark| occurring.updates.contains(mark));
    let statuses = STATUSES.into_iter().filter(|(status, _)| occurring.statuses.contains(status));
    let statuses = statuses.map(|(status, meaning)| Mark {
        class: status_class(status),
        word: status_word(status),
        meaning,
    });
    Legend {
        can_filter: occurring.rows.len() > 1
            && occurring.rows.contains(&UpdateMark::of_level(EffectLevel::Replaces)),
        statuses: statuses.chain(occurring.has_unimplemented.then_some(NOT_IMPLEMENTED)).collect(),
        updates: updates
            .map(|mark| Mark { class: mark.class(), word: mark.word(), meaning: mark.meaning() })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use heat_updates::effect_words::meaning;

    use super::*;

    /// Tests that a page of the guide has a table with these rows, and no others below its header.
    fn check(page: &str, header: &str, rows: &[(String, &str)]) {
        let rows = rows.iter().map(|(name, meaning)| format!("| {name} | {meaning} |\n"));
        let table = format!("{header}\n|---|---|\n{}\n", rows.collect::<String>());
        assert!(page.contains(&table), "write this table:\n{table}");
    }

    #[test]
    fn tables_of_the_guide_are_made_of_the_levels() {
        let marks = UPDATES.map(|mark| (mark.word().to_owned(), mark.meaning()));
        let for_authors = include_str!("../../../site/guide/template-authors/30-what-an-update-does.md");
        check(for_authors, "| Mark | Outcome |", &marks);
        let levels = EffectLevel::ALL.map(|level| (format!("`{level}`"), meaning(level)));
        check(include_str!("../../../site/guide/20-writing-a-schema.md"), "| Level | Meaning |", &levels);
    }
}
