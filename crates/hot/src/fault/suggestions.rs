//! Suggestions for unknown names: the name that was probably meant, or the version that has it.

use std::cell::Cell;

use heat_hot_language::HotVersion;
use heat_model::suggest::nearest;

use super::Help;

/// Maximum cost of comparing names in one template: the sum of the products of their lengths.
const MAX_WORK: usize = 5_000_000;

/// Finder of names that were probably meant. A template with very many unknown names gets no suggestions for the last of them.
#[derive(Debug)]
pub(crate) struct Suggestions {
    work: Cell<usize>,
}

impl Default for Suggestions {
    fn default() -> Self {
        Self { work: Cell::new(MAX_WORK) }
    }
}

impl Suggestions {
    /// The known name that is nearest to an unknown one, if it is near enough.
    pub(crate) fn near<'n>(&self, name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
        let mut work = self.work.get();
        let mut candidates = Vec::new();
        for candidate in known {
            // Comparing a pair has a cost, even if the names are short.
            let cost = (name.len() + 8).saturating_mul(candidate.len() + 8);
            let Some(left) = work.checked_sub(cost) else {
                self.work.set(0);
                return None;
            };
            work = left;
            candidates.push(candidate);
        }
        self.work.set(work);
        nearest(name, candidates)
    }

    /// Returns whether the limit is reached, so that no more names are compared.
    pub(crate) fn are_spent(&self) -> bool {
        self.work.get() == 0
    }

    /// Help that asks whether the nearest known name was meant.
    pub(crate) fn help<'n>(&self, name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<Help> {
        self.near(name, known).map(|near| Help::did_you_mean(name, near))
    }
}

/// Help for a feature that was added in a later version of HOT.
pub(crate) fn since_version(what: &str, since: HotVersion) -> String {
    let named = since.alias().map(|alias| format!(" ({alias})")).unwrap_or_default();
    let version = since.as_str();
    format!("{what} since version {version}{named}: declare `heat_template_version: {version}` or later")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_name_is_found_until_the_work_is_spent() {
        let suggestions = Suggestions::default();
        assert_eq!(suggestions.near("sever", ["port", "server"]), Some("server"));
        assert_eq!(suggestions.near("sever", ["port", "network"]), None);
        let long = "x".repeat(MAX_WORK);
        assert!(!suggestions.are_spent());
        assert_eq!(suggestions.near("sever", ["server", &long]), None);
        assert!(suggestions.are_spent());
        assert_eq!(suggestions.near("sever", ["server"]), None);
    }

    #[test]
    fn many_questions_spend_the_work_as_one_long_one_does() {
        let suggestions = Suggestions::default();
        let names: Vec<String> = (0..1_000).map(|number| format!("parameter{number}")).collect();
        let ask = || suggestions.near("paramter1", names.iter().map(String::as_str));
        assert_eq!(ask(), Some("parameter1"));
        let answers = (0..100).take_while(|_| ask().is_some()).count();
        assert!((5..50).contains(&answers), "{answers}");
        assert!(suggestions.are_spent());
    }
}
