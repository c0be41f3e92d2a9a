//! Tests of the architectures of the site: their templates are valid in each of their environments, and their graphs are those of
//! their templates.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may panic")]

use heat_catalogue::SchemaFiles;
use heat_codegen::commands::docs::build::stack_graph;
use heat_codegen::resolve::{ResolveInputs, resolve};
use heat_graph::Graph;
use heat_model::Value;
use heat_site::Architectures;
use heat_yaml::Severity;
use indexmap::IndexMap;
use insta::assert_snapshot;

use crate::support::project;

/// Resolves an architecture, and expects no errors. Parameters without a value are only warnings.
#[track_caller]
fn document(name: &str, environment: Option<&str>, types: &SchemaFiles) -> IndexMap<String, Value> {
    let folder = project().join("site/architectures").join(name);
    let inputs = ResolveInputs {
        template: folder.join("template.yaml"),
        environments: environment.map(|file| folder.join(file)).into_iter().collect(),
        root: Some(folder),
        ..ResolveInputs::default()
    };
    let resolution = resolve(&inputs, types).unwrap();
    let errors: Vec<_> =
        resolution.diagnostics.iter().filter(|found| found.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{name}, {environment:?}: {errors:#?}");
    resolution.document.unwrap()
}

#[test]
fn every_architecture_is_valid_and_its_graph_has_its_resources() {
    let types = SchemaFiles::read(&project().join("schemas"));
    let architectures = Architectures::built_in();
    assert_eq!(architectures.list.len(), 10);
    for architecture in &architectures.list {
        let environments: Vec<&str> = architecture.environments().collect();
        for environment in &environments {
            document(&architecture.name, Some(environment), &types);
        }
        let document = document(&architecture.name, environments.last().copied(), &types);
        let nodes = &architecture.graph.as_ref().unwrap().nodes;
        let drawn: IndexMap<&str, &str> =
            nodes.iter().map(|node| (node.name.as_str(), node.kind.as_str())).collect();
        let resources = document["resources"].as_map().unwrap().iter();
        let resources: IndexMap<&str, &str> = resources
            .map(|(name, resource)| (name.as_str(), resource.as_map().unwrap()["type"].as_str().unwrap()))
            .collect();
        assert_eq!(drawn, resources, "{}", architecture.name);
    }
}

/// The docs builder resolves no templates: it reads this snapshot.
#[test]
fn the_graphs_of_built_in_architectures_are_those_of_their_templates() {
    let types = SchemaFiles::read(&project().join("schemas")).into_catalogue().types;
    let list = Architectures::built_in().list;
    let graphs: IndexMap<&str, Graph> =
        list.iter().map(|each| (each.name.as_str(), stack_graph(each, &types))).collect();
    let recorded = serde_json::to_string(&graphs).unwrap().replace("},{\"name\"", "},\n{\"name\"");
    insta::with_settings!({snapshot_path => "../../../../site/src/guide", prepend_module_to_snapshot => false}, {
        assert_snapshot!("architecture_graphs", recorded);
    });
    for architecture in &list {
        assert_eq!(
            architecture.graph.as_ref(),
            graphs.get(architecture.name.as_str()),
            "{}",
            architecture.name
        );
    }
}
