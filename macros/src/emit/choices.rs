//! The enums of allowed values.

use super::code::Code;
use super::enums::{copied, copy_derives, from_str};
use super::reference;
use crate::plan::{Choice, Plan};

/// Writes an enum of allowed values.
pub(super) fn write(code: &mut Code, plan: &Plan<'_>, choice: &Choice, derives: &[syn::Path]) {
    let Choice { name, values, other, .. } = choice;
    let has_default = derives.iter().any(|path| path.is_ident("Default")) && !values.is_empty();
    let default = choice.default.as_ref().or_else(|| Some(&values.first()?.1)).filter(|_| has_default);
    code.doc(&reference::choice(choice));
    code.hide_below(plan, &choice.names);
    code.derive(derives, if values.is_empty() { &["Default"] } else { &[] });
    if other.is_some() {
        code.push(format_args!("#[derive(Clone, Debug, PartialEq)] pub enum {name} {{"));
    } else {
        code.push(format_args!("{} pub enum {name} {{", copy_derives(derives)));
    }
    for (value, variant) in values {
        code.doc(&reference::value(value));
        if default == Some(variant) {
            code.push("#[default]");
        }
        code.push(format_args!("{variant},"));
    }
    if let Some(other) = other {
        code.push(format_args!(
            "/// Any other text, from a translation or a default.\n\
             {other}(hp::String),"
        ));
    }
    code.push("}");
    if other.is_none() {
        copied(code, name, derives, values.iter().map(|(_, variant)| variant.as_str()));
    }
    code.push(format_args!(
        "impl hp::Eq for {name} {{}} impl {name} {{ /// All allowed values.\npub const ALL: &'static [Self] = &["
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
    code.serde(name, derives);
}
