//! The input of the derive: a struct with `#[heat(…)]`.

use heat_model::suggest::nearest;
use proc_macro2::Span;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Ident, LitStr, Path, Token, Visibility};

use crate::options::{self, Options, With};
use crate::rust_names;

/// The keys of `#[heat(…)]`.
const KEYS: [&str; 13] = [
    "schema",
    "crate",
    "module",
    "rename",
    "rename_type",
    "rename_attribute",
    "rename_value",
    "with",
    "integers",
    "builders",
    "derive",
    "deprecated",
    "docs",
];

/// The struct and its attributes.
pub(crate) struct Input {
    /// The struct's name.
    pub(crate) ident: Ident,
    /// The visibility of the struct and its module.
    pub(crate) visibility: Visibility,
    /// The names of the struct's fields, which the handlers of its resources share.
    pub(crate) fields: Vec<Ident>,
    /// The path of the schema, at which errors are reported.
    pub(crate) schema: LitStr,
    /// The path of heat-plugin.
    pub(crate) plugin: Path,
    /// The name of the module.
    pub(crate) module: String,
    /// Names that replace the generated ones.
    pub(crate) renames: Vec<Rename>,
    /// All other options.
    pub(crate) options: Options,
}

/// A name that replaces a generated one.
#[derive(Debug, Clone)]
pub(crate) struct Rename {
    /// The kind of the item that is renamed.
    pub(crate) of: RenameTarget,
    /// The item that is renamed: a path of names joined by dots; for a value, with the value in brackets.
    pub(crate) from: String,
    /// The name in Rust.
    pub(crate) to: String,
    /// The rename's position.
    pub(crate) span: Span,
}

/// An item that can be renamed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RenameTarget {
    /// A property, or a member of one: `rename("fixed-ip" = "fixed_ip_2")`.
    Property,
    /// The struct or enum of a property: `rename_type("pools" = "Pool")`.
    Type,
    /// An attribute: `rename_attribute("first-address" = "FirstAddress2")`.
    Attribute,
    /// An allowed value: `rename_value("kind[on]" = "LowerOn")`.
    Value,
}

impl RenameTarget {
    /// The key in the attribute.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Property => "rename",
            Self::Type => "rename_type",
            Self::Attribute => "rename_attribute",
            Self::Value => "rename_value",
        }
    }
}

/// Reads the struct and reports every error in it.
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
    let module =
        found.module.unwrap_or_else(|| rust_names::snake(rust_names::bare(&input.ident.to_string())));
    Ok(Input {
        ident: input.ident.clone(),
        visibility: input.vis.clone(),
        fields: fields(&input.data),
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
            format!("`HeatResource` can only be derived for a struct, not for an enum: `struct {name};`"),
        ))),
        Data::Union(data) => errors.note(Err(Error::new(
            data.union_token.span,
            format!("`HeatResource` can only be derived for a struct, not for a union: `struct {name};`"),
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
            "a resource type cannot have generic parameters: its schema defines all of it",
        )));
    }
}

fn fields(data: &Data) -> Vec<Ident> {
    let Data::Struct(data) = data else { return Vec::new() };
    data.fields.iter().filter_map(|field| field.ident.clone()).collect()
}

#[derive(Default)]
struct Found {
    schema: Option<LitStr>,
    /// `true` if the key `schema` is present, even if its value is invalid.
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
        let renamed =
            [RenameTarget::Property, RenameTarget::Type, RenameTarget::Attribute, RenameTarget::Value];
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
        if word == "builders" {
            return self.builders(word, stream);
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
                        "`{}` is not the path of a crate, as in `crate = \"my_name_for_heat_plugin\"`",
                        text.value()
                    ),
                )),
            },
            "integers" | "deprecated" | "docs" => self.option(&word, &text),
            _ => match text.value() {
                name if rust_names::is_identifier(&name) => self.module = Some(name),
                name => {
                    self.errors.push(Error::new(text.span(), format!("`{name}` is not a valid module name")));
                }
            },
        }
        self.seen.push(word);
        Ok(())
    }

    /// Reads the option `builders`, which has no value.
    fn builders(&mut self, word: String, stream: ParseStream<'_>) -> Result<(), Error> {
        self.seen.push(word);
        self.options.builders = true;
        if stream.is_empty() || stream.peek(Token![,]) {
            return Ok(());
        }
        self.errors.push(stream.error("`builders` takes no value: write the key alone"));
        skip(stream)
    }

    /// Reads an option whose value is one word or address.
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
                        "`i64`, or `range` for the smallest type that holds the range of a property"
                    }
                    "deprecated" => "`warn` or `allow`",
                    _ => "the address of the published reference, with `https://`",
                };
                self.errors.push(Error::new(text.span(), format!("`{key}` must be {choice}, not `{other}`")));
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

    /// Reads `derive(structs(…), enums(…), builders(…))`.
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
                "builders" => {
                    derives.builders.extend(paths);
                    self.options.builders = true;
                }
                other => self.errors.push(Error::new(
                    kind.span(),
                    format!("expected `structs(…)`, `enums(…)` or `builders(…)`, not `{other}`"),
                )),
            }
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        Ok(())
    }

    fn rename(&mut self, of: RenameTarget, stream: ParseStream<'_>) -> Result<(), Error> {
        for (from, to) in pairs(stream)? {
            if rust_names::is_identifier(&to.value()) {
                self.renames.push(Rename { of, from: from.value(), to: to.value(), span: from.span() });
            } else {
                self.errors
                    .push(Error::new(to.span(), format!("`{}` is not a valid Rust identifier", to.value())));
            }
        }
        Ok(())
    }
}

/// Reads pairs in parentheses: `("one" = "other", …)`.
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

/// Skips to the next key.
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
