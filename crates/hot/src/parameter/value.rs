//! A parameter with its values.

use heat_hot_language::ParameterType;
use heat_model::Value;
use heat_model::custom_constraint::CustomConstraints;

use super::Definition;
use super::check::Checker;
use super::convert::{as_text, convert, to_boolean, to_number, value_error};
use super::failure::Failure;
use super::limits::{most_reported, weight};
use crate::fault::{Exception, Fault, Help, Problem, PythonClass};

/// Text that the API shows instead of a hidden value.
const HIDDEN: &str = "******";

/// A parameter of a template.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Definition of the parameter in the template.
    pub definition: Definition,
    /// Value that the user set; null is the same as none.
    user_value: Option<Value>,
    /// Default in the environment, which replaces the one in the template; null is the same as none.
    environment_default: Option<Value>,
}

/// Value of a parameter, converted to its type.
#[derive(Debug, Clone, PartialEq)]
pub enum ParameterValue {
    /// A value that the user set.
    Given(Value),
    /// The default of the environment or of the template.
    Default(Value),
    /// The parameter has no value.
    Missing,
}

impl Parameter {
    /// Creates a parameter from its definition, the user's value and the environment's default.
    #[must_use]
    pub fn new(
        definition: Definition,
        user_value: Option<Value>,
        environment_default: Option<Value>,
    ) -> Self {
        let given = |value: Option<Value>| value.filter(|value| *value != Value::Null);
        Self { definition, user_value: given(user_value), environment_default: given(environment_default) }
    }

    /// The default: from the environment, otherwise from the template.
    #[must_use]
    pub fn default_value(&self) -> Option<&Value> {
        self.environment_default.as_ref().or(self.definition.default.as_ref())
    }

    /// The value before conversion: the user's value, otherwise the default.
    #[must_use]
    pub fn raw_value(&self) -> Option<&Value> {
        self.user_value.as_ref().or_else(|| self.default_value())
    }

    /// Returns whether the user or a default sets a value.
    #[must_use]
    pub fn has_value(&self) -> bool {
        self.raw_value().is_some()
    }

    /// The value, converted to the type.
    ///
    /// # Errors
    /// The exception that Heat raises if the value cannot be converted.
    pub fn resolved(&self) -> Result<ParameterValue, Exception> {
        let Some(raw) = self.raw_value() else { return Ok(ParameterValue::Missing) };
        let value = convert(self.definition.parameter_type, raw)?;
        Ok(if self.user_value.is_some() {
            ParameterValue::Given(value)
        } else {
            ParameterValue::Default(value)
        })
    }

    /// The value for functions.
    ///
    /// # Errors
    /// The exception that Heat raises if there is no value, or it cannot be converted.
    pub fn value(&self) -> Result<Value, Exception> {
        match self.resolved()? {
            ParameterValue::Given(value) | ParameterValue::Default(value) => Ok(value),
            // Heat converts the missing value of a boolean like the text `None`, which fails.
            ParameterValue::Missing if self.definition.parameter_type == ParameterType::Boolean => {
                to_boolean(&Value::Null)
            }
            ParameterValue::Missing => Err(self.missing()),
        }
    }

    /// The value as the API shows it: hidden values are masked.
    ///
    /// # Errors
    /// Those of [`value`](Self::value).
    pub fn text(&self) -> Result<String, Exception> {
        let value = self.value()?;
        if self.is_hidden() {
            return Ok(HIDDEN.to_owned());
        }
        Ok(as_text(self.definition.parameter_type, &value))
    }

