//! The enums: allowed values, properties, attributes.

use heat_model::{AttributeType, CacheMode, Status};

use super::code::Code;
use super::reference;
use crate::names::bare;
use crate::plan::{Attribute, Choice, Plan};

/// An enum of allowed values.
pub(super) fn choice(code: &mut Code, plan: &Plan<'_>, choice: &Choice) {
    let Choice { name, values, other, .. } = choice;
    code.doc(&reference::choice(choice));
    code.hide_below(plan, &choice.names);
    if other.is_some() {
        code.push(format_args!("#[derive(Clone, Debug, PartialEq)] pub enum {name} {{"));
    } else {
        code.push(format_args!("#[derive(Clone, Copy)] pub enum {name} {{"));
    }
    for (value, variant) in values {
        code.doc(&reference::value(value));
        code.push(format_args!("{variant},"));
    }
    if let Some(other) = other {
        code.push(format_args!(
            "/// Any other text: one that reached the property by translation, or as its default.\n\
             {other}(hp::String),"
        ));
    }
    code.push("}");
    if other.is_none() {
        copied(code, name, values.iter().map(|(_, variant)| variant.as_str()));
    }
    code.push(format_args!(
        "impl hp::Eq for {name} {{}} impl {name} {{ /// All values that are allowed.\npub const ALL: &'static [Self] = &["
    ));
    for (_, variant) in values {
        code.push(format_args!("Self::{variant},"));
    }
    code.push("]; /// The value in property data.\n#[inline]");
    if let Some(other) = other {
        code.push("pub fn as_str(&self) -> &str { match self {");
        for (value, variant) in values {
            code.push(format_args!("Self::{variant} => {value:?},"));
        }
        code.push(format_args!("Self::{other}(text) => text, }} }} }}"));
    } else {
        code.push("pub const fn as_str(self) -> &'static str { [");
        for (value, _) in values {
            code.push(format_args!("{value:?},"));
        }
        code.push("][self as usize] } }");
    }
    code.push(format_args!(
        "impl hp::Display for {name} {{ #[inline] fn fmt(&self, f: &mut hp::Formatter<'_>) -> hp::fmt::Result {{ \
         f.pad(self.as_str()) }} }}"
    ));
    let read = if let Some(other) = other {
        code.push(format_args!(
            "impl hp::From<&str> for {name} {{ #[inline] fn from(text: &str) -> Self {{ \
             hp::known(text, Self::ALL, Self::as_str).unwrap_or_else(|| Self::{other}(hp::From::from(text))) }} }}\
             impl hp::FromStr for {name} {{ type Err = hp::Infallible; \
             #[inline] fn from_str(text: &str) -> hp::Result<Self, hp::Infallible> {{ hp::Result::Ok(hp::From::from(text)) }} }}"
        ));
        "hp::choose_or(value, run, Self::ALL, Self::as_str)"
    } else {
        from_str(code, name, "as_str");
        "hp::choose(value, run, Self::ALL, Self::as_str)"
    };
    code.push(format_args!(
        "impl hp::Field for {name} {{ #[inline] fn read(value: &mut hp::Resolved, run: &mut hp::Run) -> Self {{ {read} }} \
         #[inline] fn to_value(&self) -> hp::Value {{ hp::From::from(self.as_str()) }} }}"
    ));
}

/// What enums without data can do. The derive of `Debug` would write an arm for
/// each variant. `Clone` and `Copy` are derived where the enum is: clippy wants them so.
fn copied<'v>(code: &mut Code, name: &str, variants: impl Iterator<Item = &'v str>) {
    let names: Vec<&str> = variants.map(bare).collect();
    let names = names.join(" ");
    // There is no number of a variant where there is no variant.
    let (equal, debug) = if names.is_empty() {
        ("match *self {}", "match *self {}".to_owned())
    } else {
        ("*self as usize == *other as usize", format!("hp::variant(f, {names:?}, *self as usize)"))
    };
    code.push(format_args!(
        "impl hp::PartialEq for {name} {{ #[inline] fn eq(&self, other: &Self) -> bool {{ {equal} }} }}\
         impl hp::Debug for {name} {{ #[inline] fn fmt(&self, f: &mut hp::Formatter<'_>) -> hp::fmt::Result {{ {debug} }} }}"
    ));
}

fn from_str(code: &mut Code, name: &str, text: &str) {
    code.push(format_args!(
        "impl hp::FromStr for {name} {{ type Err = hp::UnknownName; \
         #[inline] fn from_str(text: &str) -> hp::Result<Self, hp::UnknownName> {{ hp::find(text, Self::ALL, Self::{text}) }} }}"
    ));
}

