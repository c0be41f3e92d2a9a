//! The list of all families.

use crate::family::Family;
use crate::family::schemas::constraints::Constraints;
use crate::family::schemas::diff::Diff;
use crate::family::schemas::properties::Properties;
use crate::family::schemas::properties_groups::PropertiesGroups;
use crate::family::schemas::schema_validity::SchemaValidity;
use crate::family::schemas::support_status::SupportStatus;
use crate::family::stacks::created_stacks::CreatedStacks;
use crate::family::stacks::group_updates::GroupUpdates;
use crate::family::stacks::life_cycle::LifeCycle;
use crate::family::stacks::software::Software;
use crate::family::stacks::type_updates::TypeUpdates;
use crate::family::stacks::update::Update;
use crate::family::stacks::update_preview::UpdatePreview;
use crate::family::stacks::validation_rules::ValidationRules;
use crate::family::templates::environment_files::EnvironmentFiles;
use crate::family::templates::environments::Environments;
use crate::family::templates::functions::Functions;
use crate::family::templates::intrinsic_functions::IntrinsicFunctions;
use crate::family::templates::language::Language;
use crate::family::templates::parameters::Parameters;
use crate::family::templates::template_text::TemplateText;
use crate::family::templates::verdicts::Verdicts;
use crate::family::templates::whole_templates::{Stacks, Templates};
use crate::family::yaql::evaluation::Yaql;
use crate::family::yaql::syntax::YaqlSyntax;

/// All families, in the order in which they are reported.
pub static FAMILIES: [&dyn Family; 26] = [
    &Properties,
    &Constraints,
    &SchemaValidity,
    &SupportStatus,
    &PropertiesGroups,
    &ValidationRules,
    &Update,
    &LifeCycle,
    &Parameters,
    &IntrinsicFunctions,
    &Functions,
    &YaqlSyntax,
    &Yaql,
    &Language,
    &TemplateText,
    &Environments,
    &EnvironmentFiles,
    &Templates,
    &Stacks,
    &CreatedStacks,
    &UpdatePreview,
    &GroupUpdates,
    &TypeUpdates,
    &Software,
    &Verdicts,
    &Diff,
];

/// The family of this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static dyn Family> {
    FAMILIES.into_iter().find(|family| family.name() == name)
}
