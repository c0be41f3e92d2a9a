//! Decisions about updates that plug-ins make in their own code, beyond their schemas.
//!
//! Heat asks a plug-in with `_needs_update`, `needs_replace`, `needs_replace_with_prop_diff` and `needs_replace_with_tmpl_diff`,
//! and then calls its `handle_update`. The rules cover all plug-ins of Heat 27 that implement these, by type name. The
//! conformance family `type_updates` contains Heat's answers for each type.

use heat_hot_language::GroupKind;
use heat_model::ResourceType;
use heat_model::update::UpdateBehaviour;

/// Update rule of a type, beyond its schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TypeRule {
    /// Each update updates the resource: the stack that it creates decides whether anything changes.
    AlwaysUpdated,
    /// Each update replaces the resource.
    AlwaysReplaced,
    /// No update changes the resource.
    NeverUpdated,
    /// Each update replaces the resource, as long as a property has this value.
    ReplacedWhile {
        /// Name of the property.
        property: &'static str,
        /// Value of the property.
        value: &'static str,
    },
    /// A change of the metadata replaces the resource.
    ByMetadata,
    /// Each change of a property replaces the resource, although its schema allows updates: the plug-in has no `handle_update`.
    WithoutHandler,
    /// A change of an input's value replaces the resource, if the config of the deployment has `replace_on_change` for the input.
    ByInputs,
    /// A change of one of the keys of `property` that `listed` names replaces the resource. Each update updates it if `always` is
    /// true.
    ByListedMembers {
        /// Property with the keys.
        property: &'static str,
        /// Property that lists the keys.
        listed: &'static str,
        /// Property that makes each update update the resource.
        always: &'static str,
    },
}

impl TypeRule {
    /// Rule of a type; `None` if its schema describes it completely.
    #[must_use]
    pub fn of(schema: &ResourceType) -> Option<Self> {
        if schema.is_placeholder() {
            return Some(Self::NeverUpdated);
        }
        Self::of_name(&schema.name)
    }

    fn of_name(type_name: &str) -> Option<Self> {
        if GroupKind::of(type_name).is_some() {
            return Some(Self::AlwaysUpdated);
        }
        Some(match type_name {
            "AWS::CloudFormation::Stack" | "AWS::ElasticLoadBalancing::LoadBalancer" | "OS::Heat::Stack" => {
                Self::AlwaysUpdated
            }
            "OS::Heat::UpdateWaitConditionHandle" => Self::AlwaysReplaced,
            "OS::Heat::None" => Self::NeverUpdated,
            "OS::Neutron::Port" => {
                Self::ReplacedWhile { property: "replacement_policy", value: "REPLACE_ALWAYS" }
            }
            "AWS::AutoScaling::LaunchConfiguration" => Self::ByMetadata,
            "OS::Heat::SoftwareDeployment" | "OS::Heat::StructuredDeployment" => Self::ByInputs,
            "OS::Heat::Delay" => Self::WithoutHandler,
            "OS::Mistral::ExternalResource" => Self::ByListedMembers {
                property: "input",
                listed: "replace_on_change_inputs",
                always: "always_update",
            },
            _ => return None,
        })
    }
}

impl TypeRule {
    /// Returns whether the rule decides the effect of a change of this property.
    #[must_use]
    pub fn is_about(self, name: &str) -> bool {
        match self {
            Self::AlwaysUpdated | Self::ByMetadata | Self::ByInputs => false,
            Self::AlwaysReplaced | Self::NeverUpdated | Self::WithoutHandler | Self::ReplacedWhile { .. } => {
                true
            }
            Self::ByListedMembers { property, .. } => property == name,
        }
    }
}

/// Update behaviour of a property of a type; `None` if there is no such property. It comes from the schema, unless the plug-in of
/// the type cannot update anything.
///
/// ```
/// use heat_model::update::UpdateBehaviour;
/// use heat_updates::update_behaviour;
///
/// let mut delay = heat_model::ResourceType::new("OS::Heat::Delay");
/// let mut wait = heat_model::PropertySchema::new(heat_model::PropertyType::Number);
/// wait.update_allowed = true;
/// delay.properties.insert("min_wait".to_owned(), wait);
/// assert_eq!(update_behaviour(&delay, "min_wait"), Some(UpdateBehaviour::Replace));
/// ```
#[must_use]
pub fn update_behaviour(schema: &ResourceType, property: &str) -> Option<UpdateBehaviour> {
    let behaviour = schema.properties.get(property)?.update_behaviour();
    Some(match TypeRule::of(schema) {
        Some(TypeRule::WithoutHandler) => behaviour.max(UpdateBehaviour::Replace),
        _ => behaviour,
    })
}

/// Reason why the plug-in of a type fails in an update in which no property changes; `None` if it does not fail.
#[must_use]
pub fn refusal_of_empty_update(type_name: &str) -> Option<&'static str> {
    (type_name == "OS::Glance::WebImage")
        .then_some("an update in which no property changes fails (UnboundLocalError in Heat)")
}

/// Property with the number of members to which each update returns a group of this type, even if scaling has changed the number.
/// `None` if scaling does not change groups of this type.
///
/// ```
/// use heat_updates::returns_to;
/// assert_eq!(returns_to("OS::Heat::AutoScalingGroup"), Some("desired_capacity"));
/// assert_eq!(returns_to("OS::Heat::ResourceGroup"), None);
/// ```
#[must_use]
pub fn returns_to(type_name: &str) -> Option<&'static str> {
    let sizing = GroupKind::of(type_name)?.sizing()?;
    sizing.limits.map(|_| sizing.number)
}

#[cfg(test)]
mod tests {
    use heat_model::PropertySchema;

    use super::*;

    #[test]
    fn rules_are_about_properties() {
        fn check(type_name: &str, about: &[&str], not_about: &[&str]) {
            let rule = TypeRule::of(&ResourceType::new(type_name)).unwrap();
            assert!(about.iter().all(|name| rule.is_about(name)), "{rule:?}");
            assert!(!not_about.iter().any(|name| rule.is_about(name)), "{rule:?}");
        }
        check("OS::Mistral::ExternalResource", &["input"], &["always_update"]);
        check("OS::Heat::Delay", &["min_wait"], &[]);
        check("OS::Neutron::Port", &["name"], &[]);
        check("OS::Heat::None", &["x"], &[]);
        check("OS::Heat::UpdateWaitConditionHandle", &["x"], &[]);
        for group in ["OS::Heat::ResourceGroup", "AWS::CloudFormation::Stack"] {
            check(group, &[], &["count"]);
        }
        check("AWS::AutoScaling::LaunchConfiguration", &[], &["ImageId"]);
        check("OS::Heat::SoftwareDeployment", &[], &["input_values"]);
        assert_eq!(TypeRule::of(&ResourceType::new("OS::Neutron::Net")), None);
    }

    #[test]
    fn a_type_without_a_handler_replaces_what_its_schema_updates() {
        fn check(type_name: &str, expect: UpdateBehaviour) {
            let mut schema = ResourceType::new(type_name);
            let mut property = PropertySchema::new(heat_model::PropertyType::Number);
            property.update_allowed = true;
            schema.properties.insert("p".to_owned(), property);
            assert_eq!(update_behaviour(&schema, "p"), Some(expect), "{type_name}");
            assert_eq!(update_behaviour(&schema, "q"), None, "{type_name}");
        }
        check("OS::Heat::Delay", UpdateBehaviour::Replace);
        check("OS::Neutron::Net", UpdateBehaviour::InPlace);
    }
}