/// The enum of the top-level properties.
pub(super) fn properties(code: &mut Code, plan: &Plan<'_>) {
    let members = &plan.properties.members;
    allow_hidden(code, members.iter().map(|member| member.schema.support_status.status()));
    named_enum(code, "Property", &format!("The properties of `{}`.", plan.resource_type.name), |code| {
        for member in members {
            code.doc(&reference::variant(member.name, member.schema.description.as_deref()));
            code.status(&member.schema.support_status, &reference::note(plan, member));
            code.push(format_args!("{},", member.camel));
        }
    });
    let variants = members.iter().map(|member| member.camel.as_str());
    let info =
        if members.is_empty() { "match self {}" } else { "&<Values as hp::Record>::MEMBERS[self as usize]" };
    tables(code, "Property", "hp::PropertyInfo", info, variants);
    code.push(format_args!(
        "/// Its path: its name.\n#[inline] pub const fn path(self) -> &'static str {{ self.info().path }}\
         /// What an update that changes it does.\n#[inline] \
         pub const fn update(self) -> hp::UpdateBehaviour {{ self.info().update }} }}"
    ));
}

/// The enum of the attributes.
pub(super) fn attributes(code: &mut Code, plan: &Plan<'_>) {
    let schemas = plan.attributes.iter().filter_map(|attribute| attribute.schema);
    allow_hidden(code, schemas.map(|schema| schema.support_status.status()));
    let what = format!("The attributes of `{}`: what `get_attr` can ask for.", plan.resource_type.name);
    named_enum(code, "Attribute", &what, |code| {
        for attribute in &plan.attributes {
            let base = "What the service itself says of the thing, as a map.";
            let description = attribute.schema.map_or(Some(base), |schema| schema.description.as_deref());
            code.doc(&reference::attribute(attribute, description));
            if let Some(schema) = attribute.schema {
                code.status(
                    &schema.support_status,
                    &reference::status_note(attribute.name, &schema.support_status, None),
                );
            }
            code.push(format_args!("{},", attribute.variant));
        }
    });
    let variants = plan.attributes.iter().map(|attribute| attribute.variant.as_str());
    tables(code, "Attribute", "hp::AttributeInfo", "&Self::INFO[self as usize]", variants);
    let names = plan.attributes.iter().map(|attribute| format!("{:?}", attribute.name)).collect::<Vec<_>>();
    let facts: Vec<u8> = plan.attributes.iter().map(facts).collect();
    code.push(format_args!(
        "const INFO: &'static [hp::AttributeInfo] = &hp::attributes([{}], b\"{}\"); }}",
        names.join(", "),
        facts.escape_ascii()
    ));
}

/// What is known of an attribute, in one byte. heat-plugin's `attributes` knows what it means.
fn facts(attribute: &Attribute<'_>) -> u8 {
    // Follows `heat.engine.resource.Resource.base_attributes_schema`.
    let (status, attribute_type, cache_mode) = match attribute.schema {
        Some(schema) => (schema.support_status.status(), schema.attribute_type, schema.cache_mode),
        None => (Status::Supported, Some(AttributeType::Map), CacheMode::CacheNone),
    };
    let attribute_type = attribute_type.map_or(7, |attribute_type| attribute_type as u8);
    status as u8 | attribute_type << 3 | u8::from(cache_mode == CacheMode::CacheLocal) << 6
}

/// clippy takes an enum with one hidden variant for one that is not to be matched exhaustively, which this one is.
fn allow_hidden(code: &mut Code, statuses: impl Iterator<Item = Status>) {
    if statuses.filter(|status| *status == Status::Hidden).count() == 1 {
        code.push("#[allow(clippy::manual_non_exhaustive)]");
    }
}

fn named_enum(code: &mut Code, name: &str, doc: &str, variants: impl FnOnce(&mut Code)) {
    code.doc(doc);
    code.push(format_args!("#[derive(Clone, Copy)] pub enum {name} {{"));
    variants(code);
    code.push(format_args!(
        "}} impl hp::Eq for {name} {{}} impl hp::Display for {name} {{ #[inline] fn fmt(&self, f: &mut hp::Formatter<'_>) -> hp::fmt::Result {{ \
         f.pad(self.name()) }} }}"
    ));
    from_str(code, name, "name");
}

/// The constants that both enums of names have. Their `impl` is left open.
fn tables<'p>(
    code: &mut Code,
    name: &str,
    info_type: &str,
    info: &str,
    variants: impl Iterator<Item = &'p str> + Clone,
) {
    copied(code, name, variants.clone());
    code.push(format_args!(
        "impl {name} {{ /// All of them, in schema order.\npub const ALL: &'static [Self] = &["
    ));
    for variant in variants {
        code.push(format_args!("Self::{variant},"));
    }
    code.push(format_args!(
        "]; /// All there is to know of it.\n#[inline] pub const fn info(self) -> &'static {info_type} {{ {info} }}\
         /// Its name in templates.\n#[inline] pub const fn name(self) -> &'static str {{ self.info().name }}\
         /// Its support status.\n#[inline] pub const fn status(self) -> hp::Status {{ self.info().status }}"
    ));
}
