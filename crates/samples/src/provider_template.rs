//! The provider template that Heat generates for a resource type.
//!
//! Follows `Resource.resource_to_template` of Heat: each property becomes a parameter, each attribute an output. The result has the
//! same data as that of Heat's API, even if it could be better: a constraint that a parameter cannot have leaves an empty entry.

use heat_catalogue::heat_api::add_base_attribute;
use heat_hot_language::{Dialect, Function, HotVersion, Keys, ParameterKeys, ParameterType, TemplateVersion};
use heat_model::{Constraint, ConstraintKind, PropertySchema, PropertyType, ResourceType, Value};
use indexmap::IndexMap;

/// The languages of templates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Heat's own language.
    Hot,
    /// The language of AWS CloudFormation.
    Cfn,
}

/// The provider template of a type.
#[must_use]
pub fn provider_template(schema: &ResourceType, language: Language) -> IndexMap<String, Value> {
    let words = Words::of(language);
    let mut schema = schema.without_hidden();
    add_base_attribute(&mut schema);
    let class = class_name(&schema).to_owned();
    let properties = || schema.properties.iter().filter(|(_, property)| property.implemented);
    let parameters: Value =
        properties().map(|(name, property)| (name.clone(), words.parameter(property))).collect();
    let values: Value =
        properties().map(|(name, property)| (name.clone(), words.property(name, property))).collect();
    let keys = &words.keys;
    let resource =
        map([(keys.resource.resource_type, schema.name.as_str().into()), (keys.resource.properties, values)]);
    let outputs = schema.attributes.iter().map(|(name, attribute)| {
        let mut output =
            entries([(keys.output_value, call(words.get_attr, list([class.as_str(), name.as_str()])))]);
        let description = attribute.description.as_deref().map(Value::from);
        output.extend(description.map(|text| (keys.output_description.to_owned(), text)));
        (name.clone(), Value::from(output))
    });
    let stack_id = map([(keys.output_value, call(words.get_resource, class.as_str().into()))]);
    let outputs: Value = outputs.chain([("OS::stack_id".to_owned(), stack_id)]).collect();
    let (version, number) = words.version.declaration();
    entries([
        (version, number.into()),
        (keys.description, format!("Initial template of {class}").as_str().into()),
        (keys.parameters, parameters),
        (keys.resources, map([(class.as_str(), resource)])),
        (keys.outputs, outputs),
    ])
}

/// The name of the Python class, which Heat uses as the name of the resource; for a type without one, the last part of its
/// name.
fn class_name(schema: &ResourceType) -> &str {
    let class = schema.python_class.as_deref().and_then(|class| class.rsplit('.').next());
    class.or_else(|| schema.name.rsplit("::").next()).unwrap_or(&schema.name)
}

/// The names that a template language uses.
struct Words {
    language: Language,
    version: TemplateVersion,
    keys: Keys,
    parameter: ParameterKeys,
    dialect: Dialect,
    get_param: Function,
    get_attr: Function,
    get_resource: Function,
}

impl Words {
    fn of(language: Language) -> Self {
        let (version, get_param, get_attr, get_resource) = match language {
            Language::Hot => (
                TemplateVersion::Hot(HotVersion::V2016_10_14),
                Function::GET_PARAM,
                Function::GET_ATTR,
                Function::GET_RESOURCE,
            ),
            Language::Cfn => (TemplateVersion::HeatCfn, Function::REF, Function::GET_ATT, Function::REF),
        };
        let dialect = Dialect::of(version);
        let (keys, parameter) = (Keys::of(version), dialect.keys());
        Self { language, version, keys, parameter, dialect, get_param, get_attr, get_resource }
    }

