use arbitrary_schemas as arbitrary;
use heat_model::load::load_schema;
use heat_yaml::Source;
use proptest::prelude::*;

use super::*;

fn check(name: &str, value: &Item, expect: &str) {
    assert_eq!(emit::entry(name, value, 2), expect);
}

fn reads_back(schema: &ResourceType) {
    let text = schema_file(schema);
    let loaded = load_schema(&Source::new("written", text.as_str()));
    let problems: Vec<&str> = loaded.diagnostics.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(problems, Vec::<&str>::new(), "{text}");
    assert_eq!(loaded.file.map(|file| file.schema).as_ref(), Some(schema), "{text}");
}

#[test]
fn names_are_plain_unless_they_look_like_another_type() {
    for plain in [
        "nova",
        "OS::Nova::Server",
        "5.0.0",
        "10.0.9.0/24",
        "binding:vnic_type",
        "a-b",
        "é",
        "%".repeat(0).as_str(),
    ] {
        let expect = if plain.is_empty() { "\"\"" } else { plain };
        check("k", &Item::line(plain), &format!("  k: {expect}\n"));
    }
    for quoted in [
        "2013.1",
        "010",
        "1e3",
        "yes",
        "y",
        "null",
        "~",
        "22:30",
        "2013-04-04",
        "*",
        "a: b",
        "a #b",
        "-x",
        "%i%",
        " a",
    ] {
        check("k", &Item::line(quoted), &format!("  k: \"{quoted}\"\n"));
    }
    check("k", &Item::line(r"\d+"), "  k: \\d+\n");
    check("k", &Item::line(r"[\d]+"), "  k: '[\\d]+'\n");
    check("k", &Item::line("a\tb\u{85}"), "  k: \"a\\tb\\x85\"\n");
    check("*", &Item::line("x"), "  \"*\": x\n");
}

#[test]
fn texts_with_commas_are_quoted_in_brackets() {
    let list = |texts: &[&str]| Item::List(texts.iter().map(|text| Item::line(text)).collect(), Layout::Flow);
    check("k", &list(&["a b", "a, b", "[x]", "OS::X"]), "  k: [a b, \"a, b\", \"[x]\", OS::X]\n");
    check("k", &list(&[]), "  k: []\n");
    let long = "x".repeat(40);
    check("k", &list(&[&long, &long, &long]), &format!("  k:\n    - {long}\n    - {long}\n    - {long}\n"));
}

#[test]
fn a_list_of_very_many_values_is_filled_into_lines() {
    let list = Item::List((0..60).map(|number| Item::Literal(number.to_string())).collect(), Layout::Flow);
    let numbers =
        |range: std::ops::Range<i32>| range.map(|number| number.to_string()).collect::<Vec<_>>().join(", ");
    let lines = |indent: &str| {
        format!("[{},\n{indent}{},\n{indent}{}]", numbers(0..28), numbers(28..54), numbers(54..60))
    };
    check("k", &list, &format!("  k: {}\n", lines("    ")));
    let nested = Item::List(vec![list], Layout::Block);
    let expect = format!("  k:\n    - {}\n", lines("      "));
    check("k", &nested, &expect);
}

#[test]
fn long_sentences_are_folded() {
    check("k", &Item::prose("The name: any."), "  k: \"The name: any.\"\n");
    check("k", &Item::prose("Say \"hi\": now."), "  k: >-\n    Say \"hi\": now.\n");
    let sentence = "Twelve chars ".repeat(12);
    let line = "Twelve chars ".repeat(8);
    let expect = format!("  k: >-\n    {}\n    {}\n", line.trim_end(), "Twelve chars ".repeat(4).trim_end());
    check("k", &Item::prose(sentence.trim_end()), &expect);
}

