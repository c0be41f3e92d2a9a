//! Checks the rules of a service against the values of properties, as the plug-in of the type reads them.

use indexmap::IndexMap;

use super::{Context, Evaluator};
use crate::networks::Range;
use crate::service_rule::{AddressRule, ServiceCheck, ServiceRule};
use crate::validate::{Step, ValuePath};
use crate::{ValidationRule, Value};

/// A rule of a service that data violate.
#[derive(Debug, Clone, PartialEq)]
pub struct ServiceViolation<'r> {
    /// Violated rule.
    pub rule: &'r ServiceRule,
    /// Path of the item that violates it; empty for the resource as a whole.
    pub path: ValuePath,
    /// Message of the service, with the values in it.
    pub message: Option<String>,
}

impl Evaluator<'_> {
    /// Returns the rules of a service that values certainly violate, where the values have already been read, as
    /// [`violated_rules`](Self::violated_rules) takes them.
    #[must_use]
    pub fn violated_service_rules<'r>(
        &self,
        rules: impl IntoIterator<Item = &'r ServiceRule>,
        values: &IndexMap<String, Value>,
        context: &Context<'_>,
    ) -> Vec<ServiceViolation<'r>> {
        let whole = Value::from(values.clone());
        let mut found = Vec::new();
        for rule in rules {
            match &rule.check {
                ServiceCheck::Rule(check) => {
                    let check: &ValidationRule = check;
                    for error in self.properties(values, context).all_violations(&[check], &whole) {
                        let message = error.plugin_error.map(|error| error.message);
                        found.push(ServiceViolation { rule, path: error.path, message });
                    }
                }
                ServiceCheck::Address(check) => {
                    if check.when.iter().all(|one| self.holds(one, values, context) == Some(true)) {
                        let is_unknown = context.is_deferred;
                        found.extend(
                            violating_items(check, &whole, &is_unknown)
                                .into_iter()
                                .map(|path| ServiceViolation { rule, path, message: check.message.clone() }),
                        );
                    }
                }
            }
        }
        found
    }
}

/// Paths of the items that violate a rule; an empty path for a rule about the whole resource.
fn violating_items(rule: &AddressRule, whole: &Value, is_unknown: &dyn Fn(&Value) -> bool) -> Vec<ValuePath> {
    let Some(list) = &rule.for_each else {
        let is_violated = violates(rule, whole, whole, is_unknown);
        return if is_violated { vec![ValuePath::default()] } else { Vec::new() };
    };
    let items = value_at(whole, list).and_then(Value::as_list).into_iter().flatten().enumerate();
    let violating = items.filter(|(_, item)| violates(rule, item, whole, is_unknown));
    let path =
        |index: usize| ValuePath(list.iter().cloned().map(Step::Name).chain([Step::Item(index)]).collect());
    violating.map(|(index, _)| path(index)).collect()
}

fn violates(rule: &AddressRule, item: &Value, whole: &Value, is_unknown: &dyn Fn(&Value) -> bool) -> bool {
    let value = |path: &[String]| {
        let has_first = path.first().is_some_and(|name| item.get(name).is_some_and(|value| !value.is_null()));
        value_at(if has_first { item } else { whole }, path).filter(|value| !is_unknown(value))
    };
    let range = |path: &[String]| Range::of_value(value(path)?);
    let Some(address) = range(&rule.address) else { return false };
    // Written as a number, or as `IPv4` and `IPv6`.
    let version = rule
        .version
        .as_ref()
        .and_then(|path| value(path)?.to_string().chars().rev().find(char::is_ascii_digit));
    let is_other_version = version.is_some_and(|version| (version == '6') != address.is_v6);
    let is_outside =
        rule.within.as_ref().and_then(|path| range(path)).is_some_and(|network| !network.contains(&address));
    let is_after = rule
        .not_after
        .as_ref()
        .and_then(|path| range(path))
        .is_some_and(|other| other.is_v6 == address.is_v6 && address.first > other.first);
    let is_between = rule.not_between.as_ref().and_then(|[first, last]| Some((range(first)?, range(last)?)));
    let is_between = is_between.is_some_and(|(first, last)| {
        first.is_v6 == address.is_v6 && first.first <= address.first && address.first <= last.first
    });
    is_other_version || is_outside || is_after || is_between
}

