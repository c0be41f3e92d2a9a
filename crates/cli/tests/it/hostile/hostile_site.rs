//! Hostile text in every position where text can be written: in each string and each name of a schema, the tables, the history
//! and a guide page. The pages are parsed as HTML, and may not contain any element, attribute or address that harmless pages do
//! not contain.
//!
//! The texts are found by walking the data, not by naming fields: a new field is covered as soon as `hostile/everything.yaml`
//! contains it, which [`every_field_is_attacked`] requires.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test says what must hold by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use heat_catalogue::SchemaFiles;
use heat_history::load_history;
use heat_model::load::{load_custom_constraints, load_releases, load_schema};
use heat_site::{Architectures, Guide, Memory, SiteFile, SiteOptions, Templates, build, built_in_assets};
use heat_yaml::{Diagnostic, ParseOptions, Severity, Source};
use html5gum::{StartTag, Token, Tokenizer};
use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::{Map, Value};

/// Text that would be visible if it were interpreted as more than text: in an element, in an attribute with either kind of
/// quotes, in a comment, in an element with raw content, in Markdown, in an address, in a template.
const ATTACK: &str = "\"'></p></dd></title></textarea></script></style>--><x-evil onclick=evil() style=\"x:y\">\
    <script>evil()</script><img src=x onerror=evil()><meta http-equiv=refresh content='0;url=https://evil.example/'>\
    </x-evil><a href=\"javascript:evil()\">a</a> [b](javascript:evil()) ![c](https://evil.example/c.png) <javascript:evil()> \
    {{ 7 * 7 }} {% raw %} &lt;x-evil&gt; &#60;x-evil&#62; \u{202e} \u{1b}]0;evil\u{7}";

/// The folder of the tables and the guide that are attacked.
const SITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hostile");

/// Puts the attack into every text that accepts it: if the reader of the data refuses the change, it is reverted. Returns the
/// data, and the keys whose text cannot be changed.
fn attacked(data: &Value, reads: &dyn Fn(&Value) -> bool) -> (Value, BTreeSet<String>) {
    let mut data = data.clone();
    let mut refused = BTreeSet::new();
    for place in texts(&data) {
        let changed = [ATTACK.to_owned(), place.text.clone() + ATTACK, place.text.clone() + " " + ATTACK];
        // Names that are used elsewhere must stay recognisable: the attack always comes after them.
        let changed = changed.into_iter().skip(1).find_map(|text| {
            let mut changed = data.clone();
            place.set(&mut changed, text);
            reads(&changed).then_some(changed)
        });
        match changed {
            Some(changed) => data = changed,
            None => _ = refused.insert(place.what()),
        }
    }
    // The names are last, innermost first, because they are part of the paths.
    let mut names = names(&data);
    names.reverse();
    for (around, name) in names {
        let mut changed = data.clone();
        let map = changed.pointer_mut(&around).unwrap().as_object_mut().unwrap();
        *map = std::mem::take(map)
            .into_iter()
            .map(|(key, value)| (if key == name { key + ATTACK } else { key }, value))
            .collect();
        if reads(&changed) {
            data = changed;
        }
    }
    (data, refused)
}

/// A text in data.
struct Place {
    pointer: String,
    text: String,
}

impl Place {
    fn set(&self, data: &mut Value, text: String) {
        *data.pointer_mut(&self.pointer).unwrap() = Value::String(text);
    }

    /// The key that contains the text.
    fn what(&self) -> String {
        let mut keys = self.pointer.split('/').filter(|step| step.parse::<usize>().is_err());
        keys.next_back().unwrap_or_default().to_owned()
    }
}

fn step(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"))
}

fn walk(value: &Value, pointer: &str, see: &mut dyn FnMut(&str, &Value)) {
    see(pointer, value);
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| walk(item, &format!("{pointer}/{index}"), see));
        }
        Value::Object(map) => map.iter().for_each(|(key, value)| walk(value, &step(pointer, key), see)),
        _ => {}
    }
}

fn texts(data: &Value) -> Vec<Place> {
    let mut texts = Vec::new();
    walk(data, "", &mut |pointer, value| {
        texts.extend(value.as_str().map(|text| Place { pointer: pointer.to_owned(), text: text.to_owned() }));
    });
    texts
}

/// The names in maps, each with the path of its map.
fn names(data: &Value) -> Vec<(String, String)> {
    let mut names = Vec::new();
    walk(data, "", &mut |pointer, value| {
        if let Value::Object(map) = value {
            names.extend(map.keys().map(|key| (pointer.to_owned(), key.clone())));
        }
    });
    names
}

fn read(path: &Path) -> Value {
    let source = Source::new("", fs::read_to_string(path).unwrap());
    serde_json::to_value(heat_yaml::parse(&source, &ParseOptions::default()).root.unwrap()).unwrap()
}

fn source(data: &Value) -> std::sync::Arc<Source> {
    Source::new("attacked", serde_json::to_string_pretty(data).unwrap())
}

fn is_fine(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().all(|found| found.severity != Severity::Error)
}