#[test]
fn significant_lines_are_kept() {
    check("k", &Item::prose("One.\n\n- two\n- three"), "  k: |-\n    One.\n\n    - two\n    - three\n");
    check(
        "k",
        &Item::Text("a: 1\nb: 2\n".to_owned(), item::TextStyle::Lines),
        "  k: |\n    a: 1\n    b: 2\n",
    );
    // Two paragraphs, one of which is longer than a line, are folded; each line break becomes an additional blank line.
    let long = "word ".repeat(30);
    let text = format!("{}\n\nEnd.", long.trim_end());
    let written = emit::entry("k", &Item::prose(&text), 0);
    assert!(written.starts_with("k: >-\n  word"), "{written}");
    assert!(written.ends_with("\n\n\n  End.\n"), "{written}");
}

#[test]
fn numbers_have_the_syntax_of_yaml_1_1() {
    fn check(value: f64, expect: &str) {
        assert_eq!(scalar::float(value), expect);
    }
    check(1.0, "1.0");
    check(0.1, "0.1");
    check(1e300, "1.0e+300");
    check(1.5e-10, "1.5e-10");
    check(f64::INFINITY, ".inf");
    check(-0.0, "-0.0");
}

#[test]
fn a_file_has_the_order_and_the_style_of_the_schema_language() {
    let text = include_str!("sample.yaml");
    let loaded = load_schema(&Source::new("sample.yaml", text));
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    assert_eq!(schema_file(&loaded.file.unwrap().schema), text);
}

#[test]
fn tables_read_back() {
    let release = |version: &str, name: &str, code_name: Option<&str>, date: &str| heat_model::Release {
        version: version.to_owned(),
        name: name.to_owned(),
        code_name: code_name.map(str::to_owned),
        date: date.to_owned(),
    };
    let table = ReleaseTable {
        releases: vec![
            release("2013.1", "Grizzly", None, "2013-04-04"),
            release("27.0.0", "2026.2", Some("Hibiscus"), "2026-09-30"),
        ],
    };
    let text = releases(&table);
    assert_eq!(
        text,
        "- {version: \"2013.1\", name: Grizzly, date: \"2013-04-04\"}\n- {version: 27.0.0, name: \"2026.2\", code_name: Hibiscus, date: \"2026-09-30\"}\n"
    );
    assert_eq!(heat_model::load::load_releases(&Source::new("", text)).0, table);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_schema_reads_back(schema in arbitrary::resource_type()) {
        reads_back(&schema);
    }

    #[test]
    fn every_text_reads_back_in_every_style(text in arbitrary::text(), indent in 0_usize..6) {
        for style in [item::TextStyle::Line, item::TextStyle::Prose, item::TextStyle::Lines] {
            let item = Item::Text(text.clone(), style);
            let written = [
                emit::entry("k", &item, indent),
                emit::entry("k", &Item::List(vec![item.clone()], Layout::Block), indent),
                emit::entry("k", &Item::List(vec![item.clone()], Layout::Flow), indent),
                emit::entry(&text, &Item::Map(vec![(text.clone(), item.clone())], Layout::Block), indent),
                emit::entry(&text, &Item::Map(vec![(text.clone(), item)], Layout::Flow), indent),
            ];
            for written in written {
                let parsed = heat_yaml::parse(&Source::new("", written.as_str()), &heat_yaml::ParseOptions::default());
                prop_assert!(parsed.diagnostics.is_empty(), "{written:?}: {:?}", parsed.diagnostics);
                let mut found = Vec::new();
                texts(&parsed.root.unwrap(), &mut found);
                found.retain(|found| found != "k");
                prop_assert!(found.iter().all(|found| *found == text) && !found.is_empty() || text == "k", "{written:?}: {found:?}");
            }
        }
    }
}

fn texts(node: &heat_yaml::Node, found: &mut Vec<String>) {
    match &node.value {
        heat_yaml::Value::Mapping(map) => map.iter().for_each(|entry| {
            texts(&entry.key, found);
            texts(&entry.value, found);
        }),
        heat_yaml::Value::Sequence(items) => items.iter().for_each(|item| texts(item, found)),
        heat_yaml::Value::String(text) => found.push(text.clone()),
        other => found.push(format!("{other:?}")),
    }
}
