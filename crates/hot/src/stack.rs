//! Interface of the stack around a function.
//!
//! A real stack has all values; a template that is read without a cloud returns unknown values.

use heat_model::Value;

use crate::{Data, Fault};

/// Stack that is created from a template.
pub trait Stack {
    /// The value of a parameter or pseudo parameter; `None` if there is no such parameter.
    ///
    /// # Errors
    /// The parameter has no value.
    fn parameter(&self, name: &str) -> Result<Option<Data>, Fault>;

    /// The resource with this name, unless its condition is false.
    fn resource(&self, name: &str) -> Option<&dyn Resource>;

    /// Returns whether the definitions of the resources have been read. If not, Heat reads them at the first reference to a
    /// resource, which fails if a condition is invalid.
    fn has_definitions(&self) -> bool {
        true
    }

    /// The names of the parameters, resources or mappings, as far as they are known, for suggestions.
    fn names_of(&self, _kind: NameKind) -> Vec<&str> {
        Vec::new()
    }

    /// Returns whether something has this name, as far as the names are known.
    fn has_name(&self, _kind: NameKind, _name: &str) -> bool {
        false
    }

    /// Returns whether the template has a resource with this name that is not in the stack, because its condition is false.
    fn is_removed(&self, _name: &str) -> bool {
        false
    }

    /// The content of a file that comes with the template.
    fn file(&self, name: FileName<'_>) -> Option<Data>;

    /// A mapping of a CFN-style template.
    fn mapping(&self, name: &str) -> Option<&Value>;

    /// The names of the availability zones.
    fn availability_zones(&self) -> Data;

    /// A field of the resource that creates this stack; `None` if no resource does.
    fn facade(&self, field: FacadeField) -> Option<Data>;
}

/// Argument of `get_file`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileName<'n> {
    /// A name in the template. The client replaces it with the name under which it sends the file.
    Written(&'n str),
    /// The result of a function. The client does not know it, so it has to be the name under which a file is sent.
    Computed(&'n str),
}

impl<'n> FileName<'n> {
    /// The text of the name.
    #[must_use]
    pub const fn as_str(self) -> &'n str {
        match self {
            Self::Written(name) | Self::Computed(name) => name,
        }
    }
}

/// Kind of a name in a stack that functions use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named after its section")]
pub enum NameKind {
    Parameter,
    Resource,
    Mapping,
}

/// Field that `resource_facade` reads from the resource that creates the nested stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named after the key of a resource")]
pub enum FacadeField {
    Metadata,
    DeletionPolicy,
    UpdatePolicy,
}

/// Resource, as functions see it.
pub trait Resource {
    /// The result of `get_resource`.
    fn reference_id(&self) -> Data;

    /// Returns whether `get_attr` accepts the attribute. If the schema of the resource is not known, it accepts any.
    ///
    /// # Errors
    /// The answer is not known, because nothing is known about the resource yet.
    fn has_attribute(&self, _name: &str) -> Result<bool, Fault> {
        Ok(true)
    }

    /// The names of the attributes, as far as they are known, for suggestions.
    fn attribute_names(&self) -> Vec<&str> {
        Vec::new()
    }

    /// The readiness of the attributes.
    fn readiness(&self) -> Readiness;

    /// The value of an attribute, at a path within it.
    ///
    /// # Errors
    /// There is no such attribute.
    fn attribute(&self, name: &Value, path: &[Value]) -> Result<Data, Fault>;

    /// All attributes by name, except `show`.
    fn attributes(&self) -> Data;
}

/// Readiness of the attributes of a resource, which depends on its action and status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Readiness {
    /// No attributes: the resource has not been created, or is being deleted. All attributes are null.
    None,
    /// Single attributes by name, but not all at once: the last action on the resource failed, or was a rollback.
    Single,
    /// Single attributes by name, or all at once.
    All,
}
