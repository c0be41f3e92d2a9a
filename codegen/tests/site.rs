//! The site of the whole catalogue, and of hostile ones.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test says what must hold by panicking")]

use std::collections::BTreeSet;
use std::path::Path;

use heat_codegen::schema_files::SchemaFiles;
use heat_codegen::site::snippet::{sample_properties, snippets};
use heat_codegen::site::{
    Built, Counts, Guide, Memory, SiteFile, SiteOptions, Templates, build, built_in_assets,
};
use heat_model::history::{History, Kind};
use heat_model::validate::Validator;
use heat_model::{Catalogue, NestedSchema, PropertySchema, ResourceType, Value};
use heat_yaml::Diagnostic;
use indexmap::IndexMap;

fn catalogue() -> Catalogue {
    let files = SchemaFiles::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas"));
    assert!(!files.has_errors(), "{:?}", files.diagnostics);
    files.catalogue()
}

/// A site in memory.
struct InMemory {
    files: Vec<SiteFile>,
    counts: Counts,
    diagnostics: Vec<Diagnostic>,
}

fn site_of(catalogue: Catalogue, include_hidden: bool) -> InMemory {
    let options = SiteOptions {
        guide: Guide::built_in(),
        assets: built_in_assets(),
        base_url: Some("https://docs.example.org/heat/".to_owned()),
        include_hidden,
    };
    let memory = Memory::default();
    let Built { counts, diagnostics } =
        build(catalogue, &options, &Templates::load(None).unwrap(), &memory).unwrap();
    InMemory { files: memory.into_files(), counts, diagnostics }
}

fn of_type(json: &str) -> Catalogue {
    let schema: ResourceType = serde_json::from_str(json).unwrap();
    Catalogue { types: IndexMap::from([(schema.name.clone(), schema)]), ..Catalogue::default() }
}

fn text<'a>(site: &'a InMemory, path: &str) -> &'a str {
    let file = site.files.iter().find(|file| file.path == path).unwrap_or_else(|| panic!("no {path}"));
    std::str::from_utf8(&file.contents).unwrap()
}

#[test]
fn the_whole_catalogue_has_a_page_each_and_no_dead_link() {
    let site = site_of(catalogue(), false);
    assert_eq!((site.counts.types, site.counts.hidden_types), (163, 38));
    let messages: Vec<_> = site.diagnostics.iter().map(|found| (&found.file, &found.message)).collect();
    assert!(messages.is_empty(), "{messages:#?}");
    assert_eq!(
        site.files.iter().filter(|file| file.path.starts_with("types/") && file.is_page()).count(),
        163
    );
}

#[test]
fn no_hidden_name_is_anywhere() {
    let catalogue = catalogue();
    let site = site_of(catalogue.clone(), false);
    let hidden: Vec<&str> = catalogue
        .types
        .values()
        .filter(|schema| schema.is_hidden())
        .map(|schema| schema.name.as_str())
        .collect();
    assert_eq!(hidden.len(), 38);
    for file in &site.files {
        let Ok(text) = std::str::from_utf8(&file.contents) else { continue };
        let text = &without_what_a_release_hid(&file.path, text, &catalogue);
        for name in &hidden {
            let whole = |at: usize| {
                !text[at + name.len()..].starts_with(|next: char| next.is_alphanumeric() || next == ':')
            };
            let found = text.match_indices(name).find(|(at, _)| whole(*at));
            assert!(found.is_none(), "{} names {name}", file.path);
        }
    }
    // Property and attribute names recur from type to type: a type's own page and JSON have none that it hides.
    for schema in catalogue.visible() {
        let shown = schema.without_hidden();
        let page = format!("types/{}.html", schema.name.replace("::", "/"));
        for path in gone(schema, &shown) {
            let anchor = format!("id=\"{path}\"");
            assert!(!text(&site, &page).contains(&anchor), "{page} has {anchor}");
        }
    }
}

/// The text of a page without the one thing that may name what is hidden: where a release hid a type or removed something
/// from it, its page has a line with the type's name, which leads nowhere.
fn without_what_a_release_hid(path: &str, text: &str, catalogue: &Catalogue) -> String {
    let release = catalogue.releases.releases.iter().find(|release| {
        path.strip_prefix("releases/").and_then(|name| name.strip_suffix(".html"))
            == Some(&release.name.to_lowercase())
    });
    let Some(release) = release else { return text.to_owned() };
    let changes = &catalogue.history.get(&release.version).unwrap().changes;
    let mut out = String::new();
    for section in text.split("<section ") {
        let kind = match section.split('"').nth(3) {
            Some("hidden") => Kind::Hidden,
            Some("removed") => Kind::Removed,
            _ => {
                out.push_str(section);
                continue;
            }
        };
        let mut section = section.to_owned();
        for (name, _) in changes.iter().filter(|(_, changes)| changes.iter().any(|each| each.kind() == kind))
        {
            let line = format!("<div data-t=\"{name}\"><dt><span class=\"type\">{name}</span></dt><dd>");
            assert!(section.matches(&line).count() <= 1, "{path} has several lines for {name}");
            section = section.replacen(&line, "", 1);
        }
        out.push_str(&section);
    }
    out
}

