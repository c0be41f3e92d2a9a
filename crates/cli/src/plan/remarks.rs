//! Sentences about a resource, which the formats for people show under its action.

use heat_model::EffectLevel;
use heat_plan::{ResourcePlan, SecretMask};
use heat_updates::effect_words::{self, verb};

use super::{members, phrases};

/// A sentence about a resource.
pub(super) struct Remark {
    pub(super) tone: Tone,
    pub(super) text: String,
}

/// Emphasis of a sentence.
#[derive(Clone, Copy)]
pub(super) enum Tone {
    Plain,
    Dim,
    Interruption,
    Loss,
    /// A note about Heat's preview.
    Preview,
}

/// All sentences about a resource. The mask hides secrets in them.
pub(super) fn remarks(resource: &ResourcePlan, masked: &SecretMask) -> Vec<Remark> {
    let with = |tone: Tone| move |text: String| Remark { tone, text };
    let loss_or = |otherwise| if resource.loses_data() { Tone::Loss } else { otherwise };
    let reasons = phrases::reasons(resource);
    let mut found: Vec<Remark> =
        reasons.iter().map(|reason| masked.text(reason)).map(with(Tone::Plain)).collect();
    found.extend(costs(resource));
    found.extend(phrases::appearance(resource.appearance).map(str::to_owned).map(with(Tone::Plain)));
    found.extend(phrases::stands_for(resource).map(with(Tone::Plain)));
    found.extend(members::sentences(resource).into_iter().map(with(loss_or(Tone::Plain))));
    found.extend(phrases::fate(resource).map(with(loss_or(Tone::Dim))));
    found.extend(phrases::engine(resource).map(str::to_owned).map(with(Tone::Plain)));
    found.extend(phrases::preview(resource).map(with(Tone::Preview)));
    found
}

/// The costs of a resource's changes; empty if they cost nothing, or nothing is known about it.
fn costs(resource: &ResourcePlan) -> Vec<Remark> {
    let mut found = Vec::new();
    for change in &resource.changes {
        let Some(effect) = change.effect.as_ref().filter(|effect| !effect.is_free()) else { continue };
        let name = phrases::part(&change.part);
        let reason = effect.reason.as_deref().unwrap_or_default();
        let tone = match effect.level {
            // A refusal is the reason of the resource's action.
            EffectLevel::None | EffectLevel::Refused => None,
            EffectLevel::Interrupts => Some(Tone::Interruption),
            EffectLevel::LosesData | EffectLevel::Replaces => Some(Tone::Loss),
        };
        found.extend(
            tone.map(|tone| Remark { tone, text: format!("`{name}` {}: {reason}", verb(effect.level)) }),
        );
        for case in &effect.unless {
            // A possible effect has no certain level.
            let text = format!("`{name}` {} {}", verb(case.level), effect_words::case(case));
            found.push(Remark { tone: Tone::Dim, text });
        }
    }
    found
}
