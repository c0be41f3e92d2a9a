//! Cache of values that all threads share.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{PoisonError, RwLock};

use foldhash::fast::RandomState;

/// Values by what they follow from.
#[derive(Debug)]
pub(crate) struct Known<K, V>(RwLock<HashMap<K, V, RandomState>>);

impl<K, V> Default for Known<K, V> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

impl<K: Eq + Hash, V: Clone> Known<K, V> {
    /// The value, which `find_out` finds out if nobody did before. Two threads may both find it out: neither waits for the other.
    pub(crate) fn get<E>(&self, key: K, find_out: impl FnOnce(&K) -> Result<V, E>) -> Result<V, E> {
        if let Some(value) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(value.clone());
        }
        let value = find_out(&key)?;
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(key, value.clone());
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_is_found_out_once() {
        let known = Known::default();
        assert_eq!(known.get("a", |_| Err("failed")), Err("failed"));
        assert_eq!(known.get("a", |key| Ok::<_, ()>(key.len())), Ok(1));
        assert_eq!(known.get("a", |_| Ok::<_, ()>(2)), Ok(1));
        assert_eq!(known.get("b", |_| Ok::<_, ()>(3)), Ok(3));
    }
}
