//! Implementations of resources: types of the catalogue, and nested templates.

use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

use heat_hot_language::ParameterType;
use heat_model::evaluate::Evaluator;
use heat_model::python::str_of;
use heat_model::{AttributeSchema, Constraint, PropertySchema, PropertyType, ResourceType, Value};
use indexmap::IndexMap;

use super::Template;
use super::output::attribute_names;
use crate::Fault;
use crate::environment::Resolution;
use crate::fault::{Exception, Problem};
use crate::parameter::{Parameter, ParameterConstraint, ParameterInputs};

/// Schema of an implementation.
#[derive(Debug, Clone)]
pub enum Schema<'a> {
    /// The schema of a type in the catalogue.
    Catalogue(&'a ResourceType),
    /// A schema that was created for the resource.
    Made(Rc<ResourceType>),
}

impl Deref for Schema<'_> {
    type Target = ResourceType;

    fn deref(&self) -> &ResourceType {
        match self {
            Self::Catalogue(schema) => schema,
            Self::Made(schema) => schema,
        }
    }
}

/// Nested template that implements resources.
#[derive(Debug)]
pub struct NestedTemplate {
    /// Name of the template's file, as it appears in the paths of errors.
    pub name: String,
    /// Parsed template.
    pub template: Template,
    /// Result of looking up the type in the registry.
    pub resolution: Option<Resolution>,
}

/// Implementation of a resource: a type of the catalogue, or a nested template.
#[derive(Debug, Clone)]
pub struct Implementation<'a> {
    /// Schema of the implementation.
    pub schema: Schema<'a>,
    /// Reason why the implementation cannot be used although its type is known: the nested template cannot be read.
    pub unusable: Option<String>,
    /// Nested template, if the resource is implemented by one.
    pub template: Option<Rc<NestedTemplate>>,
    /// Evaluator of the schema, if it is stored for several templates.
    pub prepared: Option<Arc<Evaluator<'a>>>,
}

impl<'a> Implementation<'a> {
    /// Creates the implementation of a type in the catalogue.
    #[must_use]
    pub fn of_type(schema: &'a ResourceType) -> Self {
        Self { schema: Schema::Catalogue(schema), unusable: None, template: None, prepared: None }
    }

    /// Creates the implementation of a nested template, with the environment's defaults for its parameters. The parameters become
    /// properties, the outputs become attributes.
    ///
    /// # Errors
    /// The errors in the definitions of the parameters.
    pub fn of_template(
        name: &str,
        nested: Rc<NestedTemplate>,
        defaults: &IndexMap<String, Value>,
    ) -> Result<Self, Vec<Fault>> {
        let template = &nested.template;
        let inputs = ParameterInputs { values: IndexMap::new(), defaults: defaults.clone() };
        let (parameters, faults) = template.parameters(None, &inputs);
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut schema = ResourceType::new(name);
        for (name, parameter) in parameters.iter().filter(|(name, _)| !parameters.is_reserved(name)) {
            let property = property(parameter);
            let definition = &parameter.definition;
            let applies =
                |constraint: &&ParameterConstraint| constraint.applies_to(definition.parameter_type);
            let misplaced = definition.constraints.iter().find(|constraint| !applies(constraint));
            let misplaced = misplaced.map(|constraint| {
                let type_name = class_of(definition.parameter_type);
                let message = format!("{} constraint invalid for {type_name}", constraint.class());
                Fault::at(
                    constraint.span,
                    Exception::InvalidSchemaError(Problem::ConstraintNotForType, message),
                )
            });
            if let Some(fault) = misplaced {
                return Err(vec![fault]);
            }
            schema.properties.insert(name.to_owned(), property);
        }
        let attributes = attribute_names(template).map_err(|fault| vec![fault])?;
        schema.attributes = attributes.into_iter().map(|name| (name, AttributeSchema::default())).collect();
        Ok(Self { template: Some(nested), ..Self::made(schema) })
    }

    /// Creates the implementation of a nested template that cannot be read, with Heat's reason.
    #[must_use]
    pub fn unreadable(name: &str, reason: String) -> Self {
        Self { unusable: Some(reason), ..Self::made(ResourceType::new(name)) }
    }

