//! Constraints, and the values that they accept.

use heat_model::custom_constraint::{CustomConstraints, CustomViolation};
use heat_model::validate::violation;
use heat_model::{Constraint, ConstraintKind, PropertyType, Value};

use crate::compare::{Comparison, Difference, Outcome};
use crate::custom;
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::schema;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about constraints. Input `{constraint, value, schema_type?, schema_kind?}`; the value is checked against the
/// constraint without conversion.
pub(crate) const FAMILY: Family = Family {
    name: "constraints",
    verdicts: &["ok", "constraint_error"],
    details: &["constraint_applicable"],
    differences,
};

/// The types of parameters, with the names of HOT and of `CloudFormation`, and the types of properties for which constraints
/// behave the same.
const PARAMETER_TYPES: [(&str, PropertyType); 9] = [
    ("string", PropertyType::String),
    ("number", PropertyType::Number),
    ("boolean", PropertyType::Boolean),
    ("json", PropertyType::Map),
    ("comma_delimited_list", PropertyType::List),
    ("String", PropertyType::String),
    ("Number", PropertyType::Number),
    ("Json", PropertyType::Map),
    ("CommaDelimitedList", PropertyType::List),
];

/// The type of a vector's schema.
fn type_of(input: &Value) -> Result<Option<PropertyType>, Unanswerable> {
    if input.field("schema_type").is_none() {
        return Ok(None);
    }
    let word = input.text("schema_type")?;
    let of_property = matches!(input.text("schema_kind")?, "property" | "base");
    let known = PARAMETER_TYPES.into_iter().find(|(name, _)| !of_property && *name == word);
    known
        .map(|(_, known)| known)
        .or_else(|| schema::type_of(word))
        .map(Some)
        .ok_or_else(|| Unanswerable::Malformed(format!("`{word}` is not a type")))
}

fn accepts(constraint: &Constraint, value: &Value, of_type: Option<PropertyType>) -> Result<(), String> {
    match &constraint.kind {
        ConstraintKind::Custom(name) => {
            custom::as_recorded().check(name, value).map_err(|violation| match violation {
                CustomViolation::NotFound => format!("there is no custom constraint `{name}`"),
                violation => violation.to_string(),
            })
        }
        kind => violation(kind, value, of_type).map_or(Ok(()), Err),
    }
}

fn differences(vector: &Vector, _data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let (input, output) = (&vector.input, &vector.output);
    let mut found = Comparison::default();
    let built = schema::constraint(input.required("constraint")?)
        .map_err(|error| error.to_string())
        .and_then(|constraint| constraint.kind.flaw().map_or(Ok(constraint), Err));
    let constraint = match (built, output.field("constraint_error")) {
        (Ok(constraint), None) => constraint,
        (Err(_), Some(_)) => return Ok(found.differences),
        (Ok(_), Some(error)) => {
            found.differs("constraint_error", error, &"taken");
            return Ok(found.differences);
        }
        (Err(flaw), None) => {
            found.differs("constraint_error", &"taken", &flaw);
            return Ok(found.differences);
        }
    };
    let of_type = type_of(input)?;
    if let Some(of_type) = of_type {
        let heat = output.flag("constraint_applicable", true);
        let ours = constraint.kind.valid_types().contains(&of_type);
        if heat != ours {
            found.differs("constraint_applicable", &heat, &ours);
        }
    }
    let ours = accepts(&constraint, input.required("value")?, of_type);
    if (Outcome::read(output)? == Outcome::Fine) != ours.is_ok() {
        let ours = ours.map_or_else(|why| format!("error: {why}"), |()| "fine".to_owned());
        found.differs("verdict", output, &ours);
    }
    Ok(found.differences)
}
