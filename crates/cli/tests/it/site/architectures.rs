//! Tests of the architectures of the site: their templates are valid in each of their environments, and each has a page with a
//! picture of all its resources.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may panic")]

use std::path::{Path, PathBuf};

use heat_catalogue::SchemaFiles;
use heat_codegen::commands::docs::build::stack_graph;
use heat_codegen::resolve::{ResolveInputs, resolve};
use heat_graph::Graph;
use heat_model::Value;
use heat_site::Architectures;
use heat_yaml::Severity;
use indexmap::IndexMap;
use insta::assert_snapshot;

use crate::support::site::{between, published, text};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Resolves an architecture, and expects no errors. Parameters without a value are only warnings.
#[track_caller]
fn document(name: &str, environment: Option<&str>, types: &SchemaFiles) -> IndexMap<String, Value> {
    let folder = root().join("site/architectures").join(name);
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
fn every_architecture_is_valid_and_drawn() {
    let types = SchemaFiles::read(&root().join("schemas"));
    let site = published();
    let architectures = Architectures::built_in();
    assert_eq!(architectures.list.len(), 10);
    for architecture in &architectures.list {
        let environments: Vec<&str> = architecture.environments().collect();
        for environment in &environments {
            document(&architecture.name, Some(environment), &types);
        }
        let document = document(&architecture.name, environments.last().copied(), &types);
        let page = text(site, &architecture.url());
        let picture = between(page, "<svg class=\"graph\"", "</svg>").next().unwrap();
        let resources = document["resources"].as_map().unwrap();
        for (name, resource) in resources {
            let drawn = format!("<title>{name}: ");
            assert!(picture.contains(&drawn), "{}: {name} is not drawn", architecture.name);
            let resource_type = resource.as_map().unwrap()["type"].as_str().unwrap();
            let is_linked =
                picture.contains(&format!("../types/{}.html\"", resource_type.replace("::", "/")));
            assert_eq!(is_linked, resource_type.starts_with("OS::"), "{}: {name}", architecture.name);
        }
        // Each file has a button to copy it.
        let copied = page.matches("<figure class=\"code\">").count();
        assert_eq!(copied, architecture.files.len(), "{}", architecture.name);
        // The architecture is in all lists for people and programs.
        let url = architecture.url();
        for list in ["index.html", "architectures.html", "llms.txt", "sitemap.xml", "search-index.json"] {
            // Programs are directed to the Markdown.
            let url = if list == "llms.txt" { url.replace(".html", ".md") } else { url.clone() };
            assert!(text(site, list).contains(&url), "{list} does not list {url}");
        }
    }
}

#[test]
fn types_list_the_templates_that_use_them() {
    let site = published();
    let page = text(site, "types/OS/Octavia/Listener.html");
    let uses = between(page, "<section class=\"used\">", "</section>").next().unwrap();
    assert!(uses.contains("architectures/load-balanced-web-servers.html\">"), "{uses}");
    assert!(uses.contains("types/OS/Octavia/L7Policy.html#example-"), "{uses}");
    let shown = uses.split("<details").next().unwrap();
    assert!(shown.matches("<li>").count() <= 8, "{shown}");
}

/// The docs builder resolves no templates: it reads this snapshot.
#[test]
fn the_graphs_of_built_in_architectures_are_those_of_their_templates() {
    let types = SchemaFiles::read(&root().join("schemas")).into_catalogue().types;
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
