//! Facts about resource types that their schemas lack.
//!
//! Each follows from a method of the type's class in Heat. They stand here by the names of the types until the catalogue has
//! fields for them.

use heat_model::ResourceType;

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

/// The types whose classes have a `handle_snapshot_delete`.
const SNAPSHOTS: [&str; 4] =
    ["AWS::EC2::Volume", "OS::Cinder::Volume", "OS::Heat::DeployedServer", "OS::Nova::Server"];

/// Whether `get_attr` accepts any name on resources of this type.
#[must_use]
pub fn accepts_any_attribute(resource_type: &ResourceType) -> bool {
    resource_type.is_placeholder() || ANY_ATTRIBUTE.contains(&resource_type.name.as_str())
}

/// Whether resources of this type can be deleted with the policy `Snapshot`.
#[must_use]
pub fn supports_snapshots(resource_type: &ResourceType) -> bool {
    SNAPSHOTS.contains(&resource_type.name.as_str())
}

/// Whether resources of this type accept any properties.
#[must_use]
pub fn accepts_any_property(resource_type: &ResourceType) -> bool {
    resource_type.is_placeholder() || resource_type.name == "OS::Heat::None"
}