#[test]
fn releases_say_what_they_changed() {
    let catalogue = catalogue();
    let site = site_of(catalogue.clone(), false);
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!("release_2023_2", main_part(text(&site, "releases/2023.2.html")));
        insta::assert_snapshot!("release_train", main_part(text(&site, "releases/train.html")));
        insta::assert_snapshot!("releases", main_part(text(&site, "releases.html")));
        insta::assert_snapshot!("feed", text(&site, "releases.atom"));
    });
    assert!(main_part(text(&site, "releases/2023.1.html")).contains("Nothing changed"));
    // What a release hid, and what it removed from what is hidden, is on its own page only.
    assert!(text(&site, "releases/train.html").contains("multiattach"));
    assert!(!text(&site, "types/OS/Cinder/Volume.html").contains("class=\"kind hidden\""));
    assert!(
        !text(&site, "releases/2024.1.html").contains("OS::Senlin"),
        "it deprecated what is hidden today"
    );
    // Each page is where the navigation, the search, the sitemap and llms.txt say.
    for release in &catalogue.history.releases[1..] {
        let name = &catalogue.releases.get(&release.version).unwrap().name;
        let path = format!("releases/{}.html", name.to_lowercase());
        for file in ["releases.html", "compare.html", "life-cycle.html", "search-index.json", "llms.txt"] {
            assert!(text(&site, file).contains(&path), "{file} does not lead to {path}");
        }
        assert!(text(&site, "sitemap.xml").contains(&path));
    }
}

#[test]
fn a_catalogue_without_history_has_no_release_pages() {
    let site = site_of(Catalogue { history: History::default(), ..catalogue() }, false);
    assert!(site.diagnostics.is_empty(), "{:?}", site.diagnostics);
    assert!(!site.files.iter().any(|file| file.path.starts_with("releases") || file.path == "compare.html"));
    assert!(!text(&site, "index.html").contains("releases.html"));
}

/// The anchors that a type's hidden properties, members and attributes would have.
fn gone(schema: &ResourceType, shown: &ResourceType) -> Vec<String> {
    fn anchors(members: &IndexMap<String, PropertySchema>, prefix: &str, out: &mut BTreeSet<String>) {
        for (name, member) in members {
            let anchor = format!("{prefix}{name}");
            let inner = format!("{anchor}.");
            out.insert(anchor);
            let nested = member.item().unwrap_or(member);
            if let Some(NestedSchema::Members(members)) = &nested.schema {
                anchors(members, &inner, out);
            }
        }
    }
    let all = |schema: &ResourceType| {
        let mut out = BTreeSet::new();
        anchors(&schema.properties, "prop-", &mut out);
        out.extend(schema.attributes.keys().map(|name| format!("attr-{name}")));
        out
    };
    all(schema).difference(&all(shown)).cloned().collect()
}

#[test]
fn the_operators_edition_has_everything() {
    let site = site_of(catalogue(), true);
    assert_eq!((site.counts.types, site.counts.hidden_types), (201, 0));
    assert!(text(&site, "types/OS/Senlin/Cluster.html").contains("Operators’ edition"));
    assert!(text(&site, "types/OS/Neutron/RouterInterface.html").contains("id=\"prop-subnet_id\""));
}

#[test]
fn two_builds_give_the_same_bytes() {
    assert_eq!(site_of(catalogue(), false).files, site_of(catalogue(), false).files);
}

