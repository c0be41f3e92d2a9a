//! Leaves in which two values differ: the smallest such parts, each with its path.

use heat_model::Value;

/// The maximum number of parts that are listed.
const MAX_LEAVES: usize = 24;

/// A part that differs.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Leaf {
    /// The leaf's path within the value, such as `[0].port`; empty for the whole.
    pub(super) path: String,
    pub(super) old: Option<Value>,
    pub(super) new: Option<Value>,
}

/// The parts in which two values differ, and the number of further ones.
pub(super) fn leaves(old: Option<&Value>, new: Option<&Value>) -> (Vec<Leaf>, usize) {
    let mut found = Vec::new();
    walk(String::new(), old, new, &mut found);
    let more = found.len().saturating_sub(MAX_LEAVES);
    found.truncate(MAX_LEAVES);
    (found, more)
}

fn walk(path: String, old: Option<&Value>, new: Option<&Value>, found: &mut Vec<Leaf>) {
    match (old, new) {
        (Some(left), Some(right)) if left.python_eq(right) => {}
        (Some(Value::Map(left)), Some(Value::Map(right))) if !is_mark(left) && !is_mark(right) => {
            let added = right.keys().filter(|key| !left.contains_key(*key));
            for key in left.keys().chain(added) {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                walk(path, left.get(key), right.get(key), found);
            }
        }
        (Some(Value::List(left)), Some(Value::List(right))) => {
            let (left, right): (Vec<&Value>, Vec<&Value>) = (left.iter().collect(), right.iter().collect());
            let start = left.iter().zip(&right).take_while(|(left, right)| left.python_eq(right)).count();
            let end = left[start..].iter().rev().zip(right[start..].iter().rev());
            let end = end.take_while(|(left, right)| left.python_eq(right)).count();
            let (left, right) = (&left[start..left.len() - end], &right[start..right.len() - end]);
            for index in 0..left.len().max(right.len()) {
                let path = format!("{path}[{}]", start + index);
                walk(path, left.get(index).copied(), right.get(index).copied(), found);
            }
        }
        (old, new) => found.push(Leaf { path, old: old.cloned(), new: new.cloned() }),
    }
}

/// Returns whether a map represents an unknown value.
fn is_mark(map: &heat_model::value::Map) -> bool {
    map.len() == 1 && map.keys().next().is_some_and(|key| key.starts_with('$'))
}

#[cfg(test)]
mod tests {
    use heat_model::value;

    use super::*;

    fn check(old: &Value, new: &Value, expect: &[&str]) {
        let (found, _) = leaves(Some(old), Some(new));
        let shown = |value: &Option<Value>| value.as_ref().map_or_else(|| "-".to_owned(), Value::to_string);
        let found: Vec<String> = found
            .iter()
            .map(|leaf| format!("{}: {} {}", leaf.path, shown(&leaf.old), shown(&leaf.new)))
            .collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn the_smallest_parts_are_found() {
        check(&value!(1), &value!(1.0), &[]);
        check(&value!("a"), &value!("b"), &[r#": "a" "b""#]);
        check(
            &value!({"a": {"b": 1, "c": 2}}),
            &value!({"a": {"b": 3, "d": 4}}),
            &["a.b: 1 3", "a.c: 2 -", "a.d: - 4"],
        );
        check(&value!([1, 2, 3]), &value!([1, 3]), &["[1]: 2 -"]);
        check(&value!([{"port": 1}, {"port": 2}]), &value!([{"port": 1}, {"port": 3}]), &["[1].port: 2 3"]);
        check(
            &value!({"$unknown": "a"}),
            &value!({"$unknown": "b"}),
            &[r#": {"$unknown": "a"} {"$unknown": "b"}"#],
        );
    }
}
