//! Evaluation of property data with a schema, as in Heat.

use std::cell::OnceCell;

use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context, Evaluator, Query, ResolveError, Resolver, RuleVerdict};
use heat_model::update::{Changes, Decision, can_be_compared, changes_between};
use heat_model::validate::ValueError;
use heat_model::{ConstraintKind, PropertySchema, ResourceType, Value};
use indexmap::IndexMap;

use super::values::AllowedValues;

/// The engine with one schema. There is no cloud: names resolve to themselves, and constraints that need a cloud are satisfied.
/// The time is fixed, so that the result does not depend on when it is computed.
///
/// Data are accepted if Heat accepts them twice, as it does for every template: when it validates the template, where there are
/// no clients yet, so that `resolve` rules do not apply and no result of translation is kept; and when it creates the resource
/// (`reparse` of `heat.engine.resource.Resource`).
///
/// A type with `any_property` accepts everything, and no data change it: its class in Heat has no properties
/// (`heat.engine.resources.openstack.heat.none_resource`).
pub struct Judge<'a> {
    evaluator: Evaluator<'a>,
    /// `true` if validation and creation can differ.
    translates: bool,
    reads_nothing: bool,
}

/// Resolves every name to itself, if the rule has a finder: `resolve_and_find` of `heat.engine.translation` fails otherwise.
struct Identity;

impl Resolver for Identity {
    fn resolve(&self, query: &Query<'_>) -> Result<Value, ResolveError> {
        // Without a client plug-in, the finder is one of the resource's own methods.
        match query.finder {
            Some(_) => Ok(query.value.clone()),
            None => Err("the rule has no finder".into()),
        }
    }
}

impl<'a> Judge<'a> {
    /// Returns a judge with the properties, rules and groups of a type.
    #[must_use]
    pub fn new(schema: &'a ResourceType) -> Self {
        Self {
            evaluator: Evaluator::new(schema),
            translates: !schema.translation_rules.is_empty(),
            reads_nothing: schema.any_property,
        }
    }

    /// Returns a judge with properties alone.
    #[must_use]
    pub fn of_properties(properties: &'a IndexMap<String, PropertySchema>) -> Self {
        Self { evaluator: Evaluator::of_properties(properties), translates: false, reads_nothing: false }
    }

    /// Returns all errors in property data: those that validation finds, or if it finds none, those of creation.
    #[must_use]
    pub fn errors(&self, data: &IndexMap<String, Value>) -> Vec<ValueError> {
        self.errors_so_far(data, &|_| false)
    }

    /// Returns the errors in property data in which some values are not known yet. An unknown value is treated as set, and is not
    /// checked.
    #[must_use]
    pub fn errors_so_far(
        &self,
        data: &IndexMap<String, Value>,
        is_unknown: &dyn Fn(&Value) -> bool,
    ) -> Vec<ValueError> {
        if self.reads_nothing {
            return Vec::new();
        }
        let constraints = WithoutCloud::timeless();
        if self.translates {
            let context = Context::new(&constraints).with_deferred(is_unknown);
            let mut properties = self.evaluator.properties(data, &context);
            if let Some(error) = properties.rule_fault() {
                return vec![error];
            }
            let errors = properties.validate();
            if !errors.is_empty() {
                return errors;
            }
        }
        let context = Context::new(&constraints).with_resolver(&Identity).with_deferred(is_unknown);
        self.evaluator.resolve(data, &context).err().unwrap_or_default()
    }

    /// Returns the value of the first property, if the property data have no errors.
    fn read(&self, data: &IndexMap<String, Value>) -> Option<Value> {
        let constraints = WithoutCloud::timeless();
        let context = Context::new(&constraints).with_resolver(&Identity);
        let read = self.evaluator.resolve(data, &context).ok()?;
        Some(read.first()?.to_value(self.evaluator.schemas().values().next()?))
    }

    /// Returns whether property data have no errors.
    #[must_use]
    pub fn accepts(&self, data: &IndexMap<String, Value>) -> bool {
        self.errors(data).is_empty()
    }

    /// Returns the errors in the properties themselves, and the verdict on each validation rule, if some values are not known
    /// yet.
    #[must_use]
    pub fn rule_verdicts(
        &self,
        data: &IndexMap<String, Value>,
        is_unknown: &dyn Fn(&Value) -> bool,
    ) -> (Vec<ValueError>, Vec<RuleVerdict>) {
        let constraints = WithoutCloud::timeless();
        let context = Context::new(&constraints).with_resolver(&Identity).with_deferred(is_unknown);
        self.evaluator.properties(data, &context).rule_verdicts()
    }

    /// Returns true if the known values of properties violate a validation rule, whatever the other values are.
    #[must_use]
    pub fn violates_rules(&self, known: &IndexMap<String, Value>) -> bool {
        // Not in the text of any schema: it contains a code point that is not a character.
        const UNKNOWN: &str = "\u{fdd0}unknown";
        let mut values: IndexMap<String, Value> =
            self.evaluator.schemas().keys().map(|name| (name.clone(), UNKNOWN.into())).collect();
        values.extend(known.clone());
        let is_unknown = |value: &Value| value.as_str() == Some(UNKNOWN);
        let constraints = WithoutCloud::timeless();
        let context = Context::new(&constraints).with_deferred(&is_unknown);
        !self.evaluator.violated_rules(&values, &context).is_empty()
    }

