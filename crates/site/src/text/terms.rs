//! The site's words for statuses, updates, types, constraints and services.

use heat_catalogue::Catalogue;
use heat_html::{Html, html};
use heat_model::update::UpdateBehaviour;
use heat_model::{
    Constraint, ConstraintKind, CustomConstraintTable, EffectLevel, ReleaseTable, Status, SupportStatus,
    Value,
};
use serde::Serialize;

use super::markdown;
use super::value_list::value_list;

pub(crate) use heat_catalogue::type_words::type_words;

/// The class name for a status.
#[must_use]
pub(crate) fn status_class(status: Status) -> &'static str {
    match status {
        Status::Supported => "supported",
        Status::Deprecated => "deprecated",
        Status::Unsupported | Status::Unknown => "unsupported",
        Status::Hidden => "hidden",
    }
}

/// The word for a status.
#[must_use]
pub(crate) fn status_word(status: Status) -> &'static str {
    match status {
        Status::Supported => "Supported",
        Status::Deprecated => "Deprecated",
        Status::Unsupported => "Unsupported",
        Status::Hidden => "Hidden",
        Status::Unknown => "Unknown",
    }
}

/// The class name for the effect of updating a property.
#[must_use]
pub(crate) fn update_class(behaviour: UpdateBehaviour) -> &'static str {
    match behaviour {
        UpdateBehaviour::InPlace => "in-place",
        UpdateBehaviour::Replace => "replace",
        UpdateBehaviour::Refused => "refused",
    }
}

/// The class name for the cost of an update. A cost that replaces the resource, or lets the update fail, has the same class as
/// the corresponding behaviour.
#[must_use]
pub(crate) fn effect_class(level: EffectLevel) -> &'static str {
    match level {
        EffectLevel::None => "effect-none",
        EffectLevel::Interrupts => "effect-interrupts",
        EffectLevel::LosesData => "effect-loses-data",
        EffectLevel::Replaces => "replace",
        EffectLevel::Refused => "refused",
    }
}

/// A release as it is shown on a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct ReleaseName {
    /// The version of the release.
    pub version: String,
    /// The name of the release's series; empty if it has none.
    pub release: String,
}

/// A version with the name of its release.
#[must_use]
pub(crate) fn release_name(version: &str, releases: &ReleaseTable) -> ReleaseName {
    let release = releases.get(version).map(|release| release.name.clone()).unwrap_or_default();
    ReleaseName { version: version.to_owned(), release }
}

/// The version in a type's schema, with the name of the release: of Heat, or of the type's plug-in.
#[must_use]
pub(crate) fn release_of_type(catalogue: &Catalogue, type_name: &str, version: &str) -> ReleaseName {
    let own = catalogue.releases_of(type_name);
    if own.get(version).is_none()
        && !own.releases.is_empty()
        && let Some(release) = catalogue.releases.get(version)
    {
        return ReleaseName { version: format!("Heat {version}"), release: release.name.clone() };
    }
    let name = release_name(version, own);
    match catalogue.guests.of_type(type_name) {
        Some(guest) if !guest.product.is_empty() => {
            ReleaseName { version: format!("{} {version}", guest.product), ..name }
        }
        _ => name,
    }
}

/// A step of a status history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct StatusStep {
    status: &'static str,
    word: &'static str,
    version: String,
    release: String,
    message_html: Html,
}

/// Converts a status history, oldest step first; empty if nothing is known. `release` names the release of a version. `message`
/// converts a message to HTML; the newest message is shown together with the status itself.
#[must_use]
pub(crate) fn status_history(
    status: &SupportStatus,
    release: &dyn Fn(&str) -> ReleaseName,
    message: &dyn Fn(&str) -> Html,
) -> Vec<StatusStep> {
    let newest_message = status.shown_message();
    let steps = status.history.iter().rev().map(|entry| {
        let name = entry.version.as_deref().map(release);
        let (version, release) = name.map(|name| (name.version, name.release)).unwrap_or_default();
        let older_message = entry.message.as_deref().filter(|message| Some(*message) != newest_message);
        StatusStep {
            status: status_class(entry.status),
            word: status_word(entry.status),
            version,
            release,
            message_html: older_message.map(message).unwrap_or_default(),
        }
    });
    let mut steps: Vec<StatusStep> = steps.collect();
    // A step that only changed the message, which is shown elsewhere, is left out.
    steps.dedup_by(|later, earlier| later.status == earlier.status && later.message_html.is_empty());
    if steps.iter().all(|step| step.version.is_empty() && step.status == "supported") {
        Vec::new()
    } else {
        steps
    }
}

