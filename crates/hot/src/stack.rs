//! What functions ask of the stack around them.
//!
//! A real stack has values for all of it; a template that is read without a cloud answers with unknown values.

use heat_model::Value;

use crate::{Data, Fault};

/// The stack that a template makes.
pub trait Stack {
    /// The value of a parameter or pseudo parameter; none if there is no such parameter.
    ///
    /// # Errors
    /// Why it has no value.
    fn parameter(&self, name: &str) -> Result<Option<Data>, Fault>;

    /// The resource of this name, unless its condition is false.
    fn resource(&self, name: &str) -> Option<&dyn Resource>;

    /// Whether the definitions of the resources have been read. Where they have not, Heat reads them for the first reference to
    /// a resource, which fails if a condition is wrong.
    fn has_definitions(&self) -> bool {
        true
    }

    /// The names of the parameters, resources or mappings, as far as they are known: one of them may be meant by another name.
    fn names_of(&self, _kind: NameKind) -> Vec<&str> {
        Vec::new()
    }

    /// Whether there is something of this name, as far as the names are known.
    fn has_name(&self, _kind: NameKind, _name: &str) -> bool {
        false
    }

    /// Whether the template has a resource of this name that the stack does not have, because its condition is false.
    fn is_removed(&self, _name: &str) -> bool {
        false
    }

    /// The content of a file that comes with the template.
    fn file(&self, name: FileName<'_>) -> Option<Data>;

    /// The mappings of a CFN-style template.
    fn mapping(&self, name: &str) -> Option<&Value>;

    /// The names of the availability zones.
    fn availability_zones(&self) -> Data;

    /// What the resource says that this stack implements; none if it implements none.
    fn facade(&self, field: FacadeField) -> Option<Data>;
}

/// The argument of `get_file`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileName<'n> {
    /// Written in the template. The client replaces it with the name under which it sends the file.
    Written(&'n str),
    /// What a function gives: the client does not know it, so it has to be the name under which a file is sent.
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

/// What in a stack has names that functions use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named after its section")]
pub enum NameKind {
    Parameter,
    Resource,
    Mapping,
}

/// What `resource_facade` gives of the resource that a nested stack implements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named after the key of a resource")]
pub enum FacadeField {
    Metadata,
    DeletionPolicy,
    UpdatePolicy,
}

/// A resource, as references see it.
pub trait Resource {
    /// What `get_resource` gives.
    fn reference_id(&self) -> Data;

    /// Whether `get_attr` knows the attribute. It knows any of a resource whose schema is not known.
    ///
    /// # Errors
    /// That is not known, because nothing is known of the resource yet.
    fn has_attribute(&self, _name: &str) -> Result<bool, Fault> {
        Ok(true)
    }

    /// The names of the attributes, as far as they are known: one of them may be meant by another name.
    fn attribute_names(&self) -> Vec<&str> {
        Vec::new()
    }

    /// How far attributes can be read.
    fn readiness(&self) -> Readiness;

    /// The value of an attribute, at a path within it.
    ///
    /// # Errors
    /// That there is no such attribute.
    fn attribute(&self, name: &Value, path: &[Value]) -> Result<Data, Fault>;

    /// All attributes but `show`, by name.
    fn attributes(&self) -> Data;
}

/// How far the attributes of a resource can be read, by its action and status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Readiness {
    /// No attribute: the resource has not been created, or is being deleted. Attributes are null.
    None,
    /// Each attribute by its name, but not all at once: what happened to the resource last has failed, or is a rollback.
    Single,
    /// Each attribute by its name, or all at once.
    All,
}
