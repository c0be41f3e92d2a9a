//! Values that a property accepted, and that a changed constraint refuses.
//!
//! Values are made up from what the constraints say, and then held against them as Heat would: only one that all
//! constraints before accept and the changed ones after do not is a counterexample. One that nothing else refuses is better
//! than one that is refused twice.

use super::admitted::{ends, list_of, map_of, meets_all, sample_item, text_lengths};
use super::judge::PropertyJudge;
use super::kind::Kind;
use super::pattern_language::Languages;
use super::values::{ValueSet, listed, pattern_of_values, patterns};
use super::whole_numbers::{Between, Progression, number};
use crate::custom_constraint::BuiltIn;
use crate::{Constraint, ConstraintKind, PropertySchema, PropertyType, Value};

/// How many numbers, and how many lengths, are tried.
const MOST_TRIED: usize = 1_000;

/// A value that all constraints of `before` accept and those of a kind in `after` do not, if one is found.
#[must_use]
pub fn counterexample(kind: Kind, before: &PropertySchema, after: &PropertySchema) -> Option<Value> {
    let (changed, others): (Vec<_>, Vec<_>) =
        after.constraints.iter().partition(|constraint| kind.is(&constraint.kind));
    // Where there are none, they refuse nothing.
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
    // First one that meets everything else, too.
    let wishes = [before_all.iter().copied().chain(others).collect(), before_all];
    wishes.iter().find_map(|wish: &Vec<&Constraint>| {
        Question { kind, schema: before, wish, changed: &changed, judge: Some(&judge) }.answer()
    })
}

/// What is looked for.
struct Question<'a> {
    kind: Kind,
    schema: &'a PropertySchema,
    /// What has to be met.
    wish: &'a [&'a Constraint],
    /// What must not be met by all of these.
    changed: &'a [&'a Constraint],
    /// Has the last word, where the value is one of the property and not of an item of it.
    judge: Option<&'a PropertyJudge>,
}

