//! Witnesses of breaking changes: the smallest templates that show them.
//!
//! A witness is valid with the old schema, and is refused, or loses its resource, with the new one. Nothing is assumed: templates
//! are generated from the schemas (`candidates`), the engine reads each with both of them ([`Judge`]), and the shortest of those
//! with different results is shown. The change in the finding has to be the cause: with the new schema without this change
//! (`undone`), the template is accepted.

mod candidates;
mod resource;
mod undone;

use heat_admit::Judge;
use heat_catalogue::property_path::PropertyPath;
use heat_diff::{Finding, Severity, Verb};
use heat_model::path::Segment;
use heat_model::update::Decision;
use heat_model::validate::ValueError;
use heat_model::{CustomConstraintTable, ResourceType, SchemaPath};
use serde::Serialize;

use candidates::Candidates;
use resource::{Purpose, Resource};

/// A template that demonstrates a breaking change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Witness {
    /// The template, in HOT.
    pub template: String,
    /// The template to which the stack is updated, if the change only shows in an update.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub update: Option<String>,
    /// The result with the old schema: `is accepted`.
    pub before: String,
    /// The result with the new schema: `is refused: flavor: missing required property`.
    pub after: String,
}

/// Finds the smallest witness of a finding, from the old and the new type. Only breaking changes have one, and not all of them: no
/// witness shows a change that depends on the cloud.
#[must_use]
pub fn find(
    finding: &Finding,
    before: &ResourceType,
    after: Option<&ResourceType>,
    constraints: &CustomConstraintTable,
) -> Option<Witness> {
    if finding.rule.severity != Severity::Breaking {
        return None;
    }
    let candidates = Candidates::new(finding, before, after, constraints);
    let path = finding.before.as_ref().or(finding.after.as_ref())?;
    let was = Judge::new(before);
    let Some(after) = after else {
        let after = format!("is refused: there is no resource type {}", before.name);
        return any_accepted(&candidates, &was, Purpose::Properties, &after);
    };
    if finding.rule.verb == Verb::Unloadable {
        let after = format!("is refused: {}", finding.message);
        return any_accepted(&candidates, &was, Purpose::Properties, &after);
    }
    if let Some(attribute) = attribute(path) {
        let lost = before.attributes.contains_key(attribute) && !after.attributes.contains_key(attribute);
        let after = format!("is refused: there is no attribute `{attribute}`");
        let purpose = Purpose::Attribute(attribute);
        return lost.then(|| any_accepted(&candidates, &was, purpose, &after)).flatten();
    }
    if let Some((purpose, after)) = lost_capability(finding, before, after) {
        return any_accepted(&candidates, &was, purpose, &format!("is refused: {after}"));
    }
    // An update policy is not a property.
    if matches!(path.0.first(), Some(Segment::Key(section)) if section == "update_policy") {
        return None;
    }
    let undone = undone::undone(finding, before, after);
    let undone = undone.as_ref().map(Judge::new);
    let judges = Judges { before: was, after: Judge::new(after), undone, schema: before };
    if let Some(evidence) = &finding.evidence {
        return judges.shown(
            &candidates.given(&evidence.data),
            evidence.update.as_ref().map(|data| candidates.given(data)),
        );
    }
    if let Some(rule) = translation_rule(path).and_then(|index| before.translation_rules.get(index)) {
        let target = PropertyPath::of_names(before, &rule.translation_path);
        let source_names = rule.source_path()?;
        let source = PropertyPath::of_names(before, &source_names);
        // The rule sets the property, not the template.
        let resources = candidates.data(&source).into_iter().map(|resource| resource.without(&target));
        return smallest(
            resources.filter_map(|resource| judges.refused(&resource, |error| target.concerns(error))),
        );
    }
    let path = PropertyPath::of(path);
    let resources = candidates.data(&path).into_iter();
    // An error in a value that a rule moves is reported at the rule's target.
    let targets = path.targets(after);
    let concerns =
        |error: &ValueError| path.concerns(error) || targets.iter().any(|target| target.concerns(error));
    smallest(resources.filter_map(|resource| judges.refused(&resource, concerns))).or_else(|| {
        let updates = candidates.updates(&path).into_iter();
        smallest(updates.filter_map(|(old, new)| judges.updated(&old, &new)))
    })
}

/// The index of the translation rule that contains a location in a schema.
fn translation_rule(path: &SchemaPath) -> Option<usize> {
    match path.0.as_slice() {
        [Segment::Key(section), Segment::Index(index), ..] if section == "translation_rules" => Some(*index),
        _ => None,
    }
}

/// The attribute that contains a location in a schema.
fn attribute(path: &SchemaPath) -> Option<&str> {
    match path.0.as_slice() {
        [Segment::Key(section), Segment::Key(name), ..] if section == "attributes" => Some(name),
        _ => None,
    }
}

/// The name of a property or an attribute that no schema declares.
const UNDECLARED: &str = "undeclared";

