//! Properties that are true for any text and for any tree.

use heat_yaml::{Diagnostic, Node, ParseOptions, Source, Value, parse, parse_template};
use proptest::prelude::*;
use serde_json::json;

/// Strings that have a meaning in YAML.
const PIECES: &[&str] = &[
    "a", "b", "1", "010", "~", ": ", ":", "- ", "-", "? ", "?", ", ", "[", "]", "{", "}", "\n", "\n  ",
    "\n    ", " ", "\t", "# c", "&x ", "*x", "!!str ", "!t ", "! ", "!!set ", "!!omap ", "| ", ">", "|-\n",
    "'", "\"", "\\", "%", "@", "---", "...", "<<: ", "=", "\r", "\u{85}", "\u{2028}", "\u{feff}", "é", "\0",
    "\"k\": ", "1.5", "10:20", "%TAG ! x",
];

/// Texts built from these strings, which random characters hardly ever contain.
fn yaml_like() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(PIECES), 0..40).prop_map(|pieces| pieces.concat())
}

/// Any JSON value, not too deep.
fn tree() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|value| json!(value)),
        any::<i64>().prop_map(|value| json!(value)),
        any::<u64>().prop_map(|value| json!(value)),
        any::<f64>()
            .prop_filter("JSON has finite numbers", |value| value.is_finite())
            .prop_map(|value| json!(value)),
        any::<String>().prop_map(|value| json!(value)),
        "[ -~\n]*".prop_map(|value| json!(value)),
    ];
    leaf.prop_recursive(6, 64, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(|items| json!(items)),
            proptest::collection::vec((any::<String>(), inner), 0..6)
                .prop_map(|entries| json!(entries.into_iter().collect::<serde_json::Map<_, _>>())),
        ]
    })
}

/// Checks that every span lies within the text, on character boundaries, and within the span around it unless an alias was
/// followed.
fn check_spans(source: &Source, root: &Node) {
    let mut work = vec![root];
    while let Some(node) = work.pop() {
        assert!(source.text().get(node.span.start..node.span.end).is_some(), "{node:?}");
        match &node.value {
            Value::Sequence(items) | Value::Set(items) => work.extend(items),
            Value::Mapping(map) => work.extend(map.iter().flat_map(|entry| [&entry.key, &entry.value])),
            _ => {}
        }
    }
}

fn check_finding(finding: &Diagnostic) {
    for label in &finding.labels {
        assert!(label.source.text().get(label.span.start..label.span.end).is_some(), "{finding:?}");
    }
}

/// Reads any text, and checks that nothing panics, and every reported position exists.
fn check(text: &str) {
    let source = Source::new("any", text);
    for options in [ParseOptions::default(), ParseOptions::template()] {
        for parsed in [parse(&source, &options), parse_template(&source, &options)] {
            parsed.diagnostics.iter().for_each(check_finding);
            if let Some(root) = &parsed.root {
                check_spans(&source, root);
            }
            #[cfg(feature = "render")]
            assert_eq!(
                heat_yaml::render::text(&parsed.diagnostics, heat_yaml::render::RenderStyle::default())
                    .is_empty(),
                parsed.diagnostics.is_empty()
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_answered(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn anything_like_yaml_is_answered(text in yaml_like()) {
        check(&text);
    }

    #[test]
    fn a_tree_written_as_json_reads_back_as_it_is(tree in tree()) {
        for text in [tree.to_string(), serde_json::to_string_pretty(&tree).unwrap()] {
            let parsed = parse_template(&Source::new("tree", text), &ParseOptions::template());
            prop_assert_eq!(parsed.root.map(|root| serde_json::to_value(root).unwrap()), Some(tree.clone()));
        }
    }

    #[test]
    fn reading_twice_gives_the_same(text in yaml_like()) {
        let source = Source::new("any", text);
        let read = || parse(&source, &ParseOptions::default());
        prop_assert_eq!(format!("{:?}", read()), format!("{:?}", read()));
    }
}
