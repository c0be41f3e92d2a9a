//! Tests with hostile templates: each gets an answer, and the work is bounded.
//!
//! The budget of a [`Scope`] represents time and memory: all output is accounted for, so a function that is stopped has done no
//! more work than the budget allows.

use std::sync::Arc;

use heat_hot_language::{FUNCTIONS, Function, HotVersion, TemplateVersion};
use heat_model::json;
use heat_yaml::{Node, ParseOptions, Source, parse_template};
use indexmap::IndexMap;
use proptest::prelude::*;

use crate::function::{attribute_references, references};
use crate::limits::{MAX_PATHS, MAX_RESULT};
use crate::parameter::{ParameterInputs, StackIdentity};
use crate::resolve::{Resolved, resolve_alone};
use crate::scope::Scope;
use crate::snippet::{self, Context, Path};
use crate::template::Template;
use crate::template::known::KnownAttributes;
use crate::template::offline::{Inputs, Offline};
use crate::template::type_environment::TypesAlone;
use crate::{Conditions, Data, Fault};

const TOO_LARGE: &str = "the functions of the template produce more than 32 MiB";
const TOO_DEEP: &str = "maximum recursion depth exceeded";

fn node(text: &str) -> Node {
    let parsed = parse_template(&Source::new("snippet", text), &ParseOptions::template());
    parsed.root.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics))
}

/// Runs all steps on a snippet of a template. Returns the result or the first error, and the amount of output.
fn ask(template: &str, snippet: &str) -> (Result<Data, Fault>, usize) {
    let read = Template::read(&Source::new("template", template));
    let template = read.template.unwrap_or_else(|| panic!("{:?}", read.diagnostics));
    let stack = StackIdentity { project: "p".into(), name: "s".into(), id: "i".into() };
    let (parameters, _) = template.parameters(Some(&stack), &ParameterInputs::default());
    let attributes = KnownAttributes::new();
    let types = IndexMap::new();
    let inputs = Inputs {
        parameters: &parameters,
        surroundings: &TypesAlone::new(&types),
        stack: None,
        attributes: &attributes,
        inherited: None,
    };
    let stack = Offline::new(&template, inputs);
    let conditions = Conditions::new("conditions", template.conditions_section());
    let scope = Scope::new(template.version(), Some(&stack), &conditions);
    let mut faults = conditions.validate(&scope);
    let (parsed, mut wrong) = snippet::parse(&scope, Context::Value, &node(snippet), &Path::root(""));
    faults.append(&mut wrong);
    snippet::validate(&scope, &parsed, &mut faults);
    let resolved = snippet::resolve(&scope, &parsed);
    faults.extend(references(&scope, &parsed, &Path::root("")).1);
    let _ = attribute_references(&scope, &parsed);
    let written = MAX_RESULT - scope.left();
    (faults.into_iter().next().map_or(resolved, Err), written)
}

/// Checks that the error contains `expect`.
fn check(template: &str, snippet: &str, expect: &str) {
    let (found, _) = ask(&format!("heat_template_version: wallaby\n{template}"), snippet);
    let found = found.map_or_else(|fault| fault.to_string(), |_| "fine".to_owned());
    let start: String = found.chars().take(200).collect();
    assert!(found.contains(expect), "{start}");
}

/// Text for this many items, separated by commas.
fn many(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect::<Vec<_>>().join(",")
}

#[test]
fn combinations_stop_when_the_budget_is_spent() {
    let list = many(1000, |index| index.to_string().replace(char::is_numeric, "x"));
    let lists = many(4, |index| format!("k{index}: [{list}]"));
    check("", &format!("{{repeat: {{for_each: {{{lists}}}, template: k0}}}}"), TOO_LARGE);
    check("", &format!("{{repeat: {{for_each: {{{lists}}}, template: ~}}}}"), TOO_LARGE);
    let nested = (0..6).fold("x".to_owned(), |body, level| {
        format!("{{repeat: {{for_each: {{k{level}: [{list}]}}, template: {body}}}}}")
    });
    check("", &nested, TOO_LARGE);
}

#[test]
fn texts_stop_growing() {
    // Each level replaces each letter with ten.
    let grown = (0..12).fold("a".to_owned(), |text, _| {
        format!("{{str_replace: {{template: {text}, params: {{a: aaaaaaaaaa}}}}}}")
    });
    check("", &grown, TOO_LARGE);
    let joined = format!("{{list_join: [{}, [{}]]}}", "x".repeat(50_000), many(10_000, |_| "a".to_owned()));
    check("", &joined, TOO_LARGE);
}

