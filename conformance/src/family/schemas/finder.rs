//! Recorded answers in place of the clouds behind resources.

use heat_model::Value;
use heat_model::evaluate::{Query, ResolveError, Resolver};

use crate::compare::{same, untagged};
use crate::schema::Rules;
use crate::vector::Fields;

/// Answers the queries of `resolve` rules from the recording.
pub(crate) struct Finders<'a>(pub(crate) &'a Rules);

impl Resolver for Finders<'_> {
    fn resolve(&self, query: &Query<'_>) -> Result<Value, ResolveError> {
        let number = query.finder.and_then(|finder| finder.parse::<usize>().ok());
        let answers = number.and_then(|number| self.0.answers.get(number)).map_or(&[][..], Vec::as_slice);
        let Some((_, answer)) = answers.iter().find(|(asked, _)| same(asked, query.value)) else {
            // Heat stops at its first error, so we may send more queries. If that is not the reason, the answers differ, and this
            // error is shown with them.
            return Err(ResolveError::new(format!("Heat never asked the finder for {}", query.value)));
        };
        match answer.field("value") {
            Some(value) => Ok(untagged(value)),
            None => Err(ResolveError::new(answer.field("error").and_then(Value::as_str).unwrap_or_default())),
        }
    }
}
