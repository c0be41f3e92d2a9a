//! The resource types that make the template of their stack from their properties, and where these say what the members are.
//!
//! This is one table by name, not a fact of the schemas: how such a template is made is code of one plug-in each in Heat, and of
//! `validate::made` here, which a schema could only name again.

use crate::version::{HotVersion, TemplateVersion};

/// The property with the definition of the members of a resource group.
pub const RESOURCE_DEFINITION: &str = "resource_def";

/// How a resource makes the template of its stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Maker {
    /// A number of resources of one definition.
    ResourceGroup,
    /// A deployment for each server. The name is the type of the members.
    DeploymentGroup(&'static str),
    /// A number of resources of one definition, whose names are random.
    AutoScalingGroup,
    /// A resource of each of several types.
    ResourceChain,
    /// A number of instances of one launch configuration.
    InstanceGroup,
    /// An `AWS::AutoScaling::AutoScalingGroup`: a group of instances that scales.
    AwsAutoScalingGroup,
}

/// Where the properties of such a resource say of which type its members are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberTypes {
    /// A property is the definition of each member.
    Definition(&'static str),
    /// A property lists the types, another one has the properties of all members.
    Types {
        /// The property with the types.
        types: &'static str,
        /// The property with the properties.
        properties: &'static str,
    },
    /// All members are of this type.
    Fixed(&'static str),
    /// The members are instances, as a launch configuration describes them.
    Launched,
}

impl Maker {
    /// How the resources of a type make the template of their stack; none if they make none.
    ///
    /// ```
    /// use heat_hot_language::{Maker, MemberTypes};
    /// let group = Maker::of("OS::Heat::ResourceGroup").unwrap();
    /// assert_eq!(group.member_types(), MemberTypes::Definition("resource_def"));
    /// assert_eq!(Maker::of("OS::Nova::Server"), None);
    /// ```
    #[must_use]
    pub fn of(type_name: &str) -> Option<Self> {
        Some(match type_name {
            "OS::Heat::ResourceGroup" => Self::ResourceGroup,
            "OS::Heat::SoftwareDeploymentGroup" | "OS::Heat::SoftwareDeployments" => {
                Self::DeploymentGroup("OS::Heat::SoftwareDeployment")
            }
            "OS::Heat::StructuredDeploymentGroup" | "OS::Heat::StructuredDeployments" => {
                Self::DeploymentGroup("OS::Heat::StructuredDeployment")
            }
            "OS::Heat::AutoScalingGroup" => Self::AutoScalingGroup,
            "OS::Heat::ResourceChain" => Self::ResourceChain,
            "OS::Heat::InstanceGroup" => Self::InstanceGroup,
            "AWS::AutoScaling::AutoScalingGroup" => Self::AwsAutoScalingGroup,
            _ => return None,
        })
    }

    /// Where a resource of this kind's properties say of which type the members are.
    #[must_use]
    pub const fn member_types(self) -> MemberTypes {
        match self {
            Self::ResourceGroup => MemberTypes::Definition(RESOURCE_DEFINITION),
            Self::AutoScalingGroup => MemberTypes::Definition("resource"),
            Self::ResourceChain => {
                MemberTypes::Types { types: "resources", properties: "resource_properties" }
            }
            Self::DeploymentGroup(type_name) => MemberTypes::Fixed(type_name),
            Self::InstanceGroup | Self::AwsAutoScalingGroup => MemberTypes::Launched,
        }
    }

    /// Whether the template is made from a launch configuration.
    pub const fn launches(self) -> bool {
        matches!(self.member_types(), MemberTypes::Launched)
    }

    /// The version of the template.
    #[must_use]
    pub const fn version(self) -> TemplateVersion {
        if self.launches() { TemplateVersion::HeatCfn } else { TemplateVersion::Hot(HotVersion::V2015_04_30) }
    }
}
