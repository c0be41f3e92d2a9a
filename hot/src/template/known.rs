//! What is known of the resources of a stack that is deployed: their IDs and attributes, and those of the stacks that they create.

use std::borrow::Cow;

use heat_model::Value;
use indexmap::IndexMap;

use crate::stand_in::{StandIn, StoodFor};

/// The key under which a resource has the stack that it creates, among what is known as in what a template resolves to. Nothing
/// in Heat has this name.
pub const NESTED: &str = "$nested";

/// The most levels that are read: more than stacks can be nested.
const MAX_DEPTH: usize = 10;

/// What is known of the resources of a stack.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct KnownAttributes {
    resources: IndexMap<String, KnownResource>,
    /// Where stand-ins are given for what is not known: the resources whose nested stacks lead here.
    stack: Option<Vec<String>>,
}

/// What is known of a resource.
#[derive(Debug, Clone, PartialEq, Default)]
struct KnownResource {
    /// Its attributes, and its ID as `get_resource`.
    attributes: IndexMap<String, Value>,
    nested: Option<KnownAttributes>,
}

impl KnownAttributes {
    /// Nothing is known.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Nothing is known, and [stand-ins](crate::stand_in) are given instead of unknown texts.
    #[must_use]
    pub fn stand_ins() -> Self {
        Self { stack: Some(Vec::new()), ..Self::default() }
    }

    /// Whether stand-ins are given for what is not known.
    pub(crate) fn gives_stand_ins(&self) -> bool {
        self.stack.is_some()
    }

    /// What stands for a value of this stack; none if nothing does.
    pub(crate) fn stand_in(&self, value: impl FnOnce() -> StoodFor) -> Option<StandIn> {
        self.stack.clone().map(|stack| StandIn { stack, value: value() })
    }

    /// What a map says: by resource its attributes, its ID under `get_resource`, and under [`NESTED`] such a map of the resources
    /// of the stack that it creates. None if the value does not have this form.
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
            Some((name, KnownResource { attributes, nested }))
        });
        Some(Self { resources: resources.collect::<Option<_>>()?, stack: None })
    }

    /// The known attributes of a resource.
    #[must_use]
    pub fn get(&self, resource: &str) -> Option<&IndexMap<String, Value>> {
        self.resources.get(resource).map(|known| &known.attributes)
    }

    /// What is known of the stack that a resource creates.
    #[must_use]
    pub fn nested(&self, resource: &str) -> Option<Cow<'_, Self>> {
        if let Some(stack) = &self.stack {
            let stack = stack.iter().cloned().chain([resource.to_owned()]).collect();
            return Some(Cow::Owned(Self { stack: Some(stack), ..Self::default() }));
        }
        self.resources.get(resource)?.nested.as_ref().map(Cow::Borrowed)
    }
}
