//! Pseudo parameters, which Heat adds to every template.

use heat_hot_language::{Dialect, ParameterType};
use heat_model::{ConstraintKind, Value};
use heat_yaml::Span;

use super::{Definition, DefinitionSpans, ParameterConstraint};
use crate::percent::percent_encoded;

/// Identity of a stack, which Heat knows once the stack exists.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StackIdentity {
    /// ID of the project.
    pub project: String,
    /// Name of the stack.
    pub name: String,
    /// ID of the stack.
    pub id: String,
}

impl StackIdentity {
    /// The ARN, which is the ID of the stack in CFN-style templates.
    #[must_use]
    pub fn arn(&self) -> String {
        let [project, name, id] = [&self.project, &self.name, &self.id].map(|part| percent_encoded(part, ""));
        format!("arn:openstack:heat::{project}:stacks/{name}/{id}")
    }
}

const REGIONS: [&str; 7] =
    ["us-east-1", "us-west-1", "us-west-2", "sa-east-1", "eu-west-1", "ap-southeast-1", "ap-northeast-1"];

/// Returns the pseudo parameters of a stack, in Heat's order; there are fewer if the stack does not exist yet.
pub(super) fn definitions(dialect: Dialect, stack: Option<&StackIdentity>) -> Vec<Definition> {
    let name = stack.map(|stack| stack.name.as_str()).filter(|name| !name.is_empty());
    if dialect.is_hot() {
        let part = |part: fn(&StackIdentity) -> &String| stack.map_or("", |stack| part(stack));
        let mut definitions = vec![
            definition("OS::stack_id", "Stack ID", part(|stack| &stack.id)),
            definition("OS::project_id", "Project ID", part(|stack| &stack.project)),
        ];
        definitions.extend(name.map(|name| definition("OS::stack_name", "Stack Name", name)));
        return definitions;
    }
    let arn = stack.map_or_else(|| "None".to_owned(), StackIdentity::arn);
    let mut definitions = vec![definition("AWS::StackId", "Stack ID", &arn)];
    if let Some(name) = name {
        definitions.push(definition("AWS::StackName", "Stack Name", name));
        let mut region = definition("AWS::Region", "", "ap-southeast-1");
        region.constraints.push(ParameterConstraint {
            kind: ConstraintKind::AllowedValues(REGIONS.into_iter().map(Value::from).collect()),
            description: Value::Null,
            odd_name: None,
            span: Span::default(),
        });
        definitions.push(region);
    }
    definitions
}

/// Defines a pseudo parameter; Heat defines all of them in the style of CFN.
fn definition(name: &str, description: &str, default: &str) -> Definition {
    Definition {
        name: name.to_owned(),
        dialect: Dialect::Cfn,
        parameter_type: ParameterType::String,
        description: if description.is_empty() { Value::Null } else { Value::from(description) },
        default: Some(Value::from(default)),
        constraints: Vec::new(),
        hidden: Value::Bool(false),
        label: Value::Null,
        immutable: Value::Bool(false),
        tags: Value::Null,
        spans: DefinitionSpans::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(dialect: Dialect, stack: Option<&StackIdentity>, expect: &[(&str, &str)]) {
        let definitions = definitions(dialect, stack);
        let found: Vec<_> = definitions
            .iter()
            .map(|known| (known.name.as_str(), known.default.as_ref().and_then(Value::as_str).unwrap()))
            .collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn they_depend_on_the_stack() {
        let stack = StackIdentity { project: "p/q".into(), name: "näme".into(), id: "1-2".into() };
        check(
            Dialect::Hot20130523,
            Some(&stack),
            &[("OS::stack_id", "1-2"), ("OS::project_id", "p/q"), ("OS::stack_name", "näme")],
        );
        check(Dialect::Hot20130523, None, &[("OS::stack_id", ""), ("OS::project_id", "")]);
        check(
            Dialect::Cfn,
            Some(&stack),
            &[
                ("AWS::StackId", "arn:openstack:heat::p%2Fq:stacks/n%C3%A4me/1-2"),
                ("AWS::StackName", "näme"),
                ("AWS::Region", "ap-southeast-1"),
            ],
        );
        check(Dialect::Cfn, None, &[("AWS::StackId", "None")]);
    }
}
