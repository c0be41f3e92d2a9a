//! The resources of a template.

use heat_hot_language::DeletionPolicy;
use heat_model::suggest::nearest;
use heat_model::{Value, python};
use heat_yaml::{Node, Span};

use super::{Template, wrapped};
use crate::fault::{Exception, Help, Problem, Stage};
use crate::parameter::ParameterSet;
use crate::plain::{key_of, key_text, plain_value};
use crate::scope::Scope;
use crate::snippet::{self, Content, Context, Path, Snippet};
use crate::{Data, Fault, data_text};

/// Definition of a resource in a template.
#[derive(Debug, Clone)]
pub struct Definition {
    /// Name of the resource.
    pub name: String,
    /// Span of the resource's name.
    pub name_span: Span,
    /// Span of the resource's definition.
    pub span: Span,
    /// Type of the resource, and its span.
    pub resource_type: (String, Span),
    /// Properties of the resource.
    pub properties: Option<Snippet>,
    /// Misspelt key of the properties, and its span. Only set in templates in the `CloudFormation` format, whose resources can
    /// have any keys.
    pub misspelt_properties: Option<(String, Span)>,
    /// Metadata of the resource.
    pub metadata: Option<Snippet>,
    /// Names of the resources under `depends_on`.
    pub depends_on: Vec<(String, Span)>,
    /// `true` if the resource has the key `depends_on` (or the one of CFN).
    pub has_depends_on: bool,
    /// Deletion policy of the resource; `None` if it is unknown.
    pub deletion_policy: Option<DeletionPolicy>,
    /// `true` if the resource sets the deletion policy.
    pub has_deletion_policy: bool,
    /// Update policy of the resource.
    pub update_policy: Option<Snippet>,
    /// Description of the resource.
    pub description: Option<String>,
    /// ID of an existing resource.
    pub external_id: Option<Snippet>,
    /// Condition of the resource, by name or by value.
    pub condition: Option<Data>,
    /// Value of the resource's condition; `None` if it is unknown.
    pub is_enabled: Option<bool>,
}

impl Definition {
    /// The parts that can refer to other resources, with their names in Heat's paths.
    pub fn parts(&self) -> impl Iterator<Item = (&'static str, &Snippet)> {
        [("Properties", &self.properties), ("Metadata", &self.metadata)]
            .into_iter()
            .filter_map(|(name, part)| Some((name, part.as_ref()?)))
    }

    /// Returns whether the definition refers to an existing resource, which Heat neither creates nor checks. An ID whose value is
    /// null does not refer to a resource; an empty one does.
    pub(crate) fn is_external(&self, scope: &Scope<'_>) -> bool {
        let Some(id) = &self.external_id else { return false };
        !matches!(snippet::resolve(scope, id), Ok(Data::Known(Value::Null)))
    }
}

/// Reads all resources, and returns them with all errors. Resources without a type are left out; fields that cannot be read are
/// treated as missing.
#[must_use]
pub fn definitions(template: &Template, scope: &Scope<'_>) -> (Vec<Definition>, Vec<Fault>) {
    let mut faults = Vec::new();
    let mut definitions = Vec::new();
    for entry in template.entries(template.keys().resources).into_iter().flatten() {
        let name = key_of(&entry.key);
        let mut reader = Reader { template, scope, name: &name, node: &entry.value, faults: &mut faults };
        let definition = reader.read(&name, &entry.key);
        definitions.extend(definition);
    }
    (definitions, faults)
}

/// The error for resources that have the same name as a parameter.
pub(crate) fn duplicate_names<'d>(
    definitions: impl Iterator<Item = &'d Definition>,
    parameters: &ParameterSet,
) -> Option<Fault> {
    let twice: Vec<&Definition> =
        definitions.filter(|definition| parameters.get(&definition.name).is_some()).collect();
    let first = twice.first()?;
    let names = twice.iter().map(|definition| python::repr_of(&Value::from(&definition.name)));
    let message = format!("Duplicate names {{{}}}", names.collect::<Vec<_>>().join(", "));
    Some(Fault::at(first.name_span, Exception::validation(Problem::DuplicateName, Vec::new(), message)))
}

struct Reader<'a, 's> {
    template: &'a Template,
    scope: &'a Scope<'s>,
    name: &'a str,
    node: &'a Node,
    faults: &'a mut Vec<Fault>,
}

/// Form that the data of a field must have.
#[derive(Clone, Copy)]
enum FieldForm {
    /// A string.
    Text,
    /// A string or a function.
    TextOrCall,
    /// A map or a function.
    MapOrCall,
    /// A string, a boolean or a function.
    Condition,
}

