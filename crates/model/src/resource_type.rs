//! A resource type as a whole.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::commands::Commands;
use crate::dependency::NeedsFirst;
use crate::property::{is_false, is_true, property_at, yes};
use crate::service_rule::ServiceRule;
use crate::unique::{ExclusiveHold, Holding, UniqueKey};
use crate::word::words;
use crate::{
    AttributeSchema, AttributeType, CacheMode, PropertiesGroup, PropertySchema, SupportStatus,
    TranslationRule, ValidationRule, ValueDependency,
};

/// A resource type: everything that Heat knows about it. Follows the class attributes of `heat.engine.resource.Resource`.
///
/// Every type also has the attribute `show`, which schemas omit: see [`ResourceType::BASE_ATTRIBUTE`].
/// [`ResourceType::has_record`] tells whether it returns a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "these are facts about Heat's classes, independent of each other"
)]
pub struct ResourceType {
    /// The name in templates, such as `OS::Nova::Server`.
    #[serde(rename = "type")]
    pub name: String,
    /// The description of the type, in CommonMark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The support status of the type, with history.
    #[serde(default, skip_serializing_if = "SupportStatus::is_empty")]
    pub support_status: SupportStatus,
    /// More words that people search for, such as `vm` and `instance`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
    /// The client plug-in of the type's service, such as `nova`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_client_name: Option<String>,
    /// The client's name for the resource, such as `servers`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entity: Option<String>,
    /// The API extension that the service must provide, such as `router`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required_service_extension: Option<String>,
    /// The maximum length of a name in the service, in characters.
    #[serde(
        default = "default_physical_resource_name_limit",
        skip_serializing_if = "is_default_physical_resource_name_limit"
    )]
    pub physical_resource_name_limit: u32,
    /// The Python class in Heat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub python_class: Option<String>,
    /// `true` if a resource whose check failed is replaced by the next update.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub always_replace_on_check_failed: bool,
    /// `true` if Heat acts on the resource later, without the user, and so needs a trust.
    #[serde(default, skip_serializing_if = "is_false")]
    pub requires_deferred_auth: bool,
    /// `true` if resources that depend on this one wait for it, whichever part of it they use.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub strict_dependency: bool,
    /// Actions during which the resource does not accept signals.
    #[serde(default = "default_no_signal_actions", skip_serializing_if = "is_default_no_signal_actions")]
    pub no_signal_actions: Vec<String>,
    /// `true` if the deletion policy `Snapshot` is supported.
    #[serde(default, skip_serializing_if = "is_false")]
    pub supports_snapshot_deletion: bool,
    /// `true` if any properties are accepted, with any values.
    #[serde(default, skip_serializing_if = "is_false")]
    pub any_property: bool,
    /// `true` if `get_attr` accepts any name.
    #[serde(default, skip_serializing_if = "is_false")]
    pub any_attribute: bool,
    /// Override of [`ResourceType::has_record`], set if `entity` and `default_client_name` give the wrong result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub has_show: Option<bool>,
    /// Value of `get_resource` before the resource is created; if omitted, the name of the resource.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference_before_creation: Option<EarlyReference>,
    /// Value of `get_resource` for a created resource, in CommonMark, if it is not the identifier that `commands.show` takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub get_resource: Option<String>,
    /// Commands that list and show the resources in their service.
    #[serde(default, skip_serializing_if = "Commands::is_empty")]
    pub commands: Commands,
    /// Properties that a template can set.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub properties: IndexMap<String, PropertySchema>,
    /// Parts of a long list of properties, for readers; a property that no part names comes after them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<PageSection>,
    /// Groups of properties that belong together or exclude each other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties_groups: Vec<PropertiesGroup>,
    /// Rules that properties must satisfy together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub validation_rules: Vec<ValidationRule>,
    /// Rules that translate properties.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub translation_rules: Vec<TranslationRule>,
    /// Dependencies on resources in which a property has an equal value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dependencies_by_value: Vec<ValueDependency>,
    /// Properties whose values a service takes only once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unique: Vec<UniqueKey>,
    /// Properties that hold another resource exclusively.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclusive: Vec<ExclusiveHold>,
    /// Rules of the service that Heat does not check.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub service_rules: Vec<ServiceRule>,
    /// Resources that the service needs first, although Heat makes no dependency on them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs_first: Vec<NeedsFirst>,
    /// Contents of a resource that are lost with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<Holding>,
    /// The attributes for `get_attr`, without the base attribute.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub attributes: IndexMap<String, AttributeSchema>,
    /// Keys that a template can set under `update_policy`.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub update_policy: IndexMap<String, PropertySchema>,
    /// Example templates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Example>,
    /// Accepted lint findings, with reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accepted_findings: Vec<AcceptedFinding>,
}

