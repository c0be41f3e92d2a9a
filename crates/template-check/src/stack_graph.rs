//! Dependency graph of a stack: its resources, and the resources that each needs.

use heat_graph::{Edge, Graph, Node, Reason};
use heat_hot::resolve::{NestedStack, Resolved};
use heat_hot::template::Template;
use heat_hot::template::definition::{Definition, definitions};
use heat_hot::template::order::Dependencies;
use heat_hot::template::undecided::UndecidedStack;
use heat_hot_language::GroupKind;
use indexmap::IndexSet;

/// Name of the node that represents all members of a group.
const MEMBER: &str = "each member";

/// Builds the graph of a template and of the stacks that its resources create. `url_of` returns the address of a type's page.
///
/// It has all resources, whether or not their conditions are true: references come from the template alone, and the dependencies
/// that Heat derives from values come from the resolved stack.
#[must_use]
pub fn stack_graph(
    template: &Template,
    resolved: &Resolved,
    url_of: &dyn Fn(&str) -> Option<String>,
) -> Graph {
    let undecided = UndecidedStack::new(template);
    let scope = undecided.scope();
    let (definitions, _) = definitions(template, &scope);
    let names: IndexSet<String> = definitions.iter().map(|definition| definition.name.clone()).collect();
    let (stated, _) = Dependencies::stated(&definitions, &names, &scope, |_| true);
    let index = |name: &str| names.get_index_of(name);
    let pairs: IndexSet<(&str, &str)> = stated.edges().chain(resolved.dependencies.edges()).collect();
    let edge = |(needing, needed): (&str, &str)| {
        let definition = definitions.get(index(needing)?)?;
        // References take precedence: the span is in `depends_on` only if there is no reference.
        let place = stated.place(needing, needed);
        let is_named =
            place.is_some_and(|place| definition.depends_on.iter().any(|(_, span)| *span == place));
        let by = if is_named { Reason::DependsOn } else { Reason::Reference };
        Some(Edge { needed: index(needed)?, needing: index(needing)?, by })
    };
    let cycles = stated.order().err().unwrap_or_default();
    Graph {
        edges: pairs.into_iter().filter_map(edge).collect(),
        nodes: definitions.iter().map(|definition| node(definition, resolved, url_of)).collect(),
        cycles: cycles.iter().map(|cycle| cycle.resources().filter_map(index).collect()).collect(),
    }
}

fn node(definition: &Definition, resolved: &Resolved, url_of: &dyn Fn(&str) -> Option<String>) -> Node {
    let resource_type = &definition.resource_type.0;
    let url = url_of(resource_type);
    let nested = resolved.resources.get(&definition.name).and_then(|resource| resource.nested.as_deref());
    let inside = nested.map(|nested| {
        let graph = stack_graph(&nested.template, &nested.resolved, url_of);
        // Only a group generates a template of members.
        if GroupKind::of(resource_type).is_some() && has_equal_members(nested) {
            of_one_member(graph)
        } else {
            graph
        }
    });
    Node {
        name: definition.name.clone(),
        kind: resource_type.clone(),
        url,
        is_conditional: definition.is_enabled.is_none(),
        inside,
    }
}

/// Returns whether the resources of a stack have the same type.
fn has_equal_members(nested: &NestedStack) -> bool {
    let mut types = nested.resolved.resources.values().map(|resource| &resource.resource_type);
    let first = types.next();
    first.is_some() && types.all(|other| Some(other) == first)
}

/// Returns a graph in which one member represents all.
fn of_one_member(graph: Graph) -> Graph {
    let first = graph.nodes.into_iter().next().map(|node| Node { name: MEMBER.to_owned(), ..node });
    Graph { nodes: first.into_iter().collect(), ..Graph::default() }
}
