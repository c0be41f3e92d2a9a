//! Agreement of all commands about one template: their results must be consistent, and none of them may panic, whatever the
//! template is.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use heat_catalogue::SchemaFiles;
use heat_catalogue::template_version::declares_version;
use heat_codegen::outcome::Outcome;
use heat_codegen::reporting::ReportOptions;
use heat_codegen::session::Session;
use heat_codegen::template_checking::Fixes;
use heat_codegen::{graph, plan, resolve, template_checking, validation};
use heat_language_server::{Catalogue, Server};
use heat_yaml::Applicability;
use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};

/// Folder of the templates, and the types that they use.
pub(crate) struct Place {
    folder: PathBuf,
    schemas: PathBuf,
    types: SchemaFiles,
    catalogue: Catalogue,
}

/// The texts of the files.
#[derive(Debug)]
pub(crate) struct Texts {
    pub(crate) template: String,
    pub(crate) nested: String,
    pub(crate) environment: String,
}

/// Output of a command.
#[derive(Clone, Default)]
struct Written(Rc<RefCell<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

const REQUESTS: [&str; 10] = [
    "completion",
    "hover",
    "definition",
    "references",
    "documentHighlight",
    "rename",
    "prepareRename",
    "documentSymbol",
    "documentLink",
    "codeAction",
];

/// The maximum number of positions at which an editor sends requests.
const MAX_POSITIONS: usize = 12;

impl Place {
    /// Uses a folder for the templates, and one with schemas.
    pub(crate) fn new(folder: &Path, schemas: &Path) -> Self {
        std::fs::create_dir_all(folder).unwrap();
        let types = SchemaFiles::read(schemas);
        let catalogue = Catalogue::new(SchemaFiles::read(schemas), Some(schemas));
        Self { folder: folder.canonicalize().unwrap(), schemas: schemas.to_path_buf(), types, catalogue }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    /// Runs a command, and returns its outcome and its output.
    fn run(
        &self,
        command: impl FnOnce(&mut Session) -> heat_codegen::outcome::CommandResult,
    ) -> (Option<Outcome>, String) {
        let out = Written::default();
        let mut session =
            Session::new(self.schemas.clone(), Box::new(out.clone()), Box::new(Written::default()));
        // The editor in this test also knows only the project's own types.
        session.has_only_own_types = true;
        let outcome = command(&mut session).ok();
        drop(session);
        let written = String::from_utf8(out.0.take()).expect("commands write UTF-8");
        (outcome, written)
    }

    /// The findings of `validate`.
    fn findings(&self, template: &str, environments: &[&str], is_strict: bool, fixes: Fixes) -> Value {
        let inputs = template_checking::CheckInputs {
            templates: vec![self.path(template)],
            environments: environments.iter().map(|name| self.path(name)).collect(),
            root: Some(self.folder.clone()),
            is_strict,
            fixes,
            ..template_checking::CheckInputs::default()
        };
        let report = ReportOptions { format: heat_report::Format::Json, ..ReportOptions::default() };
        let options = validation::Options { inputs, report, ..validation::Options::default() };
        let (_, written) = self.run(|session| validation::run(&options, session));
        serde_json::from_str(&written).unwrap_or(Value::Null)
    }

    /// Runs all commands on the texts.
    pub(crate) fn check(&self, texts: &Texts) {
        self.write("template.yaml", &texts.template);
        self.write("nested.yaml", &texts.nested);
        self.write("environment.yaml", &texts.environment);
        let alone = self.findings("template.yaml", &[], false, Fixes::Reported);
        self.editor_agrees(&texts.template, &alone);
        let strict = self.findings("template.yaml", &["environment.yaml"], true, Fixes::Reported);
        let resources = self.resolved(&strict);
        self.graph_agrees(resources.as_deref());
        self.nothing_is_planned();
        self.fixes_can_be_read(&texts.template);
    }

    /// The names of the resources, if the template can be read.
    fn resolved(&self, strict: &Value) -> Option<Vec<String>> {
        let inputs = resolve::ResolveInputs {
            template: self.path("template.yaml"),
            environments: vec![self.path("environment.yaml")],
            root: Some(self.folder.clone()),
            ..resolve::ResolveInputs::default()
        };
        let resolution = resolve::resolve(&inputs, &self.types).ok()?;
        for label in resolution.diagnostics.iter().flat_map(|found| &found.labels) {
            let (start, end) = (label.span.start, label.span.end);
            assert!(label.source.text().get(start..end).is_some(), "{start}..{end}: {}", label.message);
        }
        let is_clean = strict.as_array().is_some_and(Vec::is_empty);
        assert!(
            !(is_clean && resolution.has_errors),
            "`validate` finds nothing: {:?}",
            resolution.diagnostics
        );
        for finding in &resolution.diagnostics {
            assert!(finding.to_plain_text().contains(finding.code), "each can be written");
        }
        let document = resolution.document?;
        let sections = ["resources", "Resources"].iter().filter_map(|name| document.get(*name));
        Some(sections.filter_map(heat_model::Value::as_map).flat_map(|map| map.keys().cloned()).collect())
    }

    /// Checks that the graph has the resources that `resolve` returns.
    fn graph_agrees(&self, resources: Option<&[String]>) {
        let inputs = resolve::ResolveInputs {
            template: self.path("template.yaml"),
            environments: vec![self.path("environment.yaml")],
            root: Some(self.folder.clone()),
            ..resolve::ResolveInputs::default()
        };
        for format in [graph::Format::Svg, graph::Format::Mermaid, graph::Format::Dot] {
            _ = self.run(|session| graph::run(&inputs, format, session));
        }
        let (_, written) = self.run(|session| graph::run(&inputs, graph::Format::Json, session));
        let (Some(resources), Ok(graph)) = (resources, serde_json::from_str::<Value>(&written)) else {
            return;
        };
        let drawn = graph["resources"].as_array().map(Vec::as_slice).unwrap_or_default();
        let drawn: Vec<&str> = drawn.iter().filter_map(|resource| resource["name"].as_str()).collect();
        assert_eq!(drawn, resources, "`graph` and `resolve` have the same resources");
    }

    /// Checks that an update to the same template creates, updates and deletes nothing.
    fn nothing_is_planned(&self) {
        let name = self.path("template.yaml").to_string_lossy().into_owned();
        let inputs = || plan::SideInputs {
            environments: vec![self.path("environment.yaml")],
            ..plan::SideInputs::default()
        };
        for format in [plan::Format::Text, plan::Format::Markdown, plan::Format::Json] {
            let options = plan::Options {
                old: name.clone(),
                new: Some(name.clone()),
                old_inputs: inputs(),
                new_inputs: inputs(),
                root: Some(self.folder.clone()),
                format,
                ..plan::Options::default()
            };
            let (_, written) = self.run(|session| plan::run(&options, session));
            let Some(planned) =
                serde_json::from_str::<Value>(&written).ok().filter(|_| format == plan::Format::Json)
            else {
                continue;
            };
            for action in ["created", "updated", "replaced", "deleted"] {
                assert_eq!(planned["summary"][action], 0, "{written}");
            }
        }
    }

    /// Checks that the result of `validate --fix` can be read if the template could be read.
    fn fixes_can_be_read(&self, template: &str) {
        for least in [Applicability::Safe, Applicability::Unsafe] {
            self.write("fixed.yaml", template);
            _ = self.findings("fixed.yaml", &[], false, Fixes::Shown(least));
            _ = self.findings("fixed.yaml", &[], false, Fixes::Applied(least));
            let fixed = std::fs::read_to_string(self.path("fixed.yaml")).unwrap();
            let reads = |text: &str| {
                let source = heat_yaml::Source::new("a", text);
                heat_yaml::parse_template(&source, &heat_yaml::ParseOptions::template()).root.is_some()
            };
            assert!(fixed == template || reads(&fixed), "{fixed}");
        }
    }

    /// Checks that the editor has the findings of `validate`, and that its requests are answered at every alias and anchor.
    fn editor_agrees(&self, template: &str, findings: &Value) {
        let mut server = Server::new(self.catalogue.clone());
        let uri = format!("file://{}", self.path("template.yaml").display());
        let general = json!({"positionEncodings": ["utf-8"]});
        ask(&mut server, "initialize", json!({"capabilities": {"general": general}}));
        let document = json!({"uri": uri, "languageId": "yaml", "version": 1, "text": template});
        _ = server.handle(notification("textDocument/didOpen", json!({"textDocument": document})));
        let published = server.due().into_iter().find_map(|message| match message {
            Message::Notification(sent) if sent.params["uri"] == json!(uri) => {
                Some(sent.params["diagnostics"].clone())
            }
            _ => None,
        });
        let codes = |found: &Value| {
            let found = found.as_array().map(Vec::as_slice).unwrap_or_default();
            let mut codes: Vec<String> = found.iter().map(|found| found["code"].to_string()).collect();
            codes.sort();
            codes
        };
        // The editor publishes nothing for a text that does not declare the version of a template, because it may be any file.
        if let Some(published) = published.filter(|_| findings.is_array() && declares_version(template)) {
            assert_eq!(codes(&published), codes(findings), "the editor and `validate` find the same");
        }
        for (line, character) in positions(template).into_iter().take(MAX_POSITIONS) {
            let position = json!({"line": line, "character": character});
            for request in REQUESTS {
                let params = json!({
                    "textDocument": {"uri": uri},
                    "position": position,
                    "range": {"start": position, "end": position},
                    "context": {"includeDeclaration": true, "triggerKind": 1, "diagnostics": []},
                    "newName": "other",
                });
                ask(&mut server, &format!("textDocument/{request}"), params);
            }
        }
    }
}

/// The positions of anchors, aliases and keys.
fn positions(text: &str) -> Vec<(usize, usize)> {
    let lines = text.split('\n').enumerate();
    let marks = lines.flat_map(|(line, text)| {
        text.match_indices(['*', '&', ':']).map(move |(column, _)| (line, column + 1))
    });
    marks.collect()
}

fn notification(method: &str, params: Value) -> Message {
    Notification { method: method.to_owned(), params }.into()
}

/// Sends a request, which must be answered once.
fn ask(server: &mut Server, method: &str, params: Value) {
    let answers = server.handle(Request { id: 1.into(), method: method.to_owned(), params }.into());
    assert!(matches!(answers.as_slice(), [Message::Response(_)]), "{method}: {answers:?}");
}
