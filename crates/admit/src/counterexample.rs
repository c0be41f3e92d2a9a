//! Values that a property accepted and that a changed constraint rejects.
//!
//! Values are constructed from the constraints and then checked as Heat would check them: a value is a counterexample only if it
//! satisfies all constraints before and violates the changed ones after. A value that nothing else rejects is preferred to one
//! that is rejected twice.

use heat_model::custom_constraint::BuiltIn;
use heat_model::{Constraint, ConstraintKind, PropertySchema, PropertyType, Value};

use super::admitted::{ends, list_of, map_of, sample_item, satisfies_all, text_lengths};
use super::judge::PropertyJudge;
use super::kind::Kind;
use super::pattern_language::Languages;
use super::values::{ValueSet, listed, pattern_of_values, patterns};
use super::whole_numbers::{Between, Progression, number};

/// Maximum number of numbers and lengths that are tried.
const MAX_TRIES: usize = 1_000;

/// Returns a value that all constraints of `before` accept and that those of a kind in `after` reject, if one is found.
#[must_use]
pub fn counterexample(kind: Kind, before: &PropertySchema, after: &PropertySchema) -> Option<Value> {
    let (changed, others): (Vec<_>, Vec<_>) =
        after.constraints.iter().partition(|constraint| kind.is(&constraint.kind));
    // Without constraints, nothing is rejected.
    if changed.is_empty() {
        return None;
    }
    let known =
        |each: &&Constraint| matches!(&each.kind, ConstraintKind::Custom(name) if BuiltIn::is_timeless(name));
    if kind == Kind::Custom && !changed.iter().any(known) {
        return None;
    }
    let before_all: Vec<&Constraint> = before.constraints.iter().collect();
    let judge = PropertyJudge::new(before, after);
    // First try a value that satisfies everything else, too.
    let requirements = [before_all.iter().copied().chain(others).collect(), before_all];
    requirements.iter().find_map(|required: &Vec<&Constraint>| {
        Question { kind, schema: before, required, changed: &changed, judge: Some(&judge) }.answer()
    })
}

/// The search for one counterexample.
struct Question<'a> {
    kind: Kind,
    schema: &'a PropertySchema,
    /// Constraints that the value must satisfy.
    required: &'a [&'a Constraint],
    /// Constraints of which the value must violate at least one.
    changed: &'a [&'a Constraint],
    /// Final check, if the value is one of the property itself and not of one of its items.
    judge: Option<&'a PropertyJudge>,
}

