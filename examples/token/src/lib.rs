//! A plug-in with a resource type of its own.
//!
//! Its schema is `schemas/My/Custom/Token.yaml`. The derive makes of it the module [`token`]; what is left to write is
//! what the resource does.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use self::token::{Attribute, Kind, Properties, Property, RulesSet, StoredProperties};
use heat_plugin::update::Decision;
use heat_plugin::{HeatResource, Value};

/// `My::Custom::Token`: a random token that lives as long as its resource.
#[derive(HeatResource, Debug, Clone, PartialEq, Eq)]
#[heat(schema = "schemas/My/Custom/Token.yaml")]
pub struct Token;

/// A token that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    prefix: String,
    characters: String,
    alphabet: &'static str,
}

/// Why there is no token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The rules ask for more than the token has room for, or for characters that its kind does not have.
    Rules(String),
    /// The update changes what cannot be changed.
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
    /// Makes a token. `chance` decides on its characters; a real plug-in would ask the operating system.
    ///
    /// # Errors
    /// That the rules cannot be met.
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

    /// Brings a token to new properties: the old one changed, or a new one. The old properties are those that were stored,
    /// which may have been stored under an older schema.
    ///
    /// # Errors
    /// That an immutable property changed, or that the new rules cannot be met.
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

    /// The value of an attribute. A new one in the schema does not compile until it is answered here.
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
