//! Spans of the errors found so far, so that each error is reported once.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use heat_yaml::Source;

use crate::Fault;
use crate::fault::{Exception, Problem, Stage};

/// Spans of the errors found so far.
#[derive(Default)]
pub(super) struct Places {
    /// Smallest end of an error, by file and start.
    ends: BTreeMap<(Option<*const Source>, usize), usize>,
    /// The errors found so far.
    known: HashSet<LocatedProblem>,
}

/// Location of a problem: file, start, end, and the problem.
type LocatedProblem = (Option<*const Source>, usize, usize, Problem);

impl Places {
    fn file(fault: &Fault) -> Option<*const Source> {
        fault.source.as_ref().map(Arc::as_ptr)
    }

    fn place(fault: &Fault) -> Option<LocatedProblem> {
        let span = fault.span?;
        Some((Self::file(fault), span.start, span.end, fault.exception.problem()))
    }

    pub(super) fn add(&mut self, fault: &Fault) {
        if let Some(place) = Self::place(fault) {
            self.add_place(place);
        }
    }

    fn add_place(&mut self, place: LocatedProblem) {
        let (file, start, end, _) = place;
        let smallest = self.ends.entry((file, start)).or_insert(end);
        *smallest = end.min(*smallest);
        self.known.insert(place);
    }

    /// Returns whether an error was found within the span of this one.
    fn have_one_within(&self, fault: &Fault) -> bool {
        let Some(span) = fault.span else { return false };
        let at = |offset| (Self::file(fault), offset);
        // The spans of a text are nested: the first one that begins inside is contained in it.
        self.ends.range(at(span.start)..=at(span.end)).any(|(_, end)| *end <= span.end)
    }

    /// Returns the error, unless one was found in the same call.
    pub(super) fn if_new(&mut self, fault: Fault) -> Option<Fault> {
        if self.have_one_within(&fault) {
            return None;
        }
        self.add(&fault);
        Some(fault)
    }

    /// Returns the new errors in the stack of a resource. Errors that were found before, in this stack or in that of another
    /// resource, are left out, and so are repetitions in other members of a group.
    pub(super) fn new_ones(&mut self, faults: Vec<Fault>) -> Vec<Fault> {
        let mut paths: HashMap<LocatedProblem, Vec<String>> = HashMap::new();
        let mut found = Vec::new();
        for fault in faults {
            let is_creation = matches!(fault.stage(), Stage::NestedCreation | Stage::PossibleCreation);
            let Some(place) = Self::place(&fault).filter(|_| is_creation) else {
                found.extend(self.if_new(fault));
                continue;
            };
            let path = path_of(&fault);
            let is_new = match paths.get(&place) {
                Some(known) => known == path,
                None => !self.known.contains(&place),
            };
            if is_new {
                paths.insert(place, path.to_vec());
                found.push(fault);
            }
        }
        for place in paths.into_keys() {
            self.add_place(place);
        }
        found
    }
}

/// The path of an error.
fn path_of(fault: &Fault) -> &[String] {
    match &fault.exception {
        Exception::StackValidationFailed(validation) => &validation.path,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use heat_yaml::Span;

    use super::*;

    /// Compares which faults are new. Each has a file, a start, an end and a problem.
    fn check(faults: &[(Option<usize>, usize, usize, Problem)], expect: &[bool]) {
        let sources = [0, 1].map(|number| Source::new(format!("file{number}"), "text of a file"));
        let mut places = Places::default();
        let is_new = faults.iter().map(|(file, start, end, problem)| {
            let fault = Fault::at(Span::new(*start, *end), Exception::value_error(*problem, "wrong"));
            let source = file.map(|file| Arc::clone(&sources[file]));
            places.if_new(Fault { source, ..fault }).is_some()
        });
        assert_eq!(is_new.collect::<Vec<_>>(), expect, "{faults:?}");
    }

    #[test]
    fn what_was_found_within_a_place_is_not_new() {
        let problem = Problem::FunctionValue;
        let at = |file: Option<usize>, start, end| (file, start, end, problem);
        check(&[at(None, 2, 4), at(None, 2, 4)], &[true, false]);
        check(&[at(None, 2, 4), at(None, 1, 5)], &[true, false]);
        check(&[at(None, 1, 5), at(None, 2, 4)], &[true, true]);
        check(&[at(None, 2, 4), at(None, 5, 6)], &[true, true]);
        check(&[at(None, 2, 6), at(None, 2, 4), at(None, 2, 5)], &[true, true, false]);
        // The spans are the same, but the files differ.
        check(&[at(None, 2, 4), at(Some(0), 2, 4), at(Some(1), 2, 4)], &[true, true, true]);
        check(&[at(Some(0), 2, 4), at(Some(0), 2, 4)], &[true, false]);
    }
}
