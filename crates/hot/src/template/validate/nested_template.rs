//! Origin of the stack of a resource: a template in a file, or one that the resource generates.

use std::collections::HashSet;
use std::rc::Rc;

use heat_hot_language::GroupKind;
use heat_model::evaluate::Evaluator;
use heat_model::python::{json_dumps, str_of, type_name};
use heat_model::{PropertyType, ResourceType, Value};
use heat_yaml::Span;
use indexmap::IndexMap;

use super::generated::{GeneratedTemplate, MEMBER, MemberTemplateBuilder, added_registry, group_attribute};
use super::nesting::Parent;
use super::properties::{PropertyData, Reader};
use super::remote_template::{no_template, unfetched};
use super::setting::NestedStacks;
use crate::data::Shape;
use crate::fault::{Exception, Problem, PythonClass};
use crate::function::select_from_data;
use crate::plain::key_of;
use crate::snippet;
use crate::template::Template;
use crate::template::definition::Definition;
use crate::template::implementation::{Implementation, NestedTemplate};
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
    /// Whether the stack certainly has a resource.
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

/// Values of the parameters of a stack.
#[derive(Default)]
pub(super) struct ParameterValues {
    pub(super) known: IndexMap<String, Value>,
    /// Values that are unknown, completely or in part.
    pub(super) unknown: IndexMap<String, Data>,
    /// Error in one of the values, which is reported for the stack that receives it.
    pub(super) wrong: Option<Exception>,
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
            let fault = unfetched(parent, definition)?;
            let section = parent.template.keys().resources.to_owned();
            return Some(Err(wrapped(fault, &[section, format!("{}<{MADE_TEMPLATE}>", definition.name)])));
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
            let section = parent.template.keys().resources.to_owned();
            let around = [section, format!("{}<{MADE_TEMPLATE}>", definition.name)];
            let fault = Fault { span, ..Fault::from(exception) };
            return Some(Err(wrapped(fault, &around)));
        }
        if let Some(fault) = making.untyped_member() {
            let section = parent.template.keys().resources.to_owned();
            return Some(Err(wrapped(fault, &[section, format!("{}<{MADE_TEMPLATE}>", definition.name)])));
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

    /// Whether another Heat receives the template.
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

/// The values of the parameters of a nested template: the properties of the resource.
fn property_values(
    parent: &Parent<'_, '_>,
    definition: &Definition,
    schema: &ResourceType,
    is_created: bool,
) -> ParameterValues {
    let mut found = ParameterValues::default();
    let data = PropertyData::new(parent.scope, definition.properties.as_ref());
    let evaluator = Evaluator::new(schema);
    let customs = parent.setting.customs;
    let reader = Reader::new(parent.scope, &evaluator, &data, definition.properties.as_ref(), customs);
    for (name, property) in &schema.properties {
        let given = definition.properties.as_ref().and_then(|properties| properties.get(name));
        let Some(data) = given.map(|given| snippet::resolve_nullable(parent.scope, given)) else { continue };
        let is_wrong = || !matches!(data, Ok(None)) && reader.error(name).is_some();
        // An invalid value is reported when the resource is validated; no stack is created with it.
        if is_created && is_wrong() {
            found.unknown.insert(name.clone(), Data::unknown(Shape::Any, format!("value of {name}")));
            continue;
        }
        // If values are not validated, Heat uses an empty value instead.
        if !parent.setting.strict && is_wrong() {
            found.known.insert(name.clone(), empty(property.property_type));
            continue;
        }
        let Ok(Some(data)) = data else { continue };
        match data {
            Data::Known(Value::Null) => _ = found.known.insert(name.clone(), empty(property.property_type)),
            Data::Known(list @ Value::List(_)) if property.property_type == PropertyType::Map => {
                found.known.insert(name.clone(), json_dumps(&list).into());
            }
            Data::Known(Value::List(items)) if property.property_type == PropertyType::List => {
                match delimited(&items) {
                    Ok(text) => _ = found.known.insert(name.clone(), text.into()),
                    Err(exception) => found.wrong = found.wrong.or(Some(exception)),
                }
            }
            Data::Known(value @ (Value::List(_) | Value::Map(_))) => {
                found.known.insert(name.clone(), value);
            }
            Data::Known(value) => {
                // The value is converted to the type of the property: a number, for example, to text.
                let read = reader.value(name).ok().flatten().filter(|read| *read != Value::Null);
                found.known.insert(name.clone(), read.unwrap_or(value));
            }
            Data::List(items) if property.property_type == PropertyType::List => {
                found.unknown.insert(name.clone(), Data::list(members(items)));
            }
            data => _ = found.unknown.insert(name.clone(), data),
        }
    }
    found
}

/// The value that Heat uses for a property of this type without a value.
fn empty(property_type: PropertyType) -> Value {
    match property_type {
        PropertyType::Boolean => false.into(),
        PropertyType::Integer | PropertyType::Number => 0.into(),
        PropertyType::Map => Value::Map(heat_model::value::Map::default()),
        PropertyType::String | PropertyType::List | PropertyType::Any => "".into(),
    }
}

/// The items of a list that is not completely known, as in a `comma_delimited_list`: if they are maps, one item for each key of
/// each map.
fn members(items: Vec<Data>) -> Vec<Data> {
    let is_map = |item: &Data| matches!(item, Data::Map(_) | Data::Known(Value::Map(_)));
    if !items.first().is_some_and(is_map) {
        return items;
    }
    let member = |index: usize, key: &str, value: Data| {
        let start = format!(".member.{index}.{key}=");
        match value {
            Data::Known(value) => Data::from(format!("{start}{}", str_of(&value))),
            Data::Unknown(unknown) => Data::unknown(Shape::Text, format!("{start}({})", unknown.origin)),
            Data::List(_) | Data::Map(_) => Data::unknown(Shape::Text, start),
        }
    };
    let items = items.into_iter().enumerate().flat_map(|(index, item)| {
        let entries = item.into_entries().unwrap_or_default();
        entries.into_iter().map(move |(key, value)| member(index, &key, value)).collect::<Vec<_>>()
    });
    items.collect()
}

/// The text of a list as the value of a `comma_delimited_list`.
fn delimited(items: &[Value]) -> Result<String, Exception> {
    if let Some(Value::Map(_)) = items.first() {
        let members = items.iter().enumerate().flat_map(|(index, item)| {
            let entries = item.as_map().into_iter().flatten();
            entries.map(move |(key, value)| format!(".member.{index}.{key}={}", str_of(value)))
        });
        return Ok(members.collect::<Vec<_>>().join(","));
    }
    let texts = items.iter().enumerate().map(|(index, item)| match item {
        Value::Null => Ok(""),
        Value::String(text) => Ok(text.as_str()),
        other => {
            let kind = type_name(other);
            let message = format!("sequence item {index}: expected str instance, {kind} found");
            Err(Exception::type_error(Problem::InvalidNestedTemplate, message))
        }
    });
    Ok(texts.collect::<Result<Vec<_>, _>>()?.join(","))
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

#[cfg(test)]
mod tests {
    use heat_model::value;

    use super::*;

    fn check(items: Vec<Data>, expect: &str) {
        let shown = crate::data::marked(&Data::list(members(items))).to_string();
        assert_eq!(shown, expect);
    }

    #[test]
    fn maps_in_a_list_become_an_item_for_each_key() {
        let unknown = || Data::unknown(Shape::Text, "ID of port");
        let known = Data::Known(value!({"port": "p", "tag": 3}));
        let partly = Data::map([("port".to_owned(), unknown())].into_iter().collect());
        check(
            vec![known, partly],
            r#"[".member.0.port=p", ".member.0.tag=3", {"$unknown": ".member.1.port=(ID of port)"}]"#,
        );
        check(vec![Data::Known(value!("a")), unknown()], r#"["a", {"$unknown": "ID of port"}]"#);
    }
}