fn value_at<'v>(value: &'v Value, path: &[String]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, name| value.as_map()?.get(name))
}

#[cfg(test)]
mod tests {
    use crate::custom_constraint::WithoutCloud;
    use crate::evaluate::{Context, Evaluator};
    use crate::json;
    use crate::service_rule::ServiceRule;
    use crate::{ResourceType, Value};

    /// Checks at which places data violate a rule. `"?"` is an unknown value.
    #[track_caller]
    fn check(rule: &str, data: &str, expect: &[&str]) {
        let rule: ServiceRule = serde_yaml::from_str(&format!("{{by: neutron, {rule}}}")).unwrap();
        let Value::Map(data) = json::parse(data).unwrap() else { panic!("{data}") };
        let schema = ResourceType::new("T");
        let evaluator = Evaluator::new(&schema);
        let constraints = WithoutCloud::timeless();
        let is_unknown = |value: &Value| value.as_str() == Some("?");
        let context = Context::new(&constraints).with_deferred(&is_unknown);
        let rules = [rule];
        let found = evaluator.violated_service_rules(&rules, &data.into_inner(), &context);
        let found: Vec<String> = found.iter().map(|one| one.path.to_string()).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn addresses_are_compared() {
        let version = "address: [cidr], version: [v]";
        check(version, r#"{"cidr": "10.0.0.0/8", "v": 6}"#, &[""]);
        check(version, r#"{"cidr": "10.0.0.0/8", "v": 4}"#, &[]);
        check(version, r#"{"cidr": "2001:db8::/64", "v": "4"}"#, &[""]);
        check(version, r#"{"cidr": "10.0.0.0/8", "v": "IPv6"}"#, &[""]);
        check(version, r#"{"cidr": "?", "v": 4}"#, &[]);
        check(version, r#"{"cidr": null, "v": 4}"#, &[]);
        let within = "for_each: [pools], address: [start], within: [cidr]";
        check(
            within,
            r#"{"cidr": "10.0.0.0/8", "pools": [{"start": "10.0.0.1"}, {"start": "11.0.0.1"}]}"#,
            &["pools[1]"],
        );
        check(within, r#"{"cidr": "?", "pools": [{"start": "11.0.0.1"}]}"#, &[]);
        let order = "for_each: [pools], address: [start], not_after: [end]";
        check(order, r#"{"pools": [{"start": "10.0.0.9", "end": "10.0.0.1"}]}"#, &["pools[0]"]);
        check(order, r#"{"pools": [{"start": "10.0.0.1", "end": "10.0.0.1"}]}"#, &[]);
        let between = "for_each: [pools], address: [gateway], not_between: [[start], [end]], when: [[on]]";
        let pool = |on: bool| {
            format!(
                r#"{{"on": {on}, "gateway": "10.0.0.5", "pools": [{{"start": "10.0.0.1", "end": "10.0.0.9"}}]}}"#
            )
        };
        check(between, &pool(true), &["pools[0]"]);
        check(between, &pool(false), &[]);
    }

    #[test]
    fn rules_are_checked_as_validation_rules() {
        check("none: [[a]], when: [[b]]", r#"{"a": 1, "b": 1}"#, &[""]);
        check("none: [[a]], when: [[b]]", r#"{"a": 1, "b": "?"}"#, &[]);
        check("none: [[a]], when: [[b]]", r#"{"a": 1}"#, &[]);
        let length = "all: [{property: [a], allowed_pattern: '.{0,2}'}]";
        check(length, r#"{"a": "abc"}"#, &[""]);
        check(length, r#"{"a": "?"}"#, &[]);
    }
}
