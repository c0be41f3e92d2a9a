//! Differences between the sides of a plan, line by line.

use heat_hot::Data;
use heat_hot::stand_in::StandIn;
use heat_model::Value;
use heat_plan::{Change, Difference, ResourcePlan};
use heat_report::text::counted;

use super::leaves::leaves;
use super::lines::{self, Line};
use super::phrases;
use super::report::Report;

/// A difference in the form in which it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ShownDifference {
    /// A difference in one line: a name, and words about it.
    Words { name: String, words: String },
    /// Two values, each in one line.
    Values { name: String, old: String, new: String, note: String },
    /// Two texts of several lines.
    Lines { name: String, lines: Vec<Line>, note: String },
}

/// The differences to show for the changes of a resource.
pub(super) fn of_resource(report: &Report, resource: &ResourcePlan) -> Vec<ShownDifference> {
    let shown = |change: &Change| {
        let note = phrases::behaviour(resource, change);
        difference(report, phrases::part(&change.part), &change.difference, &change.follows_from, &note)
    };
    resource.changes.iter().flat_map(shown).collect()
}

/// The differences to show besides those of resources, with their titles.
pub(super) fn around(report: &Report) -> [(&'static str, Vec<ShownDifference>); 3] {
    let plan = &report.plan;
    let parameters = plan.parameters.iter().flat_map(|change| {
        let note = phrases::parameter_note(plan, &change.name);
        if change.is_hidden {
            let words = format!("a new secret value{note}");
            return vec![ShownDifference::Words { name: change.name.clone(), words }];
        }
        difference(report, &change.name, &change.difference, &[], note)
    });
    let conditions = plan.conditions.iter();
    let conditions =
        conditions.flat_map(|change| difference(report, &change.name, &change.difference, &[], ""));
    let outputs = plan.outputs.iter();
    let outputs = outputs
        .flat_map(|change| difference(report, &change.name, &change.difference, &change.follows_from, ""));
    [
        ("parameters", parameters.collect()),
        ("conditions", conditions.collect()),
        ("outputs", outputs.collect()),
    ]
}

/// The differences to show between two values.
fn difference(
    report: &Report,
    name: &str,
    difference: &Difference,
    follows_from: &[StandIn],
    note: &str,
) -> Vec<ShownDifference> {
    if heat_plan::is_same(difference) {
        let news: Vec<String> = follows_from.iter().map(|one| format!("the {one} changes")).collect();
        return vec![ShownDifference::Words {
            name: name.to_owned(),
            words: format!("{}{note}", news.join(", ")),
        }];
    }
    let shown = |data: &Option<Data>| data.as_ref().map(|data| report.masked.value(data));
    let (old, new) = (shown(&difference.old), shown(&difference.new));
    let (leaves, more) = leaves(old.as_ref(), new.as_ref());
    if leaves.is_empty() {
        // The values only differ in unknown parts, which are shown with the same words.
        return vec![ShownDifference::Words { name: name.to_owned(), words: format!("another value{note}") }];
    }
    let mut found: Vec<ShownDifference> = leaves
        .into_iter()
        .map(|leaf| {
            let joint = if leaf.path.is_empty() || leaf.path.starts_with('[') { "" } else { "." };
            let name = format!("{name}{joint}{}", leaf.path);
            values(name, leaf.old.as_ref(), leaf.new.as_ref(), note)
        })
        .collect();
    if more > 0 {
        found.push(ShownDifference::Words {
            name: "…".to_owned(),
            words: format!("and {}", counted(more, "more difference")),
        });
    }
    found
}

fn values(name: String, old: Option<&Value>, new: Option<&Value>, note: &str) -> ShownDifference {
    let note = note.to_owned();
    match (old, new) {
        (Some(Value::String(old)), Some(Value::String(new))) if old.contains('\n') || new.contains('\n') => {
            ShownDifference::Lines { name, lines: lines::changed(old, new), note }
        }
        (old, new) => {
            ShownDifference::Values { name, old: phrases::value(old), new: phrases::value(new), note }
        }
    }
}
