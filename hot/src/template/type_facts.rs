//! Facts about resource types that their schemas lack.
//!
//! Each follows from a method of the type's class in Heat. They stand here by the names of the types until the catalogue has
//! fields for them.

use heat_model::{PropertyType, ResourceType, Value};

/// The types whose classes have a `get_attribute` of their own: any name is an attribute. The placeholders, which have one
/// too, are not listed.
const ANY_ATTRIBUTE: [&str; 11] = [
    "AWS::CloudFormation::Stack",
    "OS::Heat::AutoScalingGroup",
    "OS::Heat::None",
    "OS::Heat::ResourceChain",
    "OS::Heat::ResourceGroup",
    "OS::Heat::SoftwareDeployment",
    "OS::Heat::SoftwareDeploymentGroup",
    "OS::Heat::SoftwareDeployments",
    "OS::Heat::StructuredDeployment",
    "OS::Heat::StructuredDeploymentGroup",
    "OS::Heat::StructuredDeployments",
];

/// Whether `get_attr` accepts any name on resources of this type.
#[must_use]
pub fn accepts_any_attribute(resource_type: &ResourceType) -> bool {
    resource_type.is_placeholder() || ANY_ATTRIBUTE.contains(&resource_type.name.as_str())
}

/// Whether resources of this type accept any properties.
#[must_use]
pub fn accepts_any_property(resource_type: &ResourceType) -> bool {
    resource_type.is_placeholder() || resource_type.name == "OS::Heat::None"
}

/// What `get_resource` gives of a resource that is not created yet. Most classes answer with its name.
#[must_use]
pub fn reference_before_creation(resource_type: &ResourceType, resource_name: &str) -> Value {
    const NULL: [&str; 3] = ["OS::Heat::Stack", "OS::Heat::SwiftSignalHandle", "OS::Nova::KeyPair"];
    const TEXT_OF_NULL: [&str; 2] = ["AWS::S3::Bucket", "OS::Swift::Container"];
    let name = resource_type.name.as_str();
    if TEXT_OF_NULL.contains(&name) {
        return "None".into();
    }
    let is_of_neutron = resource_type.service() == "OS::Neutron" && !resource_type.is_placeholder();
    if is_of_neutron || NULL.contains(&name) { Value::Null } else { resource_name.into() }
}

/// The properties that Heat reads as soon as it has a definition: those that decide about translation rules, about the schema,
/// or whether the resource needs a user. An error in one of them comes before all others.
const READ_AT_ONCE: [(&str, &str); 6] = [
    ("OS::Heat::RandomString", "sequence"),
    ("OS::Heat::Value", "type"),
    ("OS::Magnum::BayModel", "ssh_authorized_key"),
    ("OS::Neutron::RBACPolicy", "object_type"),
    ("OS::Neutron::Router", "l3_agent_id"),
    ("OS::Nova::Server", "user_data_format"),
];

/// The property that Heat reads as soon as it has a definition.
pub(super) fn read_at_once(resource_type: &ResourceType) -> Option<&'static str> {
    let known = READ_AT_ONCE.iter().find(|(name, _)| *name == resource_type.name);
    known.map(|(_, property)| *property)
}

/// The property whose value decides about the schema of another.
pub(super) fn deciding_property(resource_type: &ResourceType) -> Option<&'static str> {
    (resource_type.name == "OS::Heat::Value").then_some("type")
}

/// The type with the schema that the value of its [deciding property](deciding_property) gives it.
pub(super) fn decided(resource_type: &ResourceType, value: &Value) -> Option<ResourceType> {
    let property_type = match value.as_str()? {
        "string" => PropertyType::String,
        "number" => PropertyType::Number,
        "comma_delimited_list" => PropertyType::List,
        "json" => PropertyType::Map,
        "boolean" => PropertyType::Boolean,
        _ => return None,
    };
    let mut decided = resource_type.clone();
    decided.properties.get_mut("value")?.property_type = property_type;
    Some(decided)
}
