//! Dependencies between resources, and the order in which Heat creates them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use heat_yaml::Span;
use indexmap::{IndexMap, IndexSet};

use super::cycles;
use super::definition::Definition;
use crate::fault::{Exception, Help};
use crate::function::References;
use crate::scope::Scope;
use crate::snippet::{self, Path};
use crate::{Fault, data_text};

/// Graph of the dependencies between resources.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Dependencies {
    /// For each resource, the names of the resources that it depends on, each with the span of the reference.
    edges: IndexMap<String, IndexMap<String, Span>>,
}

impl Dependencies {
    /// Reads the dependencies in a template: references and `depends_on`.
    ///
    /// `names` are all resources of the template: a reference to a resource whose condition is false is not a dependency.
    /// `is_strict` returns whether other resources wait for a resource.
    #[must_use]
    pub fn stated<'d>(
        definitions: impl IntoIterator<Item = &'d Definition>,
        names: &IndexSet<String>,
        scope: &Scope<'_>,
        is_strict: impl Fn(&Definition) -> bool,
    ) -> (Self, Vec<Fault>) {
        let mut faults = Vec::new();
        let mut dependencies = Self::default();
        let enabled: IndexMap<&str, &Definition> = definitions
            .into_iter()
            .filter(|definition| definition.is_enabled != Some(false))
            .map(|definition| (definition.name.as_str(), definition))
            .collect();
        // Resources without dependencies keep the order of the template.
        dependencies.edges = enabled.keys().map(|name| ((*name).to_owned(), IndexMap::new())).collect();
        for definition in enabled.values() {
            let roots: Vec<_> = definition
                .parts()
                .map(|(part, snippet)| (format!("{}.{part}", definition.name), snippet))
                .collect();
            let mut collected = References::new(scope);
            for (root, part) in &roots {
                collected.add_called(part, &Path::root(root));
            }
            let external = match external_id(definition, scope) {
                Ok(external) => external,
                Err(fault) => {
                    faults.append(&mut collected.faults);
                    faults.push(fault);
                    continue;
                }
            };
            // Heat ignores the parts of an existing resource.
            for (root, part) in roots.iter().filter(|_| external.is_none()) {
                collected.add_within(part, &Path::root(root));
            }
            faults.append(&mut collected.faults);
            let references = collected.found.into_iter().filter(|_| external.is_none());
            let mut needed: Vec<(String, Span)> =
                references.map(|reference| (reference.resource, reference.span)).collect();
            match (external, definition.depends_on.first()) {
                (Some(external_id), Some((_, span))) => {
                    let resource_type = definition.resource_type.0.clone();
                    let exception =
                        Exception::InvalidExternalResourceDependency { external_id, resource_type };
                    faults.push(Fault::at(*span, exception));
                }
                (Some(_), None) => {}
                (None, _) => needed.extend(definition.depends_on.iter().cloned()),
            }
            for (name, span) in needed {
                match enabled.get(name.as_str()) {
                    Some(other) if is_strict(other) => {
                        dependencies.add(&definition.name, &name, span);
                    }
                    Some(_) => {}
                    None if names.contains(&name) => {}
                    None => {
                        let near = several_names(&name, |name| names.contains(name))
                            .or_else(|| scope.suggestion(&name, enabled.keys().copied()));
                        let key = definition.name.clone();
                        let exception = Exception::InvalidTemplateReference { resource: name, key };
                        faults.push(Fault::at(span, exception).or_help(|| near));
                    }
                }
            }
        }
        (dependencies, faults)
    }

    /// Returns whether there are resources, and each of them depends on another.
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        !self.edges.is_empty() && self.edges.values().all(|required| !required.is_empty())
    }

    /// Adds a dependency.
    pub fn add(&mut self, resource: &str, needed: &str, span: Span) {
        self.edges.entry(needed.to_owned()).or_default();
        self.edges.entry(resource.to_owned()).or_default().entry(needed.to_owned()).or_insert(span);
    }

    /// Pairs of a resource and one that it depends on.
    pub fn edges(&self) -> impl Iterator<Item = (&str, &str)> {
        self.edges.iter().flat_map(|(requirer, required)| {
            required.keys().map(move |required| (requirer.as_str(), required.as_str()))
        })
    }

    /// The span of the reference through which one resource depends on another.
    #[must_use]
    pub fn place(&self, resource: &str, needed: &str) -> Option<Span> {
        self.edges.get(resource)?.get(needed).copied()
    }

    /// The names of the resources that a resource depends on.
    pub fn required_by(&self, resource: &str) -> impl Iterator<Item = &str> {
        self.edges.get(resource).into_iter().flat_map(IndexMap::keys).map(String::as_str)
    }

    /// The order in which Heat processes the resources, dependencies first.
    ///
    /// # Errors
    /// The cycles that prevent an order: for each group of resources that depend on each other, the shortest through its first.
    pub fn order(&self) -> Result<Vec<&str>, Vec<Cycle>> {
        let mut open: Vec<usize> = self.edges.values().map(IndexMap::len).collect();
        let mut requirers: Vec<Vec<usize>> = vec![Vec::new(); self.edges.len()];
        for (index, required) in self.edges.values().enumerate() {
            for name in required.keys() {
                if let Some(place) = self.edges.get_index_of(name) {
                    requirers[place].push(index);
                }
            }
        }
        // Among the resources that wait for nothing, the first is always next.
        let mut ready: BinaryHeap<Reverse<usize>> = open
            .iter()
            .enumerate()
            .filter(|(_, count)| **count == 0)
            .map(|(index, _)| Reverse(index))
            .collect();
        let mut order = Vec::with_capacity(open.len());
        while let Some(Reverse(index)) = ready.pop() {
            order.extend(self.edges.get_index(index).map(|(name, _)| name.as_str()));
            for requirer in &requirers[index] {
                open[*requirer] -= 1;
                if open[*requirer] == 0 {
                    ready.push(Reverse(*requirer));
                }
            }
        }
        if order.len() == open.len() { Ok(order) } else { Err(self.cycles(&open)) }
    }

    /// The cycles among the resources that still wait for others.
    fn cycles(&self, open: &[usize]) -> Vec<Cycle> {
        let needs = self.edges.values().zip(open).map(|(required, count)| {
            let required = required.iter().filter(|_| *count > 0);
            required.filter_map(|(name, span)| Some((self.edges.get_index_of(name)?, *span))).collect()
        });
        let named = |(place, span): (usize, Span)| {
            let (name, _) = self.edges.get_index(place)?;
            Some((name.clone(), span))
        };
        let cycles = cycles::cycles(&needs.collect()).into_iter();
        cycles.map(|links| Cycle { links: links.into_iter().filter_map(named).collect() }).collect()
    }
}

