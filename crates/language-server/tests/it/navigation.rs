//! Tests of definitions, references, renaming, outlines and links.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::client::{Client, URI, at_cursor, drawn, folder, uri};

const TEMPLATE: &str = "heat_template_version: 2018-08-31
parameters:
  size: {type: number}
conditions:
  large: {equals: [{get_param: size}, 64]}
resources:
  port: {type: My::Net::Port, condition: large}
  server:
    type: My::Compute::Server
    depends_on: [port]
    properties:
      size: {if: [large, {get_param: size}, 2]}
      networks: [{port: {get_resource: port}}]
outputs:
  id: {value: {get_resource: server}}
  address: {value: {get_attr: ['server', address]}}
";

/// The template with a cursor at one of its names.
fn template(place: &str) -> String {
    let plain = place.replacen('|', "", 1);
    assert!(TEMPLATE.contains(&plain), "{plain}");
    TEMPLATE.replacen(&plain, place, 1)
}

/// The locations in the answer to a request at a cursor.
fn check(place: &str, method: &str, more: Value) -> String {
    let (text, answer) = at_cursor(&template(place), method, more);
    let answer = answer.unwrap();
    let places = match &answer {
        Value::Array(places) => places.clone(),
        Value::Null => Vec::new(),
        place => vec![place.clone()],
    };
    drawn(&text, places.iter().map(|place| (&place["range"], String::new())))
}

#[test]
fn names_lead_to_their_definitions() {
    let definition = |place: &str| check(place, "textDocument/definition", json!({}));
    assert_snapshot!(
        [
            definition("{get_param: si|ze}, 2"),
            definition("if: [|large"),
            definition("get_resource: server|}"),
            definition("['serv|er'"),
            definition("depends_on: [port|"),
        ]
        .concat()
    );
    assert_eq!(
        definition("addr|ess: {value"),
        "  16 |   address: {value: {get_attr: ['server', address]}}\n     |   ^^^^^^^ \n"
    );
}

#[test]
fn definitions_lead_to_what_refers_to_them() {
    let references = |place: &str, with: bool| {
        check(place, "textDocument/references", json!({"context": {"includeDeclaration": with}}))
    };
    assert_snapshot!(references("po|rt: {type", true));
    assert_snapshot!(references("large|: {equals", false));
    assert_eq!(
        check("po|rt: {type", "textDocument/documentHighlight", json!({})),
        references("po|rt: {type", true)
    );
}

/// The text after a rename, or the reason why it is refused.
fn renamed(place: &str, new: &str) -> String {
    let (text, answer) = at_cursor(&template(place), "textDocument/rename", json!({"newName": new}));
    let edits = match answer {
        Ok(edits) => edits,
        Err((_, message)) => return message,
    };
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for edit in edits["changes"][URI].as_array().unwrap().iter().rev() {
        let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
        let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
        lines[number(&start["line"])].replace_range(
            number(&start["character"])..number(&end["character"]),
            edit["newText"].as_str().unwrap(),
        );
    }
    let changed = lines.iter().zip(text.lines()).filter(|(new, old)| new != old);
    changed.flat_map(|(new, _)| [new.as_str(), "\n"]).collect()
}

#[test]
fn a_name_is_changed_wherever_it_stands() {
    assert_snapshot!(renamed("ser|ver:", "web"));
    assert_snapshot!(renamed("get_param: size|}, 2", "memory"));
}

#[test]
fn names_that_cannot_be_are_refused() {
    assert_eq!(renamed("ser|ver:", "port"), "there is already a resource `port`");
    assert_eq!(renamed("ser|ver:", "a/b"), "the name of a resource cannot contain `/`");
    assert_eq!(renamed("si|ze: {type", "yes"), "`yes` would be read as a boolean");
    assert_eq!(
        renamed("out|puts", "a"),
        "there is no parameter, resource, condition or output to rename here"
    );
    let (_, answer) = at_cursor(&template("ser|ver:"), "textDocument/prepareRename", json!({}));
    assert_eq!(answer.unwrap()["placeholder"], "server");
    let (_, answer) = at_cursor(&template("My::Net|::Port"), "textDocument/prepareRename", json!({}));
    assert_eq!(answer.unwrap(), Value::Null);
}

/// The names of symbols with their details, indented.
fn outline(symbols: &Value, indent: usize) -> String {
    let line = |symbol: &Value| {
        let detail = symbol["detail"].as_str().map(|detail| format!(" ({detail})")).unwrap_or_default();
        let children = outline(&symbol["children"], indent + 2);
        format!("{}{}{detail}\n{children}", " ".repeat(indent), symbol["name"].as_str().unwrap())
    };
    symbols.as_array().into_iter().flatten().map(line).collect()
}

#[test]
fn a_template_has_an_outline_even_if_a_line_is_unfinished() {
    let text = TEMPLATE.replace("condition: large}", "condition: ");
    let symbols = Client::with(URI, &text)
        .ask("textDocument/documentSymbol", &json!({"textDocument": {"uri": URI}}))
        .unwrap();
    assert_snapshot!(outline(&symbols, 0));
}

#[test]
fn files_are_linked() {
    let text = "heat_template_version: rocky
resources:
  a: {type: sub/nested.yaml, properties: {script: {get_file: ../run.sh}, other: {get_file: 'http://example.org'}}}
";
    let folder = folder("links", &[("a.yaml", text)]);
    let mut client = Client::with(&uri(&folder.join("a.yaml")), text);
    let document = json!({"textDocument": {"uri": uri(&folder.join("a.yaml"))}});
    let links = client.ask("textDocument/documentLink", &document).unwrap();
    let around = uri(folder.parent().unwrap());
    let note = |link: &Value| link["target"].as_str().unwrap().replace(&around, "[AROUND]");
    let links: Vec<_> = links.as_array().unwrap().iter().map(|link| (&link["range"], note(link))).collect();
    assert_snapshot!(drawn(text, links.into_iter()));
}
