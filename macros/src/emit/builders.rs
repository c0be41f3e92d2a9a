//! Builders: property data, with one setter per property. They are a quarter of all functions, so they are
//! derived only on request.

use super::code::Code;
use super::reference;
use crate::plan::{BUILDER_METHODS, Member, Plan, Struct, Type};
use crate::rust_names::bare;

/// Writes all builders.
pub(super) fn write(code: &mut Code, plan: &Plan<'_>, derives: &[syn::Path]) {
    code.push(
        r"impl hp::Buildable for Values { type Builder = PropertiesBuilder;
#[inline] fn builder() -> PropertiesBuilder { PropertiesBuilder(hp::EMPTY) } }",
    );
    builder(code, plan, &plan.properties, "Properties", derives);
    code.push(
        r"/// Sets a property to any value, such as a call of `get_resource` for a template.
pub fn set(self, property: Property, value: impl hp::Into<hp::Value>) -> Self { Self(hp::set::<hp::Value>(self.0, property.name(), value)) }
/// Reads the data: validates it and fills in defaults. Custom constraints that need a cloud, and `resolve` rules, are
/// skipped; use [`Properties::from_value_with`] for them.
///
/// # Errors
/// All errors in the data.
#[inline]
pub fn build(self) -> hp::Result<Properties, hp::InvalidProperties> { hp::build(self.0) }
}",
    );
    for nested in &plan.nested {
        let name = &nested.name;
        builder(code, plan, nested, name, derives);
        code.push(format_args!(
            "}} impl {name} {{ /// A builder for its data.\n#[inline] \
             pub fn builder() -> {name}Builder {{ {name}Builder(hp::EMPTY) }} }} impl hp::IntoData<{name}> for {name}Builder {{ #[inline] fn into_data(self) -> hp::Data {{ self.0 }} }}"
        ));
    }
}

/// Writes a builder with its setters. Its `impl` is left open.
fn builder(code: &mut Code, plan: &Plan<'_>, record: &Struct<'_>, name: &str, derives: &[syn::Path]) {
    code.doc(&format!("Builds data for [`{name}`]."));
    code.hide_below(plan, &record.names);
    code.derive(derives, &[]);
    code.push(format_args!(
        "#[must_use] \
         pub struct {name}Builder(hp::Data); impl {name}Builder {{ \
         /// The data so far.\n#[inline] pub fn to_value(&self) -> hp::Value {{ self.0.to_value() }}"
    ));
    for member in &record.members {
        code.doc(&reference::setter(member));
        code.status(&member.schema.support_status, &reference::note(plan, member));
        code.push(setter(member));
    }
}

fn setter(member: &Member<'_>) -> String {
    let mut field = member.field.clone();
    if BUILDER_METHODS.contains(&bare(&field)) {
        field = format!("{}_", bare(&field));
    }
    let (takes, call) = match &member.field_type {
        Type::Struct(name) => (format!("impl hp::IntoData<{name}>"), format!("set_record::<{name}>")),
        Type::List(item) => match &**item {
            Type::Struct(name) => (
                format!("impl hp::IntoIterator<Item = impl hp::IntoData<{name}>>"),
                format!("set_records::<{name}>"),
            ),
            item => {
                let item = item.to_code();
                (
                    format!("impl hp::IntoIterator<Item = impl hp::Into<{item}>>"),
                    format!("set_items::<{item}>"),
                )
            }
        },
        Type::Map => (
            "impl hp::IntoIterator<Item = (impl hp::Into<hp::String>, impl hp::Into<hp::Value>)>".to_owned(),
            "set_entries".to_owned(),
        ),
        // These types only accept themselves, without a conversion.
        Type::Integer(integer) => (integer.name.to_owned(), format!("set::<{}>", integer.name)),
        Type::Boolean => ("bool".to_owned(), "set::<bool>".to_owned()),
        other => {
            let other = other.to_code();
            (format!("impl hp::Into<{other}>"), format!("set::<{other}>"))
        }
    };
    // Generic functions need no attribute to be inlined.
    let inline = if takes.starts_with("impl") { "" } else { "#[inline] " };
    format!(
        "{inline}pub fn {field}(self, value: {takes}) -> Self {{ Self(hp::{call}(self.0, {:?}, value)) }}",
        member.name
    )
}
