//! Tests of the guide: its schemas load without findings, its broken schemas are reported with exactly the messages that follow
//! them, and it names nothing HIDDEN.
//!
//! The fence of a code block says what it contains:
//!
//! | fence | contents |
//! |---|---|
//! | `yaml` | a schema, or some top-level keys of one |
//! | `yaml,broken` | a schema with errors; the `text` block after it is what `check` prints |
//! | `yaml,constraints`, `yaml,releases`, `yaml,services`, `yaml,history` | a table next to the schemas |
//! | `yaml,allowances` | a `schema-diff.yaml` |
//! | `yaml,past` | a part of `past.yaml` |
//! | `yaml,template` | a template; the `yaml,resolved` block after it is what `resolve` prints |
//! | `yaml,environment` | an environment: that of the next template on the page, if it comes before its result |
//! | `yaml,nested` | a nested template that the templates of the page can use; its first line names its file |
//! | `yaml,old`, `yaml,new` | two versions of a template; the `text,plan` block after them is what `plan` prints |
//! | `yaml,tested`, `yaml,tests` | a template and its tests; the `text,tests` block after them is what `test` prints for another template |
//! | `yaml,rule` | a rule of a project; the `text,rule` block after it is what `validate` prints for its example |
//! | `yaml,component` | a template; the `text,deployment` block after it is what the last command before that prints |
//! | `yaml,ci`, `nginx` | a file of another program |
//! | `python` | a module; a test that needs a Python with Heat uses it |
//! | `yaml,docs` | a `docs.yaml` |
//! | `flow` | a picture |

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may panic")]

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use heat_catalogue::schema_files::{SchemaFiles, path_of_type};
use heat_codegen::plan::{self, Format, Options};
use heat_codegen::resolve::{ResolveInputs, resolve};
use heat_codegen::session::Session;
use heat_history::load_history;
use heat_hot::environment::{Environment, EnvironmentFile};
use heat_lint::{RULES, Tables, lint_file};
use heat_model::load::{KEYS, load_custom_constraints, load_releases, load_schema, load_services};
use heat_model::{
    ConstraintKind, CustomConstraintTable, PropertySchema, PropertyType, ReleaseTable, ResourceType,
};
use heat_report::text;
use heat_site::DocsFile;
use heat_yaml::{Diagnostic, ParseOptions, Source, sort_diagnostics};
use indexmap::IndexMap;

use crate::support::project;

/// A page of the guide.
struct Page {
    name: String,
    text: String,
}

fn pages() -> Vec<Page> {
    let files = |folder: &str| {
        let entries = fs::read_dir(project().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        let mut paths: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
        paths.sort();
        paths
    };
    let paths = [files("site/guide/template-authors"), files("site/guide")].concat();
    let page = |path: PathBuf| Page {
        name: path.file_name().unwrap().to_string_lossy().into_owned(),
        text: fs::read_to_string(&path).unwrap(),
    };
    paths.into_iter().map(page).collect()
}

/// A fenced block of code.
struct Block<'a> {
    fence: &'a str,
    code: &'a str,
    /// Location of the block, for messages.
    place: String,
}

impl Page {
    fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        let mut open: Option<(&str, usize, usize)> = None;
        let mut offset = 0;
        for (index, line) in self.text.split_inclusive('\n').enumerate() {
            let end = offset + line.len();
            if let Some(fence) = line.strip_prefix("```") {
                match open.take() {
                    None => open = Some((fence.trim_end(), index + 1, end)),
                    Some((fence, number, start)) => blocks.push(Block {
                        fence,
                        code: &self.text[start..offset],
                        place: format!("{}:{number}", self.name),
                    }),
                }
            }
            offset = end;
        }
        assert!(open.is_none(), "{}: a fence is not closed", self.name);
        blocks
    }
}

/// The tables for the rules.
struct Known {
    releases: ReleaseTable,
    custom_constraints: CustomConstraintTable,
}

impl Known {
    fn read() -> Self {
        let source =
            |name: &str| Source::new(name, fs::read_to_string(project().join("schemas").join(name)).unwrap());
        let (releases, _) = load_releases(&source("releases.yaml"));
        let (custom_constraints, _) = load_custom_constraints(&source("constraints.yaml"));
        Self { releases, custom_constraints }
    }

