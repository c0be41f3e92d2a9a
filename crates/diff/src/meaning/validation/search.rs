//! Looks for property data that one schema accepts and a validation rule of the other schema refuses.
//!
//! The properties that rules look at are decided one after the other; the others are unknown until then. As soon as the known
//! values violate a rule of the accepting side, or satisfy the rule in question, the branch is left. So the search is complete for
//! the values that are tried (see [`options`]), and short, because few properties decide on a rule. The data that it finds are
//! judged as a whole with both schemas.

use std::cell::Cell;

use heat_admit::Judge;
use heat_model::evaluate::RuleVerdict;
use heat_model::steps::step;
use heat_model::validate::{ErrorKind, Step, ValueError};
use heat_model::{ResourceType, TranslationRule, ValidationRule, Value};
use indexmap::{IndexMap, IndexSet};

use super::matched::{Matched, MatchedRule};
use crate::accepted::{Data, Interest, first_accepted, options, with};
use crate::pairs::TypePair;
use crate::schema::named::{connect, grouped, is_end, named};

/// The maximum number of partial data sets to judge for one rule.
const MAX_STEPS: usize = 12_000;

/// Represents a value that is not decided yet. No schema contains this text, whose first code point is not a character.
const UNKNOWN: &str = "\u{fdd0}unknown";

/// A property, and the values to try.
type Choice = (String, Vec<Value>);

/// The result of a search.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Found {
    /// Data that are accepted on one side, and violate the rule of the other.
    Data(Data),
    /// There are no such data.
    Nothing,
    /// No such data were found, but not all data were tried.
    Undecided,
}

/// The results of the searches for a rule.
pub(super) struct Searched<'a> {
    pub(super) rule: MatchedRule<'a>,
    /// Data that were accepted and that the rule refuses now.
    pub(super) lost: Found,
    /// `true` if data that the rule refused may be accepted now.
    pub(super) is_gained: bool,
}

/// Searches both directions for each rule of a type.
pub(super) fn all<'a>(types: TypePair<'a>, rules: Vec<Matched<'a>>) -> Vec<Searched<'a>> {
    if rules.is_empty() {
        return Vec::new();
    }
    let [lost, gained] = [Search::new(types.before, types.after), Search::new(types.after, types.before)];
    let searched = rules.into_iter().map(|Matched { rule, is_weaker }| {
        let (old, new) = match rule {
            MatchedRule::Kept(_, new) | MatchedRule::New(new) => (None, Some(new)),
            MatchedRule::Changed(old, new) => (Some(old), Some(new)),
            MatchedRule::Gone(old) => (Some(old), None),
        };
        let new = new.filter(|_| !is_weaker);
        Searched {
            rule,
            lost: new.map_or(Found::Nothing, |(index, _)| lost.violating(index)),
            is_gained: old.is_some_and(|(index, _)| gained.violating(index) != Found::Nothing),
        }
    });
    searched.collect()
}

/// A search for data that the accepting side accepts and the refusing side refuses.
struct Search<'a> {
    sides: [&'a ResourceType; 2],
    /// The parts of both sides that the rules concern.
    parts: [ResourceType; 2],
    choices: Vec<Choice>,
}

impl<'a> Search<'a> {
    fn new(accepting: &'a ResourceType, refusing: &'a ResourceType) -> Self {
        let interest = Interest::of([accepting, refusing]);
        let mut names: IndexSet<&str> = interest.members.keys().map(String::as_str).collect();
        let grouped: Vec<String> = [accepting, refusing].into_iter().flat_map(grouped).collect();
        names.extend(grouped.iter().map(String::as_str));
        connect([accepting, refusing], &mut names, is_end);
        let none = Interest::default();
        let choices = names.iter().filter_map(|name| {
            let schema = accepting.properties.get(*name).filter(|schema| schema.implemented)?;
            Some(((*name).to_owned(), options(schema, interest.members.get(*name).unwrap_or(&none))))
        });
        let choices = choices.collect();
        let parts = [accepting, refusing].map(|side| part(side, &names));
        Self { sides: [accepting, refusing], parts, choices }
    }

    /// Data that violate one rule of the refusing side, identified by its index. Data without HIDDEN properties are preferred.
    fn violating(&self, rule: usize) -> Found {
        let accepting = self.sides[0];
        let is_visible = |name: &str, value: &Value| {
            accepting.hidden_given(&IndexMap::from([(name.to_owned(), value.clone())])) == 0
        };
        let visible = self.choices.iter().map(|(name, values)| {
            let values = values.iter().filter(|value| is_visible(name, value)).cloned();
            (name.clone(), values.collect())
        });
        let visible: Vec<Choice> = visible.collect();
        if visible != self.choices
            && let Found::Data(data) = self.violating_with(rule, &visible)
        {
            return Found::Data(data);
        }
        self.violating_with(rule, &self.choices)
    }

