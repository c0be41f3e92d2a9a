//! The checker as the page calls it.

use super::*;

/// The file of a site with two types, of which one has a page.
const CATALOGUE: &str = r#"{
    "types": {
        "A::Server": {
            "type": "A::Server",
            "properties": {"size": {"type": "integer", "required": true}}
        },
        "A::Old": {"type": "A::Old", "support_status": [{"status": "HIDDEN", "version": "5.0.0"}]}
    },
    "pages": {"A::Server": "types/A/Server.html"},
    "rules": "rules/template/{id}.html",
    "errors": [{"url": "errors/unknown-property.html", "precedence": "by-size", "messages": ["Unknown Property {name}"]}]
}"#;

/// The time of the reader, in milliseconds.
const TIME: f64 = 1_700_000_000_000.0;

fn checker() -> Checker {
    let checker = Checker::new(CATALOGUE).map_err(|error| panic!("{error}"));
    checker.unwrap_or_else(|()| unreachable!())
}

fn check(template: &str) -> Answer {
    checker().check(template, "", TIME)
}

fn template(resources: &str) -> String {
    format!("heat_template_version: 2018-08-31\nresources: {{{resources}}}\n")
}

#[test]
fn findings_have_places_and_links() {
    // The first character takes four bytes, and two units in JavaScript.
    let answer = check(&template("'𝄞': {type: A::Server, properties: {size: 1, sise: 2}}"));
    assert_eq!((answer.errors(), answer.warnings()), (1, 0));
    let html = answer.findings();
    assert!(
        html.contains("<a href=\"rules/template/unknown-property.html\"><code>unknown-property</code></a>"),
        "{html}"
    );
    assert!(html.contains("<b>Help:</b> did you mean <code>size</code>?"), "{html}");
    assert_eq!(
        html.matches("<a href=\"errors/unknown-property.html\">What this error of Heat means</a>").count(),
        1,
        "{html}"
    );
    let text = template("'𝄞': {type: A::Server, properties: {size: 1, sise: 2}}");
    let units: Vec<u16> = text.encode_utf16().collect();
    let number = |name: &str| {
        let (_, rest) = html.split_once(&format!("data-{name}=\"")).unwrap_or_default();
        rest.split('"').next().and_then(|number| number.parse::<usize>().ok()).unwrap_or_default()
    };
    assert_eq!(String::from_utf16_lossy(&units[number("start")..number("end")]), "sise");
    assert_eq!(answer.lines(), [2, 0]);
}

#[test]
fn text_of_the_template_is_escaped() {
    let answer = check(&template("'<img src=x>': {type: '<b>', properties: {'`<i>`': 1}}"));
    let html = answer.findings() + &answer.graph();
    assert!(html.contains("&lt;b&gt;") && html.contains("&lt;img src=x&gt;"), "{html}");
    for tag in ["<b>&", "<img", "<i>"] {
        assert!(!html.contains(tag), "{tag} in {html}");
    }
}

#[test]
fn only_types_with_a_page_are_linked() {
    let answer =
        check(&template("a: {type: A::Server, properties: {size: 1}}, b: {type: A::Old, depends_on: a}"));
    assert_eq!(answer.errors(), 0, "{}", answer.findings());
    let graph = answer.graph();
    assert!(graph.contains("<a class=\"node of-server\" href=\"types/A/Server.html\">"), "{graph}");
    assert!(graph.contains("<g class=\"node of-old\"><title>b: A::Old</title>"), "{graph}");
}

#[test]
fn a_fix_is_a_button() {
    let answer = check(&template("'𝄞': {type: A::Server, properties: {sise: 1}}"));
    let html = answer.findings();
    let button = "<button type=\"button\" class=\"fix\" data-in=\"template.yaml\" data-start=\"83\" data-end=\"87\" data-text=\"size\">Write <code>size</code></button> (a guess)";
    assert!(html.contains(button), "{html}");
    // Without a fix, there is no button.
    assert!(!check(&template("a: {type: A::None}")).findings().contains("class=\"fix\""));
}

