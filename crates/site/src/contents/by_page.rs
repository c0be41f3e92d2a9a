//! Cache of facts about types, shared by all releases in which a type has the same page.

use std::convert::Infallible;
use std::sync::Arc;

use super::known::Known;

/// Facts about types, by the address of the type's page.
#[derive(Debug)]
pub(crate) struct ByPage<T>(Known<String, Arc<T>>);

impl<T> Default for ByPage<T> {
    fn default() -> Self {
        Self(Known::default())
    }
}

impl<T> ByPage<T> {
    /// Returns the facts about the type with this page. `find_out` calculates them if they are not cached, or if there is no
    /// page.
    pub(crate) fn get(&self, page: Option<&str>, find_out: impl FnOnce() -> T) -> Arc<T> {
        let Some(page) = page else { return Arc::new(find_out()) };
        let Ok(facts) = self.0.get(page.to_owned(), |_| Ok::<_, Infallible>(Arc::new(find_out())));
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_is_found_out_once() {
        let facts = ByPage::default();
        assert_eq!(*facts.get(Some("types/A.html"), || 1), 1);
        assert_eq!(*facts.get(Some("types/A.html"), || 2), 1);
        assert_eq!(*facts.get(Some("old/types/A.html"), || 3), 3);
        assert_eq!([4, 5].map(|each| *facts.get(None, || each)), [4, 5]);
    }
}
