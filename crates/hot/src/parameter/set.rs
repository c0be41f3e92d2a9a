//! The parameters of a template as a set.

use heat_hot_language::Dialect;
use heat_model::Value;
use heat_model::custom_constraint::CustomConstraints;
use heat_yaml::Node;
use indexmap::{IndexMap, IndexSet};

use super::check::Checker;
use super::{Definition, Parameter, StackIdentity, groups, pseudo};
use crate::fault::{Exception, Fault, Problem, Suggestions};
use crate::plain::{is_truthy, key_of, plain_value};

/// Values that users and environments set for parameters.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ParameterInputs {
    /// Values of parameters.
    pub values: IndexMap<String, Value>,
    /// Defaults that replace those of the template. Defaults of unknown parameters have no effect.
    pub defaults: IndexMap<String, Value>,
}

/// Set of the parameters and pseudo parameters of a template.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterSet {
    dialect: Dialect,
    /// All parameters, pseudo parameters first.
    parameters: IndexMap<String, Parameter>,
    /// All names in the template, including those with invalid definitions.
    declared: IndexSet<String>,
    /// All values that the user set, including those of unknown parameters.
    values: IndexMap<String, Value>,
}

impl ParameterSet {
    /// Reads the parameters section of a template, and assigns the values.
    ///
    /// Returns the set with all errors in the definitions, in Heat's order. Parameters with an unusable definition are left out,
    /// but are still [declared](Self::is_declared).
    #[must_use]
    pub fn read(
        dialect: Dialect,
        section: Option<&Node>,
        stack: Option<&StackIdentity>,
        inputs: &ParameterInputs,
    ) -> (Self, Vec<Fault>) {
        let mut faults = Vec::new();
        let mut set = Self {
            dialect,
            parameters: IndexMap::new(),
            declared: IndexSet::new(),
            values: inputs.values.clone(),
        };
        for definition in pseudo::definitions(dialect, stack) {
            set.add(definition, None, inputs);
        }
        let section = section.filter(|section| is_truthy(section));
        let Some(map) = section.and_then(Node::as_mapping) else {
            faults.extend(section.map(not_a_map));
            return (set, faults);
        };
        for entry in map {
            let name = key_of(&entry.key);
            if let Some(definition) = Definition::read(&name, &entry.value, dialect, &mut faults) {
                let value = inputs.values.get(&name).cloned();
                set.add(definition, value, inputs);
            }
            set.declared.insert(name);
        }
        (set, faults)
    }

    fn add(&mut self, definition: Definition, value: Option<Value>, inputs: &ParameterInputs) {
        let name = definition.name.clone();
        let default = inputs.defaults.get(&name).cloned();
        self.parameters.insert(name, Parameter::new(definition, value, default));
    }

    /// Returns whether Heat reserves the name for a pseudo parameter.
    #[must_use]
    pub fn is_reserved(&self, name: &str) -> bool {
        self.dialect.pseudo_parameters().contains(&name)
    }

    /// Returns whether the template defines a parameter of this name, possibly with errors.
    #[must_use]
    pub fn is_declared(&self, name: &str) -> bool {
        self.declared.contains(name)
    }