/// Value of `get_resource` for a resource that is not created yet, other than its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EarlyReference {
    /// The value null.
    None,
    /// The text `None`.
    NoneText,
}

words!(EarlyReference, "a reference before creation", [
    None => "none",
    NoneText => "none_text",
]);

/// Part of the list of optional properties on a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageSection {
    /// Heading of the part.
    pub title: String,
    /// Names of its properties.
    pub properties: Vec<String>,
}

/// A template that demonstrates a resource type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// Title of the example.
    pub title: String,
    /// A HOT template.
    pub template: String,
}

/// An accepted lint finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AcceptedFinding {
    /// The id of the rule.
    pub rule: String,
    /// Schema path of the finding, such as `properties.subnet_id`, which includes everything below it. If omitted, the whole
    /// file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Reason why the finding is accepted.
    pub reason: String,
}

impl ResourceType {
    /// Name of the attribute that templates can read of every resource type: the full record from the service's API, as a map,
    /// not cached; null for a type that has [no record](Self::has_record).
    pub const BASE_ATTRIBUTE: &'static str = "show";

    /// Returns the schema of [`BASE_ATTRIBUTE`](Self::BASE_ATTRIBUTE), which schema files omit.
    #[must_use]
    pub fn base_attribute() -> AttributeSchema {
        AttributeSchema {
            attribute_type: Some(AttributeType::Map),
            description: Some("The full record from the service's API.".to_owned()),
            example: None,
            support_status: SupportStatus::default(),
            cache_mode: CacheMode::CacheNone,
        }
    }

    /// The [base attribute](Self::BASE_ATTRIBUTE) and its schema, if it returns a record and the type does not declare it itself.
    #[must_use]
    pub fn implicit_attribute(&self) -> Option<(&'static str, AttributeSchema)> {
        let is_declared = self.attributes.contains_key(Self::BASE_ATTRIBUTE);
        (self.has_record() && !is_declared).then(|| (Self::BASE_ATTRIBUTE, Self::base_attribute()))
    }

    /// Returns whether the [base attribute](Self::BASE_ATTRIBUTE) returns a record. Heat accepts it for every type, and returns
    /// null for one without a client and an `entity`, unless its class has a `_show_resource` of its own; some of those fail.
    /// Types for which this rule is wrong set `has_show`.
    #[must_use]
    pub fn has_record(&self) -> bool {
        !self.has_null_attributes() && self.has_show.unwrap_or_else(|| self.has_client_entity())
    }

    /// Sets whether the base attribute returns a record; `has_show` is set only if it differs from the rule.
    pub fn set_has_record(&mut self, has_record: bool) {
        let is_said = !self.has_null_attributes() && has_record != self.has_client_entity();
        self.has_show = is_said.then_some(has_record);
    }

    /// Returns whether Heat ignores the type's properties and returns null for every attribute.
    fn has_null_attributes(&self) -> bool {
        self.any_property && self.any_attribute
    }

    /// Returns whether `_show_resource` of Heat's base class can ask for a record: there are a client and an entity.
    #[must_use]
    pub fn has_client_entity(&self) -> bool {
        self.default_client_name.is_some() && self.entity.is_some()
    }

    /// Returns whether this type names the other one as its substitute: an update to that type keeps the resource.
    #[must_use]
    pub fn is_substituted_by(&self, other: &Self) -> bool {
        let substitute =
            self.support_status.history.first().and_then(|entry| entry.substitute_class.as_deref());
        substitute.is_some_and(|name| name == other.name || Some(name) == other.python_class.as_deref())
    }

    /// The name limit of types that do not specify one.
    pub const PHYSICAL_RESOURCE_NAME_LIMIT: u32 = 255;