    /// Returns whether the API masks the value.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.definition.hidden.is_truthy()
    }

    /// Returns whether an update may not change the value.
    #[must_use]
    pub fn is_immutable(&self) -> bool {
        self.definition.immutable.is_truthy()
    }

    /// The label, or the name if there is none.
    #[must_use]
    pub fn label(&self) -> Value {
        let label = Some(&self.definition.label).filter(|label| label.is_truthy());
        label.cloned().unwrap_or_else(|| Value::from(&self.definition.name))
    }

    /// The description; empty if there is none.
    #[must_use]
    pub fn description(&self) -> Value {
        let text = Some(&self.definition.description).filter(|text| text.is_truthy());
        text.cloned().unwrap_or_else(|| Value::from(""))
    }

    /// The tags; empty if there are none.
    #[must_use]
    pub fn tags(&self) -> &[Value] {
        match &self.definition.tags {
            Value::List(tags) => tags,
            _ => &[],
        }
    }

    /// Checks the definition, and with `with_value` also the value.
    ///
    /// A constraint that the template's default violates is reported once, not again for the value.
    #[must_use]
    pub fn faults(&self, with_value: bool, customs: &dyn CustomConstraints) -> Vec<Fault> {
        self.faults_by(with_value, &Checker::new(customs))
    }

    pub(super) fn faults_by(&self, with_value: bool, checker: &Checker<'_>) -> Vec<Fault> {
        let mut faults = self.definition.faults(checker);
        let is_checked = !faults.is_empty() && self.has_value() && self.is_own_default();
        if with_value && !is_checked {
            faults.extend(self.value_faults(checker));
        }
        faults
    }

    fn missing(&self) -> Exception {
        Exception::UserParameterMissing { name: self.definition.name.clone(), is_declared: true }
    }

    fn value_faults(&self, checker: &Checker<'_>) -> Vec<Fault> {
        let Some(raw) = self.raw_value() else {
            return vec![self.missing().into()];
        };
        let compared = match self.checked_value(raw) {
            Ok(compared) => compared,
            Err(exception) => return vec![self.fault(exception).or_help(|| Some(self.type_help()))],
        };
        self.definition
            .applicable()
            .filter_map(|constraint| {
                let failure = checker.check(constraint, &compared, self.definition.types()).err()?;
                let fault = match failure {
                    Failure::Value(message) => self.fault(value_error(message)),
                    Failure::Raw(exception) => self.located(exception),
                };
                let unknown = || checker.help_with_unknown(&constraint.kind).map(Help::from);
                Some(fault.or_help(|| Help::for_constraint(&constraint.kind).or_else(unknown)))
            })
            .take(most_reported(self.definition.name.len() + weight(&compared)))
            .collect()
    }

    /// Help that lists the accepted values, for messages that only say what Python could not do.
    fn type_help(&self) -> String {
        let what = match self.definition.parameter_type {
            ParameterType::String => "a text",
            ParameterType::Number => "a number",
            ParameterType::Boolean => "`true` or `false`",
            ParameterType::CommaDelimitedList => "a list, or a text with commas between the items",
            ParameterType::Json => "a map or a list, or a text that is JSON",
        };
        format!("the parameter `{}` takes {what}", self.definition.name)
    }

    /// The value that is checked against constraints: only lists and JSON are converted.
    fn checked_value(&self, raw: &Value) -> Result<Value, Exception> {
        match self.definition.parameter_type {
            ParameterType::String => Ok(raw.clone()),
            ParameterType::Number => to_number(raw).map(|_| raw.clone()),
            ParameterType::Boolean => to_boolean(raw).map(|_| raw.clone()),
            of @ (ParameterType::CommaDelimitedList | ParameterType::Json) => convert(of, raw),
        }
    }

    /// Wraps an exception of Python as Heat does.
    fn fault(&self, exception: Exception) -> Fault {
        match exception {
            Exception::Python(_, PythonClass::ValueError | PythonClass::TypeError, why) => {
                let message = format!("Parameter '{}' is invalid: {why}", self.definition.name);
                self.located(Exception::validation(Problem::InvalidParameterValue, Vec::new(), message))
            }
            other => self.located(other),
        }
    }

    /// Adds a location to an error in the value: it is in the template only if the value is the template's default.
    fn located(&self, exception: Exception) -> Fault {
        let fault = Fault::from(exception);
        if self.is_own_default() {
            return Fault { span: self.definition.spans.default, ..fault };
        }
        fault.about_given_value(&self.definition.name)
    }

    /// Returns whether the value, if there is one, is the default of the template.
    fn is_own_default(&self) -> bool {
        self.user_value.is_none() && self.environment_default.is_none()
    }
}

#[cfg(test)]
mod tests {
    use heat_model::custom_constraint::WithoutCloud;
    use heat_model::value;
    use heat_yaml::{ParseOptions, Source, parse};

    use super::*;
    use heat_hot_language::Dialect;

    fn parameter(text: &str, given: Option<Value>, default: Option<Value>) -> Parameter {
        let root = parse(&Source::new("test", text), &ParseOptions::template()).root.unwrap();
        let mut faults = Vec::new();
        let definition = Definition::read("p", &root, Dialect::Hot20180302, &mut faults);
        assert_eq!(faults, [], "{text}");
        Parameter::new(definition.unwrap(), given, default)
    }

