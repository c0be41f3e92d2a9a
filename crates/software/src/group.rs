//! Deployment groups: one deployment for each server.

use heat_model::Value;
use indexmap::IndexMap;

use crate::{Deployment, DeploymentType, SoftwareError};

/// A deployment group: `OS::Heat::SoftwareDeploymentGroup` or `OS::Heat::StructuredDeploymentGroup`.
#[derive(Debug, Clone, PartialEq)]
pub struct DeploymentGroup {
    /// Deployments, by the keys of the property `servers`.
    pub members: IndexMap<String, Deployment>,
}

impl DeploymentGroup {
    /// Returns the type of the members of a group.
    #[must_use]
    pub fn member_type(group_type: &str) -> Option<DeploymentType> {
        match group_type {
            "OS::Heat::SoftwareDeploymentGroup" | "OS::Heat::SoftwareDeployments" => {
                Some(DeploymentType::Software)
            }
            "OS::Heat::StructuredDeploymentGroup" | "OS::Heat::StructuredDeployments" => {
                Some(DeploymentType::Structured)
            }
            _ => None,
        }
    }

    /// Creates a group from its properties, as Heat has read them.
    ///
    /// # Errors
    /// The errors of [`Deployment::of`].
    pub fn of(
        member_type: DeploymentType,
        properties: &IndexMap<String, Value>,
    ) -> Result<Self, SoftwareError> {
        let servers = properties.get("servers").and_then(Value::as_map).into_iter().flatten();
        let member = |(name, server): (&String, &Value)| {
            let mut properties = properties.clone();
            properties.shift_remove("servers");
            properties.insert("server".to_owned(), server.clone());
            Ok((name.clone(), Deployment::of(member_type, &properties)?))
        };
        Ok(Self { members: servers.map(member).collect::<Result<_, _>>()? })
    }
}

/// Name of the member attribute that a group attribute collects: `deploy_stdouts` collects `deploy_stdout`, and any other
/// attribute collects the attribute of the same name.
#[must_use]
pub fn member_attribute(attribute: &str) -> &str {
    match attribute {
        "deploy_stdouts" => "deploy_stdout",
        "deploy_stderrs" => "deploy_stderr",
        "deploy_status_codes" => "deploy_status_code",
        other => other,
    }
}
