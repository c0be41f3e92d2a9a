//! Tests of nested templates: their parameters and outputs are those of a type, and have names that several files share.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::client::{Client, cursor, folder, uri};

const CHILD: &str = "heat_template_version: 2018-08-31
description: A web server.
parameters:
  flavor: {type: string, description: Its size.}
  public: {type: boolean, default: false}
resources:
  server: {type: My::Compute::Server, properties: {size: 2, kind: {get_param: flavor}}}
outputs:
  address: {description: Where it is., value: {get_attr: [server, address]}}
  id: {value: {get_resource: server}}
";

const PARENT: &str = "heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
resources:
  web: {type: parts/web.yaml, properties: {flavor: {get_param: flavor}}}
  more:
    type: My::Group
    properties: {resource: {type: parts/web.yaml, properties: {flavor: large}}}
  named: {type: My::Web, properties: {flavor: small}}
outputs:
  address: {value: {get_attr: [web, address]}}
  script: {value: {get_file: parts/web.yaml}}
";

const ENVIRONMENT: &str = "resource_registry: {\"My::Web\": parts/web.yaml}\n";

/// A server with the folder of these templates open, and one of them with a cursor.
struct Case {
    client: Client,
    folder: std::path::PathBuf,
    text: String,
    document: String,
    position: Value,
}

impl Case {
    /// Opens the templates. `place` is a part of the file with the cursor.
    fn new(name: &str, file: &str, place: &str) -> Self {
        let files = [
            ("parts/web.yaml", CHILD),
            ("site.yaml", PARENT),
            ("other.yaml", PARENT),
            ("e.yaml", ENVIRONMENT),
        ];
        let folder = folder(&format!("nested-{name}"), &files);
        // Of the path above, the file only contains the part without `../`.
        let plain = place.replacen('|', "", 1).replace("../", "");
        let text = files.iter().find(|(path, _)| *path == file).unwrap().1;
        assert!(text.contains(&plain), "{plain}");
        let (text, position) = cursor(&text.replacen(&plain, place, 1));
        let options = json!({"environments": ["e.yaml"]});
        let folders = json!([{"uri": uri(&folder), "name": "site"}]);
        let mut client = Client::initialized(
            &json!({"capabilities": {}, "workspaceFolders": folders, "initializationOptions": options}),
        );
        let document = uri(&folder.join(file));
        client.open(&document, &text);
        Self { client, folder, text, document, position }
    }

    fn ask(&mut self, method: &str, mut more: Value) -> Result<Value, (i32, String)> {
        more["textDocument"] = json!({"uri": self.document});
        more["position"] = self.position.clone();
        self.client.ask(method, &more)
    }

    /// The locations in an answer: files with lines and columns.
    fn places(&mut self, method: &str, more: Value) -> String {
        let answer = self.ask(method, more).unwrap();
        let places = answer.as_array().cloned().unwrap_or_else(|| vec![answer]);
        let place = |place: &Value| {
            let start = &place["range"]["start"];
            let file = place["uri"].as_str().unwrap().replace(&uri(&self.folder), "");
            format!("{}:{}:{}", file.trim_start_matches('/'), start["line"], start["character"])
        };
        places.iter().map(place).collect::<Vec<_>>().join(" ")
    }

    /// The texts after a rename, or the reason why it is refused.
    fn renamed(&mut self, new: &str) -> String {
        let edits = match self.ask("textDocument/rename", json!({"newName": new})) {
            Ok(edits) => edits,
            Err((_, message)) => return message,
        };
        let mut changed: Vec<String> = edits["changes"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(file, edits)| {
                let path = file.replace("file://", "");
                let mut lines: Vec<String> =
                    std::fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
                let mut edits = edits.as_array().unwrap().clone();
                edits.sort_by_key(|edit| std::cmp::Reverse(edit["range"]["start"]["character"].as_u64()));
                let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
                let mut touched = std::collections::BTreeSet::new();
                for edit in &edits {
                    let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
                    let line = number(&start["line"]);
                    let columns = number(&start["character"])..number(&end["character"]);
                    lines[line].replace_range(columns, edit["newText"].as_str().unwrap());
                    touched.insert(line);
                }
                let name = file.replace(&uri(&self.folder), "");
                let lines =
                    touched.into_iter().map(|line| format!("  {}", lines[line].trim())).collect::<Vec<_>>();
                format!("{}\n{}", name.trim_start_matches('/'), lines.join("\n"))
            })
            .collect();
        changed.sort();
        changed.join("\n")
    }
}

/// The labels and details of completions, without functions.
fn offered(name: &str, place: &str) -> String {
    let mut case = Case::new(name, "site.yaml", place);
    let answer = case.ask("textDocument/completion", json!({})).unwrap();
    let shown = answer.as_array().into_iter().flatten().filter(|item| item["kind"] != json!(3));
    let shown = shown.map(|item| {
        let detail = item["detail"].as_str().map(|detail| format!(" ({detail})")).unwrap_or_default();
        format!("{}{detail}", item["label"].as_str().unwrap())
    });
    shown.collect::<Vec<_>>().join(", ")
}

#[test]
fn parameters_are_offered_as_properties_and_outputs_as_attributes() {
    let all = "flavor (string, required), public (boolean)";
    assert_eq!(offered("keys", "properties: {|flavor: {get_param"), all);
    assert_eq!(offered("member", "properties: {|flavor: large"), all);
    assert_eq!(offered("mapped", "properties: {|flavor: small"), all);
    assert_eq!(offered("attributes", "[web, |address]"), "address, id");
}

