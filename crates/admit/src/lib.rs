//! Analysis of constraints: whether they admit any value, an example, a comparison of two schemas, and a value that proves the
//! difference.
//!
//! A property admits the values that its type, its constraints and its nested schema admit together, as the engine
//! ([`evaluate`](heat_model::evaluate)) reads them: every value reported here has been judged by the engine. Questions about
//! whole numbers are answered by arithmetic (`whole_numbers`), those about patterns by automata (`pattern_language`). If a
//! question cannot be decided, or would take too long, the result is "undecided": only proven results are returned.
//!
//! [`PresenceCombinations`] is the truth table of properties groups: the combinations of properties that can be set together.
//!
//! Custom constraints that only a cloud can decide are assumed to be satisfied.
//!
//! ```
//! use heat_model::PropertySchema;
//! use heat_admit::{admits_nothing, sample};
//!
//! let schema = |text: &str| serde_json::from_str::<PropertySchema>(text).unwrap();
//! let range = schema(r#"{"type": "integer", "constraints": [{"range": {"min": 3}}, {"modulo": {"step": 4, "offset": 0}}]}"#);
//! assert_eq!(sample(&range), Some(4.into()));
//!
//! let contradiction = schema(r#"{"type": "integer", "constraints": [{"range": {"min": 5}}, {"range": {"max": 3}}]}"#);
//! assert!(admits_nothing(&contradiction));
//! ```

mod admitted;
pub mod budget;
mod comparison;
mod counterexample;
mod entailed;
mod inclusion;
mod judge;
mod kind;
mod near;
mod pattern_language;
mod presence;
mod values;
mod whole_numbers;

pub use admitted::{admits_nothing, contradicting, sample};
pub use comparison::{Comparison, Relation, compare};
pub use counterexample::counterexample;
pub use entailed::{admits_only_empty_lists, entails};
pub use inclusion::{loses_nothing, lost_value};
pub use judge::{Judge, PropertyJudge};
pub use kind::Kind;
pub use near::values_near;
pub use pattern_language::Undecided;
pub use presence::{PresenceCombination, PresenceCombinations};
pub use values::listed;
