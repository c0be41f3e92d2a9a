//! A plug-in with its own resource type.
//!
//! Its schema is `schemas/My/Custom/Token.yaml`. The derive generates the module [`token`] from it; the plug-in only has to
//! implement what the resource does.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use self::token::{Attribute, Kind, Properties, Property, RulesSet, StoredProperties};
use heat_plugin::update::Decision;
use heat_plugin::{HeatResource, Value};

/// `My::Custom::Token`: a random token that lives as long as its resource.
#[derive(HeatResource, Debug, Clone, PartialEq, Eq)]
#[heat(schema = "schemas/My/Custom/Token.yaml", builders)]
pub struct Token;

/// A token that was created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    prefix: String,
    characters: String,
    alphabet: &'static str,
}

/// Reason why a token could not be created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The rules require more characters than the token has, or characters that its kind does not contain.
    Rules(String),
    /// The update changes something that cannot be changed.
    Immutable(Vec<Property>),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rules(why) => write!(f, "no token meets the rules: {why}"),
            Self::Immutable(properties) => {
                let names: Vec<&str> = properties.iter().map(|property| property.name()).collect();
                write!(f, "a token keeps its {}", names.join(", "))
            }
        }
    }
}

impl std::error::Error for Failure {}

impl Token {
    /// Creates a token. `chance` determines its characters; a real plug-in would ask the operating system.
    ///
    /// # Errors
    /// If the rules cannot be satisfied.
    pub fn create(properties: &Properties, chance: u64) -> Result<Made, Failure> {
        let alphabet = alphabet(properties.kind);
        for rule in &properties.rules {
            if rule.at_least > properties.length {
                return Err(Failure::Rules(format!(
                    "{} {} in {}",
                    rule.at_least, rule.set, properties.length
                )));
            }
            if rule.at_least > 0 && !alphabet.chars().any(|letter| is_in(rule.set, letter)) {
                return Err(Failure::Rules(format!("{} has no {}", properties.kind, rule.set)));
            }
        }
        let letters: Vec<char> = alphabet.chars().collect();
        let characters = (0..properties.length).map(|place| {
            let wanted = properties.rules.iter().find(|rule| place < rule.at_least).map(|rule| rule.set);
            let fitting: Vec<char> = letters
                .iter()
                .copied()
                .filter(|letter| wanted.is_none_or(|set| is_in(set, *letter)))
                .collect();
            let mut hasher = DefaultHasher::new();
            (chance, place).hash(&mut hasher);
            let pick = usize::try_from(hasher.finish() % fitting.len().max(1) as u64).unwrap_or_default();
            fitting.get(pick).copied().unwrap_or('0')
        });
        let characters = characters.collect();
        Ok(Made { prefix: properties.prefix.clone().unwrap_or_default(), characters, alphabet })
    }

    /// Updates a token to new properties: returns the changed token, or a new one. The old properties are the stored ones,
    /// which may have been stored with an older schema.
    ///
    /// # Errors
    /// If an immutable property changed, or the new rules cannot be satisfied.
    pub fn update(
        made: &Made,
        old: &StoredProperties,
        new: &Properties,
        chance: u64,
    ) -> Result<Made, Failure> {
        let changes = old.changes(new);
        match changes.decision {
            Decision::NoChange => Ok(made.clone()),
            Decision::InPlace => Ok(Made { prefix: new.prefix.clone().unwrap_or_default(), ..made.clone() }),
            Decision::Replace => Self::create(new, chance),
            Decision::Refused => Err(Failure::Immutable(changes.refused)),
        }
    }

    /// The value of an attribute. After one is added to the schema, this does not compile until it is handled here.
    #[must_use]
    pub fn attribute(made: &Made, attribute: Attribute) -> Value {
        let token = || Value::from(format!("{}{}", made.prefix, made.characters).as_str());
        match attribute {
            Attribute::Value => token(),
            Attribute::Strength => {
                let bits = f64::from(u32::try_from(made.alphabet.len()).unwrap_or(1)).log2();
                let length = u32::try_from(made.characters.len()).unwrap_or(u32::MAX);
                #[expect(clippy::cast_possible_truncation, reason = "whole bits are what is asked for")]
                Value::from((bits * f64::from(length)) as i64)
            }
            Attribute::Show => [("value".to_owned(), token())].into_iter().collect(),
        }
    }
}

fn alphabet(kind: Kind) -> &'static str {
    match kind {
        Kind::Hex => "0123456789abcdef",
        Kind::Letters => "abcdefghijklmnopqrstuvwxyz",
        Kind::LettersAndDigits => "abcdefghijklmnopqrstuvwxyz0123456789",
    }
}

fn is_in(set: RulesSet, letter: char) -> bool {
    match set {
        RulesSet::Digits => letter.is_ascii_digit(),
        RulesSet::Letters => letter.is_ascii_alphabetic(),
    }
}
