//! Enums whose variants have a name, in schemas or elsewhere in Heat.

use std::fmt;

/// A word that is not the name of any variant.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownWord {
    /// The word.
    pub word: String,
    /// Description of the expected word, such as `a support status`.
    pub expected: &'static str,
}

impl UnknownWord {
    /// Creates the error for a word.
    #[must_use]
    pub fn new(word: &str, expected: &'static str) -> Self {
        Self { word: word.to_owned(), expected }
    }
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not {}", self.word, self.expected)
    }
}

impl std::error::Error for UnknownWord {}

/// Generates the names of an enum's variants: `ALL`, in this order, `as_str`, `Display` and `FromStr`. Names are compared
/// exactly, as Heat does.
#[macro_export]
macro_rules! words {
    ($name:ident, $expected:literal, [$($variant:ident => $word:literal),+ $(,)?]) => {
        impl $name {
            /// All variants.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// Name of the variant.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::word::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                let known = Self::ALL.into_iter().find(|known| known.as_str() == word);
                known.ok_or_else(|| $crate::word::UnknownWord::new(word, $expected))
            }
        }
    };
}

pub(crate) use words;

#[cfg(test)]
mod tests {
    use std::fmt::{Debug, Display};
    use std::str::FromStr;

    use serde::Serialize;
    use serde::de::DeserializeOwned;

    use super::UnknownWord;
    use crate::custom_constraint::Lookup;
    use crate::{AttributeType, CacheMode, PropertyType, RuleKind, Status};

    /// Checks that the names are those that serde uses, and the error message for another word.
    fn check<T>(all: &[T], wrong: &str, expect: &str)
    where
        T: Copy + Debug + PartialEq + Display + FromStr<Err = UnknownWord> + Serialize + DeserializeOwned,
    {
        for known in all {
            let word = known.to_string();
            assert_eq!(word.parse(), Ok(*known));
            assert_eq!(serde_json::to_value(known).unwrap(), word.as_str());
            assert_eq!(serde_json::from_value::<T>(word.into()).unwrap(), *known);
        }
        assert_eq!(wrong.parse::<T>().map_err(|error| error.to_string()), Err(expect.to_owned()));
    }

    #[test]
    fn words_are_read_and_written_alike() {
        check(&PropertyType::ALL, "text", "`text` is not a type");
        check(&AttributeType::ALL, "number", "`number` is not a type");
        check(&CacheMode::ALL, "cache", "`cache` is not a cache mode");
        check(&RuleKind::ALL, "Add", "`Add` is not a translation rule");
        check(&Status::ALL, "supported", "`supported` is not a support status");
        check(&Lookup::ALL, "names", "`names` is not a lookup");
    }
}
