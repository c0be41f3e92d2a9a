//! The structs and enums of all types with serde's derives, as the baseline for the derive's compile time in
//! `tests/all-types/compile-time.sh`.

use std::fmt::Write;
use std::path::Path;

use crate::plan::{self, Choice, Plan, Struct, Type};

/// Writes to the file named in `SAME_STRUCTS`. `SAME_DERIVES` are derives in addition to serde's.
#[test]
#[ignore = "not a test: compile-time.sh runs it to generate the structs for measuring serde's derives"]
fn written_for_serde() {
    let Ok(out) = std::env::var("SAME_STRUCTS") else { return };
    let derives = std::env::var("SAME_DERIVES").unwrap_or_default();
    let mut code = String::from("//! The same structs.\n");
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/all-types");
    let mut files = Vec::new();
    super::schemas(&package, Path::new("schemas"), &mut files);
    for file in files {
        let text = crate::file::read(&package, &file).unwrap();
        let schema = heat_model::load::load_schema(&text.source).file.unwrap();
        let module = crate::rust_names::snake(&file.trim_end_matches(".yaml").replace('/', "_"));
        let (plan, ..) = plan::make(&schema, &[], &crate::options::Options::default());
        let _ = writeln!(code, "/// A type.\npub mod {module} {{ use serde::{{Serialize, Deserialize}};");
        all(&mut code, &plan, &derives);
        code.push_str("}\n");
    }
    std::fs::write(out, code).unwrap();
}

fn all(code: &mut String, plan: &Plan<'_>, derives: &str) {
    for record in std::iter::once(&plan.properties).chain(&plan.nested) {
        structure(code, record, derives);
    }
    for choice in &plan.choices {
        enumeration(code, choice, derives);
    }
}

fn structure(code: &mut String, record: &Struct<'_>, derives: &str) {
    let _ = writeln!(
        code,
        "/// Properties.\n#[derive(Serialize, Deserialize{derives})] pub struct {} {{",
        record.name
    );
    for member in &record.members {
        let _ = writeln!(code, "#[doc = {:?}]", crate::emit::reference::member(member));
        if crate::rust_names::bare(&member.field) != member.name {
            let _ = writeln!(code, "#[serde(rename = {:?})]", member.name);
        }
        let field_type = written(&member.field_type);
        let _ = if member.optional {
            writeln!(code, "pub {}: Option<{field_type}>,", member.field)
        } else {
            writeln!(code, "pub {}: {field_type},", member.field)
        };
    }
    code.push_str("}\n");
}

fn enumeration(code: &mut String, choice: &Choice, derives: &str) {
    let _ =
        writeln!(code, "/// Values.\n#[derive(Serialize, Deserialize{derives})] pub enum {} {{", choice.name);
    for (value, variant) in &choice.values {
        let _ = writeln!(code, "/// A value.\n#[serde(rename = {value:?})] {variant},");
    }
    if let Some(other) = &choice.other {
        let _ = writeln!(code, "/// Any other.\n#[serde(untagged)] {other}(String),");
    }
    code.push_str("}\n");
}

fn written(field_type: &Type) -> String {
    match field_type {
        Type::String => "String".to_owned(),
        Type::Integer(integer) => integer.name.to_owned(),
        Type::Number => "f64".to_owned(),
        Type::Boolean => "bool".to_owned(),
        Type::Map => "serde_json::Map<String, serde_json::Value>".to_owned(),
        Type::Any | Type::TextOr(_) => "serde_json::Value".to_owned(),
        Type::Struct(name) | Type::Choice(name) | Type::Known(name) | Type::Own(name) => name.clone(),
        Type::List(item) => format!("Vec<{}>", written(item)),
    }
}
