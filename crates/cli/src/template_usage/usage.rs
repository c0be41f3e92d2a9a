//! The positions at which a template uses changed items.

use std::cmp::Reverse;
use std::collections::HashMap;

use heat_diff::{Finding, Severity, TrialEffect};
use heat_hot::Template;
use heat_hot::parameter::ParameterInputs;
use heat_hot::template::outline::{Outline, Resource, Resources};
use heat_hot::template::undecided::UndecidedStack;
use heat_model::{PropertySchema, ResourceType, SchemaPath, TranslationRule};
use heat_yaml::{Source, Span};
use serde::Serialize;

use super::attribute::AttributeUse;
use super::changes::Changes;
use super::given::{self, at_path, reached};
use super::group;
use super::impact::Impact;
use super::judge::Judge;
use super::property_place::PropertyPlace;
use super::rule;
use super::target::Target;
use super::trial;
use super::value::{ValueContext, can_be_missing};
use super::walk::{ReachedPlace, There};

/// A position at which a template uses a changed item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Usage {
    /// The template.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// The position as a span.
    pub span: Span,
    /// The resource. A resource defined in another's properties is named by the other's name and the path: `group.resource_def`.
    pub resource: String,
    /// The resource's type.
    pub resource_type: String,
    /// The used item.
    pub what: UsedItem,
    /// `true` if the template uses the item for certain; otherwise, a function may.
    pub is_certain: bool,
    /// The effect on the template.
    pub impact: Impact,
    /// The index of the finding.
    pub finding: usize,
    /// The severity of that finding.
    pub severity: Severity,
}

/// The item that a template uses.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum UsedItem {
    /// The type.
    Type,
    /// A property that the template sets.
    Property {
        /// The property's path: `networks[0].fixed_ip`.
        path: String,
    },
    /// A property that the template omits.
    LeftOut {
        /// The property's path.
        path: String,
    },
    /// An attribute.
    Attribute {
        /// The attribute's name; `None` if all attributes are read, or if the result of a function is the name.
        name: Option<String>,
    },
    /// The resource's properties together.
    Properties,
    /// The properties of a group.
    Group,
    /// The properties that a validation rule compares.
    Rule,
}

impl Usage {
    pub(super) fn order(&self) -> impl Ord + '_ {
        let place = (self.line, self.column, self.finding);
        (self.severity, &self.file, place, &self.resource, &self.what, Reverse(&self.impact))
    }
}

/// The findings to search for, by type.
pub(super) struct FindingIndex<'a> {
    by_type: HashMap<&'a str, Vec<SoughtFinding<'a>>>,
}

/// A finding, prepared for the search.
struct SoughtFinding<'a> {
    index: usize,
    finding: &'a Finding,
    target: Target<'a>,
    /// The new version of the finding's property.
    after: Option<&'a PropertySchema>,
    /// The new rules by which one property gets its value from another.
    rules: &'a [TranslationRule],
    judge: Option<Judge>,
    /// The effect on property data, if the finding is the result of trying data.
    effect: Option<TrialEffect<'a>>,
    /// Both versions of the finding's type.
    types: Option<(&'a ResourceType, &'a ResourceType)>,
}

impl<'a> FindingIndex<'a> {
    pub(super) fn of(changes: &Changes<'a>) -> Self {
        let by_name = |types: &'a [&'a ResourceType]| -> HashMap<&'a str, &'a ResourceType> {
            types.iter().map(|each| (each.name.as_str(), *each)).collect()
        };
        let (before, after) = (by_name(changes.before), by_name(changes.after));
        let mut by_type: HashMap<&str, Vec<SoughtFinding<'_>>> = HashMap::new();
        for (index, finding) in changes.findings.iter().enumerate() {
            if finding.severity > changes.least || finding.severity == Severity::Docs {
                continue;
            }
            let name = finding.resource_type.as_str();
            let sides = (before.get(name).copied(), after.get(name).copied());
            if let Some(sought) = SoughtFinding::of(index, finding, changes.findings, sides) {
                by_type.entry(name).or_default().push(sought);
            }
        }
        Self { by_type }
    }

    fn about(&self, type_name: &str) -> &[SoughtFinding<'a>] {
        self.by_type.get(type_name).map_or(&[], Vec::as_slice)
    }
}

