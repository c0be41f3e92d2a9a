//! The enums of names: properties, updatable properties, attributes.

use heat_model::update::UpdateBehaviour;
use heat_model::{AttributeType, CacheMode, Status};

use super::code::Code;
use super::reference;
use crate::plan::{Attribute, Member, Plan};
use crate::rust_names::bare;

/// The traits of enums without data. The derive of `Debug` would write an arm for each variant. `Clone` and
/// `Copy` are derived next to the enum, because clippy expects that.
pub(super) fn copied<'v>(
    code: &mut Code,
    name: &str,
    derives: &[syn::Path],
    variants: impl Iterator<Item = &'v str>,
) {
    let names: Vec<&str> = variants.map(bare).collect();
    let names = names.join(" ");
    // Without variants, there are no numbers.
    let (equal, debug) = if names.is_empty() {
        ("match *self {}", "match *self {}".to_owned())
    } else {
        ("*self as usize == *other as usize", format!("hp::variant(f, {names:?}, *self as usize)"))
    };
    if derives.is_empty() {
        code.push(format_args!(
            "impl hp::PartialEq for {name} {{ #[inline] fn eq(&self, other: &Self) -> bool {{ {equal} }} }}"
        ));
    }
    code.push(format_args!(
        "impl hp::Debug for {name} {{ #[inline] fn fmt(&self, f: &mut hp::Formatter<'_>) -> hp::fmt::Result {{ {debug} }} }}"
    ));
}

/// The derives of enums without data. If more are requested, equality is derived too: clippy expects `Hash`
/// and `Eq` to be derived together.
pub(super) fn copy_derives(derives: &[syn::Path]) -> &'static str {
    if derives.is_empty() { "#[derive(Clone, Copy)]" } else { "#[derive(Clone, Copy, PartialEq)]" }
}

pub(super) fn from_str(code: &mut Code, name: &str, text: &str) {
    code.push(format_args!(
        "impl hp::FromStr for {name} {{ type Err = hp::UnknownName; \
         #[inline] fn from_str(text: &str) -> hp::Result<Self, hp::UnknownName> {{ hp::find(text, Self::ALL, Self::{text}) }} }}"
    ));
}

/// Writes the enum of the top-level properties.
pub(super) fn properties(code: &mut Code, plan: &Plan<'_>, derives: &[syn::Path]) {
    let members = &plan.properties.members;
    allow_hidden(code, members.iter().map(|member| member.schema.support_status.status()));
    let doc = format!("The properties of `{}`.", plan.resource_type.name);
    named_enum(code, "Property", &doc, derives, |code| {
        for member in members {
            code.doc(&reference::variant(member.name, member.schema.description.as_deref()));
            code.hide(&member.schema.support_status);
            code.push(format_args!("{},", member.camel));
        }
    });
    let variants = members.iter().map(|member| member.camel.as_str());
    let info =
        if members.is_empty() { "match self {}" } else { "&<Values as hp::Record>::MEMBERS[self as usize]" };
    tables(code, "Property", "hp::PropertyInfo", derives, "type Values = Values;", info, variants);
    code.push(format_args!(
        "/// Its path: its name.\n#[inline] pub const fn path(self) -> &'static str {{ self.info().path }}\
         /// The effect of an update that changes it.\n#[inline] \
         pub const fn update(self) -> hp::UpdateBehaviour {{ self.info().update }} }}"
    ));
}

/// Writes the enum of the top-level properties that can be updated in place.
pub(super) fn updatable(code: &mut Code, plan: &Plan<'_>, derives: &[syn::Path]) {
    let rules = &plan.resource_type.translation_rules;
    let is_updatable = |member: &&Member<'_>| {
        member.schema.update_behaviour() == UpdateBehaviour::InPlace
            && !rules.iter().any(|rule| rule.always_removes(member.name))
    };
    let members: Vec<_> = plan.properties.members.iter().filter(is_updatable).collect();
    if members.is_empty() {
        code.doc("No property can be updated in place.");
        code.push("pub type Updatable = hp::NotUpdatable;");
        return;
    }
    allow_hidden(code, members.iter().map(|member| member.schema.support_status.status()));
    let doc = format!(
        "The properties of `{}` that can be updated in place, which an update has to handle.",
        plan.resource_type.name
    );
    named_enum(code, "Updatable", &doc, derives, |code| {
        for member in &members {
            code.doc(&reference::variant(member.name, member.schema.description.as_deref()));
            code.hide(&member.schema.support_status);
            code.push(format_args!("{},", member.camel));
        }
    });
    let variants = members.iter().map(|member| member.camel.as_str());
    copied(code, "Updatable", derives, variants.clone());
    let list =
        |of: &str| variants.clone().map(|variant| format!("{of}::{variant},")).collect::<Vec<_>>().concat();
    let property = format!("[{}][self as usize]", list("Property"));
    code.push(format_args!(
        "impl hp::Updatable for Updatable {{ const ALL: &'static [Self] = Self::ALL; }}\
         impl Updatable {{ /// All of them, in schema order.\npub const ALL: &'static [Self] = &[{}];\
         /// The property.\n#[inline] pub const fn property(self) -> Property {{ {property} }}\
         /// Its name in templates.\n#[inline] pub const fn name(self) -> &'static str {{ self.property().name() }} }}",
        list("Self"),
    ));
}

