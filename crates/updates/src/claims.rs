//! Values of a resource that a service takes only once, and the resources that it holds exclusively.

use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context, Evaluator};
use heat_model::unique::{Collision, UniqueKey, UnsetValue, Within};
use heat_model::{ResourceType, Value, networks};
use indexmap::IndexMap;

/// A set of values that no second resource can have.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// Properties of the resource that have the values, such as `name`.
    pub properties: Vec<String>,
    /// Outcome if a second resource claims the same.
    pub second: Collision,
    /// `true` if a replacement frees the values of the old resource before it creates the new one.
    pub freed_first: bool,
    /// `true` if Heat generates a free value when the properties are left out.
    pub is_generated_if_unset: bool,
    /// Message of the service, with the values in it.
    pub message: Option<String>,
    /// Condition of the collision that only a cloud knows, in words that follow `if`.
    pub if_cloud: Option<String>,
    /// Kind of the claim: the key of a type, or the role in which a resource is held.
    kind: String,
    /// `true` if networks with a common address collide.
    pub is_overlapping: bool,
    /// Values of the parent.
    within: Vec<Value>,
    values: Vec<Value>,
}

impl Claim {
    /// Returns whether the claim is that of a resource that omits the properties.
    #[must_use]
    pub fn is_unset(&self) -> bool {
        self.values.iter().all(Value::is_null)
    }

    /// Returns whether two resources cannot have both claims.
    #[must_use]
    pub fn collides_with(&self, other: &Self) -> bool {
        let are_equal = |one: &[Value], other: &[Value]| {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.python_eq(other))
        };
        self.kind == other.kind
            && are_equal(&self.within, &other.within)
            && if self.is_overlapping {
                self.values.iter().zip(&other.values).all(|(one, other)| networks::overlap(one, other))
            } else {
                are_equal(&self.values, &other.values)
            }
    }

    /// Values of the claim in words: `a`, or `a and 80`.
    #[must_use]
    pub fn words(&self) -> String {
        let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        self.values.iter().map(word).collect::<Vec<_>>().join(" and ")
    }
}

/// Claims of the first of two resources that collide with those of the second one. If both are one thing in the service, nothing is
/// refused, and only those claims are returned.
#[must_use]
pub fn collisions<'c>(ours: &'c [Claim], theirs: &[Claim]) -> Vec<&'c Claim> {
    let collides = |claim: &&Claim| theirs.iter().any(|other| claim.collides_with(other));
    let mut found: Vec<&Claim> = ours.iter().filter(collides).collect();
    if found.iter().any(|claim| claim.second == Collision::Shared) {
        found.retain(|claim| claim.second == Collision::Shared);
    }
    found
}

/// Claims of a resource with these properties, as a plug-in reads them: with defaults, null for no value. A value that `is_deferred`
/// decides no condition, and one that cannot be compared (`is_open`) claims nothing.
#[must_use]
pub fn claims(
    schema: &ResourceType,
    evaluator: &Evaluator<'_>,
    properties: &IndexMap<String, Value>,
    is_deferred: &dyn Fn(&Value) -> bool,
    is_open: &dyn Fn(&Value) -> bool,
) -> Vec<Claim> {
    let constraints = WithoutCloud::timeless();
    let context = Context::new(&constraints).with_deferred(is_deferred);
    let mut found = Vec::new();
    for (index, key) in schema.unique.iter().enumerate() {
        if key.when.iter().any(|condition| evaluator.holds(condition, properties, &context) != Some(true)) {
            continue;
        }
        let kind = format!("{} {index}", schema.name);
        for row in rows(&key.properties, same(key), properties) {
            let has_open = row.iter().any(is_open);
            let is_unset = |value: &Value| value.is_null() && key.unset != UnsetValue::Once;
            let (values, within) = row.split_at(key.properties.len());
            if has_open || values.iter().any(is_unset) {
                continue;
            }
            found.push(Claim {
                properties: key.properties.iter().map(|path| path.join(".")).collect(),
                second: key.second,
                freed_first: key.freed_first,
                is_generated_if_unset: key.unset == UnsetValue::Generated,
                message: key.message.as_ref().map(|message| filled_in(message, key, &row, is_deferred)),
                if_cloud: None,
                kind: kind.clone(),
                is_overlapping: key.overlapping,
                within: within.to_vec(),
                values: values.to_vec(),
            });
        }
    }
    for hold in &schema.exclusive {
        let paths = std::slice::from_ref(&hold.property);
        let held = rows(paths, &[], properties).into_iter().flatten();
        found.extend(held.filter(|value| value.is_truthy() && !is_open(value)).map(|value| Claim {
            properties: vec![hold.property.join(".")],
            second: Collision::Refused,
            freed_first: hold.freed_first,
            is_generated_if_unset: false,
            message: hold.message.clone(),
            if_cloud: hold.if_cloud.clone(),
            kind: hold.role.clone(),
            is_overlapping: false,
            within: Vec::new(),
            values: vec![value],
        }));
    }
    found
}

fn same(key: &UniqueKey) -> &[Vec<String>] {
    match &key.within {
        Within::Same(paths) => paths,
        Within::Scope(_) => &[],
    }
}

