//! Cache of values, shared by all threads.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::Hash;
use std::sync::{Arc, PoisonError, RwLock};

use foldhash::fast::RandomState;

/// A cache of values, by the keys that they are calculated from.
#[derive(Debug)]
pub(crate) struct Known<K, V>(RwLock<HashMap<K, V, RandomState>>);

impl<K, V> Default for Known<K, V> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

impl<K: Eq + Hash, V: Clone> Known<K, V> {
    /// Returns the cached value, or the result of `find_out`. Two threads may both calculate the same value, because neither
    /// waits for the other.
    pub(crate) fn get<E>(&self, key: K, find_out: impl FnOnce(&K) -> Result<V, E>) -> Result<V, E> {
        if let Some(value) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(value.clone());
        }
        let value = find_out(&key)?;
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(key, value.clone());
        Ok(value)
    }
}

/// Facts about types, by the address of the type's page: releases in which a type has the same page share them.
impl<T> Known<String, Arc<T>> {
    /// Returns the facts about the type with this page. `find_out` calculates them if they are not cached, or if there is no
    /// page.
    pub(crate) fn of_page(&self, page: Option<&str>, find_out: impl FnOnce() -> T) -> Arc<T> {
        let Some(page) = page else { return Arc::new(find_out()) };
        let Ok(facts) = self.get(page.to_owned(), |_| Ok::<_, Infallible>(Arc::new(find_out())));
        facts
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
        let facts = Known::default();
        assert_eq!([1, 2].map(|each| *facts.of_page(Some("types/A.html"), || each)), [1, 1]);
        assert_eq!([4, 5].map(|each| *facts.of_page(None, || each)), [4, 5]);
    }
}
