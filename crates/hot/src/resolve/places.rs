//! Where mistakes were found, so that the same one is reported once.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use heat_yaml::Source;

use crate::Fault;
use crate::fault::{Exception, Problem, Stage};

/// Where mistakes were found.
#[derive(Default)]
pub(super) struct Places {
    /// By file and start, the smallest end.
    ends: BTreeMap<(Option<*const Source>, usize), usize>,
    /// The mistakes that were found.
    known: HashSet<LocatedProblem>,
}

/// A problem at a place: file, start and end.
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

    /// Whether a mistake was found at a place within that of this one.
    fn have_one_within(&self, fault: &Fault) -> bool {
        let Some(span) = fault.span else { return false };
        let at = |offset| (Self::file(fault), offset);
        // The spans of a text are nested: the first one that begins there is within it.
        self.ends.range(at(span.start)..=at(span.end)).any(|(_, end)| *end <= span.end)
    }

    /// A mistake, unless one was found in the same call.
    pub(super) fn if_new(&mut self, fault: Fault) -> Option<Fault> {
        if self.have_one_within(&fault) {
            return None;
        }
        self.add(&fault);
        Some(fault)
    }

    /// The mistakes in the stack of a resource. One that was found before, in the stack or in that of another resource, is
    /// left out; so is the same one in another member of a group.
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

/// The steps that lead to a mistake.
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

    /// Compares which faults are new, each given by its file, its place and its problem.
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
        // The same place in different files.
        check(&[at(None, 2, 4), at(Some(0), 2, 4), at(Some(1), 2, 4)], &[true, true, true]);
        check(&[at(Some(0), 2, 4), at(Some(0), 2, 4)], &[true, false]);
    }
}
