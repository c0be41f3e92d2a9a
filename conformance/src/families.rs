//! All families.

use crate::family::Family;
use crate::family::constraints::Constraints;
use crate::family::created_stacks::CreatedStacks;
use crate::family::diff::Diff;
use crate::family::environment_files::EnvironmentFiles;
use crate::family::environments::Environments;
use crate::family::functions::Functions;
use crate::family::intrinsic_functions::IntrinsicFunctions;
use crate::family::language::Language;
use crate::family::life_cycle::LifeCycle;
use crate::family::parameters::Parameters;
use crate::family::properties::Properties;
use crate::family::properties_groups::PropertiesGroups;
use crate::family::schema_validity::SchemaValidity;
use crate::family::software::Software;
use crate::family::support_status::SupportStatus;
use crate::family::template_text::TemplateText;
use crate::family::templates::{Stacks, Templates};
use crate::family::type_updates::TypeUpdates;
use crate::family::update::Update;
use crate::family::update_preview::UpdatePreview;
use crate::family::validation_rules::ValidationRules;
use crate::family::verdicts::Verdicts;
use crate::family::yaql::Yaql;
use crate::family::yaql_syntax::YaqlSyntax;

/// All families, in the order in which they are reported.
pub static FAMILIES: [&dyn Family; 25] = [
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