impl Question<'_> {
    fn answer(&self) -> Option<Value> {
        let property_type = self.schema.property_type;
        let lists = self.required.iter().any(|each| matches!(each.kind, ConstraintKind::AllowedValues(_)));
        match property_type {
            PropertyType::List => self.list(lists),
            PropertyType::Map => self.sizes().find_map(|size| self.checked(map_of(self.schema, size, 0)?)),
            _ if lists => {
                self.listed_values().into_iter().take(MAX_TRIES).find_map(|value| self.checked(value))
            }
            PropertyType::Boolean => [true, false].into_iter().find_map(|flag| self.checked(flag.into())),
            PropertyType::String => self.text(),
            PropertyType::Integer | PropertyType::Number => self.number(),
            PropertyType::Any => None,
        }
    }

    /// Returns the values in the lists, without those that are also in the changed lists.
    fn listed_values(&self) -> Vec<Value> {
        let mut values = listed(self.schema.property_type, self.required);
        if self.kind == Kind::AllowedValues {
            let kept = ValueSet::of(&listed(self.schema.property_type, self.changed));
            values.retain(|value| !kept.contains(value));
        }
        values
    }

    /// Returns the value if it is a counterexample.
    fn checked(&self, value: Value) -> Option<Value> {
        let property_type = self.schema.property_type;
        let is_counterexample = satisfies_all(&value, property_type, self.required)
            && !satisfies_all(&value, property_type, self.changed);
        (is_counterexample && self.judge.is_none_or(|judge| judge.loses(&value))).then_some(value)
    }

    /// Returns the parts of the admitted range in which the value must lie, for ranges or lengths.
    fn zones(&self, kind: Kind, of: fn(&[&Constraint]) -> Between) -> Vec<Between> {
        let admitted = of(self.required);
        if self.kind == kind {
            admitted.without(of(self.changed)).into_iter().flatten().collect()
        } else {
            vec![admitted]
        }
    }

    /// Returns the lengths to try.
    fn sizes(&self) -> impl Iterator<Item = i128> {
        let zones = self.zones(Kind::Length, |some| Between::lengths(some.iter().copied()));
        zones.into_iter().filter_map(|zone| zone.min)
    }

    fn list(&self, lists: bool) -> Option<Value> {
        let items: Vec<Value> = if lists {
            self.listed_values()
                .into_iter()
                .take(MAX_TRIES)
                .chain(listed(PropertyType::List, self.required).into_iter().take(1))
                .collect()
        } else if self.kind == Kind::AllowedValues {
            self.unlisted_item().into_iter().collect()
        } else {
            sample_item(self.schema, 0).into_iter().collect()
        };
        self.sizes().find_map(|size| {
            // The lists can only be distinguished by an item, so at least one is needed.
            let size = if self.kind == Kind::Length { size } else { size.max(1) };
            items.iter().find_map(|item| self.checked(list_of(size, Some(item.clone()))?))
        })
    }

    /// Returns an item that not all changed lists contain: text, unless the list declares its items.
    fn unlisted_item(&self) -> Option<Value> {
        let text = PropertySchema::new(PropertyType::String);
        let schema = self.schema.item().unwrap_or(&text);
        let required: Vec<&Constraint> = schema.constraints.iter().collect();
        Question { kind: self.kind, schema, required: &required, changed: self.changed, judge: None }.answer()
    }

    fn text(&self) -> Option<Value> {
        let zones = self.zones(Kind::Length, |some| Between::lengths(some.iter().copied()));
        let zones: Vec<_> = zones.into_iter().filter_map(text_lengths).collect();
        let accepting = patterns(self.required);
        let lists: Vec<String> = self.changed.iter().filter_map(|each| pattern_of_list(each)).collect();
        let refusing: Option<Vec<&str>> = match self.kind {
            Kind::AllowedPattern => Some(patterns(self.changed)),
            Kind::AllowedValues => Some(lists.iter().map(String::as_str).collect()),
            _ => None,
        };
        let all: Vec<_> = accepting.iter().chain(refusing.iter().flatten()).copied().collect();
        if let Ok(mut languages) = Languages::new(&all) {
            let mut wanted = |text: &str| self.checked(text.into()).is_some();
            for zone in &zones {
                if let Ok(Some(text)) = languages.first(&accepting, refusing.as_deref(), *zone, &mut wanted) {
                    return Some(text.into());
                }
            }
        }
        let plain = zones.iter().map(|zone| "a".repeat(zone.min).into());
        plain.chain(texts_of_custom_constraints()).find_map(|text| self.checked(text))
    }

    fn number(&self) -> Option<Value> {
        let zones = self.zones(Kind::Range, |some| Between::ranges(some.iter().copied()));
        let steps = Progression::of(self.required.iter().copied()).ok().flatten();
        let whole = steps
            .iter()
            .flat_map(|steps| zones.iter().flat_map(|zone| steps.between(*zone).take(MAX_TRIES)).map(number));
        // Between whole numbers: half-way, and next to the ends.
        let halves = [0.5, -0.5].map(Value::from).into_iter();
        let beside = ends(self.required).into_iter().flat_map(|end| {
            let float = match end {
                Value::Integer(integer) => integer.as_f64(),
                Value::Float(float) => *float,
                _ => 0.0,
            };
            [Value::from(float + 0.5), Value::from(float - 0.5), end.clone()]
        });
        let fractions = halves.chain(beside).filter(|_| self.schema.property_type == PropertyType::Number);
        whole.chain(fractions).find_map(|value| self.checked(value)).or_else(|| self.not_a_number())
    }

    /// Returns the text of a float that is not a number, which no range refuses, as it is neither less nor more than any number.
    fn not_a_number(&self) -> Option<Value> {
        let (nan, property_type) = (Value::from(f64::NAN), self.schema.property_type);
        let is_counterexample = property_type == PropertyType::Number
            && satisfies_all(&nan, property_type, self.required)
            && !satisfies_all(&nan, property_type, self.changed);
        let text = Value::from("nan");
        (is_counterexample && self.judge.is_none_or(|judge| judge.loses(&text))).then_some(text)
    }
}

/// Returns a pattern for the values of a list, used to find texts that are not in it.
fn pattern_of_list(constraint: &Constraint) -> Option<String> {
    let ConstraintKind::AllowedValues(_) = &constraint.kind else { return None };
    Some(pattern_of_values(&listed(PropertyType::String, &[constraint])))
}

/// Returns texts that some custom constraints accept and others reject. Plausible names of cloud resources come first.
fn texts_of_custom_constraints() -> impl Iterator<Item = Value> {
    let samples = BuiltIn::NAMES.into_iter().flat_map(BuiltIn::samples).copied();
    let plausible = ["a", "my-name", "a b", "-"].into_iter().chain(samples).map(Value::from);
    plausible.chain(BuiltIn::NAMES.into_iter().flat_map(BuiltIn::extremes).map(Value::from))
}
