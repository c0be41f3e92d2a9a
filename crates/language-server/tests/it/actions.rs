//! Tests of actions for findings: fixes, and comments that switch a rule off.

use std::fmt::Write as _;

use heat_catalogue::SchemaFiles;
use heat_language_server::{Catalogue, Server};
use insta::assert_snapshot;
use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};

use super::client::{Client, URI, folder, texts, uri};

/// The actions that are offered for a document, with their edits.
fn actions(client: &mut Client, uri: &str, only: &Value) -> Vec<Value> {
    let end = json!({"line": 1000, "character": 0});
    let params = json!({
        "textDocument": {"uri": uri},
        "range": {"start": {"line": 0, "character": 0}, "end": end},
        "context": {"diagnostics": [], "only": only},
    });
    client.ask("textDocument/codeAction", &params).unwrap().as_array().unwrap().clone()
}

/// The offset of a position in an ASCII text.
fn offset(text: &str, position: &Value) -> usize {
    let number = |key: &str| usize::try_from(position[key].as_u64().unwrap()).unwrap();
    let start: usize = text.split_inclusive('\n').take(number("line")).map(str::len).sum();
    start + number("character")
}

/// A text after the edits of an action.
fn applied(text: &str, uri: &str, action: &Value) -> String {
    let edited = action["edit"]["changes"].as_object().unwrap();
    assert_eq!(edited.keys().collect::<Vec<_>>(), [uri], "an action changes one document");
    let mut edits: Vec<&Value> = edited[uri].as_array().unwrap().iter().collect();
    edits.sort_by_key(|edit| offset(text, &edit["range"]["start"]));
    let mut changed = text.to_owned();
    for edit in edits.into_iter().rev() {
        let [start, end] = ["start", "end"].map(|end| offset(text, &edit["range"][end]));
        changed.replace_range(start..end, edit["newText"].as_str().unwrap());
    }
    changed
}

/// The actions as text, with the lines that each changes.
fn shown(text: &str, uri: &str, actions: &[Value]) -> String {
    let mut out = String::new();
    for action in actions {
        let preferred = if action["isPreferred"] == true { ", preferred" } else { "" };
        _ = writeln!(
            out,
            "{} ({}{preferred})",
            action["title"].as_str().unwrap(),
            action["kind"].as_str().unwrap()
        );
        let changed = applied(text, uri, action);
        let (old, new): (Vec<&str>, Vec<&str>) = (text.lines().collect(), changed.lines().collect());
        for (sign, lines, others) in [('-', &old, &new), ('+', &new, &old)] {
            for line in lines.iter().filter(|line| !others.contains(line)) {
                _ = writeln!(out, "  {sign} {line}");
            }
        }
    }
    out
}

const TEMPLATE: &str = "heat_template_version: 2018-08-31  # a comment
parameters:
  size: {type: number, description: How large it is.}
  zones: {type: comma_delimited_list, description: Where it may run., default: 'a, b'}
resources:
  server:
    type: My::Compute::Server
    properties:
      siez: {get_param: size}
      kind:   on
outputs: {zones: {value: {get_param: zoness}}}
";

#[test]
fn findings_have_fixes_and_warnings_can_be_allowed() {
    let mut client = Client::with(URI, TEMPLATE);
    let offered = actions(&mut client, URI, &Value::Null);
    assert_snapshot!(shown(TEMPLATE, URI, &offered));
    let published = client.published();
    for action in &offered {
        for finding in action["diagnostics"].as_array().into_iter().flatten() {
            assert!(published["diagnostics"].as_array().unwrap().contains(finding), "{finding}");
        }
    }
}

#[test]
fn the_client_says_which_kinds_it_wants() {
    let mut client = Client::with(URI, TEMPLATE);
    let all = actions(&mut client, URI, &Value::Null).len();
    let mut count = |only: &str| actions(&mut client, URI, &json!([only])).len();
    assert_eq!(count("quickfix"), all - 1);
    for kind in ["source", "source.fixAll", "source.fixAll.heat-codegen"] {
        assert_eq!(count(kind), 1, "{kind}");
    }
    for kind in ["refactor", "source.fixAll.other", "source.fix", "quickfix.other"] {
        assert_eq!(count(kind), 0, "{kind}");
    }
}

#[test]
fn only_findings_in_the_range_have_actions() {
    let mut client = Client::with(URI, TEMPLATE);
    let mut at = |line: u32| {
        let place = json!({"line": line, "character": 8});
        let params = json!({
            "textDocument": {"uri": URI},
            "range": {"start": place, "end": place},
            "context": {"diagnostics": [], "only": ["quickfix"]},
        });
        client.ask("textDocument/codeAction", &params).unwrap()
    };
    assert_eq!(texts(&at(8), "title"), ["Change `siez` to `size`"]);
    assert_eq!(at(1), json!([]));
}

