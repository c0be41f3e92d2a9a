//! The fast path for values that need no further processing: nearly all values that templates set or omit.
//!
//! Each function returns what [`property_value`](Properties::property_value) would return, or `None` if the
//! slow path is needed. Everything that a rule touches takes the slow path.

use super::prepare::Node;
use super::properties::{Mode, PathStep, Properties};
use super::{Context, MAX_DEPTH, Resolved};
use crate::{PropertyType, Value};

impl<'e> Properties<'e> {
    /// Value of a property, set or not, if the fast path can determine it. On an error, the error is recorded and the value is
    /// null.
    #[inline]
    pub(super) fn fast_path(
        &mut self,
        place: PathStep<'e>,
        node: &'e Node<'e>,
        given: Option<&Value>,
        mode: Mode,
    ) -> Option<Resolved> {
        match given {
            // A default is ready only if no rule touches the property; it has been validated then.
            None => node.ready_default.get().cloned(),
            Some(_) if self.context.given.is_some() => None,
            Some(value) if node.takes_as_given && is_as_read(node, value, self.context) => {
                Some(self.as_given(place, node, value, mode))
            }
            Some(_) => None,
        }
    }

    /// Returns whether a property that is not set reads as null, according to the values set next to it.
    #[inline]
    pub(super) fn reads_as_null(&self, node: &Node<'_>, slots: &[Option<&Value>]) -> bool {
        if node.is_null_when_absent {
            return true;
        }
        // Rules would find again what they found before, and their results have to be kept unless nothing is read twice.
        let Some(stand_ins) = node.stand_ins.as_ref().filter(|_| self.one_shot && self.resolved.is_empty())
        else {
            return false;
        };
        stand_ins.iter().all(|position| slots.get(*position).is_some_and(Option::is_none))
    }

    /// Returns a value that only has to be checked against its constraints. A deferred value is not checked; it is copied before
    /// anything else is examined, as when it is read.
    fn as_given(&mut self, place: PathStep<'e>, node: &Node<'_>, value: &Value, mode: Mode) -> Resolved {
        let copy = Resolved::Plain(value.clone());
        if !mode.validate || node.schema.constraints.is_empty() || (self.context.is_deferred)(value) {
            return copy;
        }
        let known = self.errors.len();
        self.at(place, |this| this.check_constraints(node, &copy, false));
        if self.errors.len() > known { Resolved::NULL } else { copy }
    }
}