#[test]
fn many_keys_in_a_long_text_are_bounded() {
    let params = many(20_000, |index| format!("key{index}: x"));
    let text = "key ".repeat(50_000);
    let snippet = format!("{{str_replace: {{template: '{text}', params: {{{params}}}}}}}");
    check("", &snippet, TOO_LARGE);
    // The same number of keys in a short text is fine, and does not exhaust the stack.
    check("", &format!("{{str_replace: {{template: key7, params: {{{params}}}}}}}"), "fine");
}

#[test]
fn copies_of_a_large_value_are_bounded() {
    let value = many(5_000, |index| format!("item{index}"));
    let parameter = format!("parameters: {{p: {{type: comma_delimited_list, default: '{value}'}}}}");
    check(&parameter, &format!("[{}]", many(500, |_| "{get_param: p}".to_owned())), TOO_LARGE);
    // The single items are small.
    let items = many(5_000, |index| format!("{{get_param: [p, {index}]}}"));
    let template = format!("heat_template_version: wallaby\n{parameter}");
    let (found, written) = ask(&template, &format!("[{items}]"));
    assert!(found.is_ok() && written < 1_000_000, "{written}");
    let entries = many(5_000, |index| format!("k{index}: a"));
    let snippet = format!("{{map_replace: [{{{entries}}}, {{values: {{a: {{get_param: p}}}}}}]}}");
    check(&parameter, &snippet, TOO_LARGE);
}

#[test]
fn long_lists_are_not_compared_item_by_item() {
    let list = |kind: &str| many(20_000, |index| format!("{{a: {kind}{index}}}"));
    let (left, right) = (list("x"), list("y"));
    for snippet in [
        format!("{{list_concat_unique: [[{left}], [{right}], [{left}]]}}"),
        format!("{{filter: [[{left}], [{right}]]}}"),
    ] {
        let (found, written) = ask("heat_template_version: wallaby", &snippet);
        assert!(found.is_ok(), "{found:?}");
        assert!(written < 10_000_000, "{written}");
    }
}

#[test]
fn conditions_can_be_chained_as_deeply_as_in_heat() {
    let chain = |count: usize, last: &str| {
        let links = many(count, |index| format!("c{index}: {{not: c{}}}", index + 1));
        format!("conditions: {{{links}, c{count}: {last}}}")
    };
    check(&chain(195, "true"), "{if: [c0, a, b]}", "fine");
    check(&chain(10_000, "true"), "{if: [c0, a, b]}", TOO_DEEP);
    check(&chain(190, "{not: c0}"), "{if: [c0, a, b]}", "Circular definition for condition \"c0\"");
    check(&chain(10_000, "{not: c0}"), "{if: [c0, a, b]}", TOO_DEEP);
    // In the opposite order, no condition is deep.
    let uses = many(10_000, |index| format!("{{if: [c{}, a, b]}}", 9_999 - index));
    check(&chain(10_000, "true"), &format!("[{uses}]"), "fine");
    // Conditions that use the next one twice are resolved once.
    let doubling = many(150, |index| format!("c{index}: {{and: [c{}, c{}]}}", index + 1, index + 1));
    check(&format!("conditions: {{{doubling}, c150: true}}"), "{if: [c0, a, b]}", "fine");
}

#[test]
fn aliases_and_nesting_are_bounded_by_the_reader() {
    let deep = |count: usize| format!("{}a{}", "{list_join: ['', [".repeat(count), "]]}".repeat(count));
    check("", &deep(40), "fine");
    let text = (0..25).fold("a0: &a0 [x, x]\n".to_owned(), |text, index| {
        format!("{text}a{}: &a{} {{list_concat: [*a{index}, *a{index}]}}\n", index + 1, index + 1)
    });
    let parsed = parse_template(&Source::new("snippet", text), &ParseOptions::template());
    assert!(parsed.root.is_none(), "aliases that double are refused");
    let aliases = format!(
        "{{list_concat: [&a [{}], {}]}}",
        many(500, |_| "x".to_owned()),
        many(100, |_| "*a".to_owned())
    );
    check("", &aliases, "fine");
}

/// The text at the spans of all errors of a template that is resolved as a whole.
fn places(text: &str) -> Vec<String> {
    let source = Source::new("template", format!("heat_template_version: wallaby\n{text}"));
    let resolved = resolved(&source);
    let faults = resolved.faults.iter().chain(&resolved.resolution_faults);
    faults.filter_map(|fault| fault.span).map(|span| source.slice(span).to_owned()).collect()
}

