//! What Heat knows and a template doesn't: IDs, URLs and credentials.

/// What Heat adds to the inputs of a deployment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Surroundings {
    /// The name of the deployment in its template.
    pub resource_name: String,
    /// The physical name of the deployment.
    pub physical_resource_name: String,
    /// The stack: its name, a slash and its ID.
    pub stack: String,
    /// The signed URL of Heat's CloudFormation API.
    pub cfn_signal_url: String,
    /// The temporary URL of Swift.
    pub temp_url: String,
    /// The queue of Zaqar.
    pub queue_id: String,
    /// The credentials of the deployment's user.
    pub credentials: Credentials,
}

/// The credentials of a user that Heat makes for a deployment.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// The URL of Keystone.
    pub auth_url: String,
    /// The name of the user.
    pub username: String,
    /// The ID of the user.
    pub user_id: String,
    /// The password.
    pub password: String,
    /// The ID of the project.
    pub project_id: String,
    /// The region, if Heat knows it.
    pub region_name: Option<String>,
}

impl std::fmt::Debug for Credentials {
    /// Without the password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials")
            .field("auth_url", &self.auth_url)
            .field("username", &self.username)
            .finish_non_exhaustive()
    }
}

impl Surroundings {
    /// Texts in angle brackets that stand for what only a cloud knows.
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