impl Question<'_> {
    fn answer(&self) -> Option<Value> {
        let property_type = self.schema.property_type;
        let lists = self.wish.iter().any(|each| matches!(each.kind, ConstraintKind::AllowedValues(_)));
        match property_type {
            PropertyType::List => self.list(lists),
            PropertyType::Map => self.sizes().find_map(|size| self.right(map_of(self.schema, size, 0)?)),
            _ if lists => self.named().into_iter().take(MOST_TRIED).find_map(|value| self.right(value)),
            PropertyType::Boolean => [true, false].into_iter().find_map(|flag| self.right(flag.into())),
            PropertyType::String => self.text(),
            PropertyType::Integer | PropertyType::Number => self.number(),
            PropertyType::Any => None,
        }
    }

    /// The values that lists name, without those that the changed lists name as well.
    fn named(&self) -> Vec<Value> {
        let mut named = listed(self.schema.property_type, self.wish);
        if self.kind == Kind::AllowedValues {
            let kept = ValueSet::of(&listed(self.schema.property_type, self.changed));
            named.retain(|value| !kept.contains(value));
        }
        named
    }

    /// The value, where it is what is looked for.
    fn right(&self, value: Value) -> Option<Value> {
        let property_type = self.schema.property_type;
        let right =
            meets_all(&value, property_type, self.wish) && !meets_all(&value, property_type, self.changed);
        (right && self.judge.is_none_or(|judge| judge.loses(&value))).then_some(value)
    }

    /// The parts of what is admitted in which the answer lies, for ranges or lengths.
    fn zones(&self, kind: Kind, of: fn(&[&Constraint]) -> Between) -> Vec<Between> {
        let admitted = of(self.wish);
        if self.kind == kind {
            admitted.without(of(self.changed)).into_iter().flatten().collect()
        } else {
            vec![admitted]
        }
    }

    /// Lengths to try.
    fn sizes(&self) -> impl Iterator<Item = i128> {
        let zones = self.zones(Kind::Length, |some| Between::lengths(some.iter().copied()));
        zones.into_iter().filter_map(|zone| zone.min)
    }

    fn list(&self, lists: bool) -> Option<Value> {
        let items: Vec<Value> = if lists {
            self.named()
                .into_iter()
                .take(MOST_TRIED)
                .chain(listed(PropertyType::List, self.wish).into_iter().take(1))
                .collect()
        } else if self.kind == Kind::AllowedValues {
            self.item_not_named().into_iter().collect()
        } else {
            sample_item(self.schema, 0).into_iter().collect()
        };
        self.sizes().find_map(|size| {
            // To tell lists by their items, one is needed.
            let size = if self.kind == Kind::Length { size } else { size.max(1) };
            items.iter().find_map(|item| self.right(list_of(size, Some(item.clone()))?))
        })
    }

    /// An item that the changed lists do not all name: text, unless the list says what its items are.
    fn item_not_named(&self) -> Option<Value> {
        let text = PropertySchema::new(PropertyType::String);
        let schema = self.schema.item().unwrap_or(&text);
        let wish: Vec<&Constraint> = schema.constraints.iter().collect();
        Question { kind: self.kind, schema, wish: &wish, changed: self.changed, judge: None }.answer()
    }

    fn text(&self) -> Option<Value> {
        let zones = self.zones(Kind::Length, |some| Between::lengths(some.iter().copied()));
        let zones: Vec<_> = zones.into_iter().filter_map(text_lengths).collect();
        let accepting = patterns(self.wish);
        let lists: Vec<String> = self.changed.iter().filter_map(|each| pattern_of_list(each)).collect();
        let refusing: Option<Vec<&str>> = match self.kind {
            Kind::AllowedPattern => Some(patterns(self.changed)),
            Kind::AllowedValues => Some(lists.iter().map(String::as_str).collect()),
            _ => None,
        };
        let all: Vec<_> = accepting.iter().chain(refusing.iter().flatten()).copied().collect();
        if let Ok(mut languages) = Languages::new(&all) {
            let mut wanted = |text: &str| self.right(text.into()).is_some();
            for zone in &zones {
                if let Ok(Some(text)) = languages.first(&accepting, refusing.as_deref(), *zone, &mut wanted) {
                    return Some(text.into());
                }
            }
        }
        let plain = zones.iter().map(|zone| "a".repeat(zone.min).into());
        plain.chain(texts_of_custom_constraints()).find_map(|text| self.right(text))
    }

    fn number(&self) -> Option<Value> {
        let zones = self.zones(Kind::Range, |some| Between::ranges(some.iter().copied()));
        let steps = Progression::of(self.wish.iter().copied()).ok().flatten();
        let whole = steps.iter().flat_map(|steps| {
            zones.iter().flat_map(|zone| steps.between(*zone).take(MOST_TRIED)).map(number)
        });
        // Between whole numbers: half-way, and at the ends.
        let halves = [0.5, -0.5].map(Value::from).into_iter();
        let beside = ends(self.wish).into_iter().flat_map(|end| {
            let float = match end {
                Value::Integer(integer) => integer.as_f64(),
                Value::Float(float) => *float,
                _ => 0.0,
            };
            [Value::from(float + 0.5), Value::from(float - 0.5), end.clone()]
        });
        let fractions = halves.chain(beside).filter(|_| self.schema.property_type == PropertyType::Number);
        whole.chain(fractions).find_map(|value| self.right(value))
    }
}

/// A pattern for what a list names, by which texts that it does not name are found.
fn pattern_of_list(constraint: &Constraint) -> Option<String> {
    let ConstraintKind::AllowedValues(_) = &constraint.kind else { return None };
    Some(pattern_of_values(&listed(PropertyType::String, &[constraint])))
}

/// Texts that some custom constraints accept and others refuse. First what a thing in a cloud may be called.
fn texts_of_custom_constraints() -> impl Iterator<Item = Value> {
    let samples = BuiltIn::NAMES.into_iter().flat_map(BuiltIn::samples).copied();
    ["a", "my-name", "a b", "-"].into_iter().chain(samples).map(Value::from)
}
