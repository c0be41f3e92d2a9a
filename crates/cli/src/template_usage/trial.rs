//! Checks whether the result of a trial applies to a resource, as far as its template determines its properties.

use heat_diff::{Effect, TrialEffect};
use heat_hot::snippet::Snippet;
use heat_model::Value;

use super::case::{cases, is_unknown};
use super::impact::Impact;
use super::value::ValueContext;

/// The effect on a resource with these properties; `None` if there is none.
pub(super) fn impact(
    effect: &TrialEffect<'_>,
    properties: Option<&Snippet>,
    reading: &ValueContext<'_>,
    placeholders: &[&str],
) -> Option<Impact> {
    let Some(cases) = cases(properties, reading, placeholders) else { return Some(Impact::May(None)) };
    let is_unknown = |value: &Value| is_unknown(value, reading, placeholders);
    let effects: Vec<(Effect, bool)> =
        cases.iter().map(|case| (effect.on(&case.data, &is_unknown), case.is_open)).collect();
    let is_certain = effects
        .iter()
        .all(|(effect, is_open)| !is_open && !matches!(effect, Effect::Nothing | Effect::Unknown(_)));
    let why = effects.iter().find_map(|(effect, _)| match effect {
        Effect::Refused(why) | Effect::Unknown(Some(why)) => Some(why.clone()),
        _ => None,
    });
    if is_certain {
        return Some(why.map_or(Impact::Uses, Impact::Fails));
    }
    effects.iter().any(|(effect, _)| *effect != Effect::Nothing).then_some(Impact::May(why))
}
