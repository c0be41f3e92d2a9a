//! The requests to Heat that fail because of an error.
//!
//! Heat checks a template in two requests: the one that validates it (`openstack orchestration template validate`,
//! `EngineService.validate_template`) checks definitions and references; the one that creates a stack also checks values, and the
//! stacks that resources create. Each refuses templates that the other accepts: an invalid value only fails at creation, and a
//! function without a value only fails before it.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use crate::Fault;
use crate::snippet::fingerprint::identity;

/// The requests that fail because of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusedBy {
    /// Validation and creation.
    Both,
    /// The request that validates a template.
    Validation,
    /// The request that creates a stack.
    Creation,
}

/// Merges the errors of both requests: those of the creation in their order, then those that only the validation finds.
#[must_use]
pub fn refusals<'f>(creation: &'f [Fault], validation: &'f [Fault]) -> Vec<(&'f Fault, RefusedBy)> {
    let validated = Places::new(validation);
    let of_creation = creation.iter().map(|fault| {
        let by = if validated.have(fault) { RefusedBy::Both } else { RefusedBy::Creation };
        (fault, by)
    });
    let mut refusals: Vec<_> = of_creation.collect();
    drop(validated);
    let created = Places::new(creation);
    let others = validation.iter().filter(|fault| !created.have(fault));
    refusals.extend(others.map(|fault| (fault, RefusedBy::Validation)));
    refusals
}

/// Errors by span, because there can be thousands.
struct Places<'f>(HashMap<Option<(usize, usize)>, AtPlace<'f>>);

/// Errors at one span.
#[derive(Default)]
struct AtPlace<'f> {
    faults: Vec<&'f Fault>,
    /// Hashes of the messages, if there are many: thousands of aliases can share the span of one value.
    words: OnceCell<HashSet<u64>>,
}

impl AtPlace<'_> {
    /// Maximum number of errors that are compared one by one.
    const FEW: usize = 16;

    fn has(&self, fault: &Fault) -> bool {
        if self.faults.len() <= Self::FEW {
            return self.faults.contains(&fault);
        }
        let of = |fault: &Fault| identity(&fault.to_string());
        self.words.get_or_init(|| self.faults.iter().copied().map(of).collect()).contains(&of(fault))
    }
}

impl<'f> Places<'f> {
    fn new(faults: &'f [Fault]) -> Self {
        let mut places: HashMap<_, AtPlace<'_>> = HashMap::new();
        for fault in faults {
            places.entry(Self::key(fault)).or_default().faults.push(fault);
        }
        Self(places)
    }

    fn key(fault: &Fault) -> Option<(usize, usize)> {
        fault.span.map(|span| (span.start, span.end))
    }

    fn have(&self, fault: &Fault) -> bool {
        self.0.get(&Self::key(fault)).is_some_and(|there| there.has(fault))
    }
}

#[cfg(test)]
mod tests {
    use heat_yaml::Span;

    use super::*;
    use crate::fault::{Exception, Problem};

    fn check(creation: &[(usize, &str)], validation: &[(usize, &str)], expect: &[(&str, RefusedBy)]) {
        let faults = |given: &[(usize, &str)]| -> Vec<Fault> {
            let at = |place: usize| Span::new(place, place + 1);
            given
                .iter()
                .map(|(place, words)| {
                    Fault::at(at(*place), Exception::value_error(Problem::FunctionValue, *words))
                })
                .collect()
        };
        let (creation, validation) = (faults(creation), faults(validation));
        let found = refusals(&creation, &validation);
        let found: Vec<_> = found.into_iter().map(|(fault, by)| (fault.to_string(), by)).collect();
        let expect: Vec<_> = expect.iter().map(|(words, by)| ((*words).to_owned(), *by)).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn many_errors_at_one_place_are_told_apart() {
        let words: Vec<String> = (0..40).map(|number| format!("error {number}")).collect();
        let at_one_place = |words: &[String]| -> Vec<Fault> {
            let fault = |words: &String| {
                Fault::at(Span::new(1, 2), Exception::value_error(Problem::FunctionValue, words.as_str()))
            };
            words.iter().map(fault).collect()
        };
        let (creation, validation) = (at_one_place(&words[..30]), at_one_place(&words[10..]));
        let found = refusals(&creation, &validation);
        let count = |by| found.iter().filter(|(_, found)| *found == by).count();
        assert_eq!([RefusedBy::Creation, RefusedBy::Both, RefusedBy::Validation].map(count), [10, 20, 10]);
    }

    #[test]
    fn errors_at_other_places_are_others() {
        let at = |places: std::ops::Range<usize>| -> Vec<Fault> {
            let fault = |place| {
                let exception = Exception::value_error(Problem::FunctionValue, "wrong");
                Fault::at(Span::new(place, place + 1), exception)
            };
            places.map(fault).collect()
        };
        let (creation, validation) = (at(0..1), at(1..40));
        let found = refusals(&creation, &validation);
        let count = |by| found.iter().filter(|(_, found)| *found == by).count();
        assert_eq!([RefusedBy::Creation, RefusedBy::Both, RefusedBy::Validation].map(count), [1, 0, 39]);
    }

    #[test]
    fn errors_with_the_same_words_can_be_different() {
        let at = |exception: Exception| [Fault::at(Span::new(1, 2), exception)];
        let creation = at(Exception::value_error(Problem::FunctionValue, "wrong"));
        let validation = at(Exception::type_error(Problem::FunctionValue, "wrong"));
        let found = refusals(&creation, &validation).into_iter().map(|(_, by)| by);
        assert_eq!(found.collect::<Vec<_>>(), [RefusedBy::Creation, RefusedBy::Validation]);
    }

    #[test]
    fn errors_of_both_requests_are_listed_once() {
        check(
            &[(1, "a"), (2, "b"), (3, "c")],
            &[(1, "a"), (2, "other"), (4, "d")],
            &[
                ("a", RefusedBy::Both),
                ("b", RefusedBy::Creation),
                ("c", RefusedBy::Creation),
                ("other", RefusedBy::Validation),
                ("d", RefusedBy::Validation),
            ],
        );
    }
}