fn is_schema(data: &Value) -> bool {
    let loaded = load_schema(&source(data));
    loaded.file.is_some() && is_fine(&loaded.diagnostics)
}

/// A catalogue to attack: the tables, the type with every field, and another one.
struct Files(BTreeMap<&'static str, Value>);

impl Files {
    fn harmless() -> Self {
        let names = ["everything.yaml", "releases.yaml", "constraints.yaml", "history.yaml"];
        let mut files: BTreeMap<_, _> = names.map(|name| (name, read(&Path::new(SITE).join(name)))).into();
        let other = serde_json::json!({"type": "OS::Test::Other", "description": "Another one."});
        files.insert("other.yaml", other);
        Self(files)
    }

    /// The catalogue with the attack in all texts, and the keys that cannot be attacked.
    fn attacked(&self) -> (Self, BTreeSet<String>) {
        let mut refused = BTreeSet::new();
        let mut attack = |data: &Value, reads: &dyn Fn(&Value) -> bool| {
            let (data, cannot) = attacked(data, reads);
            refused.extend(cannot);
            data
        };
        let releases = attack(&self.0["releases.yaml"], &|data| is_fine(&load_releases(&source(data)).1));
        let table = load_releases(&source(&releases)).0;
        // The history names releases of the table.
        let mut history = self.0["history.yaml"].clone();
        for (recorded, release) in history.as_array_mut().unwrap().iter_mut().zip(&table.releases) {
            recorded["release"] = release.version.as_str().into();
        }
        let files = BTreeMap::from([
            ("everything.yaml", attack(&self.0["everything.yaml"], &is_schema)),
            ("other.yaml", attack(&self.0["other.yaml"], &is_schema)),
            (
                "constraints.yaml",
                attack(&self.0["constraints.yaml"], &|data| {
                    is_fine(&load_custom_constraints(&source(data)).1)
                }),
            ),
            ("history.yaml", attack(&history, &|data| is_fine(&load_history(&source(data), &table).1))),
            ("releases.yaml", releases),
        ]);
        (Self(files), refused)
    }

    fn site(&self, guide: &str, name: &str) -> Vec<SiteFile> {
        let folder = Folder::new(name);
        for (name, data) in &self.0 {
            fs::write(folder.0.join(name), serde_json::to_string(data).unwrap()).unwrap();
        }
        fs::create_dir(folder.0.join("guide")).unwrap();
        fs::write(folder.0.join("guide/10-page.md"), guide).unwrap();
        let files = SchemaFiles::read(&folder.0);
        assert!(!files.has_errors(), "{:?}", files.diagnostics);
        let architecture = folder.0.join("architectures/one");
        fs::create_dir_all(&architecture).unwrap();
        fs::write(architecture.join("README.md"), guide).unwrap();
        let resources = serde_json::json!({ guide: { "type": guide } });
        let template = serde_json::json!({ "heat_template_version": "2018-08-31", "resources": resources });
        fs::write(architecture.join("template.yaml"), template.to_string()).unwrap();
        let options = SiteOptions {
            architectures: Architectures::read(&folder.0).unwrap(),
            guide: Guide::read(&folder.0).unwrap(),
            rules: heat_rules::all(),
            stack_graph: Some(heat_codegen::commands::docs::build::stack_graph),
            assets: built_in_assets(),
            base_url: Some("https://docs.example.org/heat/".to_owned()),
            ..SiteOptions::default()
        };
        let memory = Memory::default();
        let built = build(files.catalogue(), &options, &Templates::load(None).unwrap(), &memory).unwrap();
        assert_eq!(built.counts.types, 2);
        memory.into_files()
    }
}

/// A folder for a test, which is removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

/// A guide page with the attack on every line: at its start, at its end, and at each word.
fn attacked_guide(text: &str) -> String {
    let attack = ATTACK;
    let behind = text.replace('\n', &format!("{attack}\n"));
    let before = text.replace('\n', &format!("\n{attack}"));
    let within = text.replace(' ', &format!(" {attack} "));
    format!("{text}\n{behind}\n\n{before}\n\n{within}\n\n```yaml\n{attack}: '{attack}' # {attack}\n```\n")
}

fn tags(html: &str) -> Vec<StartTag<()>> {
    let tokens = Tokenizer::new(html).flatten();
    tokens.filter_map(|token| if let Token::StartTag(tag) = token { Some(tag) } else { None }).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Elements with their attributes, by name.
fn shapes(files: &[SiteFile]) -> BTreeSet<(String, String)> {
    let mut shapes = BTreeSet::new();
    for file in files.iter().filter(|file| file.is_page()) {
        for tag in tags(&text(&file.contents)) {
            shapes.insert((text(&tag.name), String::new()));
            shapes.extend(tag.attributes.keys().map(|name| (text(&tag.name), text(name))));
        }
    }
    shapes
}

/// Returns whether the address in an attribute is dangerous.
fn bad_address(tag: &str, attribute: &str, value: &str) -> bool {
    let is_ours = |url: &str| !url.contains(':') || url.starts_with("https://docs.example.org/heat/");
    let before_path = value.split(['/', '?', '#']).next().unwrap_or_default();
    match (tag, attribute) {
        // A link may lead anywhere on the web, like those of the harmless texts.
        ("a", "href") => before_path.contains(':') && !value.starts_with("https://"),
        ("link", "href") | (_, "src" | "action" | "data-target") => !is_ours(before_path) && !is_ours(value),
        ("meta", "content") => value.starts_with('0'),
        _ => false,
    }
}

#[test]
fn hostile_text_stays_text() {
    let harmless = Files::harmless();
    let guide = fs::read_to_string(Path::new(SITE).join("guide.md")).unwrap();
    let known = shapes(&harmless.site(&guide, "hostile-harmless"));
    let (files, _) = harmless.attacked();
    let site = files.site(&attacked_guide(&guide), "hostile-attacked");
    let pages = site.iter().filter(|file| file.is_page()).count();
    let with_attack =
        site.iter().filter(|file| file.is_page() && text(&file.contents).contains("x-evil")).count();
    assert!(with_attack * 2 > pages, "{with_attack} of {pages} pages have any of it");
    for file in &site {
        let contents = text(&file.contents);
        if contents.starts_with("<?xml") {
            assert!(!contents.contains("<x-evil"), "{}", file.path);
        }
        // Guides and architectures are Markdown by the publisher of the site.
        let is_by_publisher = ["guide/", "architectures/"].iter().any(|folder| file.path.starts_with(folder));
        if Path::new(&file.path).extension().is_some_and(|end| end == "md") && !is_by_publisher {
            check_twin(&file.path, &contents);
        }
        if !file.is_page() {
            continue;
        }
        let is_steering = |char: char| char.is_control() && char != '\n' && char != '\t';
        assert_eq!(contents.lines().find(|line| line.contains(is_steering)), None, "{}", file.path);
        for tag in tags(&contents) {
            let name = text(&tag.name);
            assert!(known.contains(&(name.clone(), String::new())), "{} has <{name}>", file.path);
            for (attribute, value) in &tag.attributes {
                let (attribute, value) = (text(attribute), text(&value.value));
                // A hostile text can contain the same Markdown as a harmless one.
                assert!(
                    known.contains(&(name.clone(), attribute.clone())),
                    "{} has <{name} {attribute}={value}>",
                    file.path
                );
                assert!(
                    !bad_address(&name, &attribute, &value),
                    "{} has <{name} {attribute}={value}>",
                    file.path
                );
            }
        }
        // The elements of a picture have titles of their own.
        let contents: String = contents
            .split("<svg")
            .map(|part| part.split_once("</svg>").map_or(part, |(_, rest)| rest))
            .collect();
        for once in ["<main", "</main>", "<h1", "</body>", "</html>", "<title>", "</title>"] {
            assert_eq!(contents.matches(once).count(), 1, "{once} in {}", file.path);
        }
    }
    write_for_browsers(&site);
}

/// Checks that no text of a page in Markdown is interpreted as markup.
fn check_twin(path: &str, contents: &str) {
    for event in Parser::new_ext(contents, Options::ENABLE_TABLES) {
        match event {
            Event::Html(raw) | Event::InlineHtml(raw) => panic!("{path} has {raw}"),
            Event::Start(Tag::Image { dest_url, .. }) => panic!("{path} has a picture, {dest_url}"),
            Event::Start(Tag::Link { dest_url, .. }) => {
                assert!(!bad_address("a", "href", &dest_url), "{path} leads to {dest_url}");
            }
            _ => {}
        }
    }
}

/// Writes the attacked site to a folder, which the browser tests open.
fn write_for_browsers(site: &[SiteFile]) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile-site");
    _ = fs::remove_dir_all(&folder);
    for file in site {
        let path = folder.join(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &file.contents).unwrap();
    }
}

/// The keys of texts that only accept certain words.
const FIXED_WORDS: [&str; 14] = [
    "type",
    "status",
    "rule",
    "cache_mode",
    "release",
    "reference_before_creation",
    "empty",
    "is",
    "level",
    "change",
    "entries",
    "second",
    "unset",
    "within",
];

#[test]
fn every_text_except_fixed_words_is_attacked() {
    let (_, refused) = Files::harmless().attacked();
    let expect: BTreeSet<String> = FIXED_WORDS.map(str::to_owned).into();
    assert_eq!(refused, expect);
}

#[test]
fn every_field_is_attacked() {
    let language = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../schema.json")).unwrap();
    let language: Value = serde_json::from_str(&language).unwrap();
    let mut fields = BTreeSet::new();
    walk(&language, "", &mut |_, value| {
        let closed = value.get("additionalProperties") == Some(&Value::Bool(false));
        let own = value.get("properties").and_then(Value::as_object).filter(|_| closed);
        fields.extend(own.into_iter().flat_map(Map::keys).cloned());
    });
    assert!(fields.len() > 40, "{fields:?}");
    let there: BTreeSet<String> =
        names(&Files::harmless().0["everything.yaml"]).into_iter().map(|(_, name)| name).collect();
    let missing: Vec<_> = fields.difference(&there).collect();
    assert!(missing.is_empty(), "write these into tests/hostile/everything.yaml: {missing:?}");
}