/// The capability that every resource of the type lost, with the reason.
fn lost_capability(
    finding: &Finding,
    before: &ResourceType,
    after: &ResourceType,
) -> Option<(Purpose<'static>, String)> {
    let lost = |read: fn(&ResourceType) -> bool| read(before) && !read(after);
    match finding.rule.aspect? {
        "supports_snapshot_deletion" if lost(|schema| schema.supports_snapshot_deletion) => {
            Some((Purpose::SnapshotDeletion, "the deletion policy `Snapshot` is not supported".to_owned()))
        }
        "any_attribute" if lost(|schema| schema.any_attribute) => {
            Some((Purpose::Attribute(UNDECLARED), format!("there is no attribute `{UNDECLARED}`")))
        }
        "any_property" if lost(|schema| schema.any_property) => {
            Some((Purpose::UndeclaredProperty(UNDECLARED), format!("{UNDECLARED}: unknown property")))
        }
        _ => None,
    }
}

/// Distance of a witness from a usual template: first the number of HIDDEN properties that it sets, then the oddness of its
/// resources.
type Oddness = (usize, u8);

/// The shortest of the witnesses that people would most likely write.
fn smallest(witnesses: impl Iterator<Item = (Oddness, Witness)>) -> Option<Witness> {
    let text =
        |witness: &Witness| format!("{}{}", witness.template, witness.update.as_deref().unwrap_or_default());
    witnesses
        .min_by_key(|(oddness, witness)| {
            let text = text(witness);
            (*oddness, text.len(), text)
        })
        .map(|(_, witness)| witness)
}

/// The witness of a change that affects every template with the type: the smallest one that used to be accepted.
fn any_accepted<'a>(
    candidates: &Candidates<'a>,
    before: &Judge<'_>,
    purpose: Purpose<'a>,
    after: &str,
) -> Option<Witness> {
    let whole = candidates.whole(purpose).into_iter();
    let accepted = whole.filter(|resource| before.accepts(&resource.properties));
    let resource = accepted.min_by_key(|resource| candidates.before.hidden_given(&resource.properties))?;
    Some(Witness {
        template: resource.template(),
        update: None,
        before: "is accepted".to_owned(),
        after: after.to_owned(),
    })
}

/// The engine with the old schema, and with the new one.
struct Judges<'a> {
    before: Judge<'a>,
    after: Judge<'a>,
    /// The new schema without the change.
    undone: Option<Judge<'a>>,
    /// The old schema, for the number of HIDDEN properties.
    schema: &'a ResourceType,
}

impl Judges<'_> {
    /// The witness with these data.
    fn shown(&self, resource: &Resource<'_>, update: Option<Resource<'_>>) -> Option<Witness> {
        let found = match update {
            Some(update) => self.updated(resource, &update),
            None => self.refused(resource, |_| true),
        };
        found.map(|(_, witness)| witness)
    }

    /// The witness for a resource, if it was accepted and is now refused because of the change.
    fn refused(
        &self,
        resource: &Resource<'_>,
        concerns: impl Fn(&ValueError) -> bool,
    ) -> Option<(Oddness, Witness)> {
        if !self.before.errors(&resource.properties).is_empty() {
            return None;
        }
        let errors = self.after.errors(&resource.properties);
        let error = errors.iter().find(|error| concerns(error))?;
        if self.undone.as_ref().is_some_and(|undone| !undone.accepts(&resource.properties)) {
            return None;
        }
        let witness = Witness {
            template: resource.template(),
            update: None,
            before: "is accepted".to_owned(),
            after: format!("is refused: {error}"),
        };
        Some((self.oddness(resource), witness))
    }

    /// The witness for an update, if its effect is now worse.
    fn updated(&self, old: &Resource<'_>, new: &Resource<'_>) -> Option<(Oddness, Witness)> {
        let is_fine =
            |judge: &Judge<'_>| [old, new].iter().all(|each| judge.errors(&each.properties).is_empty());
        if !is_fine(&self.before) || !is_fine(&self.after) {
            return None;
        }
        let (was, is) = (
            self.before.update(&old.properties, &new.properties)?.decision,
            self.after.update(&old.properties, &new.properties)?.decision,
        );
        let is_worse = |decision: Decision| decision > was && decision >= Decision::Replace;
        let is_worse_anyway = |undone: &Judge<'_>| {
            let changes = undone.update(&old.properties, &new.properties);
            changes.is_none_or(|changes| is_worse(changes.decision))
        };
        if !is_worse(is) || self.undone.as_ref().is_some_and(is_worse_anyway) {
            return None;
        }
        let witness = Witness {
            template: old.template(),
            update: Some(new.template()),
            before: of_decision(was).to_owned(),
            after: of_decision(is).to_owned(),
        };
        Some((self.oddness(old).max(self.oddness(new)), witness))
    }

    fn oddness(&self, resource: &Resource<'_>) -> Oddness {
        (self.schema.hidden_given(&resource.properties), resource.oddness)
    }
}

fn of_decision(decision: Decision) -> &'static str {
    match decision {
        Decision::NoChange => "changes nothing",
        Decision::InPlace => "updates the resource in place",
        Decision::Replace => "replaces the resource",
        Decision::Refused => "is refused: the property is immutable",
    }
}

#[cfg(test)]
mod tests;
