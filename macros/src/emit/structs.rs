//! The structs of properties and members.

use heat_model::PropertySchema;
use heat_model::update::UpdateBehaviour;

use super::code::Code;
use super::reference;
use crate::plan::{Member, Plan, Struct};

/// Writes all structs.
pub(super) fn write(code: &mut Code, plan: &Plan<'_>, derives: &[syn::Path]) {
    let name = &plan.resource_type.name;
    code.doc(&format!("The properties of `{name}`, as read: converted, translated, with their defaults."));
    record(code, plan, &plan.properties, derives);
    // The methods are implemented once, in heat-plugin: ten methods for each of two hundred types take the
    // compiler half a second.
    let fits = if plan.integers_fit_i64() { "" } else { "const INTEGERS_FIT_I64: bool = false; " };
    code.push(format_args!("impl hp::PropertyValues for Values {{ {fits}"));
    code.push(
        r"type Property = Property; type Updatable = Updatable; type Stored = StoredValues; type Planned = PlannedValues;
#[inline] fn schema() -> &'static hp::Schema { &SCHEMA }",
    );
    read(code, &plan.properties, "read_stored", "StoredValues", "next");
    read(code, &plan.properties, "read_planned", "PlannedValues", "next_planned");
    code.push(
        r"}
/// The properties: their [`Values`], and the data from which they were read.
pub type Properties = hp::Properties<Values>;
/// The properties that an update changes, and the effect on the resource.
pub type Changes = hp::Changes<Property, Updatable>;
/// The properties as stored, even if the schema has changed since.
pub type StoredProperties = hp::StoredProperties<Values>;
/// The properties while a template is validated: some values are not known yet.
pub type PlannedProperties = hp::PlannedProperties<Values>;",
    );
    let stored = "The [`Values`] as stored: of their current types, or what was stored instead.";
    wrapped(code, plan, "Stored", stored, "as stored");
    let planned = "The [`Values`] while a template is validated: known, or not known yet.";
    wrapped(code, plan, "Planned", planned, "as planned");
    for nested in &plan.nested {
        code.doc(&reference::nested(nested));
        code.hide_below(plan, &nested.names);
        record(code, plan, nested, derives);
    }
}

fn record(code: &mut Code, plan: &Plan<'_>, record: &Struct<'_>, derives: &[syn::Path]) {
    let name = &record.name;
    allow_underscores(code, record);
    code.derive(derives, &["Clone", "PartialEq", "Debug"]);
    code.push(format_args!("pub struct {name} {{"));
    for member in &record.members {
        code.doc(&reference::member(member));
        code.status(&member.schema.support_status, &reference::note(plan, member));
        code.push(format_args!("pub {}: {},", member.field, field_type(member)));
    }
    code.push(format_args!(
        "}} impl hp::Record for {name} {{ const MEMBERS: &'static [hp::PropertyInfo] = &{};",
        members(plan, record)
    ));
    if plan.has_own_types(record) {
        code.push("const HAS_OWN_TYPES: bool = true; fn check(_checker: &mut hp::Checker<'_>) {");
        for member in &record.members {
            code.push(format_args!("hp::check_next::<{}>(_checker);", field_type(member)));
        }
        code.push("}");
    }
    transfer(code, record, name);
    code.serde(name, derives);
    // Derives would generate code for all fields again; these implementations use `read` and `write`.
    code.push(format_args!(
        "impl hp::Clone for {name} {{ #[inline] fn clone(&self) -> Self {{ hp::copy(self) }} }}\
         impl hp::PartialEq for {name} {{ #[inline] fn eq(&self, other: &Self) -> bool {{ hp::equal(self, other) }} }}"
    ));
}

/// Writes the top-level properties in another form: as they were stored, or while a template is validated. Code that reads
/// these handles an old resource or a whole template, so nothing warns.
fn wrapped(code: &mut Code, plan: &Plan<'_>, form: &str, doc: &str, suffix: &str) {
    code.doc(doc);
    allow_underscores(code, &plan.properties);
    code.push(format_args!("pub struct {form}Values {{"));
    for member in &plan.properties.members {
        code.doc(&format!("The property `{}`, {suffix}.", reference::cell(member.name)));
        code.hide(&member.schema.support_status);
        code.push(format_args!("pub {}: hp::{form}<{}>,", member.field, field_type(member)));
    }
    // Each body costs compile time: copying, comparing, showing and writing is implemented in heat-plugin.
    code.push("}");
}

/// Allows leading underscores, which fields get whose names begin with a digit in Heat: clippy would report them in the user's
/// crate.
fn allow_underscores(code: &mut Code, record: &Struct<'_>) {
    if record.members.iter().any(|member| member.field.starts_with('_')) {
        code.push("#[allow(clippy::pub_underscore_fields)]");
    }
}

fn field_type(member: &Member<'_>) -> String {
    let code = member.field_type.to_code();
    if member.optional { format!("hp::Option<{code}>") } else { code }
}

/// Generates the code that reads and writes the fields of a struct, and the implementations based on it. Closes its `impl` of
/// `Record`.
fn transfer(code: &mut Code, record: &Struct<'_>, name: &str) {
    read(code, record, "read", "Self", "next");
    code.push("#[inline] fn write(&self, _writer: &mut hp::Writer) {");
    for member in &record.members {
        code.push(format_args!("hp::put(_writer, &self.{});", member.field));
    }
    code.push(format_args!(
        "}} }} impl hp::Debug for {name} {{ #[inline] fn fmt(&self, f: &mut hp::Formatter<'_>) -> hp::fmt::Result {{ \
         hp::debug(self, {name:?}, f) }} }}"
    ));
}

fn read(code: &mut Code, record: &Struct<'_>, function: &str, of: &str, next: &str) {
    // The underscore avoids a warning about an unused parameter in a struct without members.
    code.push(format_args!("#[inline] fn {function}(_reader: &mut hp::Reader<'_>) -> {of} {{ {of} {{"));
    for member in &record.members {
        code.push(format_args!("{}: hp::{next}(_reader),", member.field));
    }
    code.push("} }");
}

/// The metadata of the properties: a name, a path, and a byte each. Paths to enum variants, a thousand times,
/// would take the compiler longer than everything else about them. heat-plugin's `members` unpacks the bytes.
fn members(plan: &Plan<'_>, record: &Struct<'_>) -> String {
    let list = |texts: &mut dyn Iterator<Item = String>| texts.collect::<Vec<_>>().join(", ");
    let names = list(&mut record.members.iter().map(|member| format!("{:?}", member.name)));
    let facts: Vec<u8> = record.members.iter().map(|member| facts(plan, member)).collect();
    let facts = facts.escape_ascii();
    if record.names.is_empty() {
        return format!("hp::members([{names}], b\"{facts}\")");
    }
    let paths = list(&mut record.members.iter().map(|member| format!("{:?}", member.names.join("."))));
    format!("hp::nested([{names}], [{paths}], b\"{facts}\")")
}

/// The number of the status and that of the update behaviour, packed in one byte.
fn facts(plan: &Plan<'_>, member: &Member<'_>) -> u8 {
    let top = member.names.first().and_then(|name| plan.resource_type.properties.get(name));
    let update = match top.map(PropertySchema::update_behaviour) {
        Some(UpdateBehaviour::InPlace) => 1,
        Some(UpdateBehaviour::Refused) => 2,
        Some(UpdateBehaviour::Replace) | None => 0,
    };
    member.schema.support_status.status() as u8 | update << 3
}