    /// All findings of `check` in a schema.
    fn findings(&self, source: &Arc<Source>) -> Vec<Diagnostic> {
        let loaded = load_schema(source);
        let mut types =
            ["My::Custom::Token", "My::Custom::Secret", "My::Custom::Door"].map(ResourceType::new);
        types[1].properties.insert("network".to_owned(), PropertySchema::new(PropertyType::String));
        let tables = Tables {
            releases: Some(&self.releases),
            custom_constraints: Some(&self.custom_constraints),
            types: types.iter().map(|schema| (schema.name.as_str(), schema)).collect(),
            ..Tables::default()
        };
        let mut findings = loaded.diagnostics;
        findings.extend(loaded.file.iter().flat_map(|file| lint_file(file, &tables)));
        sort_diagnostics(&mut findings);
        findings
    }
}

/// A schema as a file: at the path in its first line, or else at the path of its type.
fn source(code: &str) -> Arc<Source> {
    let commented = code.lines().next().and_then(|line| line.strip_prefix("# schemas/"));
    let name = code.lines().find_map(|line| line.strip_prefix("type: "));
    let path = commented.map_or_else(|| path_of_type(name.unwrap_or("My::Custom::Token")), PathBuf::from);
    Source::new(format!("schemas/{}", path.display()), code)
}

fn drawn(findings: &[Diagnostic]) -> String {
    let mut out = Vec::new();
    text::draw(findings, false, &mut out).unwrap();
    String::from_utf8(out).unwrap().trim_end().to_owned()
}

fn is_whole(code: &str) -> bool {
    code.lines().any(|line| line.starts_with("type: "))
}

#[test]
fn schemas_have_no_findings() {
    let known = Known::read();
    let mut whole = 0;
    for page in pages() {
        for block in page.blocks() {
            let findings = match block.fence {
                "yaml" if is_whole(block.code) => {
                    whole += 1;
                    known.findings(&source(block.code))
                }
                // Some keys of a schema, which must be valid.
                "yaml" => {
                    load_schema(&source(&format!("type: My::Custom::Token\n{}", block.code))).diagnostics
                }
                "yaml,constraints" => load_custom_constraints(&source(block.code)).1,
                "yaml,releases" => load_releases(&source(block.code)).1,
                "yaml,services" => load_services(&source(block.code)).1,
                "yaml,history" => load_history(&source(block.code), &known.releases).1,
                "yaml,allowances" | "yaml,ci" | "yaml,past" => {
                    heat_yaml::parse(&source(block.code), &ParseOptions::default()).diagnostics
                }
                "yaml,docs" => {
                    // The project's own logo replaces the one of the example.
                    let text = block.code.replace("acme.svg", "favicon.svg");
                    let source = Source::new(block.place.clone(), text);
                    DocsFile::from_source(&source, &project().join("site/assets")).err().unwrap_or_default()
                }
                _ => continue,
            };
            assert!(findings.is_empty(), "{}:\n{}", block.place, drawn(&findings));
        }
    }
    assert!(whole > 20, "the schemas of the guide are no longer found");
}

#[test]
fn errors_have_the_messages_in_the_guide() {
    let known = Known::read();
    for page in pages() {
        let blocks = page.blocks();
        for (index, block) in blocks.iter().enumerate().filter(|(_, block)| block.fence == "yaml,broken") {
            let findings = known.findings(&source(block.code));
            assert!(!findings.is_empty(), "{}: nothing is wrong with it", block.place);
            let answer = &blocks[index + 1];
            assert_eq!(answer.fence, "text", "{}: no answer follows", block.place);
            let drawn = drawn(&findings);
            assert_eq!(answer.code.trim_end(), drawn, "{}: `check` prints\n{drawn}", answer.place);
        }
    }
}

