//! What needs what: the dependencies of resources, and the order in which Heat creates them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use heat_yaml::Span;
use indexmap::{IndexMap, IndexSet};

use super::definition::Definition;
use crate::fault::Exception;
use crate::function::References;
use crate::scope::Scope;
use crate::snippet::{self, Path};
use crate::{Fault, data_text};

/// Which resources need which others.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Dependencies {
    /// By name: the names of what it needs, each with the place that says so.
    edges: IndexMap<String, IndexMap<String, Span>>,
}

impl Dependencies {
    /// The dependencies that a template states, by reference and under `depends_on`.
    ///
    /// `names` are all resources of the template: one may depend on a resource whose condition is false, which then is no
    /// dependency. `is_strict` says of a resource whether others wait for it.
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
        // What waits for nothing comes in the order of the template.
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
            // Heat looks no further into a resource that exists already.
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
                        let key = definition.name.clone();
                        faults.push(Fault::at(
                            span,
                            Exception::InvalidTemplateReference { resource: name, key },
                        ));
                    }
                }
            }
        }
        (dependencies, faults)
    }

    /// Whether there are resources, and each of them waits for another.
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        !self.edges.is_empty() && self.edges.values().all(|required| !required.is_empty())
    }

    /// Adds that one resource needs another.
    pub fn add(&mut self, resource: &str, needed: &str, span: Span) {
        self.edges.entry(needed.to_owned()).or_default();
        self.edges.entry(resource.to_owned()).or_default().entry(needed.to_owned()).or_insert(span);
    }

    /// Pairs of what needs and what is needed.
    pub fn edges(&self) -> impl Iterator<Item = (&str, &str)> {
        self.edges.iter().flat_map(|(requirer, required)| {
            required.keys().map(move |required| (requirer.as_str(), required.as_str()))
        })
    }

    /// The names of what a resource needs.
    pub fn required_by(&self, resource: &str) -> impl Iterator<Item = &str> {
        self.edges.get(resource).into_iter().flat_map(IndexMap::keys).map(String::as_str)
    }

    /// The order in which Heat goes through the resources, what is needed first.
    ///
    /// # Errors
    /// A cycle: its resources in the order of their references, and where the first refers to the second.
    pub fn order(&self) -> Result<Vec<&str>, Cycle> {
        let mut open: Vec<usize> = self.edges.values().map(IndexMap::len).collect();
        let mut requirers: Vec<Vec<usize>> = vec![Vec::new(); self.edges.len()];
        for (index, required) in self.edges.values().enumerate() {
            for name in required.keys() {
                if let Some(place) = self.edges.get_index_of(name) {
                    requirers[place].push(index);
                }
            }
        }
        // Always the first of those that wait for nothing.
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
        match open.iter().position(|count| *count > 0) {
            None => Ok(order),
            Some(start) => Err(self.cycle(start, &open)),
        }
    }

    /// A cycle among the resources that wait for something, found from one of them.
    fn cycle(&self, start: usize, open: &[usize]) -> Cycle {
        let mut seen: IndexMap<usize, Span> = IndexMap::new();
        let mut at = start;
        loop {
            let next = self.edges.get_index(at).and_then(|(_, required)| {
                required.iter().find_map(|(name, span)| {
                    let place = self.edges.get_index_of(name)?;
                    (open[place] > 0).then_some((place, *span))
                })
            });
            // Whatever waits for ever waits for something that does.
            let Some((next, span)) = next else {
                return Cycle { resources: Vec::new(), span: Span::default() };
            };
            seen.insert(at, span);
            if let Some(first) = seen.get_index_of(&next) {
                let name = |place: &usize| self.edges.get_index(*place).map(|(name, _)| name.clone());
                let resources = seen.keys().skip(first).filter_map(name).collect();
                let span = seen.get_index(first).map(|(_, span)| *span).unwrap_or_default();
                return Cycle { resources, span };
            }
            at = next;
        }
    }
}

/// The ID of a resource that exists already, as text. An empty one is none.
fn external_id(definition: &Definition, scope: &Scope<'_>) -> Result<Option<String>, Fault> {
    let Some(id) = &definition.external_id else { return Ok(None) };
    let id = snippet::resolve(scope, id)?;
    Ok((id.is_truthy() != Some(false)).then(|| data_text(&id)))
}

/// Resources that need each other in a circle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle {
    /// Their names: each needs the next, the last needs the first.
    pub resources: Vec<String>,
    /// Where the first refers to the second.
    pub span: Span,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `a b` means that `a` needs `b`.
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
        let found =
            dependencies.order().map(|order| order.join(" ")).map_err(|cycle| cycle.resources.join(" "));
        assert_eq!(found.as_deref().map_err(String::as_str), expect, "{edges}");
    }

    #[test]
    fn what_is_needed_comes_first() {
        check("a b, b c, d", Ok("c b a d"));
        check("a, b, c", Ok("a b c"));
        check("a c, b c", Ok("c a b"));
    }

    #[test]
    fn a_cycle_is_named_in_full() {
        check("a b, b c, c b, d a", Err("b c"));
        check("a a", Err("a"));
    }
}
