//! Names of sections and keys, by version.

use super::version::{AWS_CFN, HEAT_CFN, HOT_KEY, HotVersion, TemplateVersion};

/// Names of the sections and keys of a template; `None` for those that the version does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keys {
    /// Keys that can declare the version.
    pub versions: &'static [&'static str],
    /// Key of the template's description.
    pub description: &'static str,
    /// Section with groups of parameters.
    pub parameter_groups: Option<&'static str>,
    /// Section with parameters.
    pub parameters: &'static str,
    /// Section with mappings.
    pub mappings: Option<&'static str>,
    /// Section with conditions.
    pub conditions: Option<&'static str>,
    /// Section with resources.
    pub resources: &'static str,
    /// Section with outputs.
    pub outputs: &'static str,
    /// Keys of a resource.
    pub resource: ResourceKeys,
    /// Key of an output's value.
    pub output_value: &'static str,
    /// Key of an output's description.
    pub output_description: &'static str,
    /// Key of an output's condition.
    pub output_condition: Option<&'static str>,
}

/// Names of the keys of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named after the key in HOT")]
pub struct ResourceKeys {
    pub resource_type: &'static str,
    pub properties: &'static str,
    pub metadata: &'static str,
    pub depends_on: &'static str,
    pub deletion_policy: &'static str,
    pub update_policy: &'static str,
    pub description: &'static str,
    pub external_id: Option<&'static str>,
    pub condition: Option<&'static str>,
}

impl Keys {
    /// Keys of the newest version of HOT.
    pub const HOT: Self = HOT;
}

const HOT: Keys = Keys {
    versions: &[HOT_KEY],
    description: "description",
    parameter_groups: Some("parameter_groups"),
    parameters: "parameters",
    mappings: None,
    conditions: Some("conditions"),
    resources: "resources",
    outputs: "outputs",
    resource: ResourceKeys {
        resource_type: "type",
        properties: "properties",
        metadata: "metadata",
        depends_on: "depends_on",
        deletion_policy: "deletion_policy",
        update_policy: "update_policy",
        description: "description",
        external_id: Some("external_id"),
        condition: Some("condition"),
    },
    output_value: "value",
    output_description: "description",
    output_condition: Some("condition"),
};

const CFN: Keys = Keys {
    versions: &[AWS_CFN.0, HEAT_CFN.0],
    description: "Description",
    parameter_groups: None,
    parameters: "Parameters",
    mappings: Some("Mappings"),
    conditions: Some("Conditions"),
    resources: "Resources",
    outputs: "Outputs",
    resource: ResourceKeys {
        resource_type: "Type",
        properties: "Properties",
        metadata: "Metadata",
        depends_on: "DependsOn",
        deletion_policy: "DeletionPolicy",
        update_policy: "UpdatePolicy",
        description: "Description",
        external_id: None,
        condition: Some("Condition"),
    },
    output_value: "Value",
    output_description: "Description",
    output_condition: Some("Condition"),
};

/// Removes the keys that were introduced together with conditions.
const fn without_conditions(keys: &Keys) -> Keys {
    let resource = ResourceKeys { external_id: None, condition: None, ..keys.resource };
    Keys { conditions: None, resource, output_condition: None, ..*keys }
}

impl Keys {
    /// Returns the names in this version.
    #[must_use]
    pub const fn of(version: TemplateVersion) -> Self {
        match version {
            TemplateVersion::Hot(version) if (version as u8) < (HotVersion::V2016_10_14 as u8) => {
                without_conditions(&HOT)
            }
            TemplateVersion::Hot(_) => HOT,
            TemplateVersion::AwsCfn => CFN,
            TemplateVersion::HeatCfn => without_conditions(&CFN),
        }
    }

    /// Returns the keys that a document can have, in the order in which people write them.
    pub fn sections(&self) -> impl Iterator<Item = &'static str> {
        let sections = [
            Some(self.description),
            self.parameter_groups,
            Some(self.parameters),
            self.mappings,
            self.conditions,
            Some(self.resources),
            Some(self.outputs),
        ];
        self.versions.iter().copied().chain(sections.into_iter().flatten())
    }

    /// Returns whether a document can have this top-level key.
    #[must_use]
    pub fn is_section(&self, key: &str) -> bool {
        self.sections().any(|section| section == key)
    }

    /// Returns whether these are the keys of HOT.
    #[must_use]
    pub fn is_hot(&self) -> bool {
        self.resources == HOT.resources
    }
}

impl ResourceKeys {
    /// Returns the keys that a resource can have.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let always = [
            self.resource_type,
            self.properties,
            self.metadata,
            self.depends_on,
            self.deletion_policy,
            self.update_policy,
            self.description,
        ];
        always.into_iter().chain([self.external_id, self.condition].into_iter().flatten())
    }

    /// Returns whether a resource can have this key.
    #[must_use]
    pub fn contains(&self, key: &str) -> bool {
        self.names().any(|name| name == key)
    }
}

/// Returns whether policies can be written in lowercase.
fn has_lowercase_policies(version: TemplateVersion) -> bool {
    matches!(version, TemplateVersion::Hot(version) if version >= HotVersion::V2016_10_14)
}

/// Policy that decides what happens to a resource when it is deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "each is named after the policy")]
pub enum DeletionPolicy {
    #[default]
    Delete,
    Retain,
    Snapshot,
}

impl DeletionPolicy {
    /// All deletion policies.
    pub const ALL: [Self; 3] = [Self::Delete, Self::Retain, Self::Snapshot];

    /// Returns the policy with this name: in lowercase, too, in versions of HOT with conditions.
    #[must_use]
    pub fn named(version: TemplateVersion, word: &str) -> Option<Self> {
        let is_it = |policy: &Self| {
            policy.as_str() == word || (has_lowercase_policies(version) && policy.as_lowercase_str() == word)
        };
        Self::ALL.into_iter().find(is_it)
    }

    /// Returns the names of the policies in templates of a version, in the form that people write.
    #[must_use]
    pub fn words(version: TemplateVersion) -> [&'static str; 3] {
        Self::ALL.map(if has_lowercase_policies(version) { Self::as_lowercase_str } else { Self::as_str })
    }

    /// Name of the policy in lowercase, which later versions of HOT also accept.
    #[must_use]
    pub const fn as_lowercase_str(self) -> &'static str {
        match self {
            Self::Delete => "delete",
            Self::Retain => "retain",
            Self::Snapshot => "snapshot",
        }
    }

    /// Name of the policy, which all templates accept.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Delete => "Delete",
            Self::Retain => "Retain",
            Self::Snapshot => "Snapshot",
        }
    }
}
