//! The effect of updating a property: a level with its reason, and the cases with a different level.

use serde::{Deserialize, Serialize};

use super::case::{EffectCase, OtherProperties, ValueChange};
use super::level::EffectLevel;

/// Effect of updating a property.
///
/// ```
/// use heat_model::update_effect::{ChangeKind, EffectLevel, UpdateEffect};
///
/// let effect: UpdateEffect = serde_yaml::from_str(
///     "level: none
/// reason: The volume grows.
/// cases:
/// - change: [decreases, removed]
///   level: refused
///   reason: A volume cannot shrink.
/// - if_cloud: a server uses the volume
///   level: interrupts
///   reason: Heat detaches the volume.
/// ",
/// )
/// .unwrap();
/// assert_eq!(effect.cases[0].change, [ChangeKind::Decreases, ChangeKind::Removed]);
/// assert_eq!(effect.worst(), EffectLevel::Refused);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct UpdateEffect {
    /// The level, if no case applies.
    pub level: EffectLevel,
    /// Reason for the level: what the plug-in and the service do.
    pub reason: Option<String>,
    /// Cases with a different level. The first that applies is used.
    pub cases: Vec<EffectCase>,
}

/// The effect of a certain change.
#[derive(Debug, Clone, PartialEq)]
pub struct DecidedEffect<'e> {
    /// The level, as far as the change decides.
    pub level: EffectLevel,
    /// Reason for the level.
    pub reason: Option<&'e str>,
    /// Case that decides; `None` if none holds.
    pub case: Option<&'e EffectCase>,
    /// Cases that take precedence if they hold, which the change does not decide.
    pub unless: Vec<&'e EffectCase>,
}

impl UpdateEffect {
    /// Returns a level without a reason.
    #[must_use]
    pub const fn plain(level: EffectLevel) -> Self {
        Self { level, reason: None, cases: Vec::new() }
    }

    /// Returns whether the effect is only a level, which is written as a word.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.reason.is_none() && self.cases.is_empty()
    }

    /// The worst level that an update can have.
    #[must_use]
    pub fn worst(&self) -> EffectLevel {
        self.cases.iter().map(|case| case.level).fold(self.level, Ord::max)
    }

    /// Effect of a change: that of the first case that holds.
    #[must_use]
    pub fn decide(&self, change: ValueChange<'_>, others: &dyn OtherProperties) -> DecidedEffect<'_> {
        let mut unless = Vec::new();
        for case in &self.cases {
            match case.holds(change, others) {
                None => unless.push(case),
                Some(true) => {
                    let (level, reason) = (case.level, Some(case.reason.as_str()));
                    return DecidedEffect { level, reason, case: Some(case), unless };
                }
                Some(false) => {}
            }
        }
        DecidedEffect { level: self.level, reason: self.reason.as_deref(), case: None, unless }
    }
}

impl DecidedEffect<'_> {
    /// The worst level that remains possible.
    #[must_use]
    pub fn worst(&self) -> EffectLevel {
        self.unless.iter().map(|case| case.level).fold(self.level, Ord::max)
    }
}

/// An effect as written in a schema: a word, or a map.
#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Level(EffectLevel),
    Whole(Whole),
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole {
    level: EffectLevel,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cases: Vec<EffectCase>,
}

impl From<Written> for UpdateEffect {
    fn from(written: Written) -> Self {
        match written {
            Written::Level(level) => Self::plain(level),
            Written::Whole(Whole { level, reason, cases }) => Self { level, reason, cases },
        }
    }
}

impl From<UpdateEffect> for Written {
    fn from(effect: UpdateEffect) -> Self {
        if effect.is_plain() {
            return Self::Level(effect.level);
        }
        let UpdateEffect { level, reason, cases } = effect;
        Self::Whole(Whole { level, reason, cases })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;
    use crate::update_effect::Side;
    use crate::validation_rule::Condition;

    fn effect(text: &str) -> UpdateEffect {
        serde_yaml::from_str(text).unwrap()
    }

    #[test]
    fn a_plain_level_is_a_word() {
        for level in EffectLevel::ALL {
            let plain = UpdateEffect::plain(level);
            assert_eq!(serde_json::to_value(&plain).unwrap(), level.as_str());
            assert_eq!(effect(level.as_str()), plain);
        }
        let text = "level: none\nreason: Networking notes it.\n";
        assert_eq!(serde_yaml::to_string(&effect(text)).unwrap(), text);
    }

    /// Nothing is known about other properties.
    struct Unknown;

    impl OtherProperties for Unknown {
        fn changes(&self, _: &str) -> Option<bool> {
            None
        }

        fn holds(&self, _: &Condition, _: Side) -> Option<bool> {
            None
        }
    }

    #[test]
    fn the_first_case_that_holds_decides() {
        let effect = effect(
            "level: none
cases:
- if_cloud: a server uses the port
  level: refused
  reason: A.
- becomes: [hard, fast]
  level: interrupts
  reason: B.
- was: [fast]
  level: replaces
  reason: C.
- with: [other]
  level: loses_data
  reason: D.
",
        );
        let check = |old: &str, new: &str, level: EffectLevel, reason: Option<&str>, unless: &[&str]| {
            let [from, to] = [old, new].map(Value::from);
            let is_unknown = |_: &Value| false;
            let decided =
                effect.decide(ValueChange { old: &from, new: &to, is_unknown: &is_unknown }, &Unknown);
            assert_eq!((decided.level, decided.reason), (level, reason), "{old} to {new}");
            let reasons: Vec<&str> = decided.unless.iter().map(|case| case.reason.as_str()).collect();
            assert_eq!(reasons, unless, "{old} to {new}");
        };
        check("fast", "hard", EffectLevel::Interrupts, Some("B."), &["A."]);
        check("fast", "soft", EffectLevel::Replaces, Some("C."), &["A."]);
        check("hard", "soft", EffectLevel::None, None, &["A.", "D."]);
        assert_eq!(effect.worst(), EffectLevel::Refused);
    }

    #[test]
    fn levels_are_ordered_by_what_they_cost() {
        assert!(EffectLevel::ALL.is_sorted());
        assert!(
            EffectLevel::None < EffectLevel::Interrupts && EffectLevel::LosesData < EffectLevel::Replaces
        );
    }
}
