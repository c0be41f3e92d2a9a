//! Deviations from Python's yaql 3.2.0, either intentional or without a better alternative.

/// A deviation, with its reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deviation {
    /// Description of the deviation.
    pub what: &'static str,
    /// Reason for the deviation.
    pub why: &'static str,
}

/// All known deviations.
pub const DEVIATIONS: &[Deviation] = &[
    Deviation {
        what: "The members of a set that has others than numbers are in the order in which they were added.",
        why: "In Python the order follows from hashes, and those of strings differ from run to run.",
    },
    Deviation {
        what: "`datetime(text)` reads only ISO 8601.",
        why: "The grammar of dateutil is open, and takes missing parts from the clock.",
    },
    Deviation {
        what: "A result that is a complex number is an error of the class `Unsupported`.",
        why: "No property of a template takes one.",
    },
    Deviation {
        what: "`str` of an iterator, a context or another object of Python has no address.",
        why: "It differs from run to run.",
    },
    Deviation {
        what: "Evaluating has limits on steps, on text altogether and on nesting.",
        why: "Python's yaql can run for hours, or exhaust the memory.",
    },
    Deviation {
        what: "Integers of more than a million bits are refused with `MemoryQuotaExceededException` before they are computed.",
        why: "They exceed Heat's quota anyway.",
    },
    Deviation {
        what: "A name of a character, as in `\\N{DASH}`, becomes U+FFFD, and so does half of a surrogate pair.",
        why: "The table of names is large, and strings here are Unicode.",
    },
    Deviation {
        what: "An offset of a day or more is refused where it is given.",
        why: "Python refuses it where the date is first used.",
    },
    Deviation {
        what: "The sizes of objects, which the quota counts, and the order of sets of numbers are those of CPython 3.11.",
        why: "They differ between versions of Python by some bytes.",
    },
    Deviation {
        what: "How deep calls can be nested is estimated: some 140 levels of arguments, or 50 calls of a function that calls itself.",
        why: "In Python it depends on how deep the caller of yaql is nested.",
    },
    Deviation {
        what: "`random`, `now` and `localtz` are `Undecided` unless the caller says what they are; random numbers are not those of Python.",
        why: "A result depends on its input alone.",
    },
    Deviation {
        what: "Patterns are run by another engine: some are refused with `Unsupported`, and some take too many steps.",
        why: "The engine bounds its work.",
    },
];