    fn violating_with(&self, rule: usize, choices: &[Choice]) -> Found {
        let Some(wanted) = self.sides[1].validation_rules.get(rule) else { return Found::Nothing };
        // Such a type ignores its properties.
        if self.sides[1].any_property {
            return Found::Nothing;
        }
        let mut first = named(wanted);
        for translation in &self.sides[1].translation_rules {
            let is_read = translation.translation_path.first().is_some_and(|name| first.contains(name));
            first.extend(
                translation.source_path().filter(|_| is_read).and_then(|path| path.into_iter().next()),
            );
        }
        let mut choices: Vec<&Choice> = choices.iter().collect();
        let read: IndexSet<&str> = self
            .parts
            .iter()
            .flat_map(|part| &part.translation_rules)
            .flat_map(TranslationRule::properties_read)
            .collect();
        // If the accepting side refuses everything that could violate the rule, its own rules show it: the properties of one after the
        // other, starting with the rule that has the fewest combinations.
        let mut rules: Vec<IndexSet<String>> = self.sides[0].validation_rules.iter().map(named).collect();
        rules.sort_by_cached_key(|names| {
            let counts =
                choices.iter().filter(|(name, _)| names.contains(name)).map(|(_, values)| values.len());
            counts.fold(1_usize, |product, count| product.saturating_mul(count + 1))
        });
        let in_order: IndexSet<String> = rules.into_iter().flatten().collect();
        let is_other = |name: &String| usize::from(!first.contains(name));
        for turn in 0..3 {
            choices.sort_by_key(|(name, values)| match turn {
                // The result of a translation rule is undecided until the properties that it reads are decided.
                0 => (is_other(name), usize::from(!read.contains(name.as_str()))),
                // With few values first, a dead branch is left before there are many.
                1 => (is_other(name), values.len()),
                _ => (in_order.get_index_of(name).unwrap_or(in_order.len()), values.len()),
            });
            let found = self.attempt(rule, choices.clone());
            if found != Found::Undecided {
                return found;
            }
        }
        Found::Undecided
    }

    /// Looks for data, and decides the properties in this order.
    fn attempt(&self, rule: usize, choices: Vec<&Choice>) -> Found {
        let attempt = Attempt {
            search: self,
            rule,
            choices,
            judges: self.parts.each_ref().map(Judge::new),
            whole: self.sides.map(Judge::new),
            steps: Cell::new(0),
            is_complete: Cell::new(true),
        };
        match attempt.found() {
            Some(data) => Found::Data(attempt.shortened(data)),
            None if attempt.is_complete.get() => Found::Nothing,
            None => Found::Undecided,
        }
    }
}