#[test]
fn a_comment_stands_where_comments_can_stand() {
    // In JSON, and within a string, no action is offered.
    let json =
        "{\"heat_template_version\": \"2018-08-31\",\n\"parameters\": {\"a\": {\"type\": \"string\"}}}";
    let mut client = Client::with(URI, json);
    assert_eq!(shown(json, URI, &actions(&mut client, URI, &Value::Null)), "");
    let flow = "heat_template_version: 2018-08-31\r\nparameters: {a: {type: string, default: 'x\r\n  y'}, b: {type: string}}\r\n";
    let mut client = Client::with(URI, flow);
    let offered = actions(&mut client, URI, &Value::Null);
    assert_snapshot!(shown(flow, URI, &offered).replace('\r', "␍"));
    // The offered comment removes the finding, and asks for the reason.
    for action in &offered {
        let allowed = applied(flow, URI, action);
        let left = Client::with(URI, &allowed).published();
        let left = &left["diagnostics"];
        assert!(texts(left, "code").contains(&"suppression-without-reason"), "{allowed}");
        let own = action["diagnostics"][0]["message"].as_str().unwrap();
        assert!(!texts(left, "message").contains(&own), "{allowed}");
    }
}

#[test]
fn findings_have_links_to_the_docs_of_their_rules() {
    let published = Client::with(URI, TEMPLATE).published();
    let link = "https://docs.example.org/heat/rules/template/unknown-property.html";
    let mut found = published["diagnostics"].as_array().unwrap().iter();
    assert!(found.any(|found| found["codeDescription"]["href"] == link), "{published}");
}

/// A server with the built-in catalogue.
struct Heat(Server);

impl Heat {
    fn new() -> Self {
        let mut server = Server::new(Catalogue::new(SchemaFiles::built_in(), None));
        _ = server.handle(
            Request { id: 1.into(), method: "initialize".into(), params: json!({"capabilities": {}}) }.into(),
        );
        Self(server)
    }

    /// The texts that result from the quick fixes of a text.
    fn fixed(&mut self, text: &str) -> Vec<String> {
        let document = json!({"uri": URI, "languageId": "yaml", "version": 1, "text": text});
        let params = json!({"textDocument": document});
        _ = self.0.handle(Notification { method: "textDocument/didOpen".into(), params }.into());
        let params = json!({
            "textDocument": {"uri": URI},
            "range": {"start": {"line": 0, "character": 0}, "end": {"line": 10_000, "character": 0}},
            "context": {"diagnostics": [], "only": ["quickfix"]},
        });
        let request = Request { id: 1.into(), method: "textDocument/codeAction".into(), params };
        let answers = self.0.handle(request.into());
        let [Message::Response(response)] = answers.as_slice() else { panic!("{answers:?}") };
        let actions = response.result.as_ref().unwrap().as_array().unwrap();
        let changing =
            actions.iter().filter(|action| action["title"].as_str().unwrap().starts_with("Change"));
        changing.map(|action| applied(text, URI, action)).collect()
    }
}

/// A misspelling of each name, at the first position in the text at which the name follows its prefix.
fn misspellings(text: &str, names: &[(&str, &str)]) -> Vec<(String, String)> {
    names
        .iter()
        .map(|(before, name)| {
            let place = format!("{before}{name}");
            let at =
                text.find(&place).unwrap_or_else(|| panic!("the template has no `{place}`")) + before.len();
            // Two letters in the middle are swapped.
            let swapped =
                (name.len() / 2..name.len() - 1).find(|at| name.as_bytes()[*at] != name.as_bytes()[at + 1]);
            let swapped = at + swapped.unwrap();
            let mut misspelt = text.to_owned();
            let letters: String = text[swapped..swapped + 2].chars().rev().collect();
            misspelt.replace_range(swapped..swapped + 2, &letters);
            (place, misspelt)
        })
        .collect()
}

/// A template of Heat with every kind of name.
const NAMES: &str = "heat_template_version: 2018-08-31
parameters:
  flavor: {type: string, description: The flavor., constraints: [{custom_constraint: nova.flavor}], hidden: false}
  ports: {type: json, description: Ports., default: {public: {number: 80}}}
parameter_groups:
  - {label: All, parameters: [flavor, ports]}
conditions:
  is_large: {equals: [{get_param: flavor}, 'm1.large']}
  is_small: {not: is_large}
  is_other: {or: [is_large, is_small]}
resources:
  network: {type: OS::Neutron::Net, condition: is_other}
  server:
    type: \"OS::Nova::Server\"
    depends_on: [network]
    deletion_policy: retain
    properties:
      flavor: {get_param: 'flavor'}
      image: debian
      user_data_format: SOFTWARE_CONFIG
      networks: [{network: private, allocate_network: none}]
      metadata: {net: {get_resource: network}, port: {get_param: [ports, public, number]}, name: {list_join: ['-', [a, {if: [is_large, b, c]}]]}}
      tags: {if: [is_small, [a], []]}
outputs:
  address: {value: {get_attr: [server, addresses]}}
  console: {value: {get_attr: [server, console_urls, novnc]}, condition: is_small}
";

