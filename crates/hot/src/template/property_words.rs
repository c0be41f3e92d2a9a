//! Heat's messages for errors in property values.

use heat_model::evaluate::Problem;
use heat_model::heat_words::problem_words;

use crate::parameter::property_violation;

/// The message for a problem.
pub(super) fn words(problem: Problem<'_>) -> String {
    match problem {
        Problem::Violation(property_type, constraint, value, violation) => {
            property_violation(constraint, value, property_type, violation)
        }
        other => problem_words(other),
    }
}
