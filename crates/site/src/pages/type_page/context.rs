//! The template context of a type's page.

use heat_html::Html;
use heat_model::update::UpdateBehaviour;
use heat_model::{EffectLevel, Status};
use heat_updates::effect_words::{behaviour_meaning, behaviour_word, meaning};
use serde::Serialize;

use super::changes_since::{AddedItem, ChangeMark};
use super::checks::Check;
use super::related::RelatedTypes;
use super::release_strip::ReleaseStrip;
use crate::contents::usage::TemplateUse;
use crate::pages::frame::page_links::RuleLink;
use crate::pages::releases::release_pages::TypeRelease;
use crate::text::terms::{ConstraintText, ReleaseName, StatusStep, effect_class, update_class};

/// The template context of a type's page.
#[derive(Debug, Serialize)]
pub(crate) struct TypePage {
    pub(super) name: String,
    pub(super) prefix: String,
    pub(super) short: String,
    pub(super) service: Service,
    pub(super) status: &'static str,
    pub(super) status_word: &'static str,
    pub(super) since: Option<ReleaseName>,
    pub(super) banner: Option<Banner>,
    /// The first paragraph of the description.
    pub(super) lead_html: Html,
    /// The rest of a long description.
    pub(super) more_html: Html,
    pub(super) json_url: String,
    pub(super) minimal_html: Html,
    pub(super) full_html: Html,
    pub(super) legend: Legend,
    pub(super) required: Vec<Property>,
    pub(super) optional: Vec<Property>,
    pub(super) deprecated: Vec<Property>,
    pub(super) reference: Reference,
    pub(super) attributes: Vec<Attribute>,
    pub(super) policy: Vec<Property>,
    pub(super) groups: Vec<Sentence>,
    pub(super) validation: Vec<Sentence>,
    pub(super) rules: Vec<Sentence>,
    pub(super) needs: Option<RelatedTypes>,
    pub(super) used_by: Option<RelatedTypes>,
    pub(super) examples: Vec<Example>,
    pub(super) used_in: Vec<TemplateUse>,
    pub(super) existing: Option<ExistingResources>,
    pub(super) history: Vec<StatusStep>,
    pub(super) releases: Vec<TypeRelease>,
    /// The items that were added later, on the page of an old release.
    pub(super) came_later: Vec<AddedItem>,
    /// `true` if there are enough properties for a filter.
    pub(super) can_search: bool,
    /// `true` if the outline only shows the nested properties of the current branch.
    pub(super) long_outline: bool,
    pub(super) stack: Vec<Fact>,
    pub(super) plugin: Vec<Fact>,
}

#[derive(Debug, Serialize)]
pub(super) struct Service {
    pub(super) name: String,
    pub(super) label: String,
    pub(super) url: String,
}

#[derive(Debug, Serialize)]
pub(super) struct Banner {
    pub(super) word: &'static str,
    pub(super) message_html: Html,
}

/// The marks on a page, with their meanings.
#[derive(Debug, Serialize)]
pub(super) struct Legend {
    /// The marks for the effects of an update.
    pub(super) updates: Vec<Mark>,
    /// The marks for statuses.
    pub(super) statuses: Vec<Mark>,
    /// `true` if the page offers a filter for properties that replace the resource: some do, and others do not.
    pub(super) can_filter: bool,
}

/// A mark and its meaning.
#[derive(Debug, Serialize)]
pub(super) struct Mark {
    pub(super) class: &'static str,
    pub(super) word: &'static str,
    pub(super) meaning: &'static str,
}

/// A property, a nested property, or a part of the update policy.
#[derive(Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate chip on the page")]
pub(super) struct Property {
    pub(super) id: String,
    pub(super) name: String,
    /// The group whose first property this is.
    pub(super) group: Option<PropertyGroup>,
    pub(super) level: u8,
    #[serde(rename = "type")]
    pub(super) words: String,
    pub(super) list: bool,
    pub(super) required: bool,
    pub(super) implemented: bool,
    pub(super) status: &'static str,
    pub(super) status_word: &'static str,
    pub(super) note_html: Html,
    pub(super) update: Option<&'static str>,
    pub(super) update_word: &'static str,
    /// The mark of the last two.
    #[serde(skip)]
    pub(super) update_mark: Option<UpdateMark>,
    /// The status of the first two.
    #[serde(skip)]
    pub(super) support_status: Status,
    pub(super) effect: Option<Effect>,
    pub(super) description_html: Html,
    pub(super) default: Option<String>,
    pub(super) accepts: Vec<ConstraintText>,
    pub(super) item: Option<Item>,
    pub(super) history: Vec<StatusStep>,
    pub(super) members: Vec<Property>,
    /// The mark of a property that has changed since, on the page of an old release.
    pub(super) today: Option<ChangeMark>,
    pub(super) members_label: String,
    pub(super) open: bool,
    /// The page's rules about several properties that compare this one.
    pub(super) checks: Vec<Check>,
    /// The template rules about the property, in addition to those.
    pub(super) rules: Vec<RuleLink>,
    /// The releases in which the property exists, if the recorded releases changed it.
    pub(super) releases: Option<ReleaseStrip>,
}

