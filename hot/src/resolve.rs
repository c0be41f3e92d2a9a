//! A whole template, resolved: what its parameters, conditions, resources and outputs are, as far as that is known without a
//! cloud.

use heat_model::custom_constraint::WithoutCloud;
use heat_yaml::Span;
use indexmap::IndexMap;

use crate::conditions::Conditions;
use crate::fault::Exception;
use crate::parameter::ParameterSet;
use crate::plain::key_of;
use crate::scope::Scope;
use crate::snippet::{self, Snippet};
use crate::template::Template;
use crate::template::definition::{Definition, definitions, duplicate_names};
use crate::template::keys::DeletionPolicy;
use crate::template::offline::{Offline, ResourceTypes, Surroundings};
use crate::template::order::Dependencies;
use crate::template::output::outputs;
use crate::{Data, Fault};

/// A template with its functions resolved.
#[derive(Debug, Clone, Default)]
pub struct Resolved {
    /// The conditions.
    pub conditions: IndexMap<String, Data>,
    /// The resources whose condition is not false, in the order of the template.
    pub resources: IndexMap<String, ResolvedResource>,
    /// The outputs; null where the condition is false.
    pub outputs: IndexMap<String, Data>,
    /// The resources in the order in which Heat creates them; empty if they depend on each other in a circle.
    pub order: Vec<String>,
    /// What needs what.
    pub dependencies: Dependencies,
    /// The parameters that need a value and have none. Heat refuses the template without; here their values are unknown.
    pub missing: Vec<String>,
    /// All other mistakes, in Heat's order.
    pub faults: Vec<Fault>,
}

/// A resource with its functions resolved.
#[derive(Debug, Clone, PartialEq)]
pub struct ResolvedResource {
    /// Its type.
    pub resource_type: String,
    /// Its properties.
    pub properties: Option<Data>,
    /// Its metadata.
    pub metadata: Option<Data>,
    /// What it names under `depends_on`.
    pub depends_on: Vec<String>,
    /// What becomes of it when it is deleted; none if that is unknown.
    pub deletion_policy: Option<DeletionPolicy>,
    /// How it is updated.
    pub update_policy: Option<Data>,
    /// The ID of the resource that exists already.
    pub external_id: Option<Data>,
    /// Whether it exists only if something unknown is true.
    pub is_conditional: bool,
    /// Where it is defined.
    pub span: Span,
}

/// Resolves a template.
///
/// Whatever cannot be resolved is left out, and what is wrong with it is among the faults.
#[must_use]
pub fn resolve(template: &Template, surroundings: Surroundings<'_>) -> Resolved {
    let types = surroundings.types;
    let stack = Offline::new(template, surroundings);
    let section = template.keys().conditions.unwrap_or_default();
    let conditions = Conditions::new(section, template.conditions_section());
    let scope = Scope::new(template.version(), Some(&stack), &conditions);
    let mut resolved = Resolved { faults: template.check_sections(), ..Resolved::default() };
    if resolved.faults.iter().any(|fault| !matches!(fault.exception, Exception::InvalidTemplateSection(_))) {
        // What is no resource would be reported once more.
        return resolved;
    }
    parameters(template, stack.parameters(), &mut resolved);
    resolved.faults.append(&mut conditions.validate(&scope));
    let mut resolving = Resolving { template, scope: &scope, resolved };
    resolving.conditions();
    let definitions = resolving.definitions(&stack);
    resolving.dependencies(&stack, types, &definitions);
    resolving.resources(&definitions);
    resolving.outputs();
    resolving.resolved.faults.dedup();
    resolving.resolved
}

/// Checks the values of the parameters, and their groups.
fn parameters(template: &Template, parameters: &ParameterSet, resolved: &mut Resolved) {
    for fault in parameters.faults(true, &WithoutCloud::timeless()) {
        match fault.exception {
            Exception::UserParameterMissing(name) => resolved.missing.push(name),
            _ => resolved.faults.push(fault),
        }
    }
    let groups = template.keys().parameter_groups.and_then(|section| template.section(section));
    resolved.faults.extend(parameters.group_faults(groups));
}

struct Resolving<'a, 's> {
    template: &'a Template,
    scope: &'a Scope<'s>,
    resolved: Resolved,
}

impl Resolving<'_, '_> {
    fn conditions(&mut self) {
        let section = self.template.conditions_section();
        for entry in section.and_then(heat_yaml::Node::as_mapping).into_iter().flatten() {
            let name = key_of(&entry.key);
            match self.scope.conditions.is_enabled(self.scope, &name.as_str().into()) {
                Ok(value) => {
                    self.resolved.conditions.insert(name, value);
                }
                Err(fault) => {
                    let fault = Fault { span: fault.span.or(Some(entry.value.span)), ..fault };
                    if !self.resolved.faults.contains(&fault) {
                        self.resolved.faults.push(fault);
                    }
                }
            }
        }
    }

