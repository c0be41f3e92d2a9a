//! Translation rules, as the plug-in method that returns them.

use heat_model::{ResourceType, RuleKind, TranslationRule, Value, When};

use super::expression::{Argument, Expression, INDENT, named, statement};
use super::module_names::Constants;
use super::{literal, value};

/// The method `translation_rules`, as Python code.
pub(super) fn method(schema: &ResourceType, constants: &Constants) -> String {
    let writer = Writer { schema, constants };
    let mut method = format!("{:INDENT$}def translation_rules(self, props):\n", "");
    // Heat applies rules in order: neighbouring rules with the same condition are grouped, and none is moved.
    let mut groups: Vec<(Option<&When>, Vec<Expression>)> = Vec::new();
    for rule in &schema.translation_rules {
        let written = writer.rule(rule);
        match groups.last_mut() {
            Some((when, rules)) if *when == rule.when.as_ref() => rules.push(written),
            _ => groups.push((rule.when.as_ref(), vec![written])),
        }
    }
    if let [(None, rules)] = groups.as_slice() {
        return method + &statement(BODY, "return ", &Expression::List(rules.clone()), "");
    }
    let mut groups = groups.into_iter().peekable();
    let first = groups.next_if(|(when, _)| when.is_none()).map(|(_, rules)| rules).unwrap_or_default();
    method += &statement(BODY, "rules = ", &Expression::List(first), "");
    for (when, rules) in groups {
        let indent = match when {
            None => BODY,
            Some(when) => {
                method += &statement(BODY, "if ", &writer.condition(when), ":");
                BODY + INDENT
            }
        };
        let (name, argument) = match <[Expression; 1]>::try_from(rules) {
            Ok([rule]) => ("rules.append", rule),
            Err(rules) => ("rules.extend", Expression::List(rules)),
        };
        method += &statement(indent, "", &Expression::Call(name.to_owned(), vec![argument.into()]), "");
    }
    method + &format!("{:BODY$}return rules\n", "")
}

/// The indentation of a method's body.
const BODY: usize = 2 * INDENT;

struct Writer<'w> {
    schema: &'w ResourceType,
    constants: &'w Constants,
}

impl Writer<'_> {
    fn rule(&self, rule: &TranslationRule) -> Expression {
        let kind = match rule.rule {
            RuleKind::Add => "ADD",
            RuleKind::Replace => "REPLACE",
            RuleKind::Delete => "DELETE",
            RuleKind::Resolve => "RESOLVE",
        };
        let mut arguments: Vec<Argument> = vec![
            Expression::code("props").into(),
            Expression::Code(format!("translation.TranslationRule.{kind}")).into(),
            self.path(&rule.translation_path).into(),
        ];
        arguments.extend(rule.value.as_ref().map(|value| named("value", self.value(value))));
        if let Some(name) = &rule.value_name {
            let beside = rule.source_path().unwrap_or_default();
            arguments.push(named("value_name", Expression::Code(self::name(self.constants, &beside, name))));
        }
        arguments.extend(rule.value_path.as_ref().map(|path| named("value_path", self.path(path))));
        // The path leads into a value without a schema.
        arguments.extend(rule.custom_value_path.as_ref().map(|path| {
            named(
                "custom_value_path",
                Expression::List(path.iter().map(|step| Expression::text(step)).collect()),
            )
        }));
        arguments.extend(
            rule.client_plugin.as_deref().map(|name| named("client_plugin", self.client_plugin(name))),
        );
        arguments.extend(rule.finder.as_deref().map(|finder| named("finder", Expression::text(finder))));
        arguments.extend(rule.entity.as_deref().map(|entity| named("entity", Expression::text(entity))));
        Expression::Call("translation.TranslationRule".to_owned(), arguments)
    }

    fn client_plugin(&self, name: &str) -> Expression {
        let is_default = self.schema.default_client_name.as_deref() == Some(name);
        let arguments = if is_default { Vec::new() } else { vec![Expression::text(name).into()] };
        Expression::Call("self.client_plugin".to_owned(), arguments)
    }

    fn condition(&self, when: &When) -> Expression {
        let value = self.property(&when.property).flat();
        match when.values.as_slice() {
            [] => Expression::Code(value),
            [Value::Bool(flag)] => {
                Expression::Code(format!("{value} is {}", if *flag { "True" } else { "False" }))
            }
            [single @ (Value::String(_) | Value::Integer(_))] => {
                Expression::Code(format!("{value} == {}", value::value(single).flat()))
            }
            values => {
                let values = Expression::List(values.iter().map(value::value).collect());
                Expression::Prefixed(format!("{value} in "), Box::new(values))
            }
        }
    }

    /// A value as an expression, in which references are replaced by the values of properties.
    fn value(&self, value: &Value) -> Expression {
        match value {
            Value::List(items) => Expression::List(items.iter().map(|item| self.value(item)).collect()),
            Value::Map(map) => {
                let reference = map.get("get_property").and_then(Value::as_str).filter(|_| map.len() == 1);
                if let Some(name) = reference {
                    return self.property(name);
                }
                let entries = map.iter().map(|(key, item)| (Expression::text(key), self.value(item)));
                Expression::Dict(entries.collect())
            }
            value => value::value(value),
        }
    }

    /// The expression for the value of a top-level property.
    fn property(&self, name: &str) -> Expression {
        let path = [name.to_owned()];
        match self.constants.property(&path) {
            Some(constant) => Expression::Code(format!("props[self.{constant}]")),
            None => Expression::Call("props.get".to_owned(), vec![Expression::text(name).into()]),
        }
    }

    fn path(&self, path: &[String]) -> Expression {
        self::path(self.constants, path)
    }
}

/// The names in a path, as a list.
pub(super) fn path(constants: &Constants, path: &[String]) -> Expression {
    path_from(constants, &[], path)
}

/// The names in a path that begins at another path, as a list.
pub(super) fn path_from(constants: &Constants, around: &[String], path: &[String]) -> Expression {
    Expression::List(steps_from(constants, around, path).into_iter().map(Expression::Code).collect())
}

/// The code for each name in a path that begins at another path.
pub(super) fn steps_from(constants: &Constants, around: &[String], path: &[String]) -> Vec<String> {
    let whole: Vec<String> = around.iter().chain(path).cloned().collect();
    let ends = around.len()..whole.len();
    ends.zip(path).map(|(end, step)| name(constants, whole.get(..=end).unwrap_or_default(), step)).collect()
}

/// The code for the name of the property at a path.
fn name(constants: &Constants, path: &[String], name: &str) -> String {
    constants.property(path).map_or_else(|| literal::string(name), |constant| format!("self.{constant}"))
}
