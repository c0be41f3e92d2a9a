//! The plan of a derive: structs, enums, and their names, before any code is generated.

mod identifiers;
mod item_names;
mod items;
mod types;

use heat_model::load::SchemaFile;
use heat_yaml::Diagnostic;

use crate::input::Rename;
use crate::options::Options;

pub(crate) use item_names::BUILDER_METHODS;
pub(crate) use items::{Attribute, Choice, Member, Plan, Struct, Type};

/// Plans the derived items, and reports those that cannot be derived because two would have the same name.
pub(crate) fn make<'a>(
    file: &'a SchemaFile,
    renames: &[Rename],
    options: &Options,
) -> (Plan<'a>, Vec<Diagnostic>, Vec<(proc_macro2::Span, String)>) {
    let mut names = item_names::Names::new(file, renames, options);
    let mut plan = types::plan(&file.schema, &mut names);
    names.attributes(&mut plan);
    names.types(&plan);
    let (diagnostics, unused) = names.finish();
    (plan, diagnostics, unused)
}
