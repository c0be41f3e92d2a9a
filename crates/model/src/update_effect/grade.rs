//! The effect of updating a property: a level with its reason, and the cases with a different level.

use serde::{Deserialize, Serialize};

use super::level::EffectLevel;
use crate::{Value, When};

/// Effect of updating a property.
///
/// ```
/// use heat_model::update_effect::{EffectLevel, UpdateEffect};
///
/// let effect: UpdateEffect = serde_yaml::from_str(
///     "level: loses_data
/// reason: The root disk is overwritten.
/// cases:
/// - when: {property: image_update_policy, in: [REPLACE]}
///   level: replaces
///   reason: A new server takes over.
/// ",
/// )
/// .unwrap();
/// assert_eq!(effect.decide(|_| Some("REBUILD".into())).level, EffectLevel::LosesData);
/// assert_eq!(effect.decide(|_| Some("REPLACE".into())).level, EffectLevel::Replaces);
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

/// A case in which an update has a different effect.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EffectCase {
    /// Condition of the case.
    pub when: CaseCondition,
    /// Level in this case.
    pub level: EffectLevel,
    /// Reason for the level.
    pub reason: String,
}

/// Condition of a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum CaseCondition {
    /// A circumstance that the template does not contain, in words that follow `if`: `a server uses the volume`.
    Circumstance(String),
    /// A top-level property has a certain value after the update, such as a policy.
    Property(When),
}

/// The effect for known values of the properties that it depends on.
#[derive(Debug, Clone, PartialEq)]
pub struct DecidedEffect<'e> {
    /// The level, as far as the values decide.
    pub level: EffectLevel,
    /// Reason for the level.
    pub reason: Option<&'e str>,
    /// Cases that take precedence in circumstances that the values do not decide.
    pub unless: Vec<&'e EffectCase>,
}

impl UpdateEffect {
    /// Returns a level without a reason.
    #[must_use]
    pub const fn plain(level: EffectLevel) -> Self {
        Self { level, reason: None, cases: Vec::new() }
    }

    /// Whether the effect is only a level, which is written as a word.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.reason.is_none() && self.cases.is_empty()
    }

    /// The worst level that an update can have.
    #[must_use]
    pub fn worst(&self) -> EffectLevel {
        self.cases.iter().map(|case| case.level).fold(self.level, Ord::max)
    }

    /// Returns the effect if properties have these values after the update. `value` returns null for a property that is not set,
    /// and `None` for an unknown value.
    #[must_use]
    pub fn decide(&self, value: impl Fn(&str) -> Option<Value>) -> DecidedEffect<'_> {
        let mut unless = Vec::new();
        for case in &self.cases {
            let holds = match &case.when {
                CaseCondition::Circumstance(_) => None,
                CaseCondition::Property(when) => value(&when.property).map(|value| when.holds(&value)),
            };
            match holds {
                None => unless.push(case),
                Some(true) => return DecidedEffect { level: case.level, reason: Some(&case.reason), unless },
                Some(false) => {}
            }
        }
        DecidedEffect { level: self.level, reason: self.reason.as_deref(), unless }
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

    #[test]
    fn the_first_case_that_applies_counts() {
        let text = "level: none
cases:
- when: a server uses the port
  level: refused
  reason: A.
- when: {property: mode, in: [hard, fast]}
  level: interrupts
  reason: B.
- when: {property: force}
  level: replaces
  reason: C.
- when: the moon is full
  level: loses_data
  reason: D.
";
        let effect = effect(text);
        let check = |mode: &str, force: bool, level: EffectLevel, reason: Option<&str>, unless: &[&str]| {
            let value = |name: &str| if name == "mode" { Value::from(mode) } else { Value::from(force) };
            let decided = effect.decide(|name| Some(value(name)));
            assert_eq!((decided.level, decided.reason), (level, reason), "{mode} {force}");
            let reasons: Vec<&str> = decided.unless.iter().map(|case| case.reason.as_str()).collect();
            assert_eq!(reasons, unless, "{mode} {force}");
        };
        check("hard", false, EffectLevel::Interrupts, Some("B."), &["A."]);
        check("hard", true, EffectLevel::Interrupts, Some("B."), &["A."]);
        check("soft", true, EffectLevel::Replaces, Some("C."), &["A."]);
        check("soft", false, EffectLevel::None, None, &["A.", "D."]);
        assert_eq!(effect.worst(), EffectLevel::Refused);
        assert_eq!(effect.decide(|_| Some(Value::Null)).worst(), EffectLevel::Refused);
        assert_eq!(effect.decide(|_| None).unless.len(), 4);
    }

    #[test]
    fn levels_are_ordered_by_what_they_cost() {
        assert!(EffectLevel::ALL.is_sorted());
        assert!(
            EffectLevel::None < EffectLevel::Interrupts && EffectLevel::LosesData < EffectLevel::Replaces
        );
    }
}
