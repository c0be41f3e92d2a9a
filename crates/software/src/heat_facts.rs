//! Facts that Heat knows and a template does not: IDs, URLs and credentials.

/// Values that Heat adds to the inputs of a deployment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeatFacts {
    /// Name of the deployment in its template.
    pub resource_name: String,
    /// Physical name of the deployment.
    pub physical_resource_name: String,
    /// Name and ID of the stack, separated by a slash.
    pub stack: String,
    /// Signed URL of Heat's CloudFormation API.
    pub cfn_signal_url: String,
    /// Temporary URL of Swift.
    pub temp_url: String,
    /// ID of the Zaqar queue.
    pub queue_id: String,
    /// Credentials of the deployment's user.
    pub credentials: Credentials,
}

/// Credentials of the user that Heat creates for a deployment.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// URL of Keystone.
    pub auth_url: String,
    /// Name of the user.
    pub username: String,
    /// ID of the user.
    pub user_id: String,
    /// Password of the user.
    pub password: String,
    /// ID of the project.
    pub project_id: String,
    /// Name of the region, if Heat knows it.
    pub region_name: Option<String>,
}

impl std::fmt::Debug for Credentials {
    /// Formats the credentials without the password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials")
            .field("auth_url", &self.auth_url)
            .field("username", &self.username)
            .finish_non_exhaustive()
    }
}

impl HeatFacts {
    /// Placeholders in angle brackets for the values that only a cloud knows.
    #[must_use]
    pub fn placeholders(resource_name: &str) -> Self {
        Self {
            resource_name: resource_name.to_owned(),
            physical_resource_name: format!("<physical name of {resource_name}>"),
            stack: "<name of the stack>/<ID of the stack>".to_owned(),
            cfn_signal_url: "<signed URL for the signal>".to_owned(),
            temp_url: "<temporary URL for the signal>".to_owned(),
            queue_id: "<ID of the queue>".to_owned(),
            credentials: Credentials {
                auth_url: "<URL of Keystone>".to_owned(),
                username: format!("<physical name of {resource_name}>"),
                user_id: "<ID of the user>".to_owned(),
                password: "<password of the user>".to_owned(),
                project_id: "<ID of the project>".to_owned(),
                region_name: None,
            },
        }
    }
}