    /// The parameter or pseudo parameter with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Parameter> {
        self.parameters.get(name)
    }

    /// The value of a parameter.
    ///
    /// # Errors
    /// There is no such parameter, or it has no value of its type.
    pub fn value(&self, name: &str) -> Result<Value, Exception> {
        match self.get(name) {
            Some(parameter) => parameter.value(),
            None => Err(Exception::key_error(Problem::UnknownParameter, name)),
        }
    }

    /// All parameters by name: first the pseudo parameters, then those of the template in source order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Parameter)> {
        self.parameters.iter().map(|(name, parameter)| (name.as_str(), parameter))
    }

    /// Checks the names of the values, the definitions and, with `with_values`, the values.
    #[must_use]
    pub fn faults(&self, with_values: bool, customs: &dyn CustomConstraints) -> Vec<Fault> {
        let unknown = self.values.keys().filter(|name| !self.is_declared(name));
        let suggestions = Suggestions::default();
        let unknown = unknown.map(|name| {
            let near = suggestions.help(name, self.declared.iter().map(String::as_str));
            Fault::from(Exception::UnknownUserParameter(name.clone())).or_help(|| near)
        });
        let checker = Checker::new(customs);
        let own = self.parameters.values().flat_map(|parameter| parameter.faults_by(with_values, &checker));
        unknown.chain(own).collect()
    }

    /// Checks the section `parameter_groups`, which CFN-style templates do not have.
    #[must_use]
    pub fn group_faults(&self, section: Option<&Node>) -> Vec<Fault> {
        let Some(section) = section.filter(|_| self.dialect.is_hot()) else { return Vec::new() };
        // Heat checks the template without a stack, so only the pseudo parameters that need no stack exist.
        let pseudo = pseudo::definitions(self.dialect, None);
        let names = pseudo.iter().map(|pseudo| pseudo.name.as_str());
        let names = names.chain(self.declared.iter().map(String::as_str)).collect();
        groups::faults(section, &names)
    }

    /// The immutable parameters that an update from this set to `new` changes, in the order of `new`.
    ///
    /// Heat compares the old value with the new one without converting the new one to its type: `"5"` changes a number 5.
    ///
    /// # Errors
    /// A parameter has no value of its type.
    pub fn immutable_modified<'n>(&self, new: &'n Self) -> Result<Vec<&'n str>, Exception> {
        let mut modified = Vec::new();
        for (name, parameter) in new.iter().filter(|(name, _)| !new.is_reserved(name)) {
            let Some(old) = self.get(name).filter(|_| !self.is_reserved(name)) else { continue };
            let value = match new.values.get(name) {
                Some(given) => given.clone(),
                None => parameter.value()?,
            };
            if parameter.is_immutable() && !old.value()?.python_eq(&value) {
                modified.push(name);
            }
        }
        Ok(modified)
    }
}

/// The error for a section that is not a map: Heat iterates over the entries without a check.
fn not_a_map(section: &Node) -> Fault {
    let exception = Exception::attribute_error(Problem::InvalidSection, &plain_value(section), "items");
    Fault::at(section.span, exception)
}

#[cfg(test)]
mod tests {
    use heat_model::custom_constraint::WithoutCloud;
    use heat_model::{json, value};
    use heat_yaml::{ParseOptions, Source, parse};

    use super::*;
    use crate::parameter::limits::MAX_REPORTED;

    fn read(text: &str, inputs: &ParameterInputs) -> (ParameterSet, Vec<Fault>) {
        let root = parse(&Source::new("test", text), &ParseOptions::template()).root.unwrap();
        ParameterSet::read(Dialect::Hot20180302, Some(&root), None, inputs)
    }

    fn inputs(values: &str) -> ParameterInputs {
        let values = json::parse(values).unwrap().as_map().unwrap().clone();
        ParameterInputs { values, defaults: IndexMap::new() }
    }