#[test]
fn every_misspelt_name_can_be_restored_byte_for_byte() {
    let mut heat = Heat::new();
    let places = [
        ("", "parameters:"),
        ("\n", "parameter_groups"),
        ("\n", "conditions"),
        ("\n", "resources"),
        ("\n", "outputs"),
        ("heat_template_version: ", "2018-08-31"),
        ("flavor: {type: ", "string"),
        ("flavor., ", "constraints"),
        ("constraints: [{", "custom_constraint"),
        ("parameters: [", "flavor"),
        ("is_large: {equals: [{get_param: ", "flavor"),
        ("is_large: {", "equals"),
        ("is_small: {not: ", "is_large"),
        ("is_other: {or: [is_large, ", "is_small"),
        ("network: {type: ", "OS::Neutron::Net"),
        ("network: {type: OS::Neutron::Net, ", "condition"),
        ("OS::Neutron::Net, condition: ", "is_other"),
        ("type: \"", "OS::Nova::Server"),
        ("    ", "depends_on"),
        ("depends_on: [", "network"),
        ("    ", "deletion_policy"),
        ("deletion_policy: ", "retain"),
        ("properties:\n      ", "flavor"),
        ("flavor: {", "get_param"),
        ("flavor: {get_param: '", "flavor"),
        ("      ", "user_data_format"),
        ("user_data_format: ", "SOFTWARE_CONFIG"),
        ("      ", "networks"),
        ("net: {", "get_resource"),
        ("get_resource: ", "network"),
        ("private, ", "allocate_network"),
        ("port: {", "get_param"),
        ("port: {get_param: [", "ports"),
        ("port: {get_param: [ports, ", "public"),
        ("port: {get_param: [ports, public, ", "number"),
        ("name: {", "list_join"),
        ("{if: [", "is_large"),
        ("tags: {if: [", "is_small"),
        ("address: {", "value"),
        ("address: {value: {", "get_attr"),
        ("address: {value: {get_attr: [", "server"),
        ("address: {value: {get_attr: [server, ", "addresses"),
        ("console: {value: {get_attr: [server, ", "console_urls"),
        ("novnc]}, condition: ", "is_small"),
    ];
    assert_eq!(heat.fixed(NAMES), Vec::<String>::new(), "the template is right as it is");
    let mut missing = Vec::new();
    for (place, misspelt) in misspellings(NAMES, &places) {
        if !heat.fixed(&misspelt).contains(&NAMES.to_owned()) {
            missing.push(place);
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn a_name_in_an_environment_is_fixed_there() {
    let template = "heat_template_version: 2018-08-31\nparameters: {flavor: {type: string, description: A flavor.}}\noutputs: {a: {value: {get_param: flavor}}}\nresources: {token: {type: OS::Heat::RandomString}}\n";
    let environment = "parameters:\n  flavour: small\n";
    let settings = "templates:\n  environments: [small.yaml]\n";
    let files = [("a.yaml", template), ("small.yaml", environment), ("heat-codegen.yaml", settings)];
    let folder = folder("environment-fix", &files);
    let (own, other) = (uri(&folder.join("a.yaml")), uri(&folder.join("small.yaml")));
    let mut client = Client::with(&own, template);
    let offered = actions(&mut client, &own, &json!(["quickfix"]));
    assert_eq!(offered.len(), 1, "{offered:?}");
    assert_eq!(applied(environment, &other, &offered[0]), environment.replace("flavour", "flavor"));
}

#[test]
fn of_a_flood_of_findings_in_one_line_the_first_are_shown_and_allowed_at_once() {
    let params: Vec<String> = (0..1_500).map(|key| format!("k{key}: x")).collect();
    let call = format!("{{str_replace: {{template: a, params: {{{}}}}}}}", params.join(", "));
    let text = format!("heat_template_version: 2018-08-31\noutputs: {{o: {{value: {call}}}}}\n");
    let mut client = Client::with(URI, &text);
    let published = client.published();
    let shown = published["diagnostics"].as_array().unwrap();
    let messages = |code: &str| {
        let found = shown.iter().filter(|found| found["code"] == code);
        found.map(|found| found["message"].as_str().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(messages("unused-replacement").len(), 1_000);
    assert_eq!(messages("omitted-findings"), ["500 more findings not shown"]);
    let offered = actions(&mut client, URI, &json!(["quickfix"]));
    let titles: Vec<&str> = offered.iter().map(|action| action["title"].as_str().unwrap()).collect();
    assert_eq!(
        titles,
        [
            "Allow `unused-replacement` here, for a reason that you add",
            "Allow `unused-replacement` in this file, for a reason that you add"
        ]
    );
    for action in &offered {
        assert_eq!(action["diagnostics"].as_array().unwrap().len(), 1_000);
    }
}

#[test]
fn no_more_actions_are_offered_than_a_menu_shows() {
    let outputs: String =
        (0..300).fold(String::new(), |text, number| format!("{text}  o{number}: {{valeu: {number}}}\n"));
    let text = format!("heat_template_version: 2018-08-31\noutputs:\n{outputs}");
    let mut client = Client::with(URI, &text);
    let offered = actions(&mut client, URI, &json!(["quickfix"]));
    assert_eq!(offered.len(), 100);
    let last = &offered[99];
    assert_eq!(last["title"], "Change `valeu` to `value`");
    assert_eq!(applied(&text, URI, last), text.replacen("  o99: {valeu", "  o99: {value", 1));
}
