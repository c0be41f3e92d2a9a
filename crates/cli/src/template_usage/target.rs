//! The subject of a finding, in the terms in which a template uses it.

use heat_catalogue::property_path::PathStep;
use heat_diff::{Check, Finding, GroupKind, Severity, Verb};
use heat_model::group::GroupExpression;
use heat_model::value::ValueDeserializer;
use heat_model::{PropertiesGroup, Segment, TranslationRule, Value};
use serde::Deserialize;

use super::group;
use super::property_place::{PropertyPlace, Section};

/// The subject of a finding.
#[derive(Debug)]
pub(super) enum Target<'f> {
    /// The type as a whole.
    Type,
    /// An existing property, as a whole or an aspect of it, such as `default`.
    Property { place: PropertyPlace<'f>, aspect: Option<&'f str> },
    /// A new property.
    NewProperty(PropertyPlace<'f>),
    /// An attribute.
    Attribute(&'f str),
    /// The properties that a translation rule reads and writes.
    Translated(Vec<Vec<String>>),
    /// All properties of a resource, because trying data showed that some are treated worse than before.
    Trial,
    /// A new validation rule, by index.
    Rule(usize),
    /// The properties groups, before and after.
    Groups(Vec<GroupExpression>, Vec<GroupExpression>),
    /// The properties whose required API versions changed.
    Versions(Vec<Vec<String>>),
}

impl<'f> Target<'f> {
    /// The subject of a finding; `None` if no template can use it yet.
    pub(super) fn of(finding: &'f Finding) -> Option<Self> {
        // The result of trying data can depend on any property, not only on the subject of the finding.
        if matches!(finding.rule.check, Check::Trial(_)) {
            return Some(Self::Trial);
        }
        let path = finding.before.as_ref().or(finding.after.as_ref())?;
        let Some((Segment::Key(section), rest)) = path.0.split_first() else {
            return finding.before.is_some().then_some(Self::Type);
        };
        match section.as_str() {
            "properties" => Self::property(finding, Section::Properties, rest),
            "update_policy" => Self::property(finding, Section::UpdatePolicy, rest),
            "attributes" => match (rest.first()?, &finding.before) {
                (Segment::Key(name), Some(_)) => Some(Self::Attribute(name)),
                _ => None,
            },
            "translation_rules" => Some(Self::Translated(translated(finding))),
            "properties_groups" => Some(Self::groups(finding)),
            // Only a template with all its values shows whether values are equal, and many values are unknown.
            "dependencies_by_value" | "unique" | "exclusive" | "service_rules" | "needs_first" | "holds" => {
                Some(Self::Type)
            }
            "validation_rules" => match (finding.rule.severity, finding.after.as_ref()?.0.get(1)?) {
                (Severity::Breaking, Segment::Index(index)) => Some(Self::Rule(*index)),
                // No template that worked is affected.
                _ => None,
            },
            _ => finding.before.is_some().then_some(Self::Type),
        }
    }

    fn property(finding: &'f Finding, section: Section, path: &'f [Segment]) -> Option<Self> {
        let (mut place, rest) = PropertyPlace::read(section, path)?;
        if finding.before.is_some() {
            let aspect = match rest.first() {
                Some(Segment::Key(aspect)) => Some(aspect.as_str()),
                _ => None,
            };
            return Some(Self::Property { place, aspect });
        }
        // A template uses a property that was renamed with a rule by setting its old name.
        let is_heir = finding.rule.verb == Verb::Renamed;
        match finding.values.0.as_ref().and_then(|old| old.as_str()).filter(|_| is_heir) {
            Some(old) => {
                place.path.0.pop();
                place.path.0.push(PathStep::Name(old));
                Some(Self::Property { place, aspect: None })
            }
            // An aspect of a new property is also new.
            None => rest.is_empty().then_some(Self::NewProperty(place)),
        }
    }

    fn groups(finding: &Finding) -> Self {
        let groups = |data: &Option<Value>| -> Vec<PropertiesGroup> {
            let read = |data: &Value| Vec::deserialize(ValueDeserializer(data.clone())).ok();
            data.as_ref().and_then(read).unwrap_or_default()
        };
        let (before, after) = (groups(&finding.values.0), groups(&finding.values.1));
        match finding.rule.check {
            Check::Groups { kind: GroupKind::ApiVersions, .. } => {
                Self::Versions(group::other_versions(&before, &after))
            }
            _ => Self::Groups(group::expressions(before), group::expressions(after)),
        }
    }
}

/// The properties that a finding's translation rule reads and writes, on both sides.
fn translated(finding: &Finding) -> Vec<Vec<String>> {
    let rule = |data: &Option<Value>| TranslationRule::deserialize(ValueDeserializer(data.clone()?)).ok();
    let rules = [rule(&finding.values.0), rule(&finding.values.1)];
    let mut paths: Vec<Vec<String>> = Vec::new();
    for rule in rules.into_iter().flatten() {
        let source = rule.source_path();
        for path in std::iter::once(rule.translation_path).chain(source) {
            if !path.is_empty() && !paths.contains(&path) {
                paths.push(path);
            }
        }
    }
    paths
}