    /// Returns the changes of an update from one set of data to another, if both can be read.
    #[must_use]
    pub fn update(&self, old: &IndexMap<String, Value>, new: &IndexMap<String, Value>) -> Option<Changes> {
        if self.reads_nothing {
            return Some(Changes { changed: Vec::new(), decision: Decision::NoChange });
        }
        let constraints = WithoutCloud::timeless();
        let context = Context::new(&constraints).with_resolver(&Identity);
        let has_fault =
            |data| self.translates && self.evaluator.properties(data, &context).rule_fault().is_some();
        if has_fault(old) || has_fault(new) {
            return None;
        }
        if old == new && !can_be_compared(&self.evaluator, old, &context) {
            return None;
        }
        changes_between(&self.evaluator, old, new, &context, &[]).ok()
    }
}

/// A single property on both sides of a change: judges individual values, as [`Judge`] would.
///
/// The lists of allowed values are converted once, so that the values of one long list can be checked against another.
pub struct PropertyJudge {
    sides: [Side; 2],
}

/// Name under which a property is judged. Heat does not treat it specially.
const NAME: &str = "property";

/// A property on one side of a change.
struct Side {
    whole: IndexMap<String, PropertySchema>,
    /// The property without its lists of allowed values.
    others: IndexMap<String, PropertySchema>,
    lists: OnceCell<Vec<AllowedValues>>,
}

impl Side {
    fn new(schema: &PropertySchema) -> Self {
        let mut others = schema.clone();
        others.constraints.retain(|each| !matches!(each.kind, ConstraintKind::AllowedValues(_)));
        let [whole, others] =
            [schema.clone(), others].map(|schema| IndexMap::from([(NAME.to_owned(), schema)]));
        Self { whole, others, lists: OnceCell::new() }
    }

    fn accepts(&self, value: &Value) -> bool {
        let data = IndexMap::from([(NAME.to_owned(), value.clone())]);
        // Null represents the default, and without a list there is nothing to compare with.
        if matches!(value, Value::Null) {
            return Judge::of_properties(&self.whole).accepts(&data);
        }
        let read = Judge::of_properties(&self.others).read(&data);
        read.is_some_and(|value| self.lists().iter().all(|list| list.admits(&value)))
    }

    fn lists(&self) -> &[AllowedValues] {
        self.lists.get_or_init(|| {
            let schemas = self.whole.values();
            schemas.flat_map(|schema| AllowedValues::all(&schema.constraints, schema.property_type)).collect()
        })
    }
}

impl PropertyJudge {
    /// Returns a judge with the two sides of a property.
    #[must_use]
    pub fn new(before: &PropertySchema, after: &PropertySchema) -> Self {
        Self { sides: [before, after].map(Side::new) }
    }

    /// Returns whether both sides read the same value if none is set: Heat converts defaults, and ignores some of them.
    #[must_use]
    pub fn reads_same_without_value(&self) -> bool {
        let read = |side: &Side| {
            let mut schemas = side.whole.clone();
            schemas.values_mut().for_each(|schema| schema.required = false);
            Judge::of_properties(&schemas).read(&IndexMap::new())
        };
        let [before, after] = self.sides.each_ref().map(read);
        before.zip(after).is_some_and(|(before, after)| before.python_eq(&after))
    }

