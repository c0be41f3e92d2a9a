//! The options of `#[heat(…)]` other than names: types, derives, warnings, and the address of the reference.

use proc_macro2::Span;
use syn::{LitStr, Path};

/// A field type chosen by the user.
#[derive(Debug, Clone)]
pub(crate) struct With {
    /// The path of the property; for a list's item, followed by `.*`.
    pub(crate) path: String,
    /// The type, as written in the derived module.
    pub(crate) field_type: FieldType,
    /// The option's position.
    pub(crate) span: Span,
}

/// The type of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FieldType {
    /// An integer of a fixed size.
    Integer(&'static IntegerType),
    /// Another type that heat-plugin knows.
    Known(String),
    /// A type of the plug-in's own.
    Own(String),
}

/// An integer type, with its limits.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct IntegerType {
    pub(crate) name: &'static str,
    pub(crate) min: i128,
    pub(crate) max: i128,
}

/// The integer types, smaller ones first, unsigned before signed.
pub(crate) static INTEGERS: [IntegerType; 10] = [
    IntegerType { name: "u8", min: 0, max: u8::MAX as i128 },
    IntegerType { name: "u16", min: 0, max: u16::MAX as i128 },
    IntegerType { name: "u32", min: 0, max: u32::MAX as i128 },
    IntegerType { name: "i8", min: i8::MIN as i128, max: i8::MAX as i128 },
    IntegerType { name: "i16", min: i16::MIN as i128, max: i16::MAX as i128 },
    IntegerType { name: "i32", min: i32::MIN as i128, max: i32::MAX as i128 },
    IntegerType { name: "i64", min: i64::MIN as i128, max: i64::MAX as i128 },
    IntegerType { name: "u64", min: 0, max: u64::MAX as i128 },
    IntegerType { name: "usize", min: 0, max: u64::MAX as i128 },
    IntegerType { name: "isize", min: i64::MIN as i128, max: i64::MAX as i128 },
];

impl IntegerType {
    /// The smallest type that fits a range.
    pub(crate) fn smallest(min: i128, max: i128) -> Option<&'static Self> {
        INTEGERS.iter().take(7).find(|integer| integer.has(min) && integer.has(max))
    }

    /// Returns whether a number fits the type.
    pub(crate) fn has(&self, number: i128) -> bool {
        (self.min..=self.max).contains(&number)
    }
}

/// Derives in addition to those that all derived types have.
#[derive(Clone, Default)]
pub(crate) struct Derives {
    pub(crate) structs: Vec<Path>,
    pub(crate) enums: Vec<Path>,
    pub(crate) builders: Vec<Path>,
}

/// All options.
#[derive(Clone)]
pub(crate) struct Options {
    pub(crate) with: Vec<With>,
    /// `true` if integers with a range have the smallest type that fits it.
    pub(crate) fits_integers: bool,
    pub(crate) derives: Derives,
    /// `true` if builders are derived.
    pub(crate) builders: bool,
    /// `true` if the use of deprecated or hidden items causes warnings.
    pub(crate) warns: bool,
    /// The address of the published reference, with a final slash.
    pub(crate) docs: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            with: Vec::new(),
            fits_integers: false,
            derives: Derives::default(),
            builders: false,
            warns: true,
            docs: None,
        }
    }
}

/// Converts a path that the user wrote to a type, as it must be written one module further in.
pub(crate) fn field_type(text: &LitStr) -> Result<FieldType, syn::Error> {
    let written = text.value();
    if let Some(integer) = INTEGERS.iter().find(|integer| integer.name == written) {
        return Ok(FieldType::Integer(integer));
    }
    match written.as_str() {
        "f64" | "bool" => return Ok(FieldType::Known(written)),
        "String" | "Value" | "Number" | "Integer" => return Ok(FieldType::Known(format!("hp::{written}"))),
        _ => {}
    }
    let path = text.parse_with(Path::parse_mod_style).map_err(|_| {
        syn::Error::new(
            text.span(),
            format!(
                "`{written}` is not the path of a type; give a type with parameters a name of its own: \
                 `type Name = {written};`"
            ),
        )
    })?;
    let first = path.segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
    let path = quote::ToTokens::to_token_stream(&path).to_string().replace(' ', "");
    let is_outside = path.starts_with("::")
        || first == "crate"
        || (path.contains("::") && first != "self" && first != "super");
    Ok(FieldType::Own(match first.as_str() {
        _ if is_outside => path,
        "self" => format!("super{}", path.trim_start_matches("self")),
        _ => format!("super::{path}"),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_type_holds_the_range() {
        fn check(min: i128, max: i128, expect: Option<&str>) {
            assert_eq!(IntegerType::smallest(min, max).map(|integer| integer.name), expect, "{min} {max}");
        }
        check(0, 255, Some("u8"));
        check(1, 4096, Some("u16"));
        check(-1, 255, Some("i16"));
        check(-1, 1, Some("i8"));
        check(0, i128::from(u32::MAX), Some("u32"));
        check(0, i128::from(u32::MAX) + 1, Some("i64"));
        check(0, i128::from(u64::MAX), None);
    }

    #[test]
    fn paths_mean_the_same_in_the_module() {
        fn check(written: &str, expect: &str) {
            let text = LitStr::new(written, Span::call_site());
            let found = field_type(&text).map_err(|error| error.to_string());
            let name = match &found {
                Ok(FieldType::Integer(integer)) => integer.name,
                Ok(FieldType::Known(name) | FieldType::Own(name)) => name.as_str(),
                Err(error) => error.as_str(),
            };
            assert_eq!(name, expect);
        }
        check("u16", "u16");
        check("String", "hp::String");
        check("NetworkId", "super::NetworkId");
        check("crate::ids::NetworkId", "crate::ids::NetworkId");
        check("self::NetworkId", "super::NetworkId");
        check("super::NetworkId", "super::super::NetworkId");
        check("::ids::NetworkId", "::ids::NetworkId");
        check("ids::NetworkId", "ids::NetworkId");
        check(
            "Vec<u8>",
            "`Vec<u8>` is not the path of a type; give a type with parameters a name of its own: `type Name = Vec<u8>;`",
        );
    }
}