#[test]
fn parameters_and_outputs_are_explained() {
    let hover = |name: &str, place: &str| {
        let mut case = Case::new(name, "site.yaml", place);
        let answer = case.ask("textDocument/hover", json!({})).unwrap();
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    assert_snapshot!(
        [
            hover("hover-type", "type: parts/w|eb.yaml, properties: {flavor: {get"),
            hover("hover-key", "{fla|vor: {get_param"),
            hover("hover-mapped", "{fla|vor: small"),
            hover("hover-attribute", "[web, addr|ess]"),
        ]
        .join("---\n")
    );
}

#[test]
fn uses_lead_to_definitions_and_definitions_to_uses() {
    let definition = |name: &str, place: &str| {
        Case::new(name, "site.yaml", place).places("textDocument/definition", json!({}))
    };
    assert_eq!(definition("to-parameter", "{fla|vor: {get_param"), "parts/web.yaml:3:2");
    assert_eq!(definition("to-output", "[web, addr|ess]"), "parts/web.yaml:8:2");
    assert_eq!(definition("to-own", "get_param: fla|vor"), "site.yaml:2:2");
    let all = json!({"context": {"includeDeclaration": true}});
    let references = |name: &str, file: &str, place: &str| {
        Case::new(name, file, place).places("textDocument/references", all.clone())
    };
    let everywhere = "parts/web.yaml:3:2 parts/web.yaml:6:78 site.yaml:4:43 site.yaml:7:63 site.yaml:8:38 \
                      other.yaml:4:43 other.yaml:7:63 other.yaml:8:38";
    assert_eq!(references("from-use", "site.yaml", "{fla|vor: {get_param"), everywhere);
    assert_eq!(
        references("from-output", "parts/web.yaml", "  addr|ess: {desc"),
        "parts/web.yaml:8:2 other.yaml:10:36 site.yaml:10:36"
    );
}

#[test]
fn a_new_name_reaches_all_files() {
    let renamed = |name: &str, file: &str, place: &str, new: &str| Case::new(name, file, place).renamed(new);
    assert_snapshot!(renamed("rename-use", "site.yaml", "{fla|vor: {get_param", "size"));
    let from_definition = renamed("rename-parameter", "parts/web.yaml", "  fla|vor: {type", "size");
    assert_eq!(from_definition, renamed("rename-again", "parts/web.yaml", "get_param: fla|vor", "size"));
    assert_snapshot!(from_definition);
    assert_snapshot!(renamed("rename-output", "site.yaml", "[web, addr|ess]", "ip"));
    assert_snapshot!(renamed("rename-own", "site.yaml", "get_param: fla|vor", "kind"));
    assert_eq!(
        renamed("clash", "site.yaml", "{fla|vor: {get_param", "public"),
        "there is already a parameter `public`"
    );
    assert_eq!(
        renamed("clash-output", "site.yaml", "[web, addr|ess]", "id"),
        "there is already an output `id`"
    );
}

#[test]
fn files_are_offered_from_the_folder() {
    let offered = |name: &str, place: &str| {
        let all = offered(name, place);
        let files = all.split(", ").filter(|word| !word.starts_with("My::") && *word != "deprecated");
        files.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(
        offered("types", "type: |parts/web.yaml, properties: {flavor: {get"),
        "e.yaml, other.yaml, parts/"
    );
    assert_eq!(offered("in-folder", "type: parts/|web.yaml, properties: {flavor: {get"), "parts/web.yaml");
    assert_eq!(offered("contents", "get_file: |parts/web.yaml"), "e.yaml, other.yaml, parts/");
    // No file outside of the workspace's folder is offered.
    let mut case = Case::new("above", "site.yaml", "get_file: ../|parts/web.yaml");
    assert_eq!(case.ask("textDocument/completion", json!({})).unwrap(), json!([]));
}

#[test]
fn symbols_are_those_of_all_templates() {
    let mut case = Case::new("symbols", "site.yaml", "|heat_template_version");
    let folder = uri(&case.folder);
    let mut symbols = |query: &str| {
        let found = case.client.ask("workspace/symbol", &json!({"query": query})).unwrap();
        let line = |symbol: &Value| {
            let place = &symbol["location"];
            let file = place["uri"].as_str().unwrap().replace(&folder, "");
            let (name, around) =
                (symbol["name"].as_str().unwrap(), symbol["containerName"].as_str().unwrap());
            format!(
                "{name} in {around} of {}:{}",
                file.trim_start_matches('/'),
                place["range"]["start"]["line"]
            )
        };
        found.as_array().unwrap().iter().map(line).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(symbols("srv"), "server in resources of parts/web.yaml:6");
    assert_eq!(symbols("nothing here"), "");
    // The open document comes first; its text is not read again.
    assert_eq!(symbols("WEB"), "web in resources of site.yaml:4, web in resources of other.yaml:4");
}

#[test]
fn what_the_editor_has_counts() {
    let mut case = Case::new("open", "site.yaml", "properties: {|flavor: {get_param");
    let child = uri(&case.folder.join("parts/web.yaml"));
    case.client.open(&child, &CHILD.replace("  public:", "  private:"));
    let answer = case.ask("textDocument/completion", json!({})).unwrap();
    assert_eq!(answer[1]["label"], "private", "{}", case.text);
}
