//! Character classes of patterns, as ranges of characters.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use heat_model::pattern::{Ranges, class_ranges};

/// Character ranges of a pattern's classes. Each class is parsed once, because a matcher needs them at every step.
#[derive(Default)]
pub(crate) struct Classes(RefCell<HashMap<*const u8, Rc<Ranges>>>);

impl Classes {
    /// Returns the character ranges of a class of the pattern. Its address in the syntax tree identifies the class; a class that
    /// cannot be parsed has no ranges.
    pub(crate) fn ranges(&self, class: &str, ignore_case: bool) -> Rc<Ranges> {
        let read = || Rc::new(class_ranges(class, ignore_case).unwrap_or_default());
        Rc::clone(self.0.borrow_mut().entry(class.as_ptr()).or_insert_with(read))
    }
}

/// Whether a character is in one of the ranges, which are in order.
pub(crate) fn holds(ranges: &Ranges, char: char) -> bool {
    let at = ranges.partition_point(|(_, end)| *end < char);
    ranges.get(at).is_some_and(|(start, _)| *start <= char)
}

/// Whether two sets of ranges, in any order, share a character.
pub(crate) fn ranges_overlap(left: &[(char, char)], right: &[(char, char)]) -> bool {
    left.iter().any(|(start, end)| right.iter().any(|(other, last)| start <= last && other <= end))
}