    fn check(text: &str, values: &str, expect: &[&str]) {
        let (set, mut faults) = read(text, &inputs(values));
        faults.extend(set.faults(true, &WithoutCloud::timeless()));
        let found: Vec<_> =
            faults.iter().map(|fault| format!("{}: {fault}", fault.exception.class())).collect();
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn all_errors_are_reported_in_heats_order() {
        check("~", "{}", &[]);
        check("[a]", "{}", &["AttributeError: 'list' object has no attribute 'items'"]);
        check(
            "{a: 5, b: {typ: string}, c: {type: text}, d: {type: string, tags: a}, e: {type: string}}",
            r#"{"x": 1, "a": 1}"#,
            &[
                "InvalidSchemaError: Invalid parameter (a), expected a mapping",
                "InvalidSchemaError: Invalid key 'typ' for parameter (b)",
                "InvalidSchemaError: Missing parameter type for parameter: b",
                "InvalidSchemaError: Invalid type (text)",
                "InvalidSchemaError: Tags property should be a list for parameter: d",
                "UnknownUserParameter: The Parameter (x) was not defined in template.",
                "UserParameterMissing: The Parameter (d) was not provided.",
                "UserParameterMissing: The Parameter (e) was not provided.",
            ],
        );
        check(
            "{a: {type: string}}",
            r#"{"OS::stack_id": "x", "a": "b"}"#,
            &["UnknownUserParameter: The Parameter (OS::stack_id) was not defined in template."],
        );
    }

    #[test]
    fn values_are_found_by_name() {
        let mut inputs = inputs("{}");
        inputs.defaults.insert("a".to_owned(), value!("1"));
        inputs.defaults.insert("OS::project_id".to_owned(), value!("q"));
        let (set, _) = read("{a: {type: number}, b: {typ: x}}", &inputs);
        assert_eq!(set.value("a"), Ok(value!(1)));
        assert_eq!(set.value("OS::project_id"), Ok(value!("q")));
        assert_eq!(set.value("b").map_err(|error| error.to_string()), Err("'b'".to_owned()));
        assert!(set.is_declared("b") && set.is_reserved("OS::region"));
    }

    #[test]
    fn immutable_parameters_are_compared_with_what_is_given() {
        fn modified(old: &str, new: &str, expect: Result<&[&str], &str>) {
            let text = "{n: {type: number, immutable: true}, s: {type: string, default: d}}";
            let [(old, _), (new, _)] = [old, new].map(|values| read(text, &inputs(values)));
            let found = old.immutable_modified(&new).map_err(|error| error.to_string());
            assert_eq!(found.as_deref().map_err(String::as_str), expect);
        }
        modified(r#"{"n": 1}"#, r#"{"n": 1.0, "s": "x"}"#, Ok(&[]));
        modified(r#"{"n": 1}"#, r#"{"n": "1"}"#, Ok(&["n"]));
        modified(r#"{"n": 1}"#, "{}", Err("The Parameter (n) was not provided."));
    }

    #[test]
    fn groups_know_the_parameters() {
        let (set, _) = read("{a: {type: string}, b: {typ: x}}", &inputs("{}"));
        let text = "[{parameters: [a, b, OS::stack_id, OS::stack_name]}]";
        let section = parse(&Source::new("test", text), &ParseOptions::template()).root.unwrap();
        let found: Vec<_> = set.group_faults(Some(&section)).iter().map(ToString::to_string).collect();
        let expect = "Parameter Groups error: parameter_groups.: \
                      The grouped parameter OS::stack_name does not reference a valid parameter.";
        assert_eq!(found, [expect]);
    }

    #[test]
    fn small_templates_do_not_make_endless_work() {
        fn check(text: &str, expect: usize) {
            let (set, faults) = read(text, &inputs("{}"));
            assert_eq!(faults.len() + set.faults(true, &WithoutCloud::timeless()).len(), expect);
        }
        let constraints = |constraint: &str| {
            format!(
                "{{a: {{type: string, default: {}, constraints: [{}]}}}}",
                "a".repeat(40),
                format!("{constraint},").repeat(5_000)
            )
        };
        check(&constraints("{length: {max: 1}}"), MAX_REPORTED);
        check(&constraints("{allowed_pattern: (a*)*b}"), MAX_REPORTED);
        check(&constraints("{length: {min: 1}}"), 0);
        check(&constraints("{range: {min: 1}}"), MAX_REPORTED);
        // Each error contains the name, and each error about the default also contains the value.
        let long = "n".repeat(100_000);
        check(&constraints("{range: {min: 1}}").replacen("{a:", &format!("{{? {long} :"), 1), 11);
        check(&constraints("{length: {max: 1}}").replacen(&"a".repeat(40), &long, 1), 11);
        let keys: Vec<_> = (0..5_000).map(|key| format!("x{key}: 1")).collect();
        check(&format!("{{a: {{{}}}}}", keys.join(",")), MAX_REPORTED + 1);
    }
}