#[test]
fn templates_resolve_to_the_documents_in_the_guide() {
    let types = SchemaFiles::read(&project().join("schemas"));
    let mut count = 0;
    for page in pages() {
        let blocks = page.blocks();
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("guide").join(&page.name);
        fs::create_dir_all(&folder).unwrap();
        for nested in blocks.iter().filter(|block| block.fence == "yaml,nested") {
            fs::write(folder.join(file_name(nested)), nested.code).unwrap();
        }
        for (index, block) in blocks.iter().enumerate().filter(|(_, block)| block.fence == "yaml,template") {
            count += 1;
            let path = folder.join("template.yaml");
            fs::write(&path, block.code).unwrap();
            let environments = match blocks[..index].last().filter(|block| block.fence == "yaml,environment")
            {
                Some(environment) => {
                    let path = folder.join(file_name(environment));
                    fs::write(&path, environment.code).unwrap();
                    vec![path]
                }
                None => Vec::new(),
            };
            let root = Some(folder.clone());
            let inputs = ResolveInputs { template: path, environments, root, ..ResolveInputs::default() };
            let resolution = resolve(&inputs, &types).unwrap();
            assert!(
                resolution.diagnostics.is_empty(),
                "{}:\n{}",
                block.place,
                drawn(&resolution.diagnostics)
            );
            let printed = heat_schema_text::values(&resolution.document.unwrap());
            check_answer(&blocks[index + 1..], "yaml,resolved", &printed);
        }
    }
    assert!(count > 0, "the templates of the guide are no longer found");
}

