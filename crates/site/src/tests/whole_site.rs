//! Tests of the site of the whole catalogue, and of hostile catalogues.

use heat_catalogue::Catalogue;
use heat_history::History;
use heat_model::evaluate::Validator;
use heat_model::{ResourceType, Value};
use heat_samples::sample::sample_properties;
use indexmap::IndexMap;

use super::counts::counts;
use super::{catalogue, main_part, of_operators, published, site_of, text};
use crate::HiddenItems;

fn of_type(json: &str) -> Catalogue {
    let schema: ResourceType = serde_json::from_str(json).unwrap();
    Catalogue { types: IndexMap::from([(schema.name.clone(), schema)]), ..Catalogue::default() }
}

#[test]
fn the_catalogue_has_one_page_per_type_and_no_dead_link() {
    let site = published();
    let counts = counts();
    assert_eq!((site.counts.types, site.counts.hidden_types), (counts.visible_types(), counts.hidden_types));
    let messages: Vec<_> = site.diagnostics.iter().map(|found| (&found.file, &found.message)).collect();
    assert!(messages.is_empty(), "{messages:#?}");
    assert_eq!(
        site.files.iter().filter(|file| file.path.starts_with("types/") && file.is_page()).count(),
        counts.visible_types()
    );
}

/// The message of a status is useful, whatever the status is.
#[test]
fn the_message_of_a_supported_type_is_shown() {
    let site = site_of(
        of_type(
            r#"{"type": "A::B::C", "support_status": [{"version": "5.0.0", "message": "Needs the extension x."}]}"#,
        ),
        HiddenItems::InHistory,
    );
    let page = text(&site, "types/A/B/C.html");
    assert!(
        page.contains("<strong>Supported.</strong>") && page.contains("<p>Needs the extension x.</p>"),
        "{page}"
    );
    assert!(text(&site, "types/A/B/C.md").contains("Needs the extension x."));
    let silent = site_of(of_type(r#"{"type": "A::B::C"}"#), HiddenItems::InHistory);
    assert!(!text(&silent, "types/A/B/C.html").contains("class=\"banner"));
}

#[test]
fn a_catalogue_without_history_has_no_release_pages() {
    let site = site_of(Catalogue { history: History::default(), ..catalogue() }, HiddenItems::InHistory);
    assert!(site.diagnostics.is_empty(), "{:?}", site.diagnostics);
    assert!(!site.files.iter().any(|file| file.path.starts_with("releases") || file.path == "compare.html"));
    assert!(!text(&site, "index.html").contains("releases.html"));
}

#[test]
fn the_operators_edition_has_everything() {
    let site = of_operators();
    assert_eq!((site.counts.types, site.counts.hidden_types), (counts().types, 0));
    assert!(text(site, "types/OS/Senlin/Cluster.html").contains("Operators’ edition"));
    assert!(text(site, "types/OS/Neutron/RouterInterface.html").contains("id=\"prop-subnet_id\""));
}

#[test]
fn two_builds_give_the_same_bytes() {
    assert_eq!(published().files, site_of(catalogue(), HiddenItems::InHistory).files);
}

#[test]
fn samples_of_all_types_are_valid() {
    let catalogue = catalogue();
    let from_parameter =
        |value: &Value| value.as_map().is_some_and(|map| map.len() == 1 && map.contains_key("get_param"));
    for schema in catalogue.visible() {
        for required_only in [true, false] {
            let data = sample_properties(schema, &catalogue.custom_constraints, required_only);
            let errors = Validator { is_deferred: &from_parameter }.errors(&schema.properties, &data);
            assert!(errors.is_empty(), "{}: {errors:?}", schema.name);
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
        HiddenItems::InHistory,
    );
    for file in site.files.iter().filter(|file| file.is_page()) {
        let html = std::str::from_utf8(&file.contents).unwrap();
        assert!(!html.contains("<script>"), "{}", file.path);
        // The logo next to the site's name is the only image.
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
    let site = published();
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!("router_interface", main_part(text(site, "types/OS/Neutron/RouterInterface.html")));
        insta::assert_snapshot!("random_string", main_part(text(site, "types/OS/Heat/RandomString.html")));
        insta::assert_snapshot!("alarm", main_part(text(site, "types/OS/Aodh/Alarm.html")));
        insta::assert_snapshot!("life_cycle", main_part(text(site, "life-cycle.html")));
    });
}

#[test]
fn machines_get_a_sitemap_json_and_llms_txt() {
    let site = published();
    let sitemap = text(site, "sitemap.xml");
    assert!(sitemap.contains("<loc>https://docs.example.org/heat/types/OS/Nova/Server.html</loc>"));
    assert!(sitemap.contains("<loc>https://docs.example.org/heat/</loc>"));
    let html = text(site, "types/OS/Nova/Server.html");
    assert!(html.contains(
        "<link rel=\"canonical\" href=\"https://docs.example.org/heat/types/OS/Nova/Server.html\">"
    ));
    let schema: ResourceType = serde_json::from_str(text(site, "types/OS/Nova/Server.json")).unwrap();
    assert_eq!(schema.name, "OS::Nova::Server");
    assert!(
        text(site, "llms.txt")
            .contains("- [OS::Nova::Server](https://docs.example.org/heat/types/OS/Nova/Server.md): Boots")
    );
}
