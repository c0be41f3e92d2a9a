//! Requirements on the pages of all types.

use std::collections::BTreeSet;

use heat_hot::environment::files::NoFiles;
use heat_template_check::{EnabledRules, TemplateCheck};
use heat_yaml::{Diagnostic, Severity, Source};
use indexmap::IndexMap;

use super::counts::counts;
use super::{between, catalogue, main_part, published, text, words};
use crate::{EditLinks, Guide, Memory, SiteOptions, Templates, build};

/// Collects the complaints about the page of each type, and expects none.
#[track_caller]
fn check(mut complaints: impl FnMut(&str) -> Vec<String>) {
    let site = published();
    let pages = site.files.iter().filter(|file| file.path.starts_with("types/") && file.is_page());
    let mut seen = 0;
    let mut found = Vec::new();
    for page in pages {
        seen += 1;
        let html = main_part(std::str::from_utf8(&page.contents).unwrap());
        found.extend(complaints(html).into_iter().map(|complaint| format!("{}: {complaint}", page.path)));
    }
    assert_eq!(seen, counts().visible_types());
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn long_introductions_begin_with_a_sentence_and_the_rest_is_folded() {
    let mut long = 0;
    // A full stop after code is not a word.
    let length = |text: &str| text.split(' ').filter(|word| word.contains(char::is_alphanumeric)).count();
    check(|html| {
        let lead = words(between(html, "<div class=\"lead\">", "</div>").next().unwrap_or_default());
        let Some(rest) = between(html, "<details class=\"full about\">", "</details>").next() else {
            return if length(&lead) <= 60 { Vec::new() } else { vec![lead] };
        };
        long += 1;
        let is_sentence = lead.ends_with('.') && !lead.contains(". ") && length(&lead) <= 40;
        let paragraphs = between(rest, "<p>", "</p>").map(|text| words(&format!("<p>{text}")));
        let mut found: Vec<String> = paragraphs.filter(|text| length(text) > 110).collect();
        if !is_sentence {
            found.push(lead);
        }
        found
    });
    assert!(long > 50, "{long}");
}

/// The words of the badges in some HTML, with their classes.
fn marks(html: &str) -> BTreeSet<(&str, &str)> {
    let marks = ["<span class=\"up ", "<span class=\"st "]
        .into_iter()
        .flat_map(|start| between(html, start, "</span>"));
    marks.filter_map(|mark| mark.split_once("\">")).collect()
}

#[test]
fn the_legend_explains_the_marks_of_the_page_and_no_others() {
    let mut seen = BTreeSet::new();
    check(|html| {
        let legend =
            between(html, "<div class=\"legend\" id=\"marks\" ", "</div>").next().unwrap_or_default();
        let heads = between(html, "<div class=\"prop-head\">", "</div>").flat_map(marks);
        let cases = between(html, "<ul class=\"cases\">", "</ul>").flat_map(marks);
        let rows: BTreeSet<_> = heads.chain(cases).collect();
        seen.extend(rows.iter().map(|(class, word)| format!("{class} {word}")));
        if marks(legend) == rows {
            Vec::new()
        } else {
            vec![format!("{rows:?}, in the legend: {:?}", marks(legend))]
        }
    });
    let all = [
        "deprecated Deprecated",
        "effect-interrupts interrupts",
        "effect-loses-data loses data",
        "effect-none no interruption",
        "refused not updatable",
        "refused refused",
        "replace replaces",
        "unsupported Not implemented",
        "unsupported Unsupported",
    ];
    assert_eq!(seen.iter().map(String::as_str).collect::<Vec<_>>(), all);
}

#[test]
fn the_filter_is_on_the_pages_on_which_it_changes_something() {
    check(|html| {
        let heads = between(html, "<div class=\"prop-head\">", "</div>");
        let rows: BTreeSet<_> =
            heads.flat_map(|head| between(head, "<span class=\"up ", "</span>")).collect();
        let expected = rows.contains("replace\">replaces") && rows.len() > 1;
        let has_filter = html.contains("id=\"only-replace\"");
        if has_filter == expected { Vec::new() } else { vec![format!("{rows:?}, filter: {has_filter}")] }
    });
}

#[test]
fn what_an_update_costs_is_said_with_its_reason_and_its_cases() {
    let row = |page: &'static str, id: &str| {
        let start = format!("id=\"{id}\"");
        let rest = text(published(), page).split_once(&start).unwrap().1;
        rest.split("id=\"prop-").next().unwrap()
    };
    let check = |page: &'static str, id: &str, mark: &str, said: &[&str]| {
        let row = row(page, id);
        let head = format!("<span class=\"up {mark}</span></div>");
        assert!(row.contains(&head), "{row}");
        let words = words(row);
        assert!(said.iter().all(|said| words.contains(said)), "{words}");
        assert_eq!(words.contains("On update"), !said.is_empty(), "{words}");
    };
    let server = "types/OS/Nova/Server.html";
    check(server, "prop-name", "effect-none\">no interruption", &[]);
    check(
        server,
        "prop-image",
        "effect-loses-data\">loses data",
        &["Nova rebuilds the server", "replaces if image_update_policy is REPLACE : A new server takes over"],
    );
    check(server, "prop-flavor", "effect-interrupts\">interrupts", &["On update Nova resizes the server"]);
    check(server, "prop-key_name", "replace\">replaces", &[]);
    // A field has the badge of the property that contains it, unless it has its own.
    check(server, "prop-networks.port", "effect-interrupts\">interrupts", &[]);
    check(
        server,
        "prop-networks.port_extra_properties.binding:vnic_type",
        "refused\">refused",
        &["On update Networking refuses to change it"],
    );
}

