//! Resource types that generate the template of their stack from their properties, and the properties with the types of the
//! members.
//!
//! The table is a list of names instead of a fact in the schemas: in Heat, the code of each plug-in generates such a template,
//! and so does `validate::made` of `heat-hot`. A schema could only name that code.

use crate::version::{HotVersion, TemplateVersion};

/// Property with the definition of the members of a resource group.
pub const RESOURCE_DEFINITION: &str = "resource_def";

/// Property of a group of deployments with the servers, each of which gets a member.
pub const SERVERS: &str = "servers";

/// Way in which a resource generates the template of its stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupKind {
    /// Several resources of one definition.
    ResourceGroup,
    /// A deployment for each server. Contains the type of the members.
    DeploymentGroup(&'static str),
    /// Several resources of one definition, with random names.
    AutoScalingGroup,
    /// A resource for each type in a list.
    ResourceChain,
    /// Several instances of one launch configuration.
    InstanceGroup,
    /// Instances of an `AWS::AutoScaling::AutoScalingGroup`, which scales.
    AwsAutoScalingGroup,
}

/// Source of the members' type among the properties of such a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberTypes {
    /// The definition of each member, in this property.
    Definition(&'static str),
    /// A list of types, with the same properties for all members.
    Types {
        /// Property with the types.
        types: &'static str,
        /// Property with the properties of all members.
        properties: &'static str,
    },
    /// A fixed type, for all members.
    Fixed(&'static str),
    /// A launch configuration, which describes the instances.
    Launched,
}

/// Names of the properties that set the number of members of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupSizing {
    /// Property with the number.
    pub number: &'static str,
    /// Properties with the minimum and the maximum for scaling.
    pub limits: Option<(&'static str, &'static str)>,
    /// `true` if the names of the members are random, so that without a cloud one member represents all.
    pub is_one_for_all: bool,
}

impl GroupKind {
    /// Returns the way in which resources of a type generate the template of their stack; `None` if they do not.
    ///
    /// ```
    /// use heat_hot_language::{GroupKind, MemberTypes};
    /// let group = GroupKind::of("OS::Heat::ResourceGroup").unwrap();
    /// assert_eq!(group.member_types(), MemberTypes::Definition("resource_def"));
    /// assert_eq!(GroupKind::of("OS::Nova::Server"), None);
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

    /// Source of the members' type for this kind of resource.
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

    /// Returns whether the template is generated from a launch configuration.
    #[must_use]
    pub const fn launches(self) -> bool {
        matches!(self.member_types(), MemberTypes::Launched)
    }

    /// Version of the generated template.
    #[must_use]
    pub const fn version(self) -> TemplateVersion {
        if self.launches() { TemplateVersion::HeatCfn } else { TemplateVersion::Hot(HotVersion::V2015_04_30) }
    }

    /// Properties that set the number of members; `None` if other properties decide it.
    ///
    /// ```
    /// use heat_hot_language::GroupKind;
    /// assert_eq!(GroupKind::ResourceGroup.sizing().unwrap().number, "count");
    /// assert_eq!(GroupKind::AutoScalingGroup.sizing().unwrap().limits, Some(("min_size", "max_size")));
    /// assert_eq!(GroupKind::ResourceChain.sizing(), None);
    /// ```
    #[must_use]
    pub const fn sizing(self) -> Option<GroupSizing> {
        let (number, limits, is_one_for_all) = match self {
            Self::ResourceGroup => ("count", None, false),
            Self::InstanceGroup => ("Size", None, true),
            Self::AutoScalingGroup => ("desired_capacity", Some(("min_size", "max_size")), true),
            Self::AwsAutoScalingGroup => ("DesiredCapacity", Some(("MinSize", "MaxSize")), true),
            Self::DeploymentGroup(_) | Self::ResourceChain => return None,
        };
        Some(GroupSizing { number, limits, is_one_for_all })
    }
}