/// A search for data that violate one rule.
struct Attempt<'s> {
    search: &'s Search<'s>,
    rule: usize,
    /// The properties; those of the rule come first.
    choices: Vec<&'s Choice>,
    judges: [Judge<'s>; 2],
    whole: [Judge<'s>; 2],
    steps: Cell<usize>,
    is_complete: Cell<bool>,
}

impl Attempt<'_> {
    fn found(&self) -> Option<Data> {
        let unknown = self.choices.iter().map(|(name, _)| (name.clone(), Value::from(UNKNOWN)));
        self.decided(unknown.collect(), 0)
    }

    /// Decides the choices, starting at a position.
    fn decided(&self, data: Data, position: usize) -> Option<Data> {
        step();
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() > MAX_STEPS {
            self.is_complete.set(false);
            return None;
        }
        if self.is_hopeless(&data) {
            return None;
        }
        let Some((name, values)) = self.choices.get(position) else { return self.judged(data) };
        self.decided(with(&data, name, None), position + 1).or_else(|| {
            values.iter().find_map(|value| self.decided(with(&data, name, Some(value)), position + 1))
        })
    }

    /// Returns whether the accepting side refuses the data, or the rule is satisfied, whatever the unknown values are.
    fn is_hopeless(&self, data: &Data) -> bool {
        let is_unknown = |value: &Value| value.as_str() == Some(UNKNOWN);
        let [accepting, refusing] = &self.judges;
        let [accepted, refused] = &self.search.parts;
        let (errors, verdicts) = accepting.rule_verdicts(data, &is_unknown);
        let violated = |(rule, verdict): (&ValidationRule, &RuleVerdict)| {
            *verdict == RuleVerdict::Violated && !depends_on_unknown(rule, accepted, data)
        };
        if self.are_certain(&errors, data)
            || (errors.is_empty() && accepted.validation_rules.iter().zip(&verdicts).any(violated))
        {
            return true;
        }
        let (errors, verdicts) = refusing.rule_verdicts(data, &is_unknown);
        let is_settled = |rule: &ValidationRule| !depends_on_unknown(rule, refused, data);
        self.are_certain(&errors, data)
            || (errors.is_empty()
                && verdicts.get(self.rule) == Some(&RuleVerdict::Satisfied)
                && refused.validation_rules.get(self.rule).is_some_and(is_settled))
    }

    /// Returns whether one of the errors remains, whatever the unknown values are: it is about a decided property, and no
    /// translation rule changes that. An unknown value is treated as set, and may still be omitted.
    fn are_certain(&self, errors: &[ValueError], data: &Data) -> bool {
        let is_decided = |error: &ValueError| match error.path.0.first() {
            Some(Step::Name(name)) => data.get(name).and_then(Value::as_str) != Some(UNKNOWN),
            _ => false,
        };
        self.search.parts.iter().all(|part| part.translation_rules.is_empty())
            && errors.iter().any(is_decided)
    }

    /// The data with all other required properties, if they show the difference.
    fn judged(&self, data: Data) -> Option<Data> {
        let [accepting, refusing] = self.search.sides;
        // Most data fail here, because the part is small.
        if !self.judges[0].accepts(&data) || !self.violates(&self.judges[1], refusing, &data) {
            return None;
        }
        let required = accepting.properties.iter().filter(|(name, schema)| {
            schema.required
                && schema.default.is_none()
                && !self.choices.iter().any(|(known, _)| known == *name)
        });
        let mut whole: Data =
            required.filter_map(|(name, schema)| Some((name.clone(), first_accepted(schema)?))).collect();
        whole.extend(data);
        let shows = self.shows(&whole);
        if !shows {
            self.is_complete.set(false);
        }
        shows.then_some(whole)
    }

    fn shows(&self, data: &Data) -> bool {
        self.whole[0].accepts(data) && self.violates(&self.whole[1], self.search.sides[1], data)
    }

    /// Returns whether data violate the rule and are fine otherwise: Heat only checks rules if they are.
    fn violates(&self, judge: &Judge<'_>, side: &ResourceType, data: &Data) -> bool {
        let Some(rule) = side.validation_rules.get(self.rule) else { return false };
        let errors = judge.errors(data);
        let is_expected = |kind: ErrorKind| matches!(kind, ErrorKind::Rule | ErrorKind::Group);
        errors.iter().all(|error| is_expected(error.kind))
            && errors.iter().any(|error| error.kind == ErrorKind::Rule && error.message == rule.words())
    }

    /// The data without everything that is not needed to show the difference.
    fn shortened(&self, mut data: Data) -> Data {
        for name in data.keys().cloned().collect::<Vec<_>>() {
            let shorter = with(&data, &name, None);
            if self.shows(&shorter) {
                data = shorter;
                continue;
            }
            // Then remove members of a map, or of the items of a list.
            loop {
                let simpler =
                    data.get(&name).map(simpler).unwrap_or_default().into_iter().find_map(|value| {
                        let shorter = with(&data, &name, Some(&value));
                        self.shows(&shorter).then_some(shorter)
                    });
                match simpler {
                    Some(shorter) => data = shorter,
                    None => break,
                }
            }
        }
        data
    }
}

/// Returns whether a validation rule looks at the result of a translation rule for a value that is not decided yet. That result
/// can be anything: if the value is omitted, nothing is translated.
fn depends_on_unknown(rule: &ValidationRule, part: &ResourceType, data: &Data) -> bool {
    let is_unknown = |name: &str| data.get(name).and_then(Value::as_str) == Some(UNKNOWN);
    let mut depends = false;
    for translation in &part.translation_rules {
        if translation.properties_read().into_iter().any(is_unknown) {
            let target = translation.translation_path.first();
            rule.visit_paths(&mut |path, _| depends |= path.first() == target);
        }
    }
    depends
}

/// Copies of a value, each without one of its members or items, at any depth.
fn simpler(value: &Value) -> Vec<Value> {
    // A part is left out, or becomes simpler itself.
    let changed = |part: &Value| [None].into_iter().chain(simpler(part).into_iter().map(Some));
    match value {
        Value::Map(map) => {
            let replaced = |name: &String, new: Option<Value>| -> Value {
                let members = map.iter().filter_map(|(other, old)| {
                    let value = if other == name { new.clone()? } else { old.clone() };
                    Some((other.clone(), value))
                });
                members.collect()
            };
            map.iter().flat_map(|(name, part)| changed(part).map(move |new| replaced(name, new))).collect()
        }
        Value::List(items) => {
            let replaced = |index: usize, new: Option<Value>| -> Value {
                let items = items.iter().enumerate();
                items
                    .filter_map(|(other, old)| if other == index { new.clone() } else { Some(old.clone()) })
                    .collect()
            };
            let items = items.iter().enumerate();
            items.flat_map(|(index, part)| changed(part).map(move |new| replaced(index, new))).collect()
        }
        _ => Vec::new(),
    }
}

/// The type with only some of its properties.
fn part(schema: &ResourceType, names: &IndexSet<&str>) -> ResourceType {
    let mut part = schema.clone();
    part.properties.retain(|name, _| names.contains(name.as_str()));
    part.translation_rules
        .retain(|rule| rule.translation_path.first().is_some_and(|name| names.contains(name.as_str())));
    part
}