impl<'a> SoughtFinding<'a> {
    fn of(
        index: usize,
        finding: &'a Finding,
        findings: &[Finding],
        sides: (Option<&'a ResourceType>, Option<&'a ResourceType>),
    ) -> Option<Self> {
        let schema = |side: Option<&'a ResourceType>, path: &'a Option<SchemaPath>| {
            PropertyPlace::schema(side?, path.as_ref()?)
        };
        let (before, after) = (schema(sides.0, &finding.before), schema(sides.1, &finding.after));
        let target = Target::of(finding)?;
        let judge = match &target {
            Target::Property { aspect: Some("constraints"), .. } => {
                after.and_then(|after| Judge::of_constraints(finding, after))
            }
            Target::Property { aspect: Some("type" | "allow_conversion" | "schema"), .. } => {
                before.zip(after).map(|(before, after)| Judge::of_schemas(before, after))
            }
            _ => None,
        };
        let rules = sides.1.map_or(&[][..], |after| &after.translation_rules);
        let types = sides.0.zip(sides.1);
        let effect = types.and_then(|(before, after)| TrialEffect::of(finding, findings, before, after));
        Some(Self { index, finding, target, after, rules, judge, effect, types })
    }

    /// Returns whether a resource must set the new version of the property.
    fn has_to_be_given(&self) -> bool {
        self.after.is_some_and(|after| after.required && after.default.is_none())
    }
}

/// All uses in a template.
pub(super) fn of_template(template: &Template, changes: &FindingIndex<'_>) -> Vec<Usage> {
    // Errors in a parameter or a call make its value unknown, but do not stop the search.
    let (parameters, _) = template.parameters(None, &ParameterInputs::default());
    let undecided = UndecidedStack::new(template);
    let scope = undecided.scope();
    let outline = Outline::read(template, &scope);
    let resources = outline.resources();
    let reading = ValueContext { scope: &scope, parameters: &parameters };
    let mut finder = Finder { source: template.source(), reading, found: Vec::new() };
    for resource in &resources.all {
        for sought in changes.about(resource.resource_type.0) {
            finder.resource(resource, sought);
        }
    }
    for (call, span) in outline.calls() {
        if let Some(attribute) = AttributeUse::of(&scope, call, span) {
            finder.attribute(&attribute, &resources, changes);
        }
    }
    finder.found
}

struct Finder<'t> {
    source: &'t Source,
    reading: ValueContext<'t>,
    found: Vec<Usage>,
}