/// A constraint as it is shown on a page: `lead` is the text of the link to the page of constraints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct ConstraintText {
    lead: String,
    anchor: String,
    rest_html: Html,
    /// The folded end of a long list of values.
    folded_html: Html,
    /// The number of values in the folded end of the list.
    folded_count: usize,
    note: String,
}

/// Converts a constraint to text.
#[must_use]
pub(crate) fn constraint_text(constraint: &Constraint, known: &CustomConstraintTable) -> ConstraintText {
    let mut folded = (Html::new(), 0);
    let (lead, anchor, rest_html) = match &constraint.kind {
        ConstraintKind::Range { min, max } => {
            (range_words(min.as_ref(), max.as_ref()), "range".to_owned(), Html::new())
        }
        ConstraintKind::Length { min, max } => {
            ("length".to_owned(), "length".to_owned(), Html::text(&length_words(min.as_ref(), max.as_ref())))
        }
        ConstraintKind::Modulo { step, offset } => {
            let [step, offset] =
                [step, offset].map(|end| end.as_ref().map(ToString::to_string).unwrap_or_default());
            ("steps of".to_owned(), "modulo".to_owned(), html!("{}, starting at {}", step, offset))
        }
        ConstraintKind::AllowedValues(values) => {
            let list = value_list(values);
            folded = (list.folded, list.folded_count);
            ("one of".to_owned(), "allowed_values".to_owned(), list.shown)
        }
        ConstraintKind::AllowedPattern(pattern) => {
            ("text matching".to_owned(), "allowed_pattern".to_owned(), Html::code(pattern))
        }
        ConstraintKind::Custom(name) => (custom_lead(name, known), format!("constraint-{name}"), Html::new()),
    };
    let note = constraint.description.clone().unwrap_or_default();
    let (folded_html, folded_count) = folded;
    ConstraintText { lead, anchor, rest_html, folded_html, folded_count, note }
}

fn range_words(min: Option<&Value>, max: Option<&Value>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!("{min} to {max}"),
        (Some(min), None) => format!("{min} or more"),
        (None, Some(max)) => format!("{max} or less"),
        (None, None) => "any number".to_owned(),
    }
}

fn length_words(min: Option<&Value>, max: Option<&Value>) -> String {
    match (min, max) {
        (Some(min), Some(max)) if min.python_eq(max) => format!("exactly {min}"),
        (Some(min), Some(max)) => format!("{min} to {max}"),
        (Some(min), None) => format!("at least {min}"),
        (None, Some(max)) => format!("at most {max}"),
        (None, None) => "any".to_owned(),
    }
}

/// A short description of the values that a custom constraint accepts: the beginning of its description, up to the first
/// semicolon or full stop; its name if it has no description.
fn custom_lead(name: &str, known: &CustomConstraintTable) -> String {
    let Some(constraint) = known.get(name) else { return name.to_owned() };
    let plain = markdown::plain(&constraint.description);
    let sentence =
        markdown::first_sentence(&plain).split(';').next().unwrap_or_default().trim_end_matches('.');
    let short = sentence.strip_prefix("Accepts ").unwrap_or(sentence);
    if short.chars().count() > 90 { name.to_owned() } else { lower_first(short) }
}

/// A text with a lowercase first letter, unless its first word is a name or an abbreviation.
fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() || second == ' ' => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}

/// Formats a number with commas between thousands.
#[must_use]
pub fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str, expect: &str) {
        let constraint: Constraint = serde_json::from_str(json).unwrap();
        let words = constraint_text(&constraint, &CustomConstraintTable::default());
        assert_eq!(format!("{} | {} | {}", words.lead, words.anchor, words.rest_html.as_str()), expect);
    }

    #[test]
    fn constraints_read_as_words() {
        check(r#"{"range":{"min":1,"max":5}}"#, "1 to 5 | range | ");
        check(r#"{"length":{"max":255}}"#, "length | length | at most 255");
        check(r#"{"modulo":{"step":8,"offset":0}}"#, "steps of | modulo | 8, starting at 0");
        check(
            r#"{"allowed_values":["a","<b>"]}"#,
            "one of | allowed_values | <code>a</code> <code>&quot;&lt;b&gt;&quot;</code>",
        );
        check(r#"{"custom_constraint":"nova.flavor"}"#, "nova.flavor | constraint-nova.flavor | ");
    }

    #[test]
    fn numbers_have_commas() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }
}