    /// The resources that there are. Names that parameters have too are refused.
    fn definitions(&mut self, stack: &Offline<'_>) -> Vec<Definition> {
        let (mut definitions, mut faults) = definitions(self.template, self.scope);
        self.resolved.faults.append(&mut faults);
        definitions.retain(|definition| definition.is_enabled != Some(false));
        stack.enable(definitions.iter().map(|definition| definition.name.clone()).collect());
        self.resolved.faults.extend(duplicate_names(definitions.iter(), stack.parameters()));
        definitions
    }

    fn dependencies(&mut self, stack: &Offline<'_>, types: &dyn ResourceTypes, definitions: &[Definition]) {
        let is_strict = |definition: &Definition| {
            types.find(&definition.resource_type.0).is_none_or(|schema| schema.strict_dependency)
        };
        let (dependencies, mut faults) =
            Dependencies::stated(definitions, &stack.names(), self.scope, is_strict);
        self.resolved.faults.append(&mut faults);
        match dependencies.order() {
            Ok(order) => self.resolved.order = order.into_iter().map(str::to_owned).collect(),
            Err(cycle) => {
                let span = cycle.span;
                self.resolved.faults.push(Fault::at(span, Exception::CircularDependency(cycle.resources)));
            }
        }
        self.resolved.dependencies = dependencies;
    }

    fn resources(&mut self, definitions: &[Definition]) {
        let mut by_name: IndexMap<&str, &Definition> =
            definitions.iter().map(|definition| (definition.name.as_str(), definition)).collect();
        // Mistakes are reported in the order of creation, resources stand in the order of the template.
        let order = self.resolved.order.clone();
        let ordered: Vec<&Definition> = order
            .iter()
            .filter_map(|name| by_name.shift_remove(name.as_str()))
            .collect::<Vec<_>>()
            .into_iter()
            .chain(by_name.into_values())
            .collect();
        for definition in ordered {
            self.validate(definition);
        }
        for definition in definitions {
            let resource = ResolvedResource {
                resource_type: definition.resource_type.0.clone(),
                properties: self.data(definition.properties.as_ref()),
                metadata: self.data(definition.metadata.as_ref()),
                depends_on: definition.depends_on.iter().map(|(name, _)| name.clone()).collect(),
                deletion_policy: definition.deletion_policy,
                update_policy: self.data(definition.update_policy.as_ref()),
                external_id: self.data(definition.external_id.as_ref()),
                is_conditional: definition.is_enabled.is_none(),
                span: definition.span,
            };
            self.resolved.resources.insert(definition.name.clone(), resource);
        }
    }

    /// Checks the functions of a resource.
    fn validate(&mut self, definition: &Definition) {
        let keys = self.template.keys();
        let parts = [
            (keys.resource.properties, &definition.properties),
            (keys.resource.metadata, &definition.metadata),
            (keys.resource.update_policy, &definition.update_policy),
            (keys.resource.external_id.unwrap_or_default(), &definition.external_id),
        ];
        for (key, part) in parts {
            let Some(part) = part else { continue };
            let around = [keys.resources, &definition.name].map(str::to_owned);
            self.validate_part(&around, key, part);
        }
    }

    fn validate_part(&mut self, around: &[String], key: &str, part: &Snippet) {
        let mut faults = Vec::new();
        snippet::validate_below(self.scope, part, key, &mut faults);
        self.resolved.faults.extend(faults.into_iter().map(|fault| fault.within(around)));
    }

    fn data(&mut self, part: Option<&Snippet>) -> Option<Data> {
        let mut faults = Vec::new();
        let data = snippet::resolve_all(self.scope, part?, &mut faults);
        for fault in faults {
            // What validation finds in a call is found once more when the call is resolved.
            let is_within = |inner: Span, outer: Span| outer.start <= inner.start && inner.end <= outer.end;
            let is_known = |known: &Fault| {
                known.span.zip(fault.span).is_some_and(|(inner, outer)| is_within(inner, outer))
            };
            if !self.resolved.faults.iter().any(is_known) {
                self.resolved.faults.push(fault);
            }
        }
        data
    }

    fn outputs(&mut self) {
        let (outputs, mut faults) = outputs(self.template, self.scope);
        self.resolved.faults.append(&mut faults);
        let keys = self.template.keys();
        for output in outputs {
            let Some(value) = &output.value else {
                self.resolved.outputs.insert(output.name, Data::NULL);
                continue;
            };
            let around = [keys.outputs, &output.name].map(str::to_owned);
            self.validate_part(&around, output.value_step(keys), value);
            if let Some(data) = self.data(Some(value)) {
                self.resolved.outputs.insert(output.name, data);
            }
        }
    }
}
