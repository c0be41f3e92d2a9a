//! Verdicts on the breaking findings about a type: each is lowered or kept.
//!
//! Schemas are compared key by key, and some keys have no effect in their position: a property whose constraints contradict each
//! other never had a value, and Heat does not check a value that a translation rule moves away. So, once all rules have run,
//! [`judge`] looks for what a template would notice. It goes through this folder in one direction:
//!
//! 1. [`data`] generates property data near the differences, and evaluates them with both schemas. Data are needed because the effect
//!    of a translation rule depends on the types, constraints and defaults at both of its ends, on which ends are set, and on the
//!    order of the rules.
//! 2. [`never`] proves from the schemas, and [`moved`] shows by accepted data, that a change reaches no template.
//! 3. A witness outweighs that: data, or an update ([`worsening`]), that are treated worse now because of the same property.
//! 4. The refusals and worsened updates that no breaking finding explains ([`explained`]) remain for the rules about trials.
//!
//! Limits are numbers of steps, not times, so the result is the same on every machine.

mod connection;
mod data;
pub(crate) mod effect;
mod explained;
mod forbidden;
mod moved;
mod never;
mod placed;
mod worsening;

use self::connection::connected;
use self::data::Outcomes;
use self::explained::{Explained, unexplained};
use self::worsening::worsen;
use crate::pairs::TypePair;
use crate::rule::Severity;
use crate::rule::check::Trial;
use crate::rule::finding::Finding;
use crate::schema::at::top_property;

/// The verdict on a breaking finding.
enum Verdict {
    /// No template notices the change, for this reason.
    Lowered(&'static str),
    /// The change stays breaking: it has a witness, or nothing proves that it has none.
    Kept,
}

/// Reason for lowering a finding about a value that translation rules keep from being checked.
const MOVED: &str = "a translation rule moves or overrides the value before Heat checks it";

/// Lowers the breaking findings about a type that no template can notice, and returns what the others do not explain.
pub(crate) fn judge(types: &TypePair<'_>, found: &mut [Finding]) -> Trial {
    let outcomes = Outcomes::of(types);
    let breaking = found
        .iter_mut()
        .filter(|each| each.severity == Severity::Breaking && each.resource_type == types.before.name);
    for finding in breaking {
        match verdict(types, &outcomes, finding) {
            Verdict::Lowered(why) => {
                finding.severity = Severity::Safe;
                finding.note(format!("no template is affected: {why}"));
            }
            Verdict::Kept => {}
        }
    }
    unexplained(&outcomes, &Explained::by(types, found.iter()))
}

/// The verdict on a breaking finding. It is lowered only on proof: a trial that found no data is none, because it may have missed them.
fn verdict(types: &TypePair<'_>, outcomes: &Outcomes<'_>, finding: &Finding) -> Verdict {
    let path = finding.before.as_ref().or(finding.after.as_ref());
    let name = path.and_then(|path| path.property_names().first().copied());
    let Some(name) = name else { return Verdict::Kept };
    let proof = never::why(types, finding)
        .or_else(|| moved::is_moved(types, outcomes, finding, name).then_some(MOVED));
    match proof {
        Some(why) if !has_witness(types, outcomes, name) => Verdict::Lowered(why),
        _ => Verdict::Kept,
    }
}

/// Returns whether any data or updates of a property, or of one connected with it, are now treated worse. If a property can no
/// longer be read, every update is.
fn has_witness(types: &TypePair<'_>, outcomes: &Outcomes<'_>, name: &str) -> bool {
    let connected = connected(types, name);
    let is_one = |error| top_property(error).is_none_or(|name| connected.contains(name));
    (never::is_never_read(types.after) && !never::is_never_read(types.before))
        || outcomes.refused.iter().any(|(_, errors)| errors.iter().any(is_one))
        || worsen(outcomes, &outcomes.judges, |name| connected.contains(name))
}