/// A group of properties, under its title.
#[derive(Debug, Serialize)]
pub(super) struct PropertyGroup {
    pub(super) id: String,
    pub(super) title: String,
}

/// The reason for the cost of an update, and cases with another cost.
#[derive(Debug, Serialize)]
pub(super) struct Effect {
    pub(super) reason_html: Html,
    pub(super) cases: Vec<EffectCase>,
}

/// A case in which an update has another cost.
#[derive(Debug, Serialize)]
pub(super) struct EffectCase {
    pub(super) class: &'static str,
    pub(super) word: &'static str,
    #[serde(skip)]
    pub(super) level: EffectLevel,
    /// The condition of the case, and the reason.
    pub(super) html: Html,
}

#[derive(Debug, Serialize)]
pub(super) struct Item {
    pub(super) description_html: Html,
    pub(super) accepts: Vec<ConstraintText>,
}

/// The value of `get_resource`.
#[derive(Debug, Serialize)]
pub(super) struct Reference {
    pub(super) get_resource: String,
    pub(super) description_html: Html,
}

/// Existing resources of the type: the commands that list them, and their use in templates.
#[derive(Debug, Serialize)]
pub(super) struct ExistingResources {
    /// The commands that list and show existing resources.
    pub(super) commands_html: Html,
    /// The reason why no command lists the resources.
    pub(super) reason: String,
    pub(super) external: Option<External>,
    /// The page of the guide about existing resources, if the site has it.
    pub(super) guide_url: Option<String>,
}

/// The use of an existing resource in a template.
#[derive(Debug, Serialize)]
pub(super) struct External {
    /// The identifier of the existing resource: its ID or its name.
    pub(super) key: &'static str,
    /// The properties that Heat needs to find the existing resource.
    pub(super) needed: Html,
    pub(super) template_html: Html,
}

#[derive(Debug, Serialize)]
pub(super) struct Attribute {
    pub(super) id: String,
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) word: &'static str,
    pub(super) status: &'static str,
    pub(super) status_word: &'static str,
    #[serde(skip)]
    pub(super) support_status: Status,
    pub(super) note_html: Html,
    pub(super) description_html: Html,
    pub(super) get_attr: String,
    pub(super) today: Option<ChangeMark>,
    /// A sample value of the attribute.
    pub(super) example: Option<String>,
    pub(super) cache: &'static str,
    pub(super) history: Vec<StatusStep>,
}

#[derive(Debug, Serialize)]
pub(super) struct Sentence {
    pub(super) html: Html,
}

#[derive(Debug, Serialize)]
pub(super) struct Example {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) yaml_html: Html,
}

#[derive(Debug, Serialize)]
pub(super) struct Fact {
    pub(super) label: &'static str,
    pub(super) html: Html,
}

/// The mark for the effect of updating a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum UpdateMark {
    /// The behaviour that Heat's schema states.
    Behaviour(UpdateBehaviour),
    /// The cost of an update in place.
    Effect(EffectLevel),
}

impl UpdateMark {
    /// A cost that replaces the resource has the mark of the behaviour.
    pub(super) fn of_level(level: EffectLevel) -> Self {
        match level {
            EffectLevel::Replaces => Self::Behaviour(UpdateBehaviour::Replace),
            level => Self::Effect(level),
        }
    }

    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Behaviour(behaviour) => update_class(behaviour),
            Self::Effect(level) => effect_class(level),
        }
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Behaviour(behaviour) => behaviour_word(behaviour),
            Self::Effect(level) => level.in_words(),
        }
    }

    pub(super) fn meaning(self) -> &'static str {
        match self {
            Self::Behaviour(behaviour) => behaviour_meaning(behaviour),
            Self::Effect(level) => meaning(level),
        }
    }
}