/// Writes the enum of the attributes.
pub(super) fn attributes(code: &mut Code, plan: &Plan<'_>, derives: &[syn::Path]) {
    let schemas = plan.attributes.iter().filter_map(|attribute| attribute.schema);
    allow_hidden(code, schemas.map(|schema| schema.support_status.status()));
    let what = format!("The attributes of `{}`, for `get_attr`.", plan.resource_type.name);
    named_enum(code, "Attribute", &what, derives, |code| {
        for attribute in &plan.attributes {
            let description = reference::attribute_description(attribute);
            code.doc(&reference::attribute(attribute, description));
            if let Some(schema) = attribute.schema {
                code.hide(&schema.support_status);
            }
            code.push(format_args!("{},", attribute.variant));
        }
    });
    let variants = plan.attributes.iter().map(|attribute| attribute.variant.as_str());
    let names = plan.attributes.iter().map(|attribute| format!("{:?}", attribute.name)).collect::<Vec<_>>();
    let facts: Vec<u8> = plan.attributes.iter().map(facts).collect();
    let known = format!(
        "const INFO: &'static [hp::AttributeInfo] = &hp::attributes([{}], b\"{}\");",
        names.join(", "),
        facts.escape_ascii()
    );
    let info = "&<Self as hp::Attribute>::INFO[self as usize]";
    tables(code, "Attribute", "hp::AttributeInfo", derives, &known, info, variants);
    code.push("}");
}

/// The facts about an attribute, packed in one byte. heat-plugin's `attributes` unpacks them.
fn facts(attribute: &Attribute<'_>) -> u8 {
    // Follows `heat.engine.resource.Resource.base_attributes_schema`.
    let (status, attribute_type, cache_mode) = match attribute.schema {
        Some(schema) => (schema.support_status.status(), schema.attribute_type, schema.cache_mode),
        None => (Status::Supported, Some(AttributeType::Map), CacheMode::CacheNone),
    };
    let attribute_type = attribute_type.map_or(7, |attribute_type| attribute_type as u8);
    status as u8 | attribute_type << 3 | u8::from(cache_mode == CacheMode::CacheLocal) << 6
}

/// Allows an enum with one hidden variant, which clippy would treat as one that is not to be matched exhaustively.
fn allow_hidden(code: &mut Code, statuses: impl Iterator<Item = Status>) {
    if statuses.filter(|status| *status == Status::Hidden).count() == 1 {
        code.push("#[allow(clippy::manual_non_exhaustive)]");
    }
}

fn named_enum(
    code: &mut Code,
    name: &str,
    doc: &str,
    derives: &[syn::Path],
    variants: impl FnOnce(&mut Code),
) {
    code.doc(doc);
    // No name is an obvious default.
    code.derive(derives, &["Default"]);
    code.push(format_args!("{} pub enum {name} {{", copy_derives(derives)));
    variants(code);
    code.push(format_args!(
        "}} impl hp::Eq for {name} {{}} impl hp::Display for {name} {{ #[inline] fn fmt(&self, f: &mut hp::Formatter<'_>) -> hp::fmt::Result {{ \
         f.pad(self.name()) }} }}"
    ));
}

/// Writes the constants that both enums of names have. Their `impl` is left open.
fn tables<'p>(
    code: &mut Code,
    name: &str,
    info_type: &str,
    derives: &[syn::Path],
    known: &str,
    info: &str,
    variants: impl Iterator<Item = &'p str> + Clone,
) {
    copied(code, name, derives, variants.clone());
    from_str(code, name, "name");
    // For code that is generic over all types.
    code.push(format_args!(
        "impl hp::{name} for {name} {{ const ALL: &'static [Self] = Self::ALL; {known} }}\
         impl {name} {{ /// All of them, in schema order.\npub const ALL: &'static [Self] = &["
    ));
    for variant in variants {
        code.push(format_args!("Self::{variant},"));
    }
    code.push(format_args!(
        "]; /// Its metadata.\n#[inline] pub const fn info(self) -> &'static {info_type} {{ {info} }}\
         /// Its name in templates.\n#[inline] pub const fn name(self) -> &'static str {{ self.info().name }}\
         /// Its support status.\n#[inline] pub const fn status(self) -> hp::Status {{ self.info().status }}"
    ));
}
