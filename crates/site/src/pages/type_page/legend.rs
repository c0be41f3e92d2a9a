//! The legend of a type's page, with only the marks that occur on it.

use std::collections::HashSet;

use heat_model::update::UpdateBehaviour;
use heat_model::{EffectLevel, Status};

use super::context::{Attribute, Legend, Mark, Property, UpdateMark};
use crate::text::terms::{status_class, status_word};

const UPDATES: [(UpdateBehaviour, &str); 3] = [
    (UpdateBehaviour::InPlace, "changes the resource"),
    (UpdateBehaviour::Replace, "creates a new resource"),
    (UpdateBehaviour::Refused, "the update fails"),
];

const EFFECTS: [(EffectLevel, &str); 4] = [
    (EffectLevel::None, "what it provides goes on"),
    (EffectLevel::Interrupts, "interrupts service temporarily, or for some users"),
    (EffectLevel::LosesData, "keeps the resource, not its data"),
    (EffectLevel::Refused, "the update fails"),
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
    statuses: HashSet<Status>,
    has_unimplemented: bool,
}

impl Occurring {
    /// Adds the marks of a property and of its fields.
    fn add(&mut self, property: &Property) {
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
    let updates = UPDATES.map(|(behaviour, meaning)| (UpdateMark::Behaviour(behaviour), meaning));
    let effects = EFFECTS.map(|(level, meaning)| (UpdateMark::Effect(level), meaning));
    let updates = effects.into_iter().chain(updates).filter(|(mark, _)| occurring.updates.contains(mark));
    let statuses = STATUSES.into_iter().filter(|(status, _)| occurring.statuses.contains(status));
    let statuses = statuses.map(|(status, meaning)| Mark {
        class: status_class(status),
        word: status_word(status),
        meaning,
    });
    let tops: HashSet<UpdateMark> =
        sections.into_iter().flatten().filter_map(|property| property.update_mark).collect();
    Legend {
        can_filter: tops.len() > 1 && tops.contains(&UpdateMark::Behaviour(UpdateBehaviour::Replace)),
        statuses: statuses.chain(occurring.has_unimplemented.then_some(NOT_IMPLEMENTED)).collect(),
        updates: updates
            .map(|(mark, meaning)| Mark { class: mark.class(), word: mark.word(), meaning })
            .collect(),
    }
}