/// Help for a text that contains the names of several resources.
fn several_names(text: &str, is_resource: impl Fn(&str) -> bool) -> Option<Help> {
    let names: Vec<&str> = text.split([',', ' ']).map(str::trim).filter(|name| !name.is_empty()).collect();
    let are_resources = names.len() > 1 && names.iter().all(|name| is_resource(name));
    are_resources.then(|| format!("a text names one resource: write a list, `[{}]`", names.join(", ")).into())
}

/// The ID of an existing resource, as text. An empty ID is the same as none.
fn external_id(definition: &Definition, scope: &Scope<'_>) -> Result<Option<String>, Fault> {
    let Some(id) = &definition.external_id else { return Ok(None) };
    let id = snippet::resolve(scope, id)?;
    Ok((id.is_truthy() != Some(false)).then(|| data_text(&id)))
}

/// Resources that form a cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle {
    /// Names of the resources, each with the span of its reference to the next. The last refers to the first.
    pub links: Vec<(String, Span)>,
}

impl Cycle {
    /// The names of the resources.
    pub fn resources(&self) -> impl Iterator<Item = &str> {
        self.links.iter().map(|(name, _)| name.as_str())
    }
}

impl From<Cycle> for Fault {
    fn from(cycle: Cycle) -> Self {
        let exception = Exception::CircularDependency(cycle.resources().map(str::to_owned).collect());
        let next = cycle.resources().skip(1).chain(cycle.resources().take(1));
        let places = cycle.links.iter().zip(next);
        let places = places.map(|((name, span), next)| {
            let next = if name == next { "itself".to_owned() } else { format!("`{next}`") };
            (*span, format!("`{name}` needs {next}"))
        });
        let help = if cycle.links.len() == 1 {
            "remove the reference: a resource cannot refer to itself"
        } else {
            "remove one of these references: Heat creates a resource only after all that it needs"
        };
        Self::from(exception).at_places(places).with_help(help)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In `edges`, `a b` means that `a` depends on `b`.
    fn check(edges: &str, expect: Result<&str, &str>) {
        let mut dependencies = Dependencies::default();
        for edge in edges.split(", ") {
            match edge.split_once(' ') {
                Some((resource, needed)) => dependencies.add(resource, needed, Span::default()),
                None => {
                    dependencies.edges.entry(edge.to_owned()).or_default();
                }
            }
        }
        let found = dependencies.order().map(|order| order.join(" ")).map_err(|cycles| {
            let cycles = cycles.iter().map(|cycle| cycle.resources().collect::<Vec<_>>().join(" "));
            cycles.collect::<Vec<_>>().join(", ")
        });
        assert_eq!(found.as_deref().map_err(String::as_str), expect, "{edges}");
    }

    #[test]
    fn what_is_needed_comes_first() {
        check("a b, b c, d", Ok("c b a d"));
        check("a, b, c", Ok("a b c"));
        check("a c, b c", Ok("c a b"));
    }

    #[test]
    fn cycles_are_named_in_full() {
        check("a b, b c, c b, d a", Err("b c"));
        check("a a", Err("a"));
        check("a b, b c, c a, d e, e d, f", Err("b c a, e d"));
    }
}
