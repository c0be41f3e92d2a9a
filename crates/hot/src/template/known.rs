//! Known values of the resources in a deployed stack: their IDs and attributes, and those in the stacks that they create.

use std::borrow::Cow;

use heat_model::Value;
use indexmap::IndexMap;

use super::removal::DeployedGroup;
use crate::stand_in::{DeploymentValue, StandIn};

/// Key for the nested stack of a resource, in the input and in resolved templates. Nothing in Heat has this name.
pub const NESTED: &str = "$nested";

/// Prefix of the attributes that belong to a single resource of the nested stack.
pub(crate) const MEMBER: &str = "resource.";

/// Maximum depth that is read: stacks cannot be nested so deeply.
const MAX_DEPTH: usize = 10;

/// Known values of the resources of a stack.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct KnownAttributes {
    resources: IndexMap<String, KnownResource>,
    /// Names of the resources whose nested stacks lead to this one; `None` if unknown values are not replaced with stand-ins.
    stack: Option<Vec<String>>,
}

/// Known values of a resource.
#[derive(Debug, Clone, PartialEq, Default)]
struct KnownResource {
    /// Attributes of the resource, and its ID as `get_resource`.
    attributes: IndexMap<String, Value>,
    nested: Option<KnownAttributes>,
    group: Option<DeployedGroup>,
}

impl KnownAttributes {
    /// Creates the state in which nothing is known.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates the state in which nothing is known, and [stand-ins](crate::stand_in) replace unknown texts.
    #[must_use]
    pub fn stand_ins() -> Self {
        Self { stack: Some(Vec::new()), ..Self::default() }
    }

    /// Replaces unknown texts with [stand-ins](crate::stand_in).
    #[must_use]
    pub fn with_stand_ins(self) -> Self {
        self.within(Vec::new())
    }

    fn within(mut self, stack: Vec<String>) -> Self {
        for (name, resource) in &mut self.resources {
            let nested = resource.nested.take();
            let inner = || stack.iter().cloned().chain([name.clone()]).collect();
            resource.nested = nested.map(|nested| nested.within(inner()));
        }
        Self { stack: Some(stack), ..self }
    }

    /// Returns whether stand-ins replace unknown values.
    pub(crate) fn gives_stand_ins(&self) -> bool {
        self.stack.is_some()
    }

    /// The stand-in for a value of this stack, if stand-ins are used.
    pub(crate) fn stand_in(&self, value: impl FnOnce() -> DeploymentValue) -> Option<StandIn> {
        self.stack.clone().map(|stack| StandIn { stack, value: value() })
    }

    /// Reads known values from a map. For each resource, it contains the attributes, the ID under `get_resource`, and under
    /// [`NESTED`] a map of the same form for the stack that the resource creates. `None` if the value does not have this form.
    ///
    /// ```
    /// use heat_hot::template::known::KnownAttributes;
    /// use heat_model::value;
    /// let known = KnownAttributes::from_value(value!({"group": {"$nested": {"0": {"get_resource": "7f3c"}}}})).unwrap();
    /// let group = known.nested("group").unwrap();
    /// assert_eq!(group.get("0").unwrap()["get_resource"], value!("7f3c"));
    /// assert!(KnownAttributes::from_value(value!({"group": "7f3c"})).is_none());
    /// ```
    #[must_use]
    pub fn from_value(value: Value) -> Option<Self> {
        Self::at_depth(value, 0)
    }

    fn at_depth(value: Value, depth: usize) -> Option<Self> {
        let Value::Map(resources) = value else { return None };
        if depth > MAX_DEPTH {
            return None;
        }
        let resources = resources.into_inner().into_iter().map(|(name, known)| {
            let Value::Map(attributes) = known else { return None };
            let mut attributes = attributes.into_inner();
            let nested = match attributes.shift_remove(NESTED) {
                Some(nested) => Some(Self::at_depth(nested, depth + 1)?),
                None => None,
            };
            Some((name, KnownResource { attributes, nested, group: None }))
        });
        Some(Self { resources: resources.collect::<Option<_>>()?, stack: None })
    }

    /// Adds the attributes of others, which take precedence.
    #[must_use]
    pub fn and(mut self, others: &Self) -> Self {
        for (name, other) in &others.resources {
            let known = self.resources.entry(name.clone()).or_default();
            known.attributes.extend(other.attributes.clone());
            if let Some(nested) = &other.nested {
                let own = known.nested.take().unwrap_or_else(|| {
                    let stack = self.stack.as_ref();
                    let stack = stack.map(|stack| stack.iter().cloned().chain([name.clone()]).collect());
                    Self { stack, ..Self::default() }
                });
                known.nested = Some(own.and(nested));
            }
        }
        self
    }

    /// Adds a resource of which only the nested stack and, for a resource group, the members and removed names are known.
    pub(crate) fn insert_deployed(&mut self, name: &str, group: Option<DeployedGroup>, nested: Option<Self>) {
        let resource = KnownResource { attributes: IndexMap::new(), nested, group };
        self.resources.insert(name.to_owned(), resource);
    }

    /// The existing resource group with this name.
    pub(crate) fn group(&self, resource: &str) -> Option<&DeployedGroup> {
        self.resources.get(resource)?.group.as_ref()
    }

    /// The known attributes of a resource.
    #[must_use]
    pub fn get(&self, resource: &str) -> Option<&IndexMap<String, Value>> {
        self.resources.get(resource).map(|known| &known.attributes)
    }

    /// Known values of the stack that a resource creates.
    #[must_use]
    pub fn nested(&self, resource: &str) -> Option<Cow<'_, Self>> {
        if let Some(nested) = self.resources.get(resource).and_then(|known| known.nested.as_ref()) {
            return Some(Cow::Borrowed(nested));
        }
        let stack = self.stack.as_ref()?.iter().cloned().chain([resource.to_owned()]).collect();
        Some(Cow::Owned(Self { stack: Some(stack), ..Self::default() }))
    }
}

#[cfg(test)]
mod tests {
    use heat_model::value;

    use super::*;

    #[test]
    fn stand_ins_are_for_what_is_not_known() {
        let known = value!({"group": {"refs": [], "$nested": {"0": {"get_resource": "7f3c"}}}});
        let known = KnownAttributes::from_value(known).unwrap().with_stand_ins();
        let group = known.nested("group").unwrap();
        assert_eq!(group.get("0").unwrap()["get_resource"], value!("7f3c"));
        let id = |known: &KnownAttributes| {
            known.stand_in(|| DeploymentValue::Id("x".to_owned())).unwrap().to_string()
        };
        assert_eq!(id(&known), "ID of x");
        assert_eq!(id(&group), "ID of group/x");
        assert_eq!(id(&group.nested("0").unwrap()), "ID of group/0/x");
        assert_eq!(id(&known.nested("other").unwrap()), "ID of other/x");
        assert_eq!(KnownAttributes::new().nested("other"), None);
    }
}