    /// Returns a type with this name and default values for everything else.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            description: None,
            support_status: SupportStatus::default(),
            keywords: Vec::new(),
            default_client_name: None,
            entity: None,
            required_service_extension: None,
            physical_resource_name_limit: Self::PHYSICAL_RESOURCE_NAME_LIMIT,
            python_class: None,
            always_replace_on_check_failed: true,
            requires_deferred_auth: false,
            strict_dependency: true,
            no_signal_actions: default_no_signal_actions(),
            supports_snapshot_deletion: false,
            any_property: false,
            any_attribute: false,
            has_show: None,
            reference_before_creation: None,
            get_resource: None,
            commands: Commands::default(),
            properties: IndexMap::new(),
            sections: Vec::new(),
            properties_groups: Vec::new(),
            validation_rules: Vec::new(),
            translation_rules: Vec::new(),
            dependencies_by_value: Vec::new(),
            unique: Vec::new(),
            exclusive: Vec::new(),
            service_rules: Vec::new(),
            needs_first: Vec::new(),
            holds: Vec::new(),
            attributes: IndexMap::new(),
            update_policy: IndexMap::new(),
            examples: Vec::new(),
            accepted_findings: Vec::new(),
        }
    }

    /// The service part of the name: `OS::Neutron` for `OS::Neutron::LBaaS::Pool`; the whole name if it has no parts.
    #[must_use]
    pub fn service(&self) -> &str {
        service_of(&self.name)
    }

    /// Returns whether the type is HIDDEN and left out of all output.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.support_status.is_hidden()
    }

    /// Returns the property at a path from the top; the items of a list do not add a step, as in translation rules and properties
    /// groups.
    #[must_use]
    pub fn property_at(&self, path: &[String]) -> Option<&PropertySchema> {
        property_at(&self.properties, path)
    }
}

/// Returns whether a name is valid for a type: parts of letters, digits and `_`, `-` or `.`, joined by `::`. A type's name
/// becomes the path of its file and of its page, so it must not lead out of their folder.
///
/// ```
/// use heat_model::resource_type::is_type_name;
/// assert!(is_type_name("OS::Neutron::LBaaS::Pool"));
/// assert!(!is_type_name("OS::..::Pool"));
/// ```
#[must_use]
pub fn is_type_name(name: &str) -> bool {
    name.split("::").all(|part| {
        part.starts_with(|first: char| first.is_alphanumeric() || first == '_')
            && part.chars().all(|char| char.is_alphanumeric() || matches!(char, '_' | '-' | '.'))
    })
}

/// Returns the service part of a type name.
#[must_use]
pub fn service_of(name: &str) -> &str {
    // Names are short: this takes less time than preparing a search for `::`.
    let separator = |from: usize| {
        let rest = name.as_bytes().get(from..)?;
        Some(from + rest.windows(2).position(|pair| pair == b"::")?)
    };
    separator(0).and_then(|first| separator(first + 2)).map_or(name, |end| &name[..end])
}

fn default_physical_resource_name_limit() -> u32 {
    ResourceType::PHYSICAL_RESOURCE_NAME_LIMIT
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_default_physical_resource_name_limit(limit: &u32) -> bool {
    *limit == ResourceType::PHYSICAL_RESOURCE_NAME_LIMIT
}

pub(crate) fn default_no_signal_actions() -> Vec<String> {
    vec!["SUSPEND".to_owned(), "DELETE".to_owned()]
}

fn is_default_no_signal_actions(actions: &[String]) -> bool {
    actions == default_no_signal_actions()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NestedSchema, PropertyType};

    fn check(name: &str, expect: &str) {
        assert_eq!(service_of(name), expect);
    }

    #[test]
    fn a_service_is_the_first_two_parts() {
        check("OS::Nova::Server", "OS::Nova");
        check("OS::Neutron::LBaaS::Pool", "OS::Neutron");
        check("OS::Nova", "OS::Nova");
        check("Token", "Token");
    }

    #[test]
    fn a_declared_attribute_is_not_implicit_as_well() {
        let mut schema = ResourceType::new("My::Custom::Token");
        let name = |schema: &ResourceType| schema.implicit_attribute().map(|(name, _)| name);
        assert_eq!(name(&schema), None);
        schema.set_has_record(true);
        assert_eq!(name(&schema), Some("show"));
        schema.attributes.insert("show".to_owned(), AttributeSchema::default());
        assert_eq!(name(&schema), None);
    }

    #[test]
    fn a_property_path_has_no_step_for_list_items() {
        let mut member = PropertySchema::new(PropertyType::Map);
        member.schema = Some(NestedSchema::Members(IndexMap::from([(
            "fixed_ip".to_owned(),
            PropertySchema::new(PropertyType::String),
        )])));
        let mut networks = PropertySchema::new(PropertyType::List);
        networks.schema = Some(NestedSchema::Item(Box::new(member)));
        let mut server = ResourceType::new("OS::Nova::Server");
        server.properties.insert("networks".into(), networks);
        let found = |path: &[&str]| {
            server
                .property_at(&path.iter().map(ToString::to_string).collect::<Vec<_>>())
                .map(|schema| schema.property_type)
        };
        assert_eq!(found(&["networks"]), Some(PropertyType::List));
        assert_eq!(found(&["networks", "fixed_ip"]), Some(PropertyType::String));
        assert_eq!(found(&["networks", "nothing"]), None);
        assert_eq!(found(&[]), None);
    }
}
