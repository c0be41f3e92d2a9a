//! Data as displayed to users, without secrets.

use heat_hot::data::{Data, marked};
use heat_hot::parameter::{ParameterInputs, ParameterSet};
use heat_hot::resolve::Resolved;
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
        let mut mask = Self::default();
        secrets.for_each(|value| mask.add(&value));
        mask.sort();
        mask
    }

    /// Adds the hidden parameters of nested stacks.
    #[must_use]
    pub fn and_of_nested(mut self, resolved: &Resolved) -> Self {
        self.add_nested(resolved);
        self.sort();
        self
    }

    fn add_nested(&mut self, resolved: &Resolved) {
        for resource in resolved.resources.values() {
            let Some(nested) = &resource.nested else { continue };
            // The values are the properties of the resource.
            let (parameters, _) = nested.template.parameters(None, &ParameterInputs::default());
            for (name, parameter) in parameters.iter().filter(|(_, parameter)| parameter.is_hidden()) {
                let set = resource.properties.as_ref().and_then(|properties| properties.get(name));
                let value = match set {
                    Some(data) => data.as_known().cloned(),
                    None => parameter.value().ok(),
                };
                if let Some(value) = value {
                    self.add(&value);
                }
            }
            self.add_nested(&nested.resolved);
        }
    }

    /// Adds a secret: a text, a number, or those in a list or map.
    fn add(&mut self, value: &Value) {
        match value {
            Value::Null | Value::Bool(_) => {}
            Value::List(items) => items.iter().for_each(|item| self.add(item)),
            Value::Map(map) => map.values().for_each(|value| self.add(value)),
            Value::String(text) => self.add_text(text.clone()),
            number => self.add_text(number.to_string()),
        }
    }

    fn add_text(&mut self, text: String) {
        if text.len() >= MIN_SECRET && !stand_in::is_in_text(&text) {
            self.secrets.push(text);
        }
    }

    fn sort(&mut self) {
        // A secret can be part of another one.
        self.secrets.sort_by(|left, right| right.len().cmp(&left.len()).then_with(|| left.cmp(right)));
        self.secrets.dedup();
    }

    /// Returns a mask for values that conditions read: a text with a stand-in or a secret is [marked](marked) as unknown.
    #[must_use]
    pub fn marking(&self) -> Self {
        Self { marks_unknown: true, ..self.clone() }
    }

    /// Data with [marks](marked) for unknown values, with readable stand-ins and without secrets.
    #[must_use]
    pub fn value(&self, data: &Data) -> Value {
        self.masked(&marked(data), true)
    }

    /// Data like [`value`](Self::value), with the keys of maps as they are.
    #[must_use]
    pub fn value_with_keys(&self, data: &Data) -> Value {
        self.masked(&marked(data), false)
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

    fn masked(&self, value: &Value, masks_keys: bool) -> Value {
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
            Value::List(items) => {
                Value::List(items.iter().map(|item| self.masked(item, masks_keys)).collect())
            }
            Value::Map(map) => {
                let key = |key: &String| if masks_keys { self.text(key) } else { key.clone() };
                map.iter().map(|(name, value)| (key(name), self.masked(value, masks_keys))).collect()
            }
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