#[test]
fn every_snippet_is_valid() {
    let catalogue = catalogue();
    let from_parameter =
        |value: &Value| value.as_map().is_some_and(|map| map.len() == 1 && map.contains_key("get_param"));
    for schema in catalogue.visible() {
        for required_only in [true, false] {
            let data = sample_properties(schema, &catalogue.custom_constraints, required_only);
            let errors = Validator { is_deferred: &from_parameter }.errors(&schema.properties, &data);
            assert!(errors.is_empty(), "{}: {errors:?}", schema.name);
        }
        // What the page shows is what was made: the text reads back as the same data.
        let made = snippets(schema, &catalogue.custom_constraints);
        for (snippet, required_only) in [(Some(&made.minimal), true), (made.full.as_ref(), false)] {
            let Some(snippet) = snippet else { continue };
            let source = heat_yaml::Source::new("snippet", snippet.as_str());
            let parsed = heat_yaml::parse(&source, &heat_yaml::ParseOptions::default());
            assert!(!parsed.has_errors(), "{}: {:?}\n{snippet}", schema.name, parsed.diagnostics);
            let resource = parsed
                .root
                .as_ref()
                .and_then(|root| root.as_mapping()?.get("resources")?.as_mapping())
                .unwrap();
            let properties = resource.entries[0].value.as_mapping().unwrap().get("properties");
            let expected = sample_properties(schema, &catalogue.custom_constraints, required_only);
            assert_eq!(
                properties.map_or(0, |node| node.as_mapping().unwrap().entries.len()),
                expected.len(),
                "{}",
                schema.name
            );
        }
    }
}

#[test]
fn hostile_texts_stay_text() {
    let attack = r#"<script>alert(1)</script> <img src=x onerror=alert(1)> [a](javascript:alert(1)) ![b](https://evil.example/x.png) </div></main> {{ 7 * 7 }} {% raw %} \" ' & <!-- \u0000"#;
    let attack = serde_json::to_string(attack).unwrap();
    let site = site_of(
        of_type(&format!(
            r#"{{"type": "My::Bad::Type", "description": {attack},
                "support_status": [{{"status": "DEPRECATED", "version": {attack}, "message": {attack}}}],
                "python_class": {attack}, "entity": {attack},
                "properties": {{"a": {{"type": "string", "description": {attack}, "default": {attack},
                    "support_status": [{{"status": "DEPRECATED", "message": {attack}}}],
                    "constraints": [{{"allowed_pattern": ".*", "description": {attack}}}, {{"allowed_values": [{attack}]}},
                        {{"custom_constraint": {attack}}}]}},
                    {attack}: {{"type": "string"}}}},
                "attributes": {{{attack}: {{"description": {attack}}}}},
                "examples": [{{"title": {attack}, "template": {attack}}}]}}"#
        )),
        false,
    );
    for file in site.files.iter().filter(|file| file.is_page()) {
        let html = std::str::from_utf8(&file.contents).unwrap();
        assert!(!html.contains("<script>"), "{}", file.path);
        // The mark beside the site's name is the only image.
        let images: Vec<_> = html.split("<img ").skip(1).collect();
        assert!(
            images
                .iter()
                .all(|image| image.split('"').nth(1).is_some_and(|src| src.ends_with("assets/favicon.svg")))
        );
        assert!(!html.contains("\"javascript:"), "{}", file.path);
        assert!(!html.contains("<!--"), "{}", file.path);
        assert_eq!(html.matches("</main>").count(), 1, "{}", file.path);
        assert!(!html.contains(" onerror=alert(1)>"), "{}", file.path);
    }
    assert!(text(&site, "types/My/Bad/Type.html").contains("{{ 7 * 7 }}"));
}

#[test]
fn pages_look_as_reviewed() {
    let site = site_of(catalogue(), false);
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!("router_interface", main_part(text(&site, "types/OS/Neutron/RouterInterface.html")));
        insta::assert_snapshot!("random_string", main_part(text(&site, "types/OS/Heat/RandomString.html")));
        insta::assert_snapshot!("alarm", main_part(text(&site, "types/OS/Aodh/Alarm.html")));
        insta::assert_snapshot!("life_cycle", main_part(text(&site, "life-cycle.html")));
    });
}

/// What is between `<main …>` and `</main>`.
fn main_part(html: &str) -> &str {
    let start = html.find("<main").unwrap();
    let end = html.find("</main>").unwrap();
    &html[start..end]
}

#[test]
fn machines_get_a_sitemap_json_and_llms_txt() {
    let site = site_of(catalogue(), false);
    let sitemap = text(&site, "sitemap.xml");
    assert!(sitemap.contains("<loc>https://docs.example.org/heat/types/OS/Nova/Server.html</loc>"));
    assert!(sitemap.contains("<loc>https://docs.example.org/heat/</loc>"));
    let html = text(&site, "types/OS/Nova/Server.html");
    assert!(html.contains(
        "<link rel=\"canonical\" href=\"https://docs.example.org/heat/types/OS/Nova/Server.html\">"
    ));
    let schema: ResourceType = serde_json::from_str(text(&site, "types/OS/Nova/Server.json")).unwrap();
    assert_eq!(schema.name, "OS::Nova::Server");
    assert!(
        text(&site, "llms.txt")
            .contains("- [OS::Nova::Server](https://docs.example.org/heat/types/OS/Nova/Server.json): Boots")
    );
}