impl FieldForm {
    fn accepts(self, snippet: &Snippet) -> bool {
        match &snippet.content {
            Content::Scalar(Value::String(_)) => !matches!(self, Self::MapOrCall),
            Content::Scalar(Value::Bool(_)) => matches!(self, Self::Condition),
            Content::Call(_) => !matches!(self, Self::Text),
            // Already reported.
            Content::Invalid(_) => true,
            Content::Map(_) => matches!(self, Self::MapOrCall),
            Content::Scalar(_) | Content::List(_) | Content::Omitted => false,
        }
    }

    /// The word for the form in messages.
    fn word(self, is_hot: bool) -> &'static str {
        match self {
            Self::Text | Self::TextOrCall => "string",
            Self::MapOrCall => "object",
            Self::Condition if is_hot => "string_or_boolean",
            Self::Condition => "string or boolean",
        }
    }
}

impl<'a> Reader<'a, '_> {
    fn read(&mut self, name: &str, key: &Node) -> Option<Definition> {
        let keys = self.template.keys().resource;
        let Some(map) = self.node.as_mapping() else {
            let kind = python::type_name(&plain_value(self.node));
            self.invalid(
                Problem::InvalidResource,
                self.node.span,
                format!("'{kind}' object is not a resource definition"),
            );
            return None;
        };
        if self.template.keys().is_hot() {
            let odd: Vec<&heat_yaml::Entry> =
                map.iter().filter(|entry| !keys.contains(&key_text(&entry.key))).collect();
            if let Some(first) = odd.first() {
                let names: Vec<String> = odd.iter().map(|entry| key_of(&entry.key)).collect();
                let message =
                    format!("Invalid keyword(s) inside a resource definition: {}", names.join(", "));
                self.invalid(Problem::UnknownResourceKey, first.key.span, message);
                self.explain_last(Some(super::key_help(&keys, &key_text(&first.key))));
                return None;
            }
        }
        if map.get(keys.resource_type).is_none() {
            let message = format!("Resource {name} is missing \"{}\"", keys.resource_type);
            self.fault(self.node.span, Exception::key_error(Problem::MissingResourceType, message));
            return None;
        }
        let resource_type = self.field(keys.resource_type, Context::Value, FieldForm::Text);
        let properties = self.field(keys.properties, Context::Value, FieldForm::MapOrCall);
        let metadata = self.field(keys.metadata, Context::Value, FieldForm::MapOrCall);
        let depends_on = self.depends_on(keys.depends_on);
        let deletion_policy = self.deletion_policy(keys.deletion_policy);
        let update_policy = self.field(keys.update_policy, Context::Value, FieldForm::MapOrCall);
        let description = self.description(keys.description);
        let external_id =
            keys.external_id.and_then(|key| self.field(key, Context::Value, FieldForm::TextOrCall));
        let (condition, is_enabled) = self.condition(keys.condition);
        let is_given = |key: &str| map.get(key).is_some_and(|node| !node.is_null());
        let resource_type = resource_type?;
        Some(Definition {
            name: name.to_owned(),
            name_span: key.span,
            span: self.node.span,
            resource_type: (resource_type.as_str()?.to_owned(), resource_type.span),
            properties,
            misspelt_properties: self.misspelt_properties(keys.properties),
            metadata,
            depends_on,
            has_depends_on: is_given(keys.depends_on),
            has_deletion_policy: is_given(keys.deletion_policy),
            // An external resource is always retained.
            deletion_policy: if external_id.is_some() {
                Some(DeletionPolicy::Retain)
            } else {
                deletion_policy
            },
            update_policy,
            description,
            external_id,
            condition,
            is_enabled,
        })
    }

    /// A key that is similar to the key of the properties; Heat would report it only in HOT.
    fn misspelt_properties(&self, key: &str) -> Option<(String, Span)> {
        let map = self.node.as_mapping().filter(|map| map.get(key).is_none())?;
        let near =
            |entry: &&heat_yaml::Entry| entry.key.as_str().is_some_and(|own| nearest(own, [key]).is_some());
        let found = map.iter().find(near)?;
        Some((key_of(&found.key), found.key.span))
    }

    fn fault(&mut self, span: Span, exception: Exception) {
        self.faults.push(Fault::at(span, wrapped(exception)));
    }

    fn invalid(&mut self, problem: Problem, span: Span, message: String) {
        self.fault(span, Exception::validation(problem, Vec::new(), message));
    }

    fn wrong_type(&mut self, span: Span, key: &str, word: &str) {
        self.fault(
            span,
            Exception::type_error(
                Problem::InvalidResource,
                format!("Resource {} {key} type must be {word}", self.name),
            ),
        );
    }

    fn node(&self, key: &str) -> Option<&'a Node> {
        self.node.as_mapping()?.get(key)
    }

    fn field(&mut self, key: &str, context: Context, expected: FieldForm) -> Option<Snippet> {
        let node = self.node(key)?;
        let section = Path::root(self.template.keys().resources);
        let resource = section.key(self.name);
        let (snippet, mut faults) = snippet::parse(self.scope, context, node, &resource.key(key));
        self.faults.append(&mut faults);
        if !expected.accepts(&snippet) {
            self.wrong_type(node.span, key, expected.word(self.template.keys().is_hot()));
            return None;
        }
        Some(snippet)
    }

    fn depends_on(&mut self, key: &str) -> Vec<(String, Span)> {
        let Some(node) = self.node(key) else { return Vec::new() };
        if let Some(name) = node.as_str() {
            return vec![(name.to_owned(), node.span)];
        }
        let Some(items) = node.as_sequence() else {
            self.wrong_type(node.span, key, "list or string");
            return Vec::new();
        };
        let mut names = Vec::new();
        for item in items {
            let Some(name) = item.as_str() else {
                self.invalid(
                    Problem::InvalidResource,
                    item.span,
                    format!("Resource {} {key} must be a list of strings", self.name),
                );
                return names;
            };
            names.push((name.to_owned(), item.span));
        }
        names
    }

    /// Adds help to the last fault.
    fn explain_last(&mut self, help: Option<Help>) {
        if let Some(fault) = self.faults.pop() {
            self.faults.push(fault.or_help(|| help));
        }
    }

    fn deletion_policy(&mut self, key: &str) -> Option<DeletionPolicy> {
        if self.node(key).is_none() {
            return Some(DeletionPolicy::Delete);
        }
        let snippet = self.field(key, Context::Value, FieldForm::TextOrCall)?;
        let data = match snippet::resolve(self.scope, &snippet) {
            Ok(data) => data,
            Err(fault) => {
                let problem = Problem::InvalidDeletionPolicy;
                let exception = fault.exception.reported_as(Problem::FunctionValue, problem);
                self.fault(fault.span.unwrap_or(snippet.span), exception);
                return None;
            }
        };
        let known = match &data {
            Data::Known(Value::Null) => return Some(DeletionPolicy::Delete),
            Data::Unknown(_) => return None,
            Data::Known(Value::String(word)) => DeletionPolicy::named(self.scope.version, word),
            Data::Known(value @ (Value::List(_) | Value::Map(_))) => {
                let kind = python::type_name(value);
                self.fault(
                    snippet.span,
                    Exception::type_error(Problem::InvalidResource, format!("unhashable type: '{kind}'")),
                );
                return None;
            }
            _ => None,
        };
        if known.is_none() {
            let word = data_text(&data);
            let message = format!("Invalid deletion policy \"{word}\"");
            self.invalid(Problem::InvalidDeletionPolicy, snippet.span, message);
            let near = self.scope.suggestion(&word, DeletionPolicy::words(self.scope.version));
            self.explain_last(near);
        }
        known
    }

    fn description(&mut self, key: &str) -> Option<String> {
        let node = self.node(key)?;
        if node.as_str().is_none() {
            self.wrong_type(node.span, key, "string");
        }
        node.as_str().map(str::to_owned)
    }

    /// Reads the condition, and evaluates it.
    fn condition(&mut self, key: Option<&str>) -> (Option<Data>, Option<bool>) {
        let Some(key) = key.filter(|key| self.node(key).is_some()) else { return (None, Some(true)) };
        let Some(snippet) = self.field(key, Context::Condition, FieldForm::Condition) else {
            return (None, None);
        };
        match snippet::resolve(self.scope, &snippet) {
            Ok(condition) if condition == Data::NULL => (None, Some(true)),
            Ok(condition) => {
                let section = Path::root(self.template.keys().resources);
                let path = section.key(self.name);
                let conditions = self.scope.conditions;
                let enabled = conditions.is_enabled_at(self.scope, &condition, &path.key(key), snippet.span);
                let is_enabled = enabled.unwrap_or_else(|fault| {
                    self.faults.push(fault);
                    None
                });
                (Some(condition), is_enabled)
            }
            Err(fault) => {
                self.faults.push(fault.or_at(snippet.span).noticed_at(Stage::Validation));
                (None, None)
            }
        }
    }
}
