//! Template of the stack that a resource creates: one in a file, one that another Heat gets, or one that the resource generates.

use std::collections::HashSet;
use std::rc::Rc;

use heat_hot_language::GroupKind;
use heat_model::{ResourceType, Value};
use heat_yaml::{Source, Span};
use indexmap::IndexMap;

use super::generated::{GeneratedTemplate, MemberTemplateBuilder, added_registry, group_attribute};
use super::nesting::Parent;
use super::parameter_values::{ParameterValues, property_values};
use super::setting::NestedStacks;
use crate::fault::{Exception, Problem, PythonClass, Stage};
use crate::function::select_from_data;
use crate::plain::key_of;
use crate::snippet;
use crate::template::Template;
use crate::template::definition::Definition;
use crate::template::environment_types::unreadable;
use crate::template::implementation::{Implementation, NestedTemplate};
use crate::template::known::MEMBER;
use crate::template::offline::{NestedAttribute, NestedAttributes};
use crate::template::removal::RemovedNames;
use crate::template::type_environment::unknown_type;
use crate::{Data, Fault};

/// Type whose template is sent to a Heat service of its own.
const REMOTE_STACK: &str = "OS::Heat::Stack";

/// Type whose template Heat fetches from a URL.
const CLOUDFORMATION_STACK: &str = "AWS::CloudFormation::Stack";

/// Name of a generated template in paths.
pub(super) const MADE_TEMPLATE: &str = "nested_stack";

/// Origin of a nested stack: its template and the values of the parameters.
pub(super) struct Origin {
    kind: Kind,
    pub(super) values: ParameterValues,
    /// Section that is added to the registry of the stack.
    pub(super) registry: Option<Value>,
    /// `true` if the stack certainly has a resource.
    pub(super) has_members: bool,
}

enum Kind {
    /// A template in a file.
    File(Rc<NestedTemplate>),
    /// A template in a file, which an `OS::Heat::Stack` passes on.
    Remote(Rc<NestedTemplate>),
    /// A template that the resource generates from its properties.
    Made(Box<Template>),
}

impl Origin {
    /// Determines the origin of the stack of a resource; `None` if the resource creates none, or too little is known.
    pub(super) fn of(
        parent: &Parent<'_, '_>,
        definition: &Definition,
        implementation: &Implementation<'_>,
        nested: NestedStacks,
    ) -> Option<Result<Self, Fault>> {
        let schema: &ResourceType = &implementation.schema;
        let is_created = nested == NestedStacks::WhenCreated;
        let within = |fault| {
            let section = parent.template.keys().resources.to_owned();
            wrapped(fault, &[section, format!("{}<{MADE_TEMPLATE}>", definition.name)])
        };
        if let Some(found) = &implementation.template {
            let values = property_values(parent, definition, schema, is_created);
            let kind = Kind::File(Rc::clone(found));
            return Some(Ok(Self { kind, values, registry: None, has_members: true }));
        }
        if schema.name == REMOTE_STACK {
            return match no_template(parent, definition) {
                Some(fault) => Some(Err(fault)),
                None => Self::remote(parent, definition).map(Ok),
            };
        }
        if schema.name == CLOUDFORMATION_STACK {
            return Some(Err(within(unfetched(parent, definition)?)));
        }
        let maker = GroupKind::of(&schema.name)?;
        let making = MemberTemplateBuilder {
            maker,
            resources: parent.resources,
            customs: parent.setting.customs,
            scope: parent.scope,
            definition,
            schema,
            members: parent.members,
            attributes: parent.uses.of(&definition.name),
            is_created,
            deployed: parent.known.group(&definition.name),
        };
        if !parent.setting.strict
            && let Some((exception, span)) = making.unreadable_launch().filter(|_| maker.launches())
        {
            return Some(Err(within(Fault { span, ..Fault::from(exception) })));
        }
        if let Some(fault) = making.untyped_member() {
            return Some(Err(within(fault)));
        }
        let Some(GeneratedTemplate { template, unknown, has_members }) = making.template(parent.template)
        else {
            // There is no template if its members are too large, which also uses up the budget.
            let spent = parent.scope.write(1).err();
            return spent.map(|exception| Err(Fault::at(definition.span, exception)));
        };
        if let Some(fault) = unknown_member_type(parent, &making) {
            return Some(Err(fault));
        }
        let values = ParameterValues { unknown, ..ParameterValues::default() };
        let kind = Kind::Made(Box::new(template));
        Some(Ok(Self { kind, values, registry: added_registry(maker), has_members }))
    }