/// Compares the next block with the output of a command. Blocks with the commands themselves may come first.
fn check_answer(blocks: &[Block<'_>], fence: &str, printed: &str) {
    let answer = blocks.iter().find(|block| block.fence != "console").unwrap();
    assert_eq!(answer.fence, fence, "{}: no answer follows", answer.place);
    assert_eq!(answer.code.trim_end(), printed.trim_end(), "{}: printed is\n{printed}", answer.place);
}

/// The name of a file, from the comment in its first line.
fn file_name(block: &Block<'_>) -> String {
    let name = block.code.lines().next().and_then(|line| line.strip_prefix("# "));
    name.unwrap_or_else(|| panic!("{}: the first line does not name the file", block.place)).to_owned()
}

#[test]
fn updates_have_the_plans_in_the_guide() {
    let mut count = 0;
    for page in pages() {
        let blocks = page.blocks();
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("guide-plans").join(&page.name);
        for (index, new) in blocks.iter().enumerate().filter(|(_, block)| block.fence == "yaml,new") {
            count += 1;
            fs::create_dir_all(&folder).unwrap();
            let old = blocks[..index].iter().rfind(|block| block.fence == "yaml,old").unwrap();
            let paths = ["old.yaml", "new.yaml", "plan"].map(|name| folder.join(name));
            fs::write(&paths[0], old.code).unwrap();
            fs::write(&paths[1], new.code).unwrap();
            let shown = paths.each_ref().map(|path| path.display().to_string());
            let options = Options {
                old: shown[0].clone(),
                new: Some(shown[1].clone()),
                root: Some(folder.clone()),
                reports: vec![(Format::Text, paths[2].clone())],
                ..Options::default()
            };
            let mut session =
                Session::new(project().join("schemas"), Box::new(std::io::sink()), Box::new(std::io::sink()));
            plan::run(&options, &mut session).unwrap();
            let printed =
                fs::read_to_string(&paths[2]).unwrap().replace(&format!("{}/", folder.display()), "");
            check_answer(&blocks[index + 1..], "text,plan", &printed);
        }
    }
    assert!(count > 0, "the updates of the guide are no longer found");
}

#[test]
fn environments_are_valid() {
    for page in pages() {
        for block in page.blocks().iter().filter(|block| block.fence == "yaml,environment") {
            let (sent, mut faults) = EnvironmentFile::read(&source(block.code)).as_sent();
            faults.extend(Environment::merge(&[sent], &IndexMap::new(), &IndexMap::new()).1);
            assert!(faults.is_empty(), "{}: {faults:?}", block.place);
        }
    }
}

#[test]
fn deployments_print_what_the_guide_says() {
    let mut count = 0;
    for page in pages() {
        let blocks = page.blocks();
        for (index, answer) in blocks.iter().enumerate().filter(|(_, block)| block.fence == "text,deployment")
        {
            count += 1;
            let before = |fence: &str| blocks[..index].iter().rfind(|block| block.fence == fence).unwrap();
            let command = before("console").code.trim_end().strip_prefix("$ heat-codegen ").unwrap();
            let arguments: Vec<&str> = command.split(' ').collect();
            let folder = crate::support::folder("guide-deployment");
            crate::support::write(&folder.join(arguments[1]), before("yaml,component").code);
            let scratch = crate::support::folder("files-of-guide-deployment").canonicalize().unwrap();
            let schemas = project().join("schemas");
            let around = ["--schemas", schemas.to_str().unwrap()];
            let kept = ["--folder", scratch.to_str().unwrap()];
            let ran = crate::support::run_in(&folder, &[&around[..], &arguments[..], &kept[..]].concat());
            let printed = ran.out.replace(scratch.to_str().unwrap(), "[FOLDER]");
            assert_eq!(answer.code.trim_end(), printed.trim_end(), "{}: it prints\n{printed}", answer.place);
        }
    }
    assert!(count > 0, "the deployments of the guide are no longer found");
}

#[test]
fn fences_are_known() {
    let known = [
        "yaml",
        "yaml,broken",
        "yaml,constraints",
        "yaml,releases",
        "yaml,services",
        "yaml,allowances",
        "yaml,history",
        "yaml,past",
        "yaml,ci",
        "yaml,docs",
        "nginx",
        "yaml,template",
        "yaml,old",
        "yaml,new",
        "text,plan",
        "yaml,tested",
        "yaml,tests",
        "text,tests",
        "yaml,rule",
        "text,rule",
        "yaml,component",
        "text,deployment",
        "flow,From a template to a signal",
        "yaml,resolved",
        "yaml,environment",
        "yaml,nested",
        "rust",
        "python",
        "console",
        "text",
    ];
    for page in pages() {
        for block in page.blocks() {
            assert!(known.contains(&block.fence), "{}: `{}`", block.place, block.fence);
        }
    }
}

#[test]
fn every_key_is_explained() {
    let page = pages().into_iter().find(|page| page.name.contains("writing-a-schema")).unwrap();
    let own = "required default update_allowed immutable implemented allow_conversion schema cache_mode status \
               version message substitute_class title template rule path reason";
    for key in KEYS.into_iter().chain(ConstraintKind::KEYS).chain(own.split(' ')) {
        assert!(page.text.contains(&format!("| `{key}` |")), "`{key}` is in no table");
    }
}

#[test]
fn pages_begin_with_a_title_and_a_summary() {
    for page in pages() {
        let mut parts = page.text.split("\n\n");
        let (title, summary) = (parts.next().unwrap(), parts.next().unwrap());
        assert!(title.starts_with("# ") && title.lines().count() == 1, "{}", page.name);
        assert!(summary.ends_with('.') && summary.lines().count() == 1, "{}", page.name);
    }
}

#[test]
fn rules_that_are_named_exist() {
    let ids: Vec<&str> =
        RULES.iter().map(|rule| rule.id).chain(heat_diff::RULES.iter().map(|rule| rule.id)).collect();
    for page in pages() {
        // Ids of rules are in brackets, as commands print them.
        let printed = page.text.split("breaking[").skip(1).filter_map(|rest| rest.split(']').next());
        for name in page.text.split('`').skip(1).step_by(2).chain(printed) {
            let looks_like_one =
                name.contains('-') && ids.iter().any(|id| id.split('-').next() == name.split('-').next());
            let is_word = name.chars().all(|char| char.is_ascii_lowercase() || char == '-');
            assert!(!(looks_like_one && is_word) || ids.contains(&name), "{}: `{name}`", page.name);
        }
    }
}

#[test]
fn nothing_hidden_is_named() {
    let files = SchemaFiles::read(&project().join("schemas"));
    let hidden: Vec<&str> = files
        .files
        .values()
        .filter(|file| file.schema.is_hidden())
        .map(|file| file.schema.name.as_str())
        .collect();
    assert!(!hidden.is_empty());
    let is_name = |char: char| char.is_alphanumeric() || char == ':' || char == '_';
    for page in pages() {
        let named =
            page.text.split(|char| !is_name(char)).find(|word| hidden.contains(&word.trim_end_matches(':')));
        assert_eq!(named, None, "{}", page.name);
    }
}
