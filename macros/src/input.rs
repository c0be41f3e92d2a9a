//! What the derive stands on: a unit struct with `#[heat(…)]`.

use heat_model::suggest::nearest;
use proc_macro2::Span;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Fields, Ident, LitStr, Path, Token, Visibility};

use crate::names;
use crate::options::{self, Options, With};

/// The keys of `#[heat(…)]`.
const KEYS: [&str; 12] = [
    "schema",
    "crate",
    "module",
    "rename",
    "rename_type",
    "rename_attribute",
    "rename_value",
    "with",
    "integers",
    "derive",
    "deprecated",
    "docs",
];

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
    /// All else that is given.
    pub(crate) options: Options,
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
    /// The struct or enum of a property: `rename_type("pools" = "Pool")`.
    Type,
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
            Self::Type => "rename_type",
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
        options: found.options,
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
    options: Options,
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
        let renamed = [Renamed::Property, Renamed::Type, Renamed::Attribute, Renamed::Value];
        if let Some(of) = renamed.into_iter().find(|of| of.key() == word) {
            return self.rename(of, stream);
        }
        match word.as_str() {
            "with" => return self.with(stream),
            "derive" => return self.derive(stream),
            _ => {}
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
            "integers" | "deprecated" | "docs" => self.option(&word, &text),
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

    /// The options with one word or address.
    fn option(&mut self, key: &str, text: &LitStr) {
        match (key, text.value().as_str()) {
            ("integers", "range") => self.options.fits_integers = true,
            ("integers", "i64") => self.options.fits_integers = false,
            ("deprecated", "warn") => self.options.warns = true,
            ("deprecated", "allow") => self.options.warns = false,
            ("docs", url) if url.starts_with("https://") || url.starts_with("http://") => {
                self.options.docs = Some(format!("{}/", url.trim_end_matches('/')));
            }
            (_, other) => {
                let choice = match key {
                    "integers" => {
                        "`i64`, or `range` for the smallest type that the range of a property fits in"
                    }
                    "deprecated" => "`warn` or `allow`",
                    _ => "the address that the reference is published at, with `https://`",
                };
                self.errors.push(Error::new(text.span(), format!("`{key}` is {choice}, not `{other}`")));
            }
        }
    }

    fn with(&mut self, stream: ParseStream<'_>) -> Result<(), Error> {
        for (path, name) in pairs(stream)? {
            match options::field_type(&name) {
                Ok(field_type) => {
                    self.options.with.push(With { path: path.value(), field_type, span: path.span() });
                }
                Err(error) => self.errors.push(error),
            }
        }
        Ok(())
    }

    /// `derive(structs(…), enums(…), builders(…))`
    fn derive(&mut self, stream: ParseStream<'_>) -> Result<(), Error> {
        let content;
        syn::parenthesized!(content in stream);
        while !content.is_empty() {
            let kind: Ident = content.parse()?;
            let paths;
            syn::parenthesized!(paths in content);
            let paths = Punctuated::<Path, Token![,]>::parse_terminated_with(&paths, Path::parse_mod_style)?;
            let derives = &mut self.options.derives;
            match kind.to_string().as_str() {
                "structs" => derives.structs.extend(paths),
                "enums" => derives.enums.extend(paths),
                "builders" => derives.builders.extend(paths),
                other => self.errors.push(Error::new(
                    kind.span(),
                    format!(
                        "there are `structs(…)`, `enums(…)` and `builders(…)` to derive for, not `{other}`"
                    ),
                )),
            }
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        Ok(())
    }

    fn rename(&mut self, of: Renamed, stream: ParseStream<'_>) -> Result<(), Error> {
        for (from, to) in pairs(stream)? {
            if names::is_identifier(&to.value()) {
                self.renames.push(Rename { of, from: from.value(), to: to.value(), span: from.span() });
            } else {
                self.errors.push(Error::new(to.span(), format!("`{}` is no name in Rust", to.value())));
            }
        }
        Ok(())
    }
}

/// `("one" = "other", …)`
fn pairs(stream: ParseStream<'_>) -> Result<Punctuated<(LitStr, LitStr), Token![,]>, Error> {
    let content;
    syn::parenthesized!(content in stream);
    let pair = |stream: ParseStream<'_>| {
        let from: LitStr = stream.parse()?;
        stream.parse::<Token![=]>()?;
        Ok((from, stream.parse::<LitStr>()?))
    };
    Punctuated::parse_terminated_with(&content, pair)
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
                "`heat` has no key `colour`; there are `schema`, `crate`, `module`, `rename`, `rename_type`, \
                 `rename_attribute`, `rename_value`, `with`, `integers`, `derive`, `deprecated`, `docs`",
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

    #[test]
    fn options_are_words_of_a_few() {
        let token = |heat: &str| format!("#[heat(schema = \"a\", {heat})] struct Token;");
        for fine in [
            r#"integers = "range", deprecated = "allow", docs = "https://example.org/heat""#,
            r#"with("a" = "u16", "b.*" = "crate::B"), rename_type("a" = "B")"#,
            "derive(enums(Hash, Ord, serde::Serialize), structs(), builders(PartialEq),)",
        ] {
            check(&token(fine), &[]);
        }
        check(
            &token(r#"integers = "small", deprecated = "deny", docs = "example.org""#),
            &[
                "`integers` is `i64`, or `range` for the smallest type that the range of a property fits in, not `small`",
                "`deprecated` is `warn` or `allow`, not `deny`",
                "`docs` is the address that the reference is published at, with `https://`, not `example.org`",
            ],
        );
        check(
            &token("derive(fields(Hash))"),
            &["there are `structs(…)`, `enums(…)` and `builders(…)` to derive for, not `fields`"],
        );
    }
}
