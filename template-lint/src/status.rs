//! Types and properties of a status: what the rules about hidden and deprecated ones share.

use heat_model::{Status, SupportStatus};

use crate::context::values;
use crate::{Context, Findings};

/// Reports the resources whose type has this status.
pub(crate) fn types_with(status: Status, context: &Context<'_>, findings: &mut Findings<'_>) {
    for (resource, schema) in context.known_resources() {
        if schema.support_status.status() == status {
            let (name, span) = resource.resource_type;
            findings.report(span, format!("`{name}` is {}", word(status)), instead(&schema.support_status));
        }
    }
}

/// Reports the properties that have this status, and the parts of properties.
pub(crate) fn properties_with(status: Status, context: &Context<'_>, findings: &mut Findings<'_>) {
    for (resource, schema) in context.known_resources() {
        for value in values(resource, schema) {
            let Some(own) = value.schema.map(|schema| &schema.support_status) else { continue };
            if own.status() == status {
                let (path, name) = (&value.path, &schema.name);
                let message = format!("the property `{path}` of {name} is {}", word(status));
                findings.report(value.key_span, message, instead(own));
            }
        }
    }
}

/// What helps with something that is hidden or deprecated: what its support status says.
pub(crate) fn instead(status: &SupportStatus) -> String {
    status
        .message()
        .map_or_else(|| "use what its page in the reference names instead".to_owned(), str::to_owned)
}

fn word(status: Status) -> String {
    status.as_str().to_ascii_lowercase()
}
