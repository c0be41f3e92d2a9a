//! Tests of the pages of architectures: each has a picture of all its resources.
//!
//! Tests of `heat-codegen` compare the graphs with the templates.

use super::{between, published, text};
use crate::Architectures;

#[test]
fn every_architecture_is_drawn() {
    let site = published();
    for architecture in &Architectures::built_in().list {
        let page = text(site, &architecture.url());
        let picture = between(page, "<svg class=\"graph\"", "</svg>").next().unwrap();
        for node in &architecture.graph.as_ref().unwrap().nodes {
            let drawn = format!("<title>{}: ", node.name);
            assert!(picture.contains(&drawn), "{}: {} is not drawn", architecture.name, node.name);
            let is_linked = picture.contains(&format!("../types/{}.html\"", node.kind.replace("::", "/")));
            assert_eq!(is_linked, node.kind.starts_with("OS::"), "{}: {}", architecture.name, node.name);
        }
        // Each file has a button to copy it.
        let copied = page.matches("<figure class=\"code\">").count();
        assert_eq!(copied, architecture.files.len() + 1, "{}", architecture.name);
        let twin = text(site, &architecture.url().replace(".html", ".md"));
        let tests = architecture.tests.as_deref().unwrap();
        assert!(page.contains("<h2 id=\"tests\">") && twin.contains(tests), "{}", architecture.name);
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
