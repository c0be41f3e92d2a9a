//! Verdicts on the breaking findings about a type: each is lowered or kept.
//!
//! Schemas are compared key by key, and some keys have no effect in their position: a property whose constraints contradict each
//! other never had a value, and Heat does not check a value that a translation rule moves away. So, once all rules have run,
//! [`judge`] looks for what a template would notice. It goes through this folder in one direction:
//!
//! 1. [`outcomes`] evaluates property data with both schemas. [`data`] generates them near the differences, because the effect of a
//!    translation rule depends on the types, constraints and defaults at both of its ends, on which ends are set, and on the order
//!    of the rules.
//! 2. [`never`] proves from the schemas, and [`moved`] shows by accepted data, that a change reaches no template.
//! 3. A witness outweighs that: data or updates of the property that are treated worse now.
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
mod outcomes;
mod placed;

use self::connection::connected;
use self::explained::Explained;
use self::outcomes::Outcomes;
use crate::pairs::TypePair;
use crate::rule::Severity;
use crate::rule::check::Trial;
use crate::rule::finding::Finding;

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
    // If a property can no longer be read, every update is affected.
    let affects_all = never::is_never_read(types.after) && !never::is_never_read(types.before);
    let is_breaking = |finding: &&mut Finding| {
        finding.severity == Severity::Breaking && finding.resource_type == types.before.name
    };
    for finding in found.iter_mut().filter(|finding| !affects_all && is_breaking(finding)) {
        match verdict(types, &outcomes, finding) {
            Verdict::Lowered(why) => {
                finding.severity = Severity::Safe;
                finding.note(format!("no template is affected: {why}"));
            }
            Verdict::Kept => {}
        }
    }
    outcomes.unexplained(&Explained::by(types, found.iter()))
}

/// The verdict on a breaking finding. It is lowered only on proof: a trial that found no data is none, because it may have missed them.
fn verdict(types: &TypePair<'_>, outcomes: &Outcomes<'_>, finding: &Finding) -> Verdict {
    let Some(name) = finding.top_property() else { return Verdict::Kept };
    let moved = || moved::is_moved(types, outcomes, finding, name).then_some(MOVED);
    match never::why(types, finding).or_else(moved) {
        Some(why) if !outcomes.have_witness(&connected(types, name)) => Verdict::Lowered(why),
        _ => Verdict::Kept,
    }
}