    /// Returns whether a value was accepted and is now rejected.
    #[must_use]
    pub fn loses(&self, value: &Value) -> bool {
        let [before, after] = &self.sides;
        before.accepts(value) && !after.accepts(value)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::{select, subsequence};

    use super::*;

    /// Checks whether a type, written as JSON without its name, accepts property data.
    fn check(schema: &str, data: &str, expect: bool) {
        let schema: ResourceType = serde_json::from_str(&format!(r#"{{"type": "A::B", {schema}}}"#)).unwrap();
        let data: IndexMap<String, Value> = serde_json::from_str(data).unwrap();
        assert_eq!(Judge::new(&schema).accepts(&data), expect, "{schema:?}: {data:?}");
    }

    #[test]
    fn data_are_accepted_by_validation_and_creation() {
        let resolve = r#"{"rule": "resolve", "translation_path": ["groups"], "client_plugin": "keystone", "finder": "find"}"#;
        let groups =
            format!(r#""properties": {{"groups": {{"type": "list"}}}}, "translation_rules": [{resolve}]"#);
        check(&groups, r#"{"groups": ["a"]}"#, true);
        // At creation, the rule turns an empty value into null. Validation has no clients, and finds no list.
        check(&groups, r#"{"groups": 0}"#, false);
        // Only creation keeps what a rule found: the second rule reads nothing where the first one has moved a value away.
        let rename = r#"{"rule": "replace", "translation_path": ["b"], "value_path": ["a"]}"#;
        let both = format!(
            r#""properties": {{"a": {{"type": "string"}}, "b": {{"type": "string"}}}}, "translation_rules": [{rename}]"#
        );
        check(&both, r#"{"a": "x", "b": "y"}"#, false);
        check(&both, r#"{"a": "x"}"#, true);
        let vague = groups.replace(r#", "finder": "find""#, "");
        check(&vague, r#"{"groups": ["a"]}"#, false);
        check(&vague, r#"{"groups": []}"#, true);
        // A number is not a block of addresses.
        let block =
            r#""properties": {"a": {"type": "integer", "constraints": [{"custom_constraint": "net_cidr"}]}}"#;
        check(block, r#"{"a": 5}"#, false);
    }

    #[test]
    fn a_rule_that_heat_cannot_make_refuses_the_data_that_it_applies_to() {
        let rule = r#"{"rule": "replace", "translation_path": ["b"], "value_path": ["a"], "value": 1, "when": {"property": "c"}}"#;
        let property = |name: &str| format!(r#""{name}": {{"type": "string"}}"#);
        let properties = ["a", "b", "c"].map(property).join(", ");
        let schema = format!(r#""properties": {{{properties}}}, "translation_rules": [{rule}]"#);
        check(&schema, r#"{"b": "x"}"#, true);
        check(&schema, r#"{"b": "x", "c": ""}"#, true);
        check(&schema, r#"{"b": "x", "c": "y"}"#, false);
        check(&schema, r#"{"c": "y"}"#, false);
        let schema: ResourceType = serde_json::from_str(&format!(r#"{{"type": "A::B", {schema}}}"#)).unwrap();
        let data = |data: &str| serde_json::from_str(data).unwrap();
        let judge = Judge::new(&schema);
        assert!(judge.update(&data(r#"{"b": "x"}"#), &data(r#"{"b": "y"}"#)).is_some());
        assert_eq!(judge.update(&data(r#"{"b": "x"}"#), &data(r#"{"c": "y"}"#)), None);
        assert_eq!(judge.update(&data(r#"{"c": "y"}"#), &data(r#"{"b": "x"}"#)), None);
    }

    #[test]
    fn an_update_that_heat_cannot_compare_has_no_outcome() {
        // The rule moves the value away, and the default is not a map.
        let rule = r#"{"rule": "replace", "translation_path": ["b"], "value_path": ["a"]}"#;
        let schema = |default: &str| -> ResourceType {
            let properties =
                format!(r#"{{"a": {{"type": "map", "default": {default}}}, "b": {{"type": "map"}}}}"#);
            serde_json::from_str(&format!(
                r#"{{"type": "A::B", "properties": {properties}, "translation_rules": [{rule}]}}"#
            ))
            .unwrap()
        };
        let data = serde_json::from_str(r#"{"a": {"x": 1}}"#).unwrap();
        let (fine, wrong) = (schema("{}"), schema("false"));
        assert_eq!(Judge::new(&fine).update(&data, &data).unwrap().decision, Decision::NoChange);
        assert_eq!(Judge::new(&wrong).update(&data, &data), None);
    }

    #[test]
    fn a_type_with_any_property_reads_nothing() {
        let properties = r#""properties": {"a": {"type": "integer", "required": true}}"#;
        check(properties, r#"{"a": "x"}"#, false);
        check(&format!(r#""any_property": true, {properties}"#), r#"{"a": "x", "b": 1}"#, true);
        check(&format!(r#""any_property": true, {properties}"#), "{}", true);
    }

    /// Values that are nearly equal.
    fn values() -> Vec<Value> {
        let written = r#"[null, true, false, "true", "True", "1", 1, 1.0, "1.0", 0, -0.0, "0", 2.5, "2.5", "", "a", "nan",
            9007199254740993, 9007199254740992.0, [], [1], ["1"], [1.0, "a"], [[1], {"a": 1}], {}, {"a": 1}, {"a": 1.0},
            {"b": 1, "a": [true]}]"#;
        let mut values: Vec<Value> = serde_json::from_str(written).unwrap();
        values.extend([f64::NAN, f64::INFINITY].map(Value::from));
        values
    }

    fn property() -> impl Strategy<Value = PropertySchema> {
        use heat_model::PropertyType::{Any, Boolean, Integer, List, Map, Number, String};
        let few = || subsequence(values(), 0..5);
        let types = select(vec![Any, Boolean, Integer, List, Map, Number, String]);
        (types, prop::collection::vec(few(), 0..3), any::<bool>(), prop::option::of(select(values())))
            .prop_map(|(property_type, lists, allow_conversion, default)| {
                let mut schema = PropertySchema::new(property_type);
                schema.constraints =
                    lists.into_iter().map(|list| ConstraintKind::AllowedValues(list).into()).collect();
                schema.allow_conversion = allow_conversion;
                schema.default = default;
                schema
            })
    }

    proptest! {
        #[test]
        fn lists_converted_once_give_the_same_result(schema in property(), value in select(values())) {
            let whole = IndexMap::from([(NAME.to_owned(), schema.clone())]);
            let data = IndexMap::from([(NAME.to_owned(), value.clone())]);
            prop_assert_eq!(Side::new(&schema).accepts(&value), Judge::of_properties(&whole).accepts(&data));
        }
    }
}
