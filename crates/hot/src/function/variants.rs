//! The form of a function in a version of templates.

use heat_hot_language::{HotVersion, TemplateVersion, Variant, function};

use crate::snippet::Context;

/// The form of the function with this name; `None` if the version has no such function, so that the map is data.
#[must_use]
pub fn variant(name: &str, version: TemplateVersion, context: Context) -> Option<Variant> {
    let function = function(name)?;
    let in_values = function.is_value(version) || function.is_removed(version);
    match context {
        Context::Value if function.is_removed(version) => Some(Variant::Removed),
        Context::Value if in_values => Some(function.form(version)),
        Context::Value => None,
        Context::Condition if function.is_condition(version) => Some(match function.form(version) {
            Variant::Ref => Variant::ParamRef,
            form => form,
        }),
        // Versions with conditions report a removed function as such.
        Context::Condition if function.is_removed(version) && has_conditions(version) => {
            Some(Variant::Removed)
        }
        Context::Condition => in_values.then_some(Variant::Invalid),
    }
}

fn has_conditions(version: TemplateVersion) -> bool {
    matches!(version, TemplateVersion::Hot(version) if version >= HotVersion::V2016_10_14)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heat_hot_language::FUNCTIONS;

    #[test]
    fn each_function_has_a_form_wherever_it_is() {
        let versions = HotVersion::ALL.map(TemplateVersion::Hot);
        for version in versions.into_iter().chain([TemplateVersion::HeatCfn, TemplateVersion::AwsCfn]) {
            for function in FUNCTIONS {
                let name = function.name();
                let value = variant(name, version, Context::Value);
                assert_ne!(value, Some(Variant::Invalid), "{name}");
                assert_eq!(
                    value.is_some(),
                    function.is_value(version) || function.is_removed(version),
                    "{name}"
                );
                if function.is_condition(version) {
                    assert_ne!(variant(name, version, Context::Condition), Some(Variant::Invalid), "{name}");
                }
            }
        }
    }
}
