//! Tests of the names of HIDDEN items: the pages of the site on which they may appear, and those on which they may not.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use heat_catalogue::Catalogue;
use heat_model::{NestedSchema, PropertySchema, ResourceType, SupportStatus};
use indexmap::IndexMap;
use memchr::memmem;

use super::counts::counts;
use super::{between, catalogue, main_part, published, site_of, text, without_hidden_names, words};
use crate::HiddenItems;

/// Returns whether a file is part of the history of the releases.
fn is_history(path: &str) -> bool {
    let files =
        ["hidden.html", "hidden.md", "hidden-names.json", "hidden-names.js", "compare.html", "releases.atom"];
    files.contains(&path) || path.starts_with("releases/")
}

/// Returns whether a text contains a name as a whole, and not as a part of another one.
fn names(text: &str, name: &str) -> bool {
    let in_name = |char: char| char.is_alphanumeric() || char == '_' || char == ':';
    // Searching thousands of pages without optimization would take seconds.
    memmem::find_iter(text.as_bytes(), name).any(|at| {
        let follows = text[at + name.len()..].chars().next();
        let before = text[..at].chars().next_back();
        !follows.is_some_and(in_name) && !before.is_some_and(|char| char.is_alphanumeric() || char == '_')
    })
}

/// The names of the HIDDEN types, and the addresses that their pages would have.
fn hidden_types(catalogue: &Catalogue) -> Vec<[String; 2]> {
    let hidden = catalogue.types.values().filter(|schema| schema.is_hidden());
    hidden.map(|schema| [schema.name.clone(), schema.name.replace("::", "/")]).collect()
}

#[test]
fn hidden_types_are_named_in_the_history_only() {
    let hidden = hidden_types(&catalogue());
    assert_eq!(hidden.len(), counts().hidden_types);
    let mut in_history = BTreeSet::new();
    for file in &published().files {
        let Ok(text) = std::str::from_utf8(&file.contents) else { continue };
        for [name, address] in &hidden {
            assert!(!names(text, &format!("types/{address}.html")), "{} links to {name}", file.path);
            let found = names(text, name) || names(text, address);
            assert!(!found || is_history(&file.path), "{} names {name}", file.path);
            if found {
                in_history.insert((file.path.clone(), name.clone()));
            }
        }
    }
    for [name, _] in &hidden {
        assert!(in_history.contains(&("hidden.html".to_owned(), name.clone())), "{name} is not listed");
    }
}

#[test]
fn hidden_names_can_be_omitted_everywhere() {
    let catalogue = catalogue();
    assert!(!without_hidden_names().files.iter().any(|file| file.path == "hidden.html"));
    for file in &without_hidden_names().files {
        let Ok(text) = std::str::from_utf8(&file.contents) else { continue };
        for [name, address] in hidden_types(&catalogue) {
            assert!(!names(text, &name) && !names(text, &address), "{} names {name}", file.path);
        }
        // The pages of rules about hiding have longer names.
        let leads_there = text.match_indices("hidden.html").any(|(at, _)| !text[..at].ends_with('-'));
        assert!(
            !leads_there || file.path.starts_with("assets/") || file.path.starts_with("guide/"),
            "{} leads to a page that is not there",
            file.path
        );
    }
    assert!(without_hidden_names().diagnostics.is_empty(), "{:?}", without_hidden_names().diagnostics);
    // This includes parts of types that no release is known to have hidden or added.
    for part in hidden_parts(&catalogue) {
        for file in without_hidden_names().files.iter().filter(|file| is_history(&file.path)) {
            let text = std::str::from_utf8(&file.contents).unwrap();
            let key = format!("data-k=\"{} {} ", part.kind, part.name);
            let start = format!("<div data-t=\"{}\">", part.resource_type);
            assert!(
                between(text, &start, "</div>").all(|own| !own.contains(&key)),
                "{} names {}",
                file.path,
                part.name
            );
        }
    }
}

/// A HIDDEN property, nested property or attribute of a visible type.
struct Part {
    resource_type: String,
    kind: &'static str,
    name: String,
}

fn hidden_parts(catalogue: &Catalogue) -> Vec<Part> {
    fn collect(members: &IndexMap<String, PropertySchema>, prefix: &str, out: &mut Vec<String>) {
        for (name, member) in members {
            let path = format!("{prefix}{name}");
            let nested = member.item().unwrap_or(member);
            if member.support_status.is_hidden() {
                out.push(path);
            } else if let Some(NestedSchema::Members(members)) = &nested.schema {
                collect(members, &format!("{path}."), out);
            }
        }
    }
    let mut parts = Vec::new();
    for schema in catalogue.visible() {
        let mut properties = Vec::new();
        collect(&schema.properties, "", &mut properties);
        let is_hidden = |status: &SupportStatus| status.is_hidden();
        let attributes =
            schema.attributes.iter().filter(|(_, attribute)| is_hidden(&attribute.support_status));
        let named = properties.into_iter().map(|name| ("prop", name));
        let named = named.chain(attributes.map(|(name, _)| ("attr", name.clone())));
        parts.extend(named.map(|(kind, name)| Part { resource_type: schema.name.clone(), kind, name }));
    }
    parts
}