impl Finder<'_> {
    fn report(
        &mut self,
        resource: &Resource<'_>,
        sought: &SoughtFinding<'_>,
        span: Span,
        what: UsedItem,
        impact: Impact,
    ) {
        let at = self.source.line_column(span.start);
        let is_certain = !matches!(impact, Impact::May(_));
        self.found.push(Usage {
            file: self.source.name().to_owned(),
            line: at.line,
            column: at.column,
            span,
            resource: resource.name.clone(),
            resource_type: resource.resource_type.0.to_owned(),
            what,
            is_certain,
            impact,
            finding: sought.index,
            severity: sought.finding.severity,
        });
    }

    fn resource(&mut self, resource: &Resource<'_>, sought: &SoughtFinding<'_>) {
        match &sought.target {
            Target::Type => {
                self.report(resource, sought, resource.resource_type.1, UsedItem::Type, Impact::Uses);
            }
            Target::Property { place, aspect } => {
                for reached in reached(resource, place, sought.rules) {
                    if let Some(impact) = self.impact(&reached, *aspect, sought, resource) {
                        self.reached(resource, sought, reached, impact);
                    }
                }
            }
            Target::NewProperty(place) if sought.has_to_be_given() => {
                for reached in reached(resource, place, sought.rules) {
                    if let Some(impact) = lack(reached.what, true) {
                        self.reached(resource, sought, reached, impact);
                    }
                }
            }
            Target::NewProperty(_) | Target::Attribute(_) => {}
            Target::Translated(paths) => self.each_of(paths, resource, sought, &Impact::Uses),
            // Only a cloud knows the version of a service.
            Target::Versions(paths) => self.each_of(paths, resource, sought, &Impact::May(None)),
            Target::Trial => {
                let Some(effect) = &sought.effect else { return };
                if let Some(impact) =
                    trial::impact(effect, resource.properties, &self.reading, &resource.placeholders)
                {
                    self.report(resource, sought, resource.span, UsedItem::Properties, impact);
                }
            }
            Target::Rule(index) => {
                let Some(types) = sought.types else { return };
                let placeholders = &resource.placeholders;
                if let Some(impact) =
                    rule::impact(types, *index, resource.properties, &self.reading, placeholders)
                {
                    self.report(resource, sought, resource.span, UsedItem::Rule, impact);
                }
            }
            Target::Groups(before, after) => {
                let given = |path: &[String]| given::is_given(resource, path, sought.rules);
                if let Some(impact) = group::impact(before, after, &given) {
                    self.report(resource, sought, resource.span, UsedItem::Group, impact);
                }
            }
        }
    }

    /// Reports the properties at some paths that are set.
    fn each_of(
        &mut self,
        paths: &[Vec<String>],
        resource: &Resource<'_>,
        sought: &SoughtFinding<'_>,
        impact: &Impact,
    ) {
        for path in paths {
            for reached in at_path(resource, path) {
                let impact = match reached.what {
                    There::Value(_) => impact.clone(),
                    There::Unknown => Impact::May(None),
                    There::Nothing => continue,
                };
                self.reached(resource, sought, reached, impact);
            }
        }
    }

    fn reached(
        &mut self,
        resource: &Resource<'_>,
        sought: &SoughtFinding<'_>,
        reached: ReachedPlace<'_>,
        impact: Impact,
    ) {
        let path = reached.path;
        let what = match reached.what {
            There::Nothing => UsedItem::LeftOut { path },
            There::Value(_) | There::Unknown => UsedItem::Property { path },
        };
        let is_given = matches!(reached.what, There::Value(_));
        self.report(resource, sought, reached.span, what, impact);
        if let Some(usage) = self.found.last_mut().filter(|_| is_given) {
            usage.is_certain = true;
        }
    }

    /// The effect of a change of a property on its value.
    fn impact(
        &self,
        reached: &ReachedPlace<'_>,
        aspect: Option<&str>,
        sought: &SoughtFinding<'_>,
        resource: &Resource<'_>,
    ) -> Option<Impact> {
        let is_required = sought.after.is_some_and(|after| after.required);
        match (aspect, reached.what) {
            // Null is replaced by the default, but means that the property is set.
            (Some("default"), There::Value(value)) => can_be_missing(value)
                .then_some(if value.as_call().is_some() { Impact::May(None) } else { Impact::Uses }),
            (Some("default"), what) => lack(what, sought.has_to_be_given()),
            (Some("required"), what) if is_required => lack(what, true).filter(|_| sought.has_to_be_given()),
            (_, There::Nothing) => None,
            (_, There::Unknown) => Some(Impact::May(None)),
            (_, There::Value(value)) => match &sought.judge {
                Some(judge) => {
                    let possible = self.reading.possible(value, &resource.placeholders);
                    judge.impact(&possible, &self.reading, &resource.placeholders)
                }
                None => Some(Impact::Uses),
            },
        }
    }

    fn attribute(&mut self, asked: &AttributeUse, resources: &Resources<'_>, changes: &FindingIndex<'_>) {
        let Some(resource) = resources.named(&asked.resource) else { return };
        self.attribute_of(resource, asked.attribute.as_deref(), asked.span, changes);
        // A group has no attribute with this name itself: it reads the attribute from each of its members.
        if let Some(name) = asked.member_attribute() {
            for member in resources.members(resource) {
                self.attribute_of(member, Some(name), asked.span, changes);
            }
        }
    }

    fn attribute_of(
        &mut self,
        resource: &Resource<'_>,
        name: Option<&str>,
        span: Span,
        changes: &FindingIndex<'_>,
    ) {
        for sought in changes.about(resource.resource_type.0) {
            let Target::Attribute(attribute) = sought.target else { continue };
            let impact = match name {
                Some(name) if name == attribute => Impact::Uses,
                Some(_) => continue,
                None => Impact::May(None),
            };
            let what = UsedItem::Attribute { name: name.map(str::to_owned) };
            self.report(resource, sought, span, what, impact);
        }
    }
}

/// The effect on a template of a property that it does not set.
fn lack(what: There<'_>, is_refused: bool) -> Option<Impact> {
    match what {
        There::Nothing if is_refused => Some(Impact::Fails("missing required property".to_owned())),
        There::Nothing => Some(Impact::Uses),
        There::Unknown => Some(Impact::May(None)),
        There::Value(_) => None,
    }
}
