//! The standard library: all functions and operators that `yaql.create_context()` registers.

#![expect(clippy::unnecessary_wraps, reason = "all functions of the table have the same signature")]

use std::collections::HashMap;
use std::sync::OnceLock;

mod branching;
mod collections;
mod common;
mod datetime;
mod math;
pub(crate) mod queries;
mod regex;
pub(crate) mod spec;
mod strings;
mod system;

use spec::Overload;

/// Modules of the library, with their functions.
static MODULES: [(&str, &[&[Overload]]); 11] = [
    ("system", &[system::FUNCTIONS]),
    ("common", &[common::FUNCTIONS]),
    ("boolean", &[common::BOOLEAN]),
    ("strings", &[strings::FUNCTIONS, strings::OPERATORS]),
    ("math", &[math::FUNCTIONS, math::OPERATORS]),
    (
        "collections",
        &[collections::lists::FUNCTIONS, collections::dicts::FUNCTIONS, collections::sets::FUNCTIONS],
    ),
    (
        "queries",
        &[
            queries::selecting::FUNCTIONS,
            queries::searching::FUNCTIONS,
            queries::combining::FUNCTIONS,
            queries::ordering::FUNCTIONS,
            queries::splitting::FUNCTIONS,
            queries::folding::FUNCTIONS,
            queries::making::FUNCTIONS,
        ],
    ),
    ("regex", &[regex::FUNCTIONS]),
    ("branching", &[branching::FUNCTIONS]),
    ("datetime", &[datetime::FUNCTIONS, datetime::OPERATORS, datetime::PROPERTIES]),
    ("yaqlized", &[system::YAQLIZED]),
];

/// Functions with a name, by the layer of contexts that contains them.
#[derive(Default)]
pub(crate) struct Overloads {
    pub(crate) layers: [Vec<&'static Overload>; 3],
}

impl std::fmt::Debug for Overloads {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Overloads")
    }
}

/// Returns the functions with a name, which may end with underscores.
pub(crate) fn overloads(name: &str) -> Option<&'static Overloads> {
    static TABLE: OnceLock<HashMap<&'static str, Overloads>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let mut table: HashMap<&'static str, Overloads> = HashMap::new();
        for (_, overload) in all() {
            if let Some(layer) = table.entry(overload.name).or_default().layers.get_mut(overload.layer) {
                layer.push(overload);
            }
        }
        table
    });
    table.get(name.trim_end_matches('_'))
}

/// Returns all functions, with the names of their modules.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static Overload)> {
    MODULES.iter().flat_map(|(module, tables)| {
        tables.iter().flat_map(|table| table.iter()).map(move |overload| (*module, overload))
    })
}