    /// The parameter for a property.
    fn parameter(&self, property: &PropertySchema) -> Value {
        let mut parameter = entries([(
            self.parameter.parameter_type,
            parameter_type(property.property_type).name(self.dialect).into(),
        )]);
        let description = property.description.as_deref().map(Value::from);
        parameter.extend(description.map(|text| (self.parameter.description.to_owned(), text)));
        parameter.extend(property.default.clone().map(|value| (self.parameter.default.to_owned(), value)));
        match self.language {
            Language::Hot if property.constraints.is_empty() => {}
            Language::Hot => {
                let constraints = property.constraints.iter().map(hot_constraint).collect();
                parameter.insert("constraints".to_owned(), Value::List(constraints));
            }
            Language::Cfn => {
                parameter.extend(property.constraints.iter().flat_map(cfn_constraints));
                if property.property_type == PropertyType::Boolean {
                    let words = list(["True", "true", "False", "false"]);
                    parameter.insert("AllowedValues".to_owned(), words);
                }
            }
        }
        Value::from(parameter)
    }

    /// The value of a property: its parameter.
    fn property(&self, name: &str, property: &PropertySchema) -> Value {
        let parameter = call(self.get_param, name.into());
        if self.language == Language::Cfn && property.property_type == PropertyType::List {
            return call(Function::SPLIT, Value::from(vec![",".into(), parameter]));
        }
        parameter
    }
}

/// The type of the parameter for a property. Heat has none for `any`; a JSON parameter accepts the same values.
pub(crate) fn parameter_type(property_type: PropertyType) -> ParameterType {
    match property_type {
        PropertyType::Integer | PropertyType::Number => ParameterType::Number,
        PropertyType::String => ParameterType::String,
        PropertyType::Boolean => ParameterType::Boolean,
        PropertyType::Map | PropertyType::Any => ParameterType::Json,
        PropertyType::List => ParameterType::CommaDelimitedList,
    }
}

/// A constraint in the form for HOT parameters; empty if they do not support it.
fn hot_constraint(constraint: &Constraint) -> Value {
    let ends = |min: &Option<Value>, max: &Option<Value>| {
        let ends = [("min", min), ("max", max)].into_iter();
        ends.filter_map(|(key, end)| Some((key.to_owned(), end.clone()?))).collect()
    };
    let key = constraint.kind.key();
    match &constraint.kind {
        ConstraintKind::Range { min, max } | ConstraintKind::Length { min, max } => {
            map([(key, ends(min, max))])
        }
        ConstraintKind::AllowedValues(values) => map([(key, Value::from(values.clone()))]),
        ConstraintKind::AllowedPattern(pattern) => map([(key, pattern.as_str().into())]),
        ConstraintKind::Modulo { .. } | ConstraintKind::Custom(_) => Value::from(IndexMap::new()),
    }
}

/// A constraint as the keys of a parameter in an AWS template.
fn cfn_constraints(constraint: &Constraint) -> Vec<(String, Value)> {
    let ends = |min: &Option<Value>, max: &Option<Value>, what: &str| {
        let ends = [("Min", min), ("Max", max)].into_iter();
        ends.filter_map(|(key, end)| Some((format!("{key}{what}"), end.clone()?))).collect()
    };
    match &constraint.kind {
        ConstraintKind::Range { min, max } => ends(min, max, "Value"),
        ConstraintKind::Length { min, max } => ends(min, max, "Length"),
        ConstraintKind::AllowedValues(values) => {
            vec![("AllowedValues".to_owned(), Value::from(values.clone()))]
        }
        ConstraintKind::AllowedPattern(pattern) => {
            vec![("AllowedPattern".to_owned(), pattern.as_str().into())]
        }
        ConstraintKind::Modulo { .. } | ConstraintKind::Custom(_) => Vec::new(),
    }
}

fn entries<const N: usize>(entries: [(&str, Value); N]) -> IndexMap<String, Value> {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn map<const N: usize>(values: [(&str, Value); N]) -> Value {
    Value::from(entries(values))
}

fn list<const N: usize>(texts: [&str; N]) -> Value {
    Value::List(texts.into_iter().map(Value::from).collect())
}

fn call(function: Function, argument: Value) -> Value {
    map([(function.name(), argument)])
}
