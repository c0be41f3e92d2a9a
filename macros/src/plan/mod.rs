//! The plan of a derive: structs, enums, and their names, before any code is generated.

mod identifiers;
mod items;
mod names;
mod types;

use heat_model::load::SchemaFile;
use heat_yaml::Diagnostic;

use crate::input::Rename;
use crate::options::Options;

pub(crate) use items::{Attribute, Choice, Member, Plan, Struct, Type};
pub(crate) use names::BUILDER_METHODS;

/// Plans what is derived, and reports what cannot be derived because two items would have the same name.
pub(crate) fn make<'a>(
    file: &'a SchemaFile,
    renames: &[Rename],
    options: &Options,
) -> (Plan<'a>, Vec<Diagnostic>, Vec<(proc_macro2::Span, String)>) {
    let mut names = names::Names::new(file, renames, options);
    let mut plan = types::plan(&file.schema, &mut names);
    names.attributes(&mut plan);
    names.types(&plan);
    let (diagnostics, unused) = names.finish();
    (plan, diagnostics, unused)
}
