//! What the derive stands on: a unit struct with `#[heat(…)]`.

use heat_model::suggest::nearest;
use proc_macro2::Span;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Fields, Ident, LitStr, Path, Token, Visibility};

use crate::names;

/// The keys of `#[heat(…)]`.
const KEYS: [&str; 6] = ["schema", "crate", "module", "rename", "rename_attribute", "rename_value"];

/// The struct, and what is written about it.
pub(crate) struct Input {
    /// The struct's name.
    pub(crate) ident: Ident,
    /// Who sees it, and its module.
    pub(crate) visibility: Visibility,
    /// The path of its schema, where mistakes are reported.
    pub(crate) schema: LitStr,
    /// The path of heat-plugin.
    pub(crate) plugin: Path,
    /// The name of the module.
    pub(crate) module: String,
    /// Names given in place of those that would be made.
    pub(crate) renames: Vec<Rename>,
}

/// One name that is given, not made.
#[derive(Debug, Clone)]
pub(crate) struct Rename {
    /// Of what kind of thing.
    pub(crate) of: Renamed,
    /// What is renamed: a path of names joined by dots; of a value, with the value in brackets.
    pub(crate) from: String,
    /// The name in Rust.
    pub(crate) to: String,
    /// Where it is written.
    pub(crate) span: Span,
}

/// What can be renamed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Renamed {
    /// A property, or a member of one: `rename("fixed-ip" = "fixed_ip_2")`.
    Property,
    /// An attribute: `rename_attribute("first-address" = "FirstAddress2")`.
    Attribute,
    /// An allowed value: `rename_value("kind[on]" = "LowerOn")`.
    Value,
}

impl Renamed {
    /// The key it is written under.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Property => "rename",
            Self::Attribute => "rename_attribute",
            Self::Value => "rename_value",
        }
    }
}

/// Reads the struct; every mistake in it is reported.
pub(crate) fn read(input: &DeriveInput) -> Result<Input, Error> {
    let mut errors = Errors::default();
    check_shape(input, &mut errors);
    let mut found = Found::default();
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("heat")) {
        errors.note(attribute.parse_args_with(|stream: ParseStream<'_>| found.read(stream)));
    }
    for error in std::mem::take(&mut found.errors) {
        errors.note(Err(error));
    }
    if found.schema.is_none() && !found.names_schema {
        errors.note(Err(Error::new(
            input.ident.span(),
            "`HeatResource` needs the path of a schema: #[heat(schema = \"schemas/My/Custom/Token.yaml\")]",
        )));
    }
    errors.finish()?;
    let Some(schema) = found.schema else { return Err(Error::new(input.ident.span(), "no schema")) };
    let module = found.module.unwrap_or_else(|| names::snake(names::bare(&input.ident.to_string())));
    Ok(Input {
        ident: input.ident.clone(),
        visibility: input.vis.clone(),
        schema,
        plugin: found.plugin.unwrap_or_else(|| syn::parse_quote!(::heat_plugin)),
        module,
        renames: found.renames,
    })
}

fn check_shape(input: &DeriveInput, errors: &mut Errors) {
    let name = &input.ident;
    match &input.data {
        Data::Enum(data) => errors.note(Err(Error::new(
            data.enum_token.span,
            format!("`HeatResource` is derived on a unit struct, not on an enum: `struct {name};`"),
        ))),
        Data::Union(data) => errors.note(Err(Error::new(
            data.union_token.span,
            format!("`HeatResource` is derived on a unit struct, not on a union: `struct {name};`"),
        ))),
        Data::Struct(data) if !matches!(data.fields, Fields::Unit) => errors.note(Err(Error::new(
            data.fields.span(),
            format!(
                "a resource type has no fields of its own: write `struct {name};`, and find its properties in the \
                 module that is derived"
            ),
        ))),
        Data::Struct(_) => {}
    }
    if !input.generics.params.is_empty() || input.generics.where_clause.is_some() {
        let span = if input.generics.params.is_empty() {
            input.generics.where_clause.span()
        } else {
            input.generics.params.span()
        };
        errors.note(Err(Error::new(
            span,
            "a resource type has no generic parameters: all of it is in its schema",
        )));
    }
}

#[derive(Default)]
struct Found {
    schema: Option<LitStr>,
    /// The key is there, whatever is wrong with its value.
    names_schema: bool,
    plugin: Option<Path>,
    module: Option<String>,
    renames: Vec<Rename>,
    seen: Vec<String>,
    errors: Vec<Error>,
}

impl Found {
    fn read(&mut self, stream: ParseStream<'_>) -> Result<(), Error> {
        while !stream.is_empty() {
            let key = stream.call(<Ident as syn::ext::IdentExt>::parse_any)?;
            self.key(&key, stream)?;
            if !stream.is_empty() {
                stream.parse::<Token![,]>()?;
            }
        }
        Ok(())
    }

    fn key(&mut self, key: &Ident, stream: ParseStream<'_>) -> Result<(), Error> {
        let word = key.to_string();
        let renamed = [Renamed::Property, Renamed::Attribute, Renamed::Value];
        if let Some(of) = renamed.into_iter().find(|of| of.key() == word) {
            return self.rename(of, stream);
        }
        if !KEYS.contains(&word.as_str()) {
            let hint = nearest(&word, KEYS).map(|near| format!(": did you mean `{near}`?"));
            let hint = hint
                .unwrap_or_else(|| format!("; there are {}", KEYS.map(|key| format!("`{key}`")).join(", ")));
            self.errors.push(Error::new(key.span(), format!("`heat` has no key `{word}`{hint}")));
            return skip(stream);
        }
        if self.seen.contains(&word) {
            self.errors.push(Error::new(key.span(), format!("`{word}` is given twice")));
            return skip(stream);
        }
        self.names_schema |= word == "schema";
        stream.parse::<Token![=]>()?;
        if !stream.peek(LitStr) {
            let error = stream.error(format!("expected a string, as in `{word} = \"…\"`"));
            self.errors.push(error);
            return skip(stream);
        }
        let text: LitStr = stream.parse()?;
        match word.as_str() {
            "schema" => self.schema = Some(text),
            "crate" => match text.parse_with(Path::parse_mod_style) {
                Ok(path) => self.plugin = Some(path),
                Err(_) => self.errors.push(Error::new(
                    text.span(),
                    format!(
                        "`{}` is no path of a crate, as in `crate = \"my_name_for_heat_plugin\"`",
                        text.value()
                    ),
                )),
            },
            _ => match text.value() {
                name if names::is_identifier(&name) => self.module = Some(name),
                name => {
                    self.errors.push(Error::new(text.span(), format!("`{name}` is no name for a module")));
                }
            },
        }
        self.seen.push(word);
        Ok(())
    }

    fn rename(&mut self, of: Renamed, stream: ParseStream<'_>) -> Result<(), Error> {
        let content;
        syn::parenthesized!(content in stream);
        let pair = |stream: ParseStream<'_>| {
            let from: LitStr = stream.parse()?;
            stream.parse::<Token![=]>()?;
            Ok((from, stream.parse::<LitStr>()?))
        };
        for (from, to) in Punctuated::<_, Token![,]>::parse_terminated_with(&content, pair)? {
            if names::is_identifier(&to.value()) {
                self.renames.push(Rename { of, from: from.value(), to: to.value(), span: from.span() });
            } else {
                self.errors.push(Error::new(to.span(), format!("`{}` is no name in Rust", to.value())));
            }
        }
        Ok(())
    }
}