    /// Creates the implementation of a nested template that is not known: it accepts any properties and attributes.
    #[must_use]
    pub fn unknown(name: &str) -> Self {
        let mut schema = ResourceType::new(name);
        schema.any_property = true;
        Self::made(schema)
    }

    /// Returns whether the type accepts any properties and does nothing, such as `OS::Heat::None`.
    #[must_use]
    pub fn does_nothing(&self) -> bool {
        self.schema.any_property && matches!(self.schema, Schema::Catalogue(_))
    }

    fn made(mut schema: ResourceType) -> Self {
        schema.any_attribute = true;
        Self { schema: Schema::Made(Rc::new(schema)), unusable: None, template: None, prepared: None }
    }
}

/// The property for a parameter of a nested template.
fn property(parameter: &Parameter) -> PropertySchema {
    let definition = &parameter.definition;
    let mut schema = PropertySchema::new(match definition.parameter_type {
        ParameterType::String => PropertyType::String,
        ParameterType::Number => PropertyType::Number,
        ParameterType::Boolean => PropertyType::Boolean,
        ParameterType::CommaDelimitedList => PropertyType::List,
        ParameterType::Json => PropertyType::Map,
    });
    schema.required = parameter.default_value().is_none();
    schema.update_allowed = true;
    schema.allow_conversion = matches!(schema.property_type, PropertyType::List | PropertyType::Map);
    schema.constraints = definition.constraints.iter().map(constraint).collect();
    schema
}

/// Heat's name for the type of the property.
fn class_of(parameter_type: ParameterType) -> &'static str {
    match parameter_type {
        ParameterType::String => "String",
        ParameterType::Number => "Number",
        ParameterType::Boolean => "Boolean",
        ParameterType::CommaDelimitedList => "List",
        ParameterType::Json => "Map",
    }
}

fn constraint(constraint: &ParameterConstraint) -> Constraint {
    let description = Some(&constraint.description).filter(|description| description.is_truthy());
    Constraint { kind: constraint.kind.clone(), description: description.map(str_of) }
}

#[cfg(test)]
mod tests {
    use heat_model::value;
    use heat_yaml::Source;

    use super::*;

    fn check(text: &str, expect: Result<&str, &str>) {
        let source = Source::new("nested.yaml", format!("heat_template_version: 2018-08-31\n{text}"));
        let template = Template::read(&source).template.unwrap();
        let defaults = [("given".to_owned(), value!("x"))].into_iter().collect();
        let nested = Rc::new(NestedTemplate { name: "nested.yaml".to_owned(), template, resolution: None });
        let found = Implementation::of_template("My::Nested", nested, &defaults);
        let found = found.map(|found| {
            let properties = found.schema.properties.iter().map(|(name, property)| {
                let required = if property.required { " required" } else { "" };
                format!("{name}: {}{required}", property.property_type)
            });
            let attributes = found.schema.attributes.keys().cloned();
            properties.chain(attributes).collect::<Vec<_>>().join(", ")
        });
        let found = found.map_err(|faults| faults[0].to_string());
        assert_eq!(found.as_deref().map_err(String::as_str), expect, "{text}");
    }

    #[test]
    fn parameters_become_properties_and_outputs_attributes() {
        check(
            "parameters: {a: {type: json}, b: {type: comma_delimited_list, default: x}, given: {type: string}}
outputs: {o: {value: 1}}",
            Ok("a: map required, b: list, given: string, o"),
        );
        check("parameters: {a: {type: x}}", Err("Invalid type (x)"));
        check(
            "parameters: {a: {type: number, constraints: [{length: {max: 3}}]}}",
            Err("Length constraint invalid for Number"),
        );
        check("outputs: true", Err("'bool' object has no attribute 'items'"));
        check(
            "outputs: {z: 1, o: {bogus: 1}}",
            Err("\"bogus\" is not a valid keyword inside a output definition"),
        );
        check("outputs: {o: {description: x}}", Err("Each output must contain a value key."));
        check(
            "outputs: {o: 1}",
            Err("\"outputs\" must contain a map of output maps. Found a [<class 'int'>] instead"),
        );
    }
}
