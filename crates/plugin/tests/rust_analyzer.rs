//! Editor support for derived names: the test queries rust-analyzer over its protocol.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails may panic")]

use std::path::Path;
use std::{env, fs};

#[path = "rust_analyzer/client.rs"]
mod client;

use client::{Client, Place};

const SCHEMA: &str = include_str!("ui/schemas/Token.yaml");

const PROGRAM: &str = r#"//! A plug-in.

use heat_plugin::resolve::IdentityResolver;
use heat_plugin::{HeatResource, Value, json};

#[derive(HeatResource)]
#[heat(schema = "schemas/Token.yaml", builders)]
pub struct Token;

use token::{Attribute, Kind, Properties, Rules, Updatable};

pub fn read(text: &str) -> Properties {
    Properties::from_value(&json::parse(text).unwrap(), &IdentityResolver).unwrap()
}

pub fn create(properties: &Properties) -> String {
    let rule: Option<&Rules> = properties.rules.first();
    let needed = rule.map_or(0, |rule| rule.at_least);
    match properties.kind {
        Kind::Hex => format!("{needed}"),
        Kind::Letters => format!("{}", properties.length),
        Kind::LettersAndDigits => format!("{} of {}", Kind::Hex, properties.length),
    }
}

pub fn attribute(attribute: Attribute) -> Value {
    match attribute {
        Attribute::Value => Value::Null,
        Attribute::Strength => Value::from(1),
        Attribute::Show => Value::Null,
    }
}

pub fn update(property: Updatable) -> &'static str {
    match property {
        Updatable::Prefix => "prefix",
        Updatable::Network => "network",
    }
}

pub fn built() -> Properties {
    Properties::builder().length(16).build().unwrap()
}
"#;

#[test]
#[ignore = "needs rust-analyzer: rustup component add rust-analyzer rust-src"]
fn derived_names_are_known_to_the_editor() {
    let plugin = Path::new(env!("CARGO_MANIFEST_DIR"));
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rust-analyzer");
    for folder in ["src", "schemas"] {
        fs::create_dir_all(package.join(folder)).unwrap();
    }
    let manifest = format!(
        "[package]\nname = \"editor\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nheat-plugin = {{ path = {plugin:?} }}\n\n[workspace]\n\n\
         [profile.dev]\ndebug = \"line-tables-only\"\n"
    );
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    fs::copy(plugin.join("../../Cargo.lock"), package.join("Cargo.lock")).unwrap();
    fs::write(package.join("schemas/Token.yaml"), SCHEMA).unwrap();
    fs::write(package.join("src/lib.rs"), PROGRAM).unwrap();
    let mut editor = Client::open(&package, &package.join("target"));
    check(&mut editor);
    fs::write(package.join("transcript.txt"), &editor.transcript).unwrap();
}

/// A use of a name, as a snippet with a cursor; the text shown for it; and the number of its uses, including
/// imports.
const NAMES: [(&str, &str, usize); 10] = [
    ("use tok|en::", "pub mod token", 1),
    ("&Prop|erties) -> String", "The properties: their", 6),
    ("Option<&Rul|es>", "pub struct Rules {", 2),
    ("Ki|nd, Properties", "pub enum Kind {", 5),
    ("properties.leng|th)", "pub length: i64", 2),
    ("rule.at_lea|st", "How many of them there have to be.", 1),
    ("Kind::Lett|ers =>", "`letters`.", 1),
    ("Attribute::Stren|gth", "How many bits of chance are in it.", 1),
    (".leng|th(16)", "pub fn length(self, value: i64) -> Self", 1),
    ("Updatable::Pre|fix", "What stands in front of the random characters", 1),
];

/// The name that the cursor is in.
fn word(at: &str) -> String {
    let is_sign = |char: char| !char.is_alphanumeric() && char != '_';
    let (before, after) = at.split_once('|').unwrap_or_default();
    let [before, after] =
        [before.rsplit(is_sign).next(), after.split(is_sign).next()].map(Option::unwrap_or_default);
    format!("{before}{after}")
}

fn check(editor: &mut Client) {
    for (at, shown, uses) in NAMES {
        let name = at.replace('|', "");
        // A property is defined at the path of the schema.
        let definition = editor.definition(at);
        let is_path = |place: &&Place| place.file == "src/lib.rs" && place.text == "\"schemas/Token.yaml\"";
        assert!(definition.iter().any(|place| is_path(&place)), "{name}: {definition:?}");
        let references = editor.references(at);
        // Derived code uses its own names too, at the derive.
        let references: Vec<_> = references.iter().filter(|place| place.text == word(at)).collect();
        assert_eq!(references.len(), uses, "{name}: {references:?}");
        let hover = editor.hover(at);
        assert!(hover.contains(shown), "{name}: {hover}");
        // A name that is generated from the schema is renamed there. An import can be renamed here.
        if let Ok(edits) = editor.rename(at, "renamed") {
            let edits = edits.to_string();
            assert!(edits.contains(" as renamed"), "{name}: {edits}");
            assert!(!edits.contains(r#""line":6,"#), "{name}: the attribute stays as it is: {edits}");
        }
    }
    let fields = editor.completion("properties.|length)");
    assert_eq!(fields[..6], ["length", "prefix", "salt", "kind", "network", "rules"]);
    let variants = editor.completion("Kind::Le|tters =>");
    for variant in ["Hex", "Letters", "LettersAndDigits"] {
        assert!(variants.iter().any(|label| label == variant), "{variants:?}");
    }
    let types = editor.completion("use token::{Attri|bute");
    for name in
        ["Attribute", "Attributes", "Kind", "Properties", "Property", "Rules", "RulesSet", "Updatable"]
    {
        assert!(types.iter().any(|label| label == name), "{types:?}");
    }
}