/// Goes on to the next key.
fn skip(stream: ParseStream<'_>) -> Result<(), Error> {
    while !stream.is_empty() && !stream.peek(Token![,]) {
        stream.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}

/// All errors, as one.
#[derive(Default)]
struct Errors(Option<Error>);

impl Errors {
    fn note(&mut self, result: Result<(), Error>) {
        if let Err(error) = result {
            match &mut self.0 {
                Some(all) => all.combine(error),
                none => *none = Some(error),
            }
        }
    }

    fn finish(self) -> Result<(), Error> {
        self.0.map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, expect: &[&str]) {
        let input: DeriveInput = syn::parse_str(input).unwrap();
        let errors: Vec<String> = match read(&input) {
            Ok(_) => Vec::new(),
            Err(errors) => errors.into_iter().map(|error| error.to_string()).collect(),
        };
        assert_eq!(errors, expect);
    }

    #[test]
    fn a_unit_struct_with_a_schema_is_all_it_takes() {
        check(r#"#[heat(schema = "a.yaml")] pub struct Token;"#, &[]);
        check(r#"#[heat(schema = "a.yaml", crate = "hp", module = "r#type")] struct Token;"#, &[]);
        check(r#"#[heat(schema = "a.yaml")] #[heat(rename("a-b" = "a_b2", "c" = "d",))] struct Token;"#, &[]);
    }

    #[test]
    fn every_mistake_is_reported() {
        check(
            r#"#[heat(shema = "a.yaml", crate = "1", colour = 3)] enum Token<T> { A(T) }"#,
            &[
                "`HeatResource` is derived on a unit struct, not on an enum: `struct Token;`",
                "a resource type has no generic parameters: all of it is in its schema",
                "`heat` has no key `shema`: did you mean `schema`?",
                "`1` is no path of a crate, as in `crate = \"my_name_for_heat_plugin\"`",
                "`heat` has no key `colour`; there are `schema`, `crate`, `module`, `rename`, `rename_attribute`, \
                 `rename_value`",
                "`HeatResource` needs the path of a schema: #[heat(schema = \"schemas/My/Custom/Token.yaml\")]",
            ],
        );
        check(r#"#[heat(schema = "a", schema = "b")] struct Token;"#, &["`schema` is given twice"]);
        check(
            "#[heat(schema = 3)] struct Token { a: u8 }",
            &[
                "a resource type has no fields of its own: write `struct Token;`, and find its properties in the \
                 module that is derived",
                "expected a string, as in `schema = \"…\"`",
            ],
        );
        check(r#"#[heat(schema = "a", rename("b" = "a-b"))] struct Token;"#, &["`a-b` is no name in Rust"]);
    }
}
