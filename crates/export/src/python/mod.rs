//! Resource types as Python: a module of Heat resource classes, as a starting point for plug-ins.
//!
//! The classes contain all data of their schemas, so importing the module results in the same schemas. Authors only add the code
//! that creates and deletes resources.

mod class;
mod dependencies;
mod expression;
mod literal;
mod module_names;
mod prose;
mod rules;
mod schema;
mod status;
mod validation;
mod value;

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use heat_model::ResourceType;

use self::class::Class;
use self::expression::{Expression, statement};
use self::module_names::Constants;
use self::status::{Import, Substitutes};
use heat_catalogue::SchemaFiles;
use heat_catalogue::heat_api::find;
use heat_report::Failure;

/// Writes a module with a class for each of the named types, or of all types if `names` is empty. HIDDEN types are only included
/// if they are requested. HIDDEN properties are part of a class, because Heat itself hides them.
///
/// # Errors
/// If one of the types does not exist, or cannot be written as Python.
pub(super) fn module(files: &SchemaFiles, names: &[String], include_hidden: bool) -> Result<String, Failure> {
    text(&types(files, names, include_hidden)?, files)
}

/// The types in a module, sorted by name.
pub(super) fn types<'f>(
    files: &'f SchemaFiles,
    names: &[String],
    include_hidden: bool,
) -> Result<Vec<&'f ResourceType>, Failure> {
    let mut types: Vec<&ResourceType> = if names.is_empty() {
        let all = files.files.values().map(|file| &file.schema);
        all.filter(|schema| include_hidden || !schema.is_hidden()).collect()
    } else {
        names.iter().map(|name| find(files, name, include_hidden)).collect::<Result<_, _>>()?
    };
    types.sort_by_key(|schema| schema.name.as_str());
    types.dedup_by_key(|schema| schema.name.as_str());
    Ok(types)
}

/// The modules that can be imported, in the order of sorted imports.
const MODULES: [(&str, &str); 11] = [
    ("heat.common", "exception"),
    ("heat.common.i18n", "_"),
    ("heat.engine", "attributes"),
    ("heat.engine", "constraints"),
    ("heat.engine", "function"),
    ("heat.engine", "properties"),
    ("heat.engine", "properties_group"),
    ("heat.engine", "resource"),
    ("heat.engine", "support"),
    ("heat.engine", "translation"),
    ("heat.engine.resources.openstack.heat", "none_resource"),
];

fn text(types: &[&ResourceType], files: &SchemaFiles) -> Result<String, Failure> {
    let names = module_names::classes(types);
    let taken = MODULES.map(|(_, module)| module);
    let mut substitutes = Substitutes::new(types, &names, files, &taken)?;
    let mut body = String::new();
    let mut assignments = Vec::new();
    let mut mapping = Vec::new();
    for schema in in_order(types) {
        let name = names.get(schema.name.as_str()).map(String::as_str).unwrap_or_default();
        body += &Class { schema, name, constants: &Constants::new(schema), substitutes: &substitutes }.text();
        assignments.extend(substitutes.assignments(schema, name));
        substitutes.declared(&schema.name);
        mapping.push((Expression::text(&schema.name), Expression::code(name)));
    }
    mapping.sort_by_key(|(name, _)| name.flat());
    if !assignments.is_empty() {
        body = body + "\n\n" + &assignments.join("\n") + "\n";
    }
    body += "\n\ndef resource_mapping():\n";
    body += &statement(expression::INDENT, "return ", &Expression::Dict(mapping), "");
    let functions: String = [
        (validation::SATISFIES, validation::SATISFIES_CODE),
        (validation::MATCHES, validation::MATCHES_CODE),
        (validation::PASSES, validation::PASSES_CODE),
        (validation::TOTAL, validation::TOTAL_CODE),
        (validation::MEETS, validation::MEETS_CODE),
        (dependencies::FUNCTION, dependencies::FUNCTION_CODE),
    ]
    .into_iter()
    .fold(String::new(), |functions, (name, code)| {
        let is_called = is_used(name, '(', &body) || is_used(name, '(', &functions);
        if is_called { format!("{code}{functions}") } else { functions }
    });
    let body = functions + &body;
    Ok(head(types, &body, &substitutes.imports) + &body)
}

/// The docstring of the module, and its imports.
fn head(types: &[&ResourceType], body: &str, substitutes: &[Import]) -> String {
    let title = match types {
        [schema] => format!("The resource type {}.", schema.name),
        types => format!("{} resource types.", types.len()),
    };
    let is_imported = |module: &str| is_used(module, if module == "_" { '(' } else { '.' }, body);
    let used = MODULES.iter().filter(|(_, module)| is_imported(module)).map(|(package, module)| Import {
        package: (*package).to_owned(),
        module: (*module).to_owned(),
        alias: None,
    });
    let mut imports: Vec<Import> = used.chain(substitutes.iter().cloned()).collect();
    imports.sort_by_key(|import| format!("{}.{}", import.package, import.module).to_lowercase());
    imports.dedup();
    let lines: Vec<String> = imports.iter().map(Import::statement).collect();
    format!("{}\n{}\n", prose::docstring(&format!("{title}\n\n{NOTE}"), 0), lines.join("\n"))
}

/// Instructions in the docstring of a module.
const NOTE: &str = "Written by `heat-codegen export --format python`. Put the module into a folder of Heat's option \
`plugin_dirs`. A class has everything that the schema says, and nothing that creates or deletes: add `handle_create` and the other \
handlers.";

/// Returns whether code uses a name, followed by a dot or a parenthesis.
fn is_used(name: &str, next: char, code: &str) -> bool {
    code.match_indices(&format!("{name}{next}")).any(|(start, _)| {
        let before = code.get(..start).and_then(|before| before.chars().next_back());
        before.is_none_or(|before| before.is_whitespace() || matches!(before, '(' | '[' | '='))
    })
}

/// Sorts types so that each class comes after its substitutes. This is not possible for types that substitute each other.
fn in_order<'a>(types: &[&'a ResourceType]) -> Vec<&'a ResourceType> {
    let mut waiting: Vec<&ResourceType> = types.to_vec();
    let mut left: HashSet<&str> = types.iter().map(|schema| schema.name.as_str()).collect();
    let mut ordered = Vec::new();
    while !waiting.is_empty() {
        let before = ordered.len();
        waiting.retain(|schema| {
            let is_ready = status::names(&schema.support_status).all(|name| !left.contains(name));
            if is_ready {
                left.remove(schema.name.as_str());
                ordered.push(*schema);
            }
            !is_ready
        });
        if ordered.len() == before {
            let next = waiting.remove(0);
            left.remove(next.name.as_str());
            ordered.push(next);
        }
    }
    ordered
}
