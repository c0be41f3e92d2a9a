//! Consequences of a rename outside the files: a running stack identifies resources, parameters and outputs by their names.

use heat_hot::Template;
use heat_hot_language::DeletionPolicy;
use lsp_types::{ChangeAnnotation, MessageType, Position, ShowMessageParams};

use crate::documents::Document;
use crate::places::template_types::TemplateTypes;
use crate::text::names::{Names, Space};
use crate::workspace::Workspace;
use crate::workspace::shared_names::Part;

/// A warning before a rename.
#[derive(Debug)]
pub(crate) struct Caution {
    /// The warning in one sentence.
    label: String,
    description: String,
    /// `true` if the warning is about something that an update deletes.
    is_grave: bool,
}

impl Caution {
    /// The annotation of the edits.
    pub(crate) fn annotation(&self) -> ChangeAnnotation {
        ChangeAnnotation {
            label: self.label.clone(),
            needs_confirmation: Some(self.is_grave),
            description: Some(self.description.clone()),
        }
    }

    /// The message for a client without support for annotations; `None` if the warning is not important enough.
    pub(crate) fn message(&self) -> Option<ShowMessageParams> {
        let message = format!("{}. {}", self.label, self.description);
        self.is_grave.then_some(ShowMessageParams { typ: MessageType::WARNING, message })
    }
}

impl Workspace {
    /// The warning before a rename of the name at a position.
    pub(crate) fn caution(&self, document: &Document, at: Position) -> Option<Caution> {
        let offset = document.offset(at);
        if let Some((shared, _)) = self.shared_name(document, offset) {
            return Some(of_shared(shared.part, &shared.name));
        }
        let template = self.template(document)?;
        let names = Names::of(template);
        let name = names.at(offset).filter(|name| name.space == Space::Resource)?;
        of_resource(template, &self.types(document, template), &name.name)
    }
}

fn of_shared(part: Part, name: &str) -> Caution {
    let (label, description) = match part {
        Part::Parameter => (
            format!("Whoever sets the parameter `{name}` has to use its new name"),
            "Heat refuses a value for a parameter that the template does not have. Environments and scripts outside of the open folders are not changed.",
        ),
        Part::Output => (
            format!("Whoever reads the output `{name}` has to use its new name"),
            "Programs and commands such as `openstack stack output show` ask for it by name.",
        ),
    };
    Caution { label, description: description.to_owned(), is_grave: false }
}

/// The warning for a resource, whose old name an update of the stack deletes. A resource that exists outside the stack is not
/// deleted.
fn of_resource(template: &Template, types: &TemplateTypes<'_>, name: &str) -> Option<Caution> {
    let keys = template.keys().resource;
    let resource = template.entries(template.keys().resources)?.get(name)?.as_mapping()?;
    if keys.external_id.is_some_and(|key| resource.get(key).is_some()) {
        return None;
    }
    let word = resource.get(keys.resource_type)?.as_str()?;
    let policy = resource.get(keys.deletion_policy).and_then(|policy| policy.as_str());
    let policy = policy.and_then(|word| DeletionPolicy::named(template.version(), word));
    let has_stack = types.nested(word).is_some();
    let held = types.find(word).and_then(|schema| schema.holds.first());
    let what = match (policy, held) {
        (Some(DeletionPolicy::Retain), _) => {
            "Its `deletion_policy` keeps the old one, outside of the stack.".to_owned()
        }
        (Some(DeletionPolicy::Snapshot), _) => {
            "Its `deletion_policy` keeps a snapshot of the old one.".to_owned()
        }
        (_, Some(held)) => format!("The old one loses {}. {KEEP}", held.what),
        (_, None) if has_stack => format!("The old one goes with all resources in its stack. {KEEP}"),
        (_, None) => "Whatever refers to the resource gets another ID.".to_owned(),
    };
    let label =
        format!("An update of a running stack deletes the resource `{name}` and creates one of the new name");
    Some(Caution { label, description: what, is_grave: true })
}

/// Advice to keep a resource.
const KEEP: &str = "To keep it, first update the stack with `deletion_policy: Retain`.";