    /// The stack of an `OS::Heat::Stack` whose template is a file and whose region is the one of the stack around it.
    fn remote(parent: &Parent<'_, '_>, definition: &Definition) -> Option<Self> {
        let properties = definition.properties.as_ref()?;
        if properties.get("context").is_some() {
            return None;
        }
        let call = properties.get("template")?.as_call()?;
        let name = call.args.as_str().filter(|_| call.name == "get_file")?;
        let found = parent.setting.surroundings.template(name)?;
        let mut values = ParameterValues::default();
        let given = properties.get("parameters").map(|given| snippet::resolve(parent.scope, given));
        let given = given.and_then(Result::ok).and_then(|given| given.into_entries().ok());
        for (name, data) in given.into_iter().flatten() {
            match data {
                Data::Known(value) => _ = values.known.insert(name, value),
                data => _ = values.unknown.insert(name, data),
            }
        }
        Some(Self { kind: Kind::Remote(found), values, registry: None, has_members: true })
    }

    pub(super) fn template(&self) -> &Template {
        match &self.kind {
            Kind::File(found) | Kind::Remote(found) => &found.template,
            Kind::Made(template) => template,
        }
    }

    /// The nested template, if it comes from a file.
    pub(super) fn file(&self) -> Option<&NestedTemplate> {
        match &self.kind {
            Kind::File(found) | Kind::Remote(found) => Some(found),
            Kind::Made(_) => None,
        }
    }

    /// Returns whether another Heat receives the template.
    pub(super) fn is_remote(&self) -> bool {
        matches!(self.kind, Kind::Remote(_))
    }

    /// Wraps an error in the stack of this resource as Heat does.
    pub(super) fn wrapped(
        &self,
        fault: Fault,
        resource_name: &str,
        section: &str,
        is_created: bool,
    ) -> Fault {
        let template = match &self.kind {
            Kind::File(found) => found.name.as_str(),
            Kind::Made(_) => MADE_TEMPLATE,
            Kind::Remote(_) if is_created => {
                let message = format!("ERROR: {}", fault.exception);
                let path = vec![section.to_owned(), resource_name.to_owned()];
                let exception = Exception::validation(fault.exception.problem(), path, message);
                return Fault { exception, ..fault };
            }
            Kind::Remote(_) => return remote_fault(fault),
        };
        // Heat's message uses the name of the member inside of the group.
        let note = match (&self.kind, &fault.exception) {
            (Kind::Made(_), Exception::InvalidTemplateAttribute { key, .. }) => {
                Some(format!("the members of `{resource_name}` have no attribute or output `{key}`"))
            }
            _ => None,
        };
        let fault = wrapped(fault, &[section.to_owned(), format!("{resource_name}<{template}>")]);
        match note {
            Some(note) => fault.with_note(note),
            None => fault,
        }
    }
}

/// The error for a member of a type that does not exist: Heat looks up the types before it creates the stack.
fn unknown_member_type(parent: &Parent<'_, '_>, making: &MemberTemplateBuilder<'_>) -> Option<Fault> {
    let unknown = |(name, span): (String, Span)| {
        let found = parent.setting.surroundings.implementation(&name, "");
        // Errors in a nested template are found when the stack is created.
        found
            .err()
            .filter(|exception| *exception == unknown_type(&name, ""))
            .map(|_| Fault::at(span, unknown_type(&name, "None")))
    };
    making.member_types().into_iter().find_map(unknown)
}

/// Wraps an error in a nested stack as Heat does.
fn wrapped(fault: Fault, around: &[String]) -> Fault {
    let exception = match fault.exception {
        validation @ Exception::StackValidationFailed(_) => validation,
        // These are not wrapped.
        own @ (Exception::TooLarge
        | Exception::TooManyResources
        | Exception::Python(_, PythonClass::AssertionError, _)) => own,
        other => Exception::validation_error(other.class(), other.problem(), Vec::new(), other.to_string()),
    };
    Fault { exception, ..fault }.within(around)
}

/// Wraps an error that another Heat reports.
fn remote_fault(fault: Fault) -> Fault {
    let message = format!(
        "Failed validating stack template using Heat endpoint at region \"None\" due to \"ERROR: {}\"",
        fault.exception
    );
    Fault { exception: Exception::validation(fault.exception.problem(), Vec::new(), message), ..fault }
}

