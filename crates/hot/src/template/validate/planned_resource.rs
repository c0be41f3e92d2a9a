//! Resources of a stack that is validated, with their properties resolved.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use heat_model::Value;
use heat_model::custom_constraint::CustomConstraints;
use heat_model::evaluate::Evaluator;

use super::properties::{PropertyData, Reader};
use crate::fault::Exception;
use crate::scope::Scope;
use crate::template::definition::Definition;
use crate::template::implementation::Implementation;

/// Value of a property; `None` if Heat ignores the error in it.
pub(super) type ReadValue = Result<Option<Rc<Value>>, Exception>;

/// Resource with its properties resolved.
pub(super) struct PlannedResource<'a> {
    pub(super) definition: &'a Definition,
    pub(super) implementation: &'a Implementation<'a>,
    pub(super) scope: &'a Scope<'a>,
    pub(super) evaluator: Arc<Evaluator<'a>>,
    pub(super) data: PropertyData,
    pub(super) customs: &'a dyn CustomConstraints,
    /// Values that were read to compare them with those of other resources.
    pub(super) values: RefCell<HashMap<String, ReadValue>>,
}

impl PlannedResource<'_> {
    pub(super) fn reader(&self) -> Reader<'_> {
        let snippet = self.definition.properties.as_ref();
        Reader {
            resource_name: Some(&self.definition.name),
            description: self.definition.description.as_deref(),
            ..Reader::new(self.scope, &self.evaluator, &self.data, snippet, self.customs)
        }
    }
}
