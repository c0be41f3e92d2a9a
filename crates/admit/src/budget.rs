//! Limits for values that are generated from a schema: samples, counterexamples, witnesses.
//!
//! A single number in a schema, such as a `length` of at least 10¹⁸, can demand more than fits in any machine's memory, and
//! nested lists multiply. So all code that generates values keeps to these limits, and returns a result without the value if they
//! are exceeded.

use std::cell::Cell;

use heat_model::Value;

/// The maximum length of a text, list or map.
pub const MAX_LENGTH: usize = 1_000;

/// The maximum total size: values and characters.
pub const MAX_SIZE: usize = 20_000;

/// The maximum nesting depth.
pub const MAX_DEPTH: usize = 16;

/// Maximum number of values that are tried for one position.
pub const MAX_TRIES: usize = 100;

/// The unused part of [`MAX_SIZE`], shared by all values that are generated for one result.
#[derive(Debug)]
pub struct Budget(Cell<usize>);

impl Default for Budget {
    fn default() -> Self {
        Self(Cell::new(MAX_SIZE))
    }
}

impl Budget {
    /// Takes part of the budget, if enough is left. Otherwise, the budget is empty afterwards, because the next value is no
    /// smaller.
    #[must_use]
    pub fn take(&self, size: usize) -> bool {
        let left = self.0.get().checked_sub(size);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Returns a text with this many characters.
    #[must_use]
    pub fn text_of(&self, length: usize) -> Option<Value> {
        let fits = length <= MAX_LENGTH && self.take(length);
        fits.then(|| Value::String("x".repeat(length)))
    }

    /// Returns a list with `length` copies of an item.
    #[must_use]
    pub fn list_of(&self, item: Value, length: usize) -> Option<Value> {
        let size = list_size(&item, length)?;
        self.take(size).then(|| Value::from(vec![item; length]))
    }
}

/// Size of a list with `length` copies of an item; `None` if it is too large.
#[must_use]
pub fn list_size(item: &Value, length: usize) -> Option<usize> {
    let fits = length > 0 && length <= MAX_LENGTH;
    let each = if fits { size_within(item, MAX_SIZE / length)? } else { 0 };
    (length <= MAX_LENGTH).then_some(each * length)
}

/// Number of values and characters in a value; `None` if there are more than `most`.
#[must_use]
pub fn size_within(value: &Value, most: usize) -> Option<usize> {
    let mut size = 0_usize;
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        let own = match value {
            Value::String(text) => text.len(),
            Value::List(items) => items.len(),
            Value::Map(map) => {
                map.keys().map(|key| key.len().saturating_add(1)).fold(0, usize::saturating_add)
            }
            _ => 0,
        };
        size = size.saturating_add(own).saturating_add(1);
        if size > most {
            return None;
        }
        match value {
            Value::List(items) => waiting.extend(items.iter()),
            Value::Map(map) => waiting.extend(map.values()),
            _ => {}
        }
    }
    Some(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_larger_than_the_budget() {
        for length in [MAX_LENGTH + 1, 1 << 40, usize::MAX] {
            assert_eq!(Budget::default().text_of(length), None);
            assert_eq!(Budget::default().list_of("a".into(), length), None);
        }
        let long = Value::String("x".repeat(MAX_SIZE));
        assert_eq!(Budget::default().list_of(long.clone(), 1), None);
        assert_eq!(Budget::default().list_of(long, 0), Some(Value::from(Vec::<Value>::new())));
    }

    #[test]
    fn all_values_share_the_budget() {
        let budget = Budget::default();
        let made = (0..1000).filter_map(|_| budget.text_of(MAX_LENGTH)).count();
        assert_eq!(made, MAX_SIZE / MAX_LENGTH);
        assert_eq!(budget.text_of(1), None);
    }

    #[test]
    fn a_list_is_as_large_as_its_items() {
        let check = |item: usize, length: usize, expect: Option<usize>| {
            assert_eq!(
                list_size(&Value::from("x".repeat(item).as_str()), length),
                expect,
                "{item} × {length}"
            );
        };
        check(4, 3, Some(15));
        check(4, 0, Some(0));
        check(19, MAX_LENGTH, Some(MAX_SIZE));
        check(20, MAX_LENGTH, None);
        check(0, MAX_LENGTH + 1, None);
    }

    #[test]
    fn nesting_multiplies() {
        let budget = Budget::default();
        let nested = (0..64).try_fold(Value::from("a"), |item, _| budget.list_of(item, 4));
        assert_eq!(nested, None);
    }
}