    fn check(text: &str, given: Option<Value>, expect: &[&str]) {
        let faults = parameter(text, given, None).faults(true, &WithoutCloud::timeless());
        let found: Vec<_> =
            faults.iter().map(|fault| format!("{}: {fault}", fault.exception.class())).collect();
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn values_are_checked_as_heat_checks_them() {
        check("{type: string}", None, &["UserParameterMissing: The Parameter (p) was not provided."]);
        check(
            "{type: string}",
            Some(Value::Null),
            &["UserParameterMissing: The Parameter (p) was not provided."],
        );
        check("{type: number, constraints: [{range: {min: 1}}]}", Some(value!("2")), &[]);
        check(
            "{type: number, constraints: [{range: {min: 3}}, {modulo: {step: 2, offset: 1}}]}",
            Some(value!("2")),
            &[
                "StackValidationFailed: Parameter 'p' is invalid: 2 is out of range (min: 3, max: None)",
                "StackValidationFailed: Parameter 'p' is invalid: 2 is not a multiple of 2 with an offset of 1",
            ],
        );
        check(
            "{type: number, constraints: [{allowed_values: [x]}]}",
            Some(value!(2)),
            &[
                "StackValidationFailed: Parameter 'p' is invalid: Value \"x\" is invalid for data type \"number\".",
            ],
        );
        check(
            "{type: string, constraints: [{length: {min: 3}, description: so}, {allowed_pattern: a+}]}",
            Some(value!("b")),
            &[
                "StackValidationFailed: Parameter 'p' is invalid: so",
                "StackValidationFailed: Parameter 'p' is invalid: \"b\" does not match pattern \"a+\"",
            ],
        );
        check(
            "{type: string, constraints: [{length: {min: 3}}]}",
            Some(value!(1)),
            &["TypeError: object of type 'int' has no len()"],
        );
        check(
            "{type: json, constraints: [{length: {min: 2}}]}",
            Some(value!("[1]")),
            &[
                "StackValidationFailed: Parameter 'p' is invalid: length (1) is out of range (min: 2, max: None)",
            ],
        );
        check(
            "{type: string, constraints: [{custom_constraint: [a]}]}",
            Some(value!("x")),
            &["TypeError: unhashable type: 'list'"],
        );
    }

    #[test]
    fn defaults_are_checked_once() {
        check(
            "{type: string, default: ab, constraints: [{length: {max: 1}}]}",
            None,
            &[
                "InvalidSchemaError: Parameter 'p' is invalid: Invalid default ab (length (2) is out of range (min: None, max: 1))",
            ],
        );
        check(
            "{type: number, default: 5, constraints: [{length: {max: 1}}]}",
            None,
            &["InvalidSchemaError: Parameter 'p' is invalid: Length constraint invalid for number"],
        );
        check(
            "{type: comma_delimited_list, default: 5}",
            Some(value!("a")),
            &[
                "InvalidSchemaError: Parameter 'p' is invalid: Default must be a comma-delimited list string: \
               'int' object has no attribute 'split'",
            ],
        );
        // Custom constraints are only checked for the value.
        check(
            "{type: string, default: x, constraints: [{custom_constraint: ip_addr}]}",
            None,
            &[
                "StackValidationFailed: Parameter 'p' is invalid: Error validating value 'x': Invalid IP address",
            ],
        );
    }

    #[test]
    fn the_environment_replaces_the_default() {
        fn check(given: Option<Value>, default: Option<Value>, expect: &ParameterValue) {
            let parameter = parameter("{type: number, default: 1}", given, default);
            assert_eq!(parameter.resolved().as_ref(), Ok(expect));
        }
        check(None, None, &ParameterValue::Default(1.into()));
        check(None, Some(value!("2")), &ParameterValue::Default(2.into()));
        check(Some(value!("3")), Some(value!("2")), &ParameterValue::Given(3.into()));
        let missing = parameter("{type: number}", None, None);
        assert_eq!(missing.resolved(), Ok(ParameterValue::Missing));
        assert!(missing.value().is_err());
    }

    #[test]
    fn only_the_default_of_the_template_has_a_place_in_it() {
        fn check(given: Option<Value>, default: Option<Value>, expect: Option<&str>) {
            let text = "{type: string, default: own, constraints: [{custom_constraint: ip_addr}]}";
            let faults = parameter(text, given, default).faults(true, &WithoutCloud::timeless());
            let places: Vec<_> =
                faults.iter().map(|fault| fault.span.map(|span| &text[span.start..span.end])).collect();
            assert_eq!(places, [expect]);
        }
        check(None, None, Some("own"));
        check(Some(value!("x")), None, None);
        check(None, Some(value!("x")), None);
    }

    #[test]
    fn a_value_of_another_type_is_explained() {
        fn check(parameter_type: &str, given: Value, expect: Option<&str>) {
            let parameter = parameter(&format!("{{type: {parameter_type}}}"), Some(given), None);
            let faults = parameter.faults(true, &WithoutCloud::timeless());
            let help = faults.first().and_then(|fault| fault.explanation.as_ref()?.help.as_ref());
            assert_eq!(help.map(|help| help.text.as_str()), expect, "{parameter_type}");
        }
        check("number", value!("x"), Some("the parameter `p` takes a number"));
        check("boolean", value!("x"), Some("the parameter `p` takes `true` or `false`"));
        let list = "the parameter `p` takes a list, or a text with commas between the items";
        check("comma_delimited_list", value!(5), Some(list));
        check("json", value!("x"), Some("the parameter `p` takes a map or a list, or a text that is JSON"));
        check("string", value!("x"), None);
    }

    #[test]
    fn hidden_values_are_masked() {
        let hidden = parameter("{type: json, hidden: 'yes', tags: [a], default: {a: 1}}", None, None);
        assert_eq!(hidden.text().as_deref(), Ok("******"));
        assert_eq!((hidden.label(), hidden.tags()), (value!("p"), &[value!("a")][..]));
        let shown = parameter("{type: json, label: l, default: {a: 1}}", None, None);
        assert_eq!(shown.text().as_deref(), Ok(r#"{"a": 1}"#));
        assert_eq!((shown.label(), shown.description()), (value!("l"), value!("")));
    }
}