/// The attribute of a resource in a nested stack: its value is only known to Heat.
fn of_member(path: &str, members: &[String]) -> NestedAttribute {
    let member = path.split('.').next().unwrap_or_default();
    if members.iter().any(|name| name == member) {
        return NestedAttribute::Unknown;
    }
    NestedAttribute::NoMember { member: member.to_owned(), members: members.to_vec() }
}

/// The attributes that a resource gets from the outputs of its stack.
pub(crate) fn nested_attributes(
    implementation: &Implementation<'_>,
    outputs: IndexMap<String, Data>,
    removed: Option<&RemovedNames>,
) -> NestedAttributes {
    let schema: &ResourceType = &implementation.schema;
    let maker = GroupKind::of(&schema.name).filter(|_| implementation.template.is_none());
    let is_remote = schema.name == REMOTE_STACK && implementation.template.is_none();
    let names: HashSet<String> = schema.attributes.keys().cloned().collect();
    let removed = removed.map(|removed| Data::from(removed.names.clone()));
    let members = implementation.template.as_ref().map(|nested| {
        let resources = nested.template.entries(nested.template.keys().resources);
        resources.into_iter().flatten().map(|entry| key_of(&entry.key)).collect::<Vec<_>>()
    });
    Box::new(move |attribute, path| {
        let steps = || path.iter().cloned().map(Data::Known).collect::<Vec<_>>();
        let selected = |data: &Data| NestedAttribute::Known(select_from_data(data, &steps()));
        match maker {
            Some(maker) => group_attribute(maker, &outputs, removed.as_ref(), attribute, path).into(),
            None if is_remote && attribute == "outputs" => selected(&Data::map(outputs.clone())),
            None if is_remote => NestedAttribute::Unknown,
            None => match outputs.get(attribute) {
                Some(data) => selected(data),
                None => match (attribute.strip_prefix(MEMBER), &members) {
                    (Some(member), Some(members)) => of_member(member, members),
                    _ if names.contains(attribute) => NestedAttribute::Unknown,
                    _ => NestedAttribute::None,
                },
            },
        }
    })
}

/// The error for an `OS::Heat::Stack` whose template is the name of a file, or another text that is not a template.
fn no_template(parent: &Parent<'_, '_>, definition: &Definition) -> Option<Fault> {
    let properties = definition.properties.as_ref()?;
    if properties.get("context").is_some() {
        return None;
    }
    // The content of a file is checked as a template.
    let template = properties.get("template").filter(|template| template.as_call().is_none())?;
    let text = snippet::resolve(parent.scope, template).ok()?;
    let text = text.as_known()?.as_str()?;
    let reason = unreadable(&Source::new("template", text))?;
    let message = format!(
        "Failed validating stack template using Heat endpoint at region \"None\" due to \"{reason}\""
    );
    let exception = Exception::validation(Problem::InvalidNestedTemplate, Vec::new(), message);
    let fault = Fault::at(template.span, exception).noticed_at(Stage::Creation);
    let is_file = !text.contains(char::is_whitespace) && template.as_str().is_some();
    Some(fault.or_help(|| {
        is_file.then(|| format!("to read the template from the file, write `template: {{get_file: {text}}}`"))
    }))
}

/// The error for an `AWS::CloudFormation::Stack` whose template Heat cannot fetch, because its URL is invalid.
fn unfetched(parent: &Parent<'_, '_>, definition: &Definition) -> Option<Fault> {
    let address = definition.properties.as_ref()?.get("TemplateURL")?;
    let text = snippet::resolve(parent.scope, address).ok()?;
    let text = text.as_known()?.as_str()?;
    let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme).to_lowercase();
    // Text with other characters before its colon has no scheme.
    let is_scheme = |character: char| character.is_ascii_alphanumeric() || "+-.".contains(character);
    let scheme = if scheme.chars().all(is_scheme) { scheme.as_str() } else { "" };
    if matches!(scheme, "http" | "https") {
        return None;
    }
    let message = format!("Could not fetch remote template '{text}': Invalid URL scheme {scheme}");
    let exception = Exception::value_error(Problem::InvalidNestedTemplate, message);
    let fault = Fault::at(address.span, exception).noticed_at(Stage::Creation);
    Some(fault.with_help(format!(
        "Heat fetches the template from an address with http or https; to use a file, name it as the type: `type: {text}`"
    )))
}
