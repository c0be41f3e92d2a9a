//! A template independent of the inputs of its stacks: every parameter, condition and attribute is unknown.

use heat_hot_language::TemplateVersion;
use heat_model::Value;
use indexmap::{IndexMap, IndexSet};

use super::Template;
use crate::conditions::Conditions;
use crate::data::Shape;
use crate::plain::{key_of, plain_value};
use crate::scope::Scope;
use crate::stack::{FacadeField, FileName, Readiness, Resource, Stack};
use crate::template::type_environment::unknown_content;
use crate::{Data, Fault};

/// Stack of a template whose parameters, conditions and attributes are all unknown.
pub struct UndecidedStack {
    version: TemplateVersion,
    conditions: Conditions<'static>,
    resources: IndexSet<String>,
    mappings: IndexMap<String, Value>,
}

/// A resource of which only its existence is known.
struct AnyResource;

impl UndecidedStack {
    /// Creates the stack of a template.
    #[must_use]
    pub fn new(template: &Template) -> Self {
        let keys = template.keys();
        let resources = template.entries(keys.resources).into_iter().flatten();
        let mappings = keys.mappings.and_then(|section| template.entries(section)).into_iter().flatten();
        Self {
            version: template.version(),
            conditions: Conditions::unknown(),
            resources: resources.map(|entry| key_of(&entry.key)).collect(),
            mappings: mappings.map(|entry| (key_of(&entry.key), plain_value(&entry.value))).collect(),
        }
    }

    /// The scope of the snippets in the template.
    #[must_use]
    pub fn scope(&self) -> Scope<'_> {
        Scope::new(self.version, Some(self), &self.conditions)
    }
}

impl Stack for UndecidedStack {
    fn parameter(&self, name: &str) -> Result<Option<Data>, Fault> {
        Ok(Some(Data::unknown(Shape::Any, format!("parameter {name}"))))
    }

    fn resource(&self, name: &str) -> Option<&dyn Resource> {
        self.resources.contains(name).then_some(&AnyResource)
    }

    fn file(&self, name: FileName<'_>) -> Option<Data> {
        Some(unknown_content(name.as_str()))
    }

    fn mapping(&self, name: &str) -> Option<&Value> {
        self.mappings.get(name)
    }

    fn availability_zones(&self) -> Data {
        Data::unknown(Shape::List(None), "the availability zones")
    }

    fn facade(&self, _field: FacadeField) -> Option<Data> {
        Some(Data::unknown(Shape::Any, "something of the resource that the stack implements"))
    }
}

impl Resource for AnyResource {
    fn reference_id(&self) -> Data {
        Data::unknown(Shape::Text, "the ID of a resource")
    }

    fn readiness(&self) -> Readiness {
        Readiness::All
    }

    fn attribute(&self, _name: &Value, _path: &[Value]) -> Result<Data, Fault> {
        Ok(Data::unknown(Shape::Any, "an attribute"))
    }

    fn attributes(&self) -> Data {
        Data::unknown(Shape::Map, "the attributes of a resource")
    }
}

#[cfg(test)]
mod tests {
    use heat_yaml::Source;

    use super::*;
    use crate::snippet::{self, Context, Path};
    use crate::stack::NameKind;

    /// Compares the value of a snippet, or the error in it.
    fn check(value: &str, expect: &str) {
        let text = format!(
            "AWSTemplateFormatVersion: 2010-09-09\nParameters: {{p: {{Type: String}}}}\nMappings: {{m: {{a: {{b: c}}}}}}\nResources: {{r: {{Type: My::Thing}}}}\nOutputs: {{o: {{Value: {value}}}}}"
        );
        let template = Template::read(&Source::new("test", text)).template.unwrap();
        let undecided = UndecidedStack::new(&template);
        let scope = undecided.scope();
        let value = template.entries("Outputs").unwrap().get("o").unwrap().as_mapping().unwrap();
        let (snippet, faults) =
            snippet::parse(&scope, Context::Value, value.get("Value").unwrap(), &Path::root("o"));
        assert_eq!(faults, []);
        let found = snippet::resolve(&scope, &snippet);
        let found =
            found.map_or_else(|fault| fault.to_string(), |data| crate::data::marked(&data).to_string());
        assert_eq!(found, expect);
    }

    #[test]
    fn no_name_is_known_to_be_a_parameter() {
        let template = Template::read(&Source::new("test", "heat_template_version: 2018-08-31\n")).template;
        let undecided = UndecidedStack::new(&template.unwrap());
        for kind in [NameKind::Parameter, NameKind::Resource, NameKind::Mapping] {
            assert!(!undecided.has_name(kind, "p"));
        }
    }

    #[test]
    fn what_is_written_is_known_and_nothing_else() {
        check("{'Fn::FindInMap': [m, a, b]}", r#""c""#);
        check("{'Fn::FindInMap': [n, a, b]}", "'n'");
        check("{Ref: p}", r#"{"$unknown": "parameter p"}"#);
        check("{Ref: r}", r#"{"$unknown": "the ID of a resource"}"#);
        check("{'Fn::GetAtt': [r, x]}", r#"{"$unknown": "an attribute"}"#);
        check("{'Fn::GetAtt': [s, x]}", "The specified reference \"s\" (in unknown) is incorrect.");
        check("{'Fn::GetAZs': ''}", r#"{"$unknown": "the availability zones"}"#);
        check(
            "{'Fn::ResourceFacade': Metadata}",
            r#"{"$unknown": "something of the resource that the stack implements"}"#,
        );
    }
}
