//! Data as displayed to users, without secrets.

use heat_hot::data::{Data, marked};
use heat_hot::parameter::ParameterSet;
use heat_hot::stand_in::{self, Part, StandIn};
use heat_model::Value;

/// Minimum length of a secret that is searched for in texts: shorter ones occur in too many words.
const MIN_SECRET: usize = 4;

/// Text that is shown in place of a secret.
const MASK: &str = "******";

/// Displays values without the secrets in them.
#[derive(Debug, Clone, Default)]
pub struct SecretMask {
    secrets: Vec<String>,
    /// `true` if conditions read the values.
    marks_unknown: bool,
}

impl SecretMask {
    /// Creates a mask for the values of hidden parameters.
    #[must_use]
    pub fn of(sets: &[&ParameterSet]) -> Self {
        let hidden = sets.iter().flat_map(|set| set.iter()).filter(|(_, parameter)| parameter.is_hidden());
        Self::new(hidden.filter_map(|(_, parameter)| parameter.value().ok()))
    }

    fn new(secrets: impl Iterator<Item = Value>) -> Self {
        let texts = secrets.filter_map(|value| match value {
            Value::String(text) => Some(text),
            Value::Null | Value::Bool(_) | Value::List(_) | Value::Map(_) => None,
            number => Some(number.to_string()),
        });
        let mut secrets: Vec<String> =
            texts.filter(|text| text.len() >= MIN_SECRET && !stand_in::is_in_text(text)).collect();
        // A secret can be part of another one.
        secrets.sort_by_key(|text| std::cmp::Reverse(text.len()));
        secrets.dedup();
        Self { secrets, marks_unknown: false }
    }

    /// Returns a mask for values that conditions read: a text with a stand-in or a secret is [marked](marked) as unknown.
    #[must_use]
    pub fn marking(&self) -> Self {
        Self { marks_unknown: true, ..self.clone() }
    }

    /// Data with [marks](marked) for unknown values, with readable stand-ins and without secrets.
    #[must_use]
    pub fn value(&self, data: &Data) -> Value {
        self.masked(&marked(data))
    }

    /// Text with readable stand-ins and without secrets.
    #[must_use]
    pub fn text(&self, text: &str) -> String {
        let mut shown: String = stand_in::parts(text)
            .map(|part| match part {
                Part::Text(text) => text.to_owned(),
                Part::StandIn(stand_in) => format!("<{stand_in}>"),
            })
            .collect();
        for secret in &self.secrets {
            if shown.contains(secret) {
                shown = shown.replace(secret, MASK);
            }
        }
        shown
    }

    /// Returns whether a text is displayed in another way.
    fn changes(&self, text: &str) -> bool {
        stand_in::is_in_text(text) || self.secrets.iter().any(|secret| text.contains(secret))
    }

    /// A value with readable stand-ins and without secrets.
    #[must_use]
    pub fn masked(&self, value: &Value) -> Value {
        match value {
            Value::String(text) if self.marks_unknown && self.changes(text) => {
                let origin = match StandIn::of(text) {
                    Some(whole) => whole.to_string(),
                    None => self.text(text),
                };
                [("$unknown".to_owned(), origin.into())].into_iter().collect()
            }
            Value::String(text) => self.text(text).into(),
            Value::Integer(_) | Value::Float(_) if self.secrets.contains(&value.to_string()) => MASK.into(),
            Value::List(items) => Value::List(items.iter().map(|item| self.masked(item)).collect()),
            Value::Map(map) => map.iter().map(|(key, value)| (self.text(key), self.masked(value))).collect(),
            other => other.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use heat_hot::stand_in::DeploymentValue;
    use heat_model::value;

    use super::*;

    #[test]
    fn secrets_are_masked_wherever_they_stand() {
        fn check(secret: Value, shown: Value, expect: &Value) {
            let masked = SecretMask::new([secret].into_iter());
            assert_eq!(masked.value(&Data::Known(shown)), *expect);
        }
        check(
            "secret".into(),
            value!({"a": ["my secret", 5], "secret": true}),
            &value!({"a": ["my ******", 5], "******": true}),
        );
        check(12345.into(), value!([12345, 1234, "12345"]), &value!(["******", 1234, "******"]));
        check(1.25.into(), value!([1.25, "1.25"]), &value!(["******", "******"]));
        let marking = SecretMask::new([Value::from("secret")].into_iter()).marking();
        let id = StandIn { stack: Vec::new(), value: DeploymentValue::Id("server".to_owned()) }.to_text();
        assert_eq!(
            marking.value(&Data::Known(
                value!({"id": (id.clone()), "url": (format!("http://{id}/")), "a": "my secret", "b": "c"})
            )),
            value!({"id": {"$unknown": "ID of server"}, "url": {"$unknown": "http://<ID of server>/"}, "a": {"$unknown": "my ******"}, "b": "c"})
        );
        // Too short to look for, and no text.
        check("abc".into(), value!("abc"), &value!("abc"));
        check(true.into(), value!(["true", true]), &value!(["true", true]));
    }
}
