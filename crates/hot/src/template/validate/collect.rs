//! Checking the attributes that Heat collects before it validates resources.

use heat_model::Value;
use heat_model::python::type_name;

use crate::fault::{Exception, Problem};
use crate::function::{attribute_references, references};
use crate::scope::Scope;
use crate::snippet::{Path, Snippet};
use crate::template::output::Output;
use crate::{Data, Fault};

/// The errors for attributes that Heat cannot collect, because their names or paths have the wrong type.
pub(super) fn uncollectable<'s>(scope: &Scope<'_>, parts: impl Iterator<Item = &'s Snippet>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for reference in parts.flat_map(|part| attribute_references(scope, part)) {
        let steps = reference.attribute.as_deref().unwrap_or_default();
        let odd = steps.iter().chain([&reference.resource]).find_map(|step| match step {
            Data::Known(Value::List(_)) | Data::List(_) => Some("unhashable type: 'list'".to_owned()),
            Data::Known(Value::Map(_)) | Data::Map(_) => Some("unhashable type: 'dict'".to_owned()),
            _ => None,
        });
        let exists = matches!(&reference.resource, Data::Known(Value::String(name))
            if scope.stack.is_some_and(|stack| stack.resource(name).is_some()));
        let odd = odd.or_else(|| match steps {
            [Data::Known(step)] if exists && step.as_str().is_none() => {
                Some(format!("'{}' object is not subscriptable", type_name(step)))
            }
            _ => None,
        });
        faults.extend(odd.map(|message| {
            Fault::at(reference.span, Exception::type_error(Problem::FunctionValue, message))
        }));
    }
    faults
}

/// Like [`uncollectable`], for outputs: Heat also checks the names of resources here.
pub(super) fn uncollectable_outputs(scope: &Scope<'_>, outputs: &[Output]) -> Vec<Fault> {
    let parts = || outputs.iter().filter_map(|output| output.value.as_ref());
    let attributes = uncollectable(scope, parts());
    if !attributes.is_empty() {
        return attributes;
    }
    // Heat stops at the first invalid reference of an output. References to missing resources are reported when the output is
    // validated.
    let wrong = parts().filter_map(|part| references(scope, part, &Path::root("")).1.into_iter().next());
    let is_left = |fault: &Fault| {
        matches!(
            fault.exception,
            Exception::InvalidTemplateReference { .. } | Exception::InvalidTemplateAttribute { .. }
        )
    };
    wrong.filter(|fault| !is_left(fault)).collect()
}
