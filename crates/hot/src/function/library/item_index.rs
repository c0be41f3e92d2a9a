//! Finding equal items in long lists.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use heat_model::Value;

use super::arguments::is_one_of;
use crate::Data;
use crate::fault::Exception;
use crate::scope::Scope;

/// Index of items in their order, to find items that are equal.
#[derive(Default)]
pub(crate) struct ItemIndex {
    items: Vec<Data>,
    /// Indices of the known items, by hash.
    known: HashMap<u64, Vec<usize>>,
    /// Indices of the other items, which are compared one by one.
    open: Vec<usize>,
    hasher: RandomState,
}

impl ItemIndex {
    pub(crate) fn add(&mut self, item: Data) {
        let indices = match &item {
            Data::Known(value) => self.known.entry(self.hash_of(value)).or_default(),
            _ => &mut self.open,
        };
        indices.push(self.items.len());
        self.items.push(item);
    }

    /// Returns whether an item equals the value; `None` if that is unknown.
    pub(crate) fn contains(&self, scope: &Scope<'_>, value: &Data) -> Result<Option<bool>, Exception> {
        let every: Vec<usize>;
        let candidates = if let Data::Known(known) = value {
            let same = self.known.get(&self.hash_of(known)).map(Vec::as_slice).unwrap_or_default();
            if self.is_one_of(same, value) == Some(true) {
                return Ok(Some(true));
            }
            &self.open
        } else {
            every = (0..self.items.len()).collect();
            &every
        };
        scope.write(candidates.iter().filter_map(|index| self.items.get(*index)).map(Data::weight).sum())?;
        Ok(self.is_one_of(candidates, value))
    }

    fn is_one_of(&self, indices: &[usize], value: &Data) -> Option<bool> {
        is_one_of(indices.iter().filter_map(|index| self.items.get(*index)), value)
    }

    pub(crate) fn into_items(self) -> Vec<Data> {
        self.items
    }

    /// A hash that is the same for values that are equal in Python: `1`, `1.0` and `True`, or maps in any order.
    fn hash_of(&self, value: &Value) -> u64 {
        let mut hasher = self.hasher.build_hasher();
        match value {
            Value::Null => 0.hash(&mut hasher),
            Value::Bool(flag) => u8::from(*flag).to_string().hash(&mut hasher),
            Value::Integer(integer) => integer.to_string().hash(&mut hasher),
            Value::Float(float) if float.fract() == 0.0 => {
                // Removes the sign of zero.
                format!("{:.0}", float + 0.0).hash(&mut hasher);
            }
            Value::Float(float) => float.to_bits().hash(&mut hasher),
            Value::String(text) => (1, text).hash(&mut hasher),
            Value::List(items) => {
                for item in items {
                    self.hash_of(item).hash(&mut hasher);
                }
            }
            Value::Map(map) => {
                let entry =
                    |(key, value): (&String, &Value)| self.hasher.hash_one((key, self.hash_of(value)));
                map.iter().map(entry).fold(0_u64, u64::wrapping_add).hash(&mut hasher);
            }
        }
        hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use heat_model::value;

    use super::*;

    fn check(left: &Value, right: &Value) {
        let seen = ItemIndex::default();
        assert!(left.python_eq(right), "{left} {right}");
        assert_eq!(seen.hash_of(left), seen.hash_of(right), "{left} {right}");
    }

    #[test]
    fn equal_values_have_equal_hashes() {
        check(&value!(1), &value!(1.0));
        check(&value!([true, 0]), &value!([1, -0.0]));
        check(&value!({"a": 1, "b": [2]}), &value!({"b": [2.0], "a": true}));
        check(
            &value!(1e22),
            &Value::Integer(heat_model::Integer::from_decimal("10000000000000000000000").unwrap()),
        );
    }
}
