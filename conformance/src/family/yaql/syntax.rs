//! Syntax of yaql expressions.

use heat_model::Value;
use yaql::{ErrorClass, Expression};

use crate::compare::{Comparison, Difference};
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about syntax. Input `{expression}`; the answer says whether it can be read, and has the first error otherwise. Only
/// yaql's own errors have a class here.
pub(crate) struct YaqlSyntax;

impl Family for YaqlSyntax {
    fn name(&self) -> &'static str {
        "yaql_syntax"
    }

    fn verdicts(&self) -> &'static [&'static str] {
        &["ok"]
    }

    fn details(&self) -> &'static [&'static str] {
        &[]
    }

    fn differences(&self, vector: &Vector, _data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
        let ours = Expression::parse(vector.input.text("expression")?).err();
        let of_yaql = [ErrorClass::Lexical, ErrorClass::Grammar];
        let ours_is_yaqls = ours.as_ref().is_some_and(|error| of_yaql.contains(&error.class));
        let ours = ours.map(|error| error.message);
        let heat = vector.output.field("message").and_then(Value::as_str);
        let class = vector.output.field("error_class").and_then(Value::as_str).unwrap_or_default();
        let mut found = Comparison::default();
        if heat != ours.as_deref() || class.starts_with("Yaql") != ours_is_yaqls {
            let ours = ours.unwrap_or_else(|| "no error".to_owned());
            found.differs("syntax", &vector.output, &ours);
        }
        Ok(found.differences)
    }
}