#[test]
fn an_environment_is_read() {
    let text = "heat_template_version: 2018-08-31\nparameters: {size: {type: number, constraints: [{range: {max: 3}}]}}\nresources: {a: {type: A::Server, properties: {size: 1}}}\n";
    let with = |environment: &str| checker().check(text, environment, TIME);
    assert_eq!((with("").errors(), with(" \n").errors(), with("parameters: {size: 2}").errors()), (0, 0, 0));
    let refused = with("parameters: {size: 4}");
    assert_eq!(refused.errors(), 1, "{}", refused.findings());
    // Positions in the environment are marked as such, and mark no line of the template.
    let broken = with("parameters: {\n");
    assert_eq!(broken.errors(), 1);
    assert!(broken.findings().contains("data-in=\"environment.yaml\""), "{}", broken.findings());
    assert!(broken.findings().contains(">environment, line "), "{}", broken.findings());
    assert_eq!(broken.lines(), [0]);
}

#[test]
fn an_earlier_release_has_its_own_types_and_versions() {
    let mut checker = checker();
    let differences = r#"{
        "types": {"A::Server": null, "A::Old": {"type": "A::Old"}, "A::Other": {"type": "A::Other"}},
        "newest_version": "2018-08-31",
        "release": "11.0.0 (Rocky)",
        "folder": "rocky/",
        "without_page": ["A::Old"]
    }"#;
    let check = |checker: &Checker, version: &str, resource: &str| {
        let text = format!("heat_template_version: {version}\nresources: {{a: {{type: '{resource}'}}}}\n");
        checker.check(&text, "", TIME).findings()
    };
    assert!(check(&checker, "wallaby", "A::Other").contains("A::Other"));
    assert_eq!(checker.choose_release(differences), Ok(()));
    assert_eq!(check(&checker, "2018-08-31", "A::Other"), "");
    assert!(check(&checker, "2018-08-31", "A::Server").contains("A::Server"));
    let later = check(&checker, "wallaby", "A::Other");
    assert!(later.contains(" (Rocky) does not know the template version 2021-04-16"), "{later}");
    // Its types have pages of their own, also those that are gone.
    let text = template("a: {type: A::Other}, b: {type: A::Old}");
    let graph = checker.check(&text, "", TIME).graph();
    assert!(graph.contains(" href=\"rocky/types/A/Other.html\">"), "{graph}");
    assert!(!graph.contains("types/A/Old.html"), "{graph}");
    // A text that is not such a file changes nothing.
    assert!(checker.choose_release("{}").is_err());
    assert_eq!(check(&checker, "2018-08-31", "A::Other"), "");
    assert_eq!(checker.choose_release(""), Ok(()));
    assert!(check(&checker, "2018-08-31", "A::Other").contains("A::Other"));
}

#[test]
fn files_are_not_read() {
    let answer = check(&template("a: {type: nested.yaml}"));
    assert!(answer.findings().contains("no files are read here"), "{}", answer.findings());
}

#[test]
fn what_is_no_template_has_no_picture() {
    for text in ["", "[", "a: b", "\u{0}"] {
        let answer = check(text);
        assert!(answer.errors() > 0, "{text}");
        assert_eq!(answer.graph(), "", "{text}");
    }
    assert!(check(&template("")).graph().is_empty());
}

#[test]
fn long_lists_end() {
    let resources: Vec<String> = (0..600).map(|index| format!("r{index}: {{type: A::None}}")).collect();
    let answer = check(&template(&resources.join(", ")));
    assert_eq!(answer.errors(), 600);
    assert_eq!(answer.findings().matches("<li class=\"finding").count(), 200);
    assert!(answer.findings().ends_with("<li class=\"more\">and 400 more</li>"));
    assert!(answer.graph().contains("600 resources are too many"), "{}", answer.graph());
}

#[test]
fn another_file_is_refused() {
    assert!(Checker::new("{}").is_err());
    assert!(Checker::new("").is_err());
}