/// Many types have the same property and attribute names. So only the type's own page and JSON must not contain them, and no
/// link may lead to them.
#[test]
fn hidden_properties_and_attributes_are_named_in_the_history_only() {
    let catalogue = catalogue();
    let parts = hidden_parts(&catalogue);
    assert_eq!(parts.len(), counts().hidden_parts);
    for Part { resource_type, kind, name } in &parts {
        let page = format!("types/{}.html", resource_type.replace("::", "/"));
        let anchor = format!("{kind}-{name}");
        let link = format!("{page}#{anchor}");
        for file in published().files.iter().filter(|file| !is_history(&file.path)) {
            let text = String::from_utf8_lossy(&file.contents);
            assert!(!names(&text, &link), "{} links to {link}", file.path);
        }
        let shown = catalogue.types[resource_type].without_hidden();
        let last = name.rsplit('.').next().unwrap();
        let json = serde_json::to_string(&shown).unwrap();
        let html = text(published(), &page);
        assert!(!html.contains(&format!("id=\"{anchor}\"")), "{page} has {anchor}");
        // A name that a visible item also has can be anywhere on the page.
        if !names(&json, last) {
            assert!(!names(&words(main_part(html)), last), "{page} names {last}");
        }
        let id = format!("id=\"{resource_type}-{kind}-{name}\"");
        assert!(text(published(), "hidden.html").contains(&id), "{resource_type} {name} is not listed");
    }
}

#[test]
fn each_hidden_item_is_listed_with_its_release_and_replacement() {
    let page = text(published(), "hidden.html");
    let mut out = String::new();
    for section in between(page, "<section class=\"gone\">", "</section>") {
        let heading = between(section, "<h2 ", "</h2>").next().unwrap();
        writeln!(out, "{}", words(&format!("<{heading}"))).unwrap();
        for row in between(section, "<tr id=\"", "</tr>") {
            let row = row.replace("<td>", "<td>| ");
            writeln!(out, "  {}", words(&format!("<{row}"))).unwrap();
        }
    }
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!("hidden", out) });
    // A reader would search for the row in the same way.
    let row = between(page, "<tr id=\"OS::Neutron::LBaaS::LoadBalancer\">", "</tr>").next().unwrap();
    assert!(row.contains("<a href=\"types/OS/Octavia/LoadBalancer.html\">"), "{row}");
    let row = between(page, "<tr id=\"OS::Neutron::Port-prop-network_id\">", "</tr>").next().unwrap();
    assert!(
        row.contains("<a href=\"types/OS/Neutron/Port.html#prop-network\"><code>network</code></a>"),
        "{row}"
    );
}

/// A catalogue for the test whose types use custom constraints.
fn with_constraints() -> Catalogue {
    let types = r#"[
        {"type": "A::Shown", "properties": {
            "a": {"type": "string", "constraints": [{"custom_constraint": "of.both"}]},
            "list": {"type": "list", "schema": {"*": {"type": "string", "constraints": [{"custom_constraint": "of.shown"}]}}},
            "old": {"type": "string", "support_status": [{"status": "HIDDEN"}], "constraints": [{"custom_constraint": "of.hidden_property"}]}}},
        {"type": "A::Hidden", "support_status": [{"status": "HIDDEN"}], "properties": {
            "a": {"type": "string", "constraints": [{"custom_constraint": "of.both"}, {"custom_constraint": "of.hidden_type"}]}}}]"#;
    let constraints = r#"{"of.both": {"description": "Both."}, "of.shown": {"description": "Shown."},
        "of.hidden_property": {"description": "Hidden."}, "of.hidden_type": {"description": "Hidden."},
        "of.nobody": {"description": "Nobody."}, "of.declared": {"description": "Gone.", "support_status": [{"status": "HIDDEN"}]}}"#;
    let types: Vec<ResourceType> = serde_json::from_str(types).unwrap();
    Catalogue {
        types: types.into_iter().map(|schema| (schema.name.clone(), schema)).collect(),
        custom_constraints: serde_json::from_str(constraints).unwrap(),
        ..Catalogue::default()
    }
}

#[test]
fn constraints_that_only_hidden_items_use_are_omitted() {
    let check = |edition: HiddenItems, expect: &[&str]| {
        let site = site_of(with_constraints(), edition);
        assert!(site.diagnostics.is_empty(), "{:?}", site.diagnostics);
        let listed: Vec<&str> =
            between(text(&site, "constraints.html"), "<div id=\"constraint-", "\"").collect();
        assert_eq!(listed, expect, "{edition:?}");
        for name in
            ["of.both", "of.declared", "of.hidden_property", "of.hidden_type", "of.nobody", "of.shown"]
        {
            let indexed = text(&site, "search-index.json").contains(name);
            assert_eq!(indexed, expect.contains(&name), "{edition:?} {name}");
        }
    };
    check(HiddenItems::InHistory, &["of.both", "of.nobody", "of.shown"]);
    check(
        HiddenItems::Everywhere,
        &["of.both", "of.declared", "of.hidden_property", "of.hidden_type", "of.nobody", "of.shown"],
    );
    for file in &published().files {
        assert!(!String::from_utf8_lossy(&file.contents).contains("neutron.lbaas"), "{}", file.path);
    }
}

#[test]
fn hidden_names_lead_to_their_replacements() {
    for page in
        ["404.html", "search.html", "releases.html", "life-cycle.html", "template_guide/openstack.html"]
    {
        assert!(text(published(), page).contains("hidden.html\""), "{page} does not lead there");
    }
}