/// Returns whether conversion leaves a value unchanged, and its size is valid.
#[inline]
fn is_as_read(node: &Node<'_>, value: &Value, context: &Context<'_>) -> bool {
    match (node.schema.property_type, value) {
        (PropertyType::String, Value::String(_)) | (PropertyType::Boolean, Value::Bool(_)) => true,
        (PropertyType::Integer, Value::Integer(integer)) => {
            !context.integers_fit_i64 || integer.as_i64().is_some()
        }
        (PropertyType::Map, Value::Map(_)) | (PropertyType::List, Value::List(_)) => {
            !value.is_deeper_than(MAX_DEPTH)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ResourceType;
    use crate::custom_constraint::{CustomConstraints, CustomViolation};
    use crate::evaluate::Evaluator;
    use crate::evaluate::prepare::Children;
    use indexmap::IndexMap;
    use serde_json::json;

    /// Constraints with only `short`, which accepts texts of at most three letters.
    struct Short;

    impl CustomConstraints for Short {
        fn check(&self, _: &str, value: &Value) -> Result<(), CustomViolation> {
            match value.as_str() {
                Some(text) if text.len() <= 3 => Ok(()),
                _ => Err(CustomViolation::Refused("too long".to_owned())),
            }
        }
    }

    fn nested(depth: usize) -> Value {
        (0..depth).fold(Value::Null, |value, _| Value::List([value].into_iter().collect()))
    }

    const MODE: Mode = Mode { validate: true, translate: true };

    /// Reads each property on both paths, with the defaults ready for the fast one. Returns how many
    /// properties took the fast path.
    fn compare(resource_type: &ResourceType, given: Option<&Value>, context: &Context<'_>) -> usize {
        let (warm, data) = (Evaluator::new(resource_type), IndexMap::new());
        let mut short_ways = 0;
        for at in 0..warm.root.nodes.len() {
            let read = |evaluator: &Evaluator<'_>| {
                let node = &evaluator.root.nodes[at];
                let mut properties = Properties::new(evaluator, &data, context);
                let place = PathStep::Name(node.name);
                let value = properties.member_in_full(place, node, given, properties.scope(), MODE);
                (value, properties.errors)
            };
            read(&warm);
            let node = &warm.root.nodes[at];
            let mut properties = Properties::new(&warm, &data, context);
            if let Some(value) = properties.fast_path(PathStep::Name(node.name), node, given, MODE) {
                short_ways += 1;
                let in_full = read(&Evaluator::new(resource_type));
                assert_eq!((value, properties.errors), in_full, "{} {given:?}", node.name);
            }
        }
        short_ways
    }

    #[test]
    fn both_paths_give_the_same_result() {
        let mut properties = serde_json::Map::new();
        let constraints =
            json!([{"length": {"max": 2}}, {"custom_constraint": "short"}, {"range": {"min": 5}}]);
        for kind in ["string", "integer", "number", "boolean", "map", "list", "any"] {
            let default = match kind {
                "string" => json!("ab"),
                "integer" | "number" => json!(7),
                "boolean" => json!(true),
                "map" => json!({"a": 1}),
                _ => json!([1]),
            };
            properties.insert(kind.to_owned(), json!({"type": kind}));
            properties.insert(format!("{kind}-default"), json!({"type": kind, "default": default}));
            properties.insert(format!("{kind}-required"), json!({"type": kind, "required": true}));
            properties.insert(format!("{kind}-absent"), json!({"type": kind, "implemented": false}));
            for (number, constraint) in constraints.as_array().unwrap().iter().enumerate() {
                let schema = json!({"type": kind, "constraints": [constraint], "default": default});
                properties.insert(format!("{kind}-{number}"), schema);
            }
        }
        let schema = json!({"type": "My::Custom::Token", "properties": properties});
        let resource_type: ResourceType = serde_json::from_value(schema).unwrap();
        let mut values = vec![nested(MAX_DEPTH), nested(MAX_DEPTH + 1), Value::Float(1.5)];
        for value in [
            json!(null),
            json!(true),
            json!(3),
            json!(8),
            json!(""),
            json!("ab"),
            json!("abcd"),
            json!("7"),
            json!([]),
            json!(["wait"]),
            json!([1, 2, 3]),
            json!({}),
            json!({"a": [1]}),
            json!("wait"),
        ] {
            values.push(serde_json::from_value(value).unwrap());
        }
        values.push(crate::json::parse("123456789012345678901234567890").unwrap());
        let waits = |value: &Value| value.as_str() == Some("wait");
        let base = Context { is_deferred: &waits, ..Context::new(&Short) };
        let mut short_ways = 0;
        // A list can be deferred as a whole, even if none of its items is.
        let whole_lists = |value: &Value| matches!(value, Value::List(items) if items.len() == 3);
        let contexts =
            [base, Context { integers_fit_i64: true, ..base }, Context { is_deferred: &whole_lists, ..base }];
        for context in contexts {
            short_ways += compare(&resource_type, None, &context);
            for value in &values {
                short_ways += compare(&resource_type, Some(value), &context);
            }
        }
        assert!(short_ways > 100, "{short_ways}");
    }

    /// Reads maps with all combinations of members, also when the stand-ins have been removed.
    #[test]
    fn a_missing_member_is_null_unless_another_stands_in() {
        let schema = json!({
            "type": "My::Custom::Token",
            "properties": {"items": {"type": "list", "schema": {"*": {"type": "map", "schema": {
                "new": {"type": "string"},
                "old": {"type": "string"},
                "set": {"type": "string"},
                "preset": {"type": "string", "default": "p"},
                "filled": {"type": "string"},
                "too": {"type": "string"},
            }}}}},
            "translation_rules": [
                {"rule": "replace", "translation_path": ["items", "new"], "value_name": "old"},
                {"rule": "resolve", "translation_path": ["items", "new"], "finder": "find"},
                {"rule": "replace", "translation_path": ["items", "set"], "value": "always"},
                {"rule": "replace", "translation_path": ["items", "filled"], "value_name": "preset"},
                {"rule": "replace", "translation_path": ["items", "too"], "value_name": "old"},
            ],
        });
        let resource_type: ResourceType = serde_json::from_value(schema).unwrap();
        let evaluator = Evaluator::new(&resource_type);
        let mut in_full = Evaluator::new(&resource_type);
        let Children::Item(item) = &mut in_full.root.nodes[0].children else { unreachable!() };
        let Children::Members(members) = &mut item.children else { unreachable!() };
        let known: Vec<_> = members.nodes.iter_mut().map(|node| node.stand_ins.take()).collect();
        assert_eq!(known, [Some(vec![1]), None, None, None, None, Some(vec![1])]);
        let find = |query: &crate::evaluate::Query<'_>| Ok(query.value.clone());
        let names = ["new", "old", "set", "preset", "filled", "too", "unknown"];
        for given in 0..1_u32 << names.len() {
            let is_given = |(at, _): &(usize, &&str)| given >> at & 1 == 1;
            let item: Value = names
                .iter()
                .enumerate()
                .filter(is_given)
                .map(|(at, name)| ((*name).to_owned(), Value::from(at.to_string())))
                .collect();
            let none: Value = [("old".to_owned(), Value::Null)].into_iter().collect();
            let items = Value::List([item.clone(), none, item].into_iter().collect());
            let data = [("items".to_owned(), items)].into_iter().collect();
            for context in [Context::new(&Short), Context::new(&Short).with_resolver(&find)] {
                let resolved = |evaluator: &Evaluator<'_>| evaluator.resolve(&data, &context);
                assert_eq!(resolved(&evaluator), resolved(&in_full), "{data:?}");
            }
        }
    }
}