#[test]
fn long_lists_of_values_are_folded() {
    let page = text(published(), "types/OS/Neutron/SecurityGroup.html");
    let row = between(page, "id=\"prop-rules.protocol\"", "</dl>").next().unwrap();
    let (shown, folded) = row.split_once("<details").unwrap();
    assert!(shown.contains("<code>0</code> to <code>255</code>"), "{shown}");
    assert!(shown.matches("<code>").count() < 20, "{shown}");
    assert!(folded.contains("11 more</summary>") && folded.contains("<code>vrrp</code>"), "{folded}");
}

#[test]
fn what_get_resource_gives_comes_first_and_every_call_can_be_copied() {
    check(|html| {
        let starts = ["<h2 id=\"reference\">", "<h2 id=\"attributes\">"];
        let sections = starts.map(|start| between(html, start, "</section>").next());
        let rows: Vec<_> = sections
            .into_iter()
            .flatten()
            .flat_map(|section| between(section, "<div class=\"prop-head\">", "</div>"))
            .collect();
        let calls: Vec<_> = rows
            .iter()
            .flat_map(|row| {
                between(
                    row,
                    "<span class=\"get\"><code>",
                    "</code><button class=\"copy mini\" type=\"button\">",
                )
            })
            .collect();
        let first = calls.first().is_some_and(|call| call.starts_with("{ get_resource: "));
        let others = calls.iter().skip(1).all(|call| call.starts_with("{ get_attr: ["));
        if first && others && calls.len() == rows.len() { Vec::new() } else { vec![format!("{calls:?}")] }
    });
}

/// The text of a code block.
fn plain(html: &str) -> String {
    let mut out = String::new();
    for piece in html.split('<') {
        out.push_str(piece.split_once('>').map_or(piece, |(_, text)| text));
    }
    out.replace("&quot;", "\"").replace("&#39;", "'").replace("&amp;", "&")
}

/// Checks a template of each type's page, if it has one, and returns the number of those.
fn check_templates(
    template: impl Fn(&str) -> Option<&str>,
    is_mistake: impl Fn(&Diagnostic) -> bool,
) -> usize {
    let mut seen = 0;
    let types = catalogue();
    let template_check = TemplateCheck {
        environments: Vec::new(),
        parameters: &IndexMap::new(),
        files: &NoFiles,
        types: &types,
        // The parameters have no values.
        is_strict: false,
        now: None,
        enabled: &EnabledRules::default(),
    };
    check(|html| {
        let Some(template) = template(html) else { return Vec::new() };
        seen += 1;
        let template = plain(between(template, "<code>", "</code>").next().unwrap());
        let (_, found) = template_check.run(Source::new("page.yaml", template));
        let mistakes = found.diagnostics.iter().filter(|found| is_mistake(found));
        mistakes.map(|found| found.message.clone()).collect()
    });
    seen
}

#[test]
fn templates_with_existing_resources_are_valid() {
    let seen = check_templates(
        |html| {
            let section = between(html, "<h2 id=\"existing\">", "</section>").next().unwrap();
            between(section, "HOT template</figcaption>", "</pre>").next()
        },
        |found| found.severity == Severity::Error,
    );
    assert!(seen > 90, "{seen}");
}

#[test]
fn services_accept_minimal_templates() {
    let seen = check_templates(
        |html| between(html, "Minimal template</span>", "</pre>").next(),
        |found| found.code.starts_with("service-"),
    );
    assert!(seen > 150, "{seen}");
}

#[test]
fn pages_with_a_source_lead_to_it() {
    let template = "https://git.example.org/edit/{path}";
    let mut edit = EditLinks::default();
    edit.add_type("OS::Nova::Server", "<built-in>/OS/Nova/Server.yaml", None, Some(template));
    edit.add_pages(None, None, Some(template));
    let options = SiteOptions {
        guide: Guide::built_in(),
        rules: heat_rules::all(),
        edit: Some(edit),
        ..SiteOptions::default()
    };
    let mut catalogue = catalogue();
    catalogue.types.retain(|name, _| ["OS::Nova::Server", "OS::Nova::KeyPair"].contains(&name.as_str()));
    let memory = Memory::default();
    build(catalogue, &options, &Templates::load(None).unwrap(), &memory).unwrap();
    let files = memory.into_files();
    let link = |page: &str| {
        let file = files.iter().find(|file| file.path == page).unwrap();
        let html = std::str::from_utf8(&file.contents).unwrap();
        between(html, "<p class=\"edit\"><a href=\"", "\"").next().map(str::to_owned)
    };
    assert_eq!(
        link("types/OS/Nova/Server.html").as_deref(),
        Some("https://git.example.org/edit/schemas/OS/Nova/Server.yaml")
    );
    assert_eq!(
        link("guide/start-here.html").as_deref(),
        Some("https://git.example.org/edit/site/guide/template-authors/10-start-here.md")
    );
    // The type has no file here, and the others are generated.
    for page in ["types/OS/Nova/KeyPair.html", "guide/lint-rules.html", "index.html"] {
        assert_eq!(link(page), None, "{page}");
    }
    assert!(!text(published(), "types/OS/Nova/Server.html").contains("class=\"edit\""));
}