/// Values at some paths: one row, or one for each item of the list through which the first path leads. The other paths lead through
/// the same item if they begin as the first one does; there is no row if one of them leads through another list.
fn rows(
    paths: &[Vec<String>],
    more: &[Vec<String>],
    properties: &IndexMap<String, Value>,
) -> Vec<Vec<Value>> {
    let whole = Value::from(properties.clone());
    let row = |item: Option<(&[String], &Value)>| -> Option<Vec<Value>> {
        let at = |path: &Vec<String>| match item {
            Some((list, item)) if path.starts_with(list) => {
                value_at(item, path.get(list.len()..).unwrap_or(&[]))
            }
            _ => value_at(&whole, path),
        };
        paths.iter().chain(more).map(at).collect()
    };
    let Some(first) = paths.first() else { return Vec::new() };
    let list = (1..=first.len()).find_map(|end| {
        let path = first.get(..end)?;
        Some((path, value_at(&whole, path)?.as_list()?.to_vec()))
    });
    match list {
        Some((path, items)) => items.iter().filter_map(|item| row(Some((path, item)))).collect(),
        None => row(None).into_iter().collect(),
    }
}

/// Value at a path, null if there is none; `None` if the path leads through a list.
fn value_at(value: &Value, path: &[String]) -> Option<Value> {
    let mut at = value;
    for name in path {
        match at {
            Value::List(_) => return None,
            _ => at = at.get(name).unwrap_or(&Value::Null),
        }
    }
    Some(at.clone())
}

/// Puts values into a message, where it has the last name of a path in braces; `…` for one that is not known.
fn filled_in(message: &str, key: &UniqueKey, row: &[Value], is_deferred: &dyn Fn(&Value) -> bool) -> String {
    let mut filled = message.to_owned();
    for (path, value) in key.properties.iter().chain(same(key)).zip(row) {
        if let Some(name) = path.last() {
            let text = if is_deferred(value) {
                "…".to_owned()
            } else {
                value.as_str().map_or_else(|| value.to_string(), str::to_owned)
            };
            filled = filled.replace(&format!("{{{name}}}"), &text);
        }
    }
    filled
}

#[cfg(test)]
mod tests {
    use heat_model::json;
    use heat_model::load::load_schema;
    use heat_yaml::Source;

    use super::*;

    const TYPE: &str = "type: My::Own::Thing
properties:
  name: {type: string}
  parent: {type: string}
  block: {type: string}
  place: {type: string}
  kind: {type: string}
  ports: {type: list, schema: {'*': {type: map, schema: {id: {type: string}, at: {type: integer}}}}}
unique:
  - {properties: [[name]], within: [[parent]], unset: generated, message: 'Name {name} is taken in {parent}.'}
  - {properties: [[block]], when: [{property: [kind], in: [net]}], overlapping: true}
  - {properties: [[ports, at]], within: [[parent]]}
  - {properties: [[kind]], unset: once}
  - {properties: [[place]], within: [[ports, id]]}
exclusive:
  - {property: [ports, id], as: device}
";

    fn claims_of(properties: &str) -> Vec<Claim> {
        let schema = load_schema(&Source::new("", TYPE)).file.unwrap().schema;
        let evaluator = Evaluator::new(&schema);
        let Value::Map(properties) = json::parse(properties).unwrap() else { panic!("{properties}") };
        let is_open = |value: &Value| value.as_str() == Some("?");
        claims(&schema, &evaluator, &properties.into_inner(), &is_open, &is_open)
    }

    #[track_caller]
    fn check(one: &str, other: &str, expect: &[&str]) {
        let (one, other) = (claims_of(one), claims_of(other));
        let collides = |claim: &&Claim| other.iter().any(|other| claim.collides_with(other));
        let found: Vec<String> =
            one.iter().filter(collides).map(|claim| claim.properties.join(", ")).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn equal_values_collide_within_their_parent() {
        let thing = |more: &str| format!(r#"{{"kind": "x", "parent": "p"{more}}}"#);
        let other = |more: &str| format!(r#"{{"kind": "y", "parent": "p"{more}}}"#);
        check(&thing(r#", "name": "a""#), &other(r#", "name": "a""#), &["name"]);
        check(&thing(r#", "name": "a""#), &other(r#", "name": "b""#), &[]);
        check(&thing(""), &other(""), &[]);
        check(&thing(r#", "name": "?""#), &other(r#", "name": "?""#), &[]);
        check(
            r#"{"kind": "x", "parent": "p", "name": "a"}"#,
            r#"{"kind": "y", "parent": "q", "name": "a"}"#,
            &[],
        );
        check("{}", "{}", &["kind"]);
    }

    #[test]
    fn networks_collide_if_they_overlap() {
        let net = |block: &str| format!(r#"{{"kind": "net", "block": "{block}", "parent": "{block}"}}"#);
        check(&net("10.0.0.0/8"), &net("10.1.0.0/16"), &["block", "kind"]);
        check(&net("10.0.0.0/9"), &net("10.128.0.0/9"), &["kind"]);
        check(&net("10.0.0.0/8"), r#"{"kind": "no", "block": "10.0.0.0/8"}"#, &[]);
    }

    #[test]
    fn each_item_of_a_list_is_compared() {
        let ports =
            |kind: &str, ports: &str| format!(r#"{{"kind": "{kind}", "parent": "p", "ports": [{ports}]}}"#);
        let one = r#"{"id": "i", "at": 1}"#;
        let two = r#"{"id": "j", "at": 2}"#;
        check(&ports("x", one), &ports("y", two), &[]);
        check(&ports("x", &format!("{one}, {two}")), &ports("y", two), &["ports.at", "ports.id"]);
    }

    #[test]
    fn a_parent_in_a_list_of_its_own_is_not_compared() {
        let thing = |kind: &str, id: &str| {
            format!(r#"{{"kind": "{kind}", "parent": "p", "place": "a", "ports": [{{"id": "{id}"}}]}}"#)
        };
        check(&thing("x", "i"), &thing("y", "j"), &[]);
    }

    #[test]
    fn messages_have_the_values() {
        let found = claims_of(r#"{"name": "a", "parent": "p"}"#);
        assert_eq!(found[0].message.as_deref(), Some("Name a is taken in p."));
        assert_eq!(found[0].words(), "a");
    }
}