/// Resolves a template as a whole, with types that any resource can have.
fn resolved(source: &Arc<Source>) -> Resolved {
    resolve_alone(source.text(), &IndexMap::new(), &KnownAttributes::new())
}

#[test]
fn resources_that_wait_for_nothing_come_in_the_order_of_the_template() {
    let text = "heat_template_version: wallaby\nresources: {a: {type: T}, b: {type: T, depends_on: d}, c: {type: T}, d: {type: T}}";
    assert_eq!(resolved(&Source::new("template", text)).order, ["a", "c", "d", "b"]);
}

#[test]
fn a_call_whose_arguments_are_an_alias_has_the_place_of_the_call() {
    fn check(alias: &str, expect: &str) {
        let found = places(&format!("{alias}\noutputs: {{o: {{value: [a, {{get_param: *a}}]}}, b: {{}}}}"));
        assert!(found.iter().any(|place| place == expect), "{alias}: {found:?}");
        let block = places(&format!("{alias}\noutputs:\n  o:\n    value:\n      get_param: *a\n  b:\n"));
        assert!(block.iter().any(|place| place == "get_param: *a"), "{alias}: {block:?}");
    }
    check("s: &a", "{get_param: *a}");
    check("s: &a q", "{get_param: *a}");
    check("s: &a [q, r]", "{get_param: *a}");
    check("s: [&a '']", "{get_param: *a}");
    // Names and arguments come from two maps that are merged.
    let merged = "m: &m {get_param: q}\noutputs: {o: {value: {<<: *m}}, p: {value: {<<: *m, get_param: r}}}";
    let found = places(merged);
    for expect in ["{<<: *m}", "get_param: r"] {
        assert!(found.iter().any(|place| place == expect), "{found:?}");
    }
}

#[test]
fn messages_do_not_repeat_a_long_path_for_each_fault() {
    // The template is JSON, because keys in YAML are short.
    fn check(call: &str) {
        let node = node(&format!("{{\"{}\": [{}]}}", "k".repeat(10_000), many(10_000, |_| call.to_owned())));
        let conditions = Conditions::new("conditions", None);
        let scope = Scope::new(TemplateVersion::Hot(HotVersion::V2018_08_31), None, &conditions);
        let (parsed, mut faults) = snippet::parse(&scope, Context::Value, &node, &Path::root(""));
        snippet::validate(&scope, &parsed, &mut faults);
        faults.append(&mut references(&scope, &parsed, &Path::root("")).1);
        let length: usize = faults.iter().map(|fault| fault.to_string().len()).sum();
        assert!(length < 2 * MAX_PATHS, "{call}: {length}");
        assert!(faults.len() >= 10_000, "{call}: {}", faults.len());
    }
    // The first fails when it is parsed, the second when it is validated.
    check(r#"{"get_attr": []}"#);
    check(r#"{"get_attr": "a"}"#);
}

/// Arbitrary data, with the names of functions among the keys.
fn any_json() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "\"a\"", "\"c\"", "\"p\"", "\"r\"", "\"\"", "null", "true", "1", "-1", "1.5", "\"ä\"", "[]", "{}",
        "\"%x%\"", "\"$.a\"",
    ]);
    let names: Vec<&str> = FUNCTIONS.iter().map(Function::name).collect();
    let keys =
        prop::sample::select([&names[..], &["template", "params", "for_each", "expression", "a"]].concat());
    words.prop_map(str::to_owned).prop_recursive(5, 60, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec((keys.clone(), inner), 1..3).prop_map(|entries| {
                let entries = entries.iter().map(|(key, value)| format!("\"{key}\": {value}"));
                format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn whatever_is_written_is_answered(version in 0..13_usize, snippet in any_json(), condition in any_json()) {
        let version = match HotVersion::ALL.get(version) {
            Some(version) => format!("heat_template_version: '{}'", version.as_str()),
            None if version == 11 => "HeatTemplateFormatVersion: '2012-12-12'".to_owned(),
            None => "AWSTemplateFormatVersion: '2010-09-09'".to_owned(),
        };
        let template = format!(
            "{version}\nparameters: {{p: {{type: json, default: {{a: [1]}}}}}}\nresources: {{r: {{type: T}}}}\n\
             conditions: {{c: {condition}}}"
        );
        let (found, _) = ask(&template, &snippet);
        if let Ok(Data::Known(value)) = found {
            prop_assert!(json::parse(&value.to_string()).is_ok());
        }
    }
}
