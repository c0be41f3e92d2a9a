//! The legend of a type's page, with only the marks that occur on it.

use std::collections::BTreeSet;

use heat_model::update::UpdateBehaviour;
use heat_model::{EffectLevel, Status};

use super::context::{Attribute, Legend, Mark, Property};
use crate::text::terms::{effect_class, status_class, status_word, update_class, update_word};

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

/// The legend for some properties and attributes.
pub(super) fn legend(sections: [&[Property]; 4], attributes: &[Attribute]) -> Legend {
    let mut words = Vec::new();
    sections.into_iter().flatten().for_each(|property| collect(property, &mut words));
    words.extend(attributes.iter().map(|attribute| attribute.status_word));
    let occurs = |mark: &Mark| words.contains(&mark.word);
    let updates = UPDATES.map(|(behaviour, meaning)| Mark {
        class: update_class(behaviour),
        word: update_word(behaviour),
        meaning,
    });
    let effects =
        EFFECTS.map(|(level, meaning)| Mark { class: effect_class(level), word: level.in_words(), meaning });
    let updates: Vec<Mark> = effects.into_iter().chain(updates).filter(occurs).collect();
    let statuses = STATUSES.map(|(status, meaning)| Mark {
        class: status_class(status),
        word: status_word(status),
        meaning,
    });
    let tops: BTreeSet<&str> = sections
        .into_iter()
        .flatten()
        .filter_map(|property| property.update.and(Some(property.update_word)))
        .collect();
    Legend {
        can_filter: tops.len() > 1 && tops.contains(update_word(UpdateBehaviour::Replace)),
        statuses: statuses.into_iter().chain([NOT_IMPLEMENTED]).filter(occurs).collect(),
        updates,
    }
}

/// Collects the words of the marks of a property, and of its nested properties.
fn collect(property: &Property, words: &mut Vec<&'static str>) {
    words.extend([property.update_word, property.status_word]);
    words.extend(property.effect.iter().flat_map(|effect| &effect.cases).map(|case| case.word));
    if !property.implemented {
        words.push(NOT_IMPLEMENTED.word);
    }
    property.members.iter().for_each(|member| collect(member, words));
}
