//! The stages of a derive: read the struct, read the schema, plan, generate.

use std::path::Path;

use heat_lint::{Tables, lint_file_for_errors};
use heat_model::load::{Loaded, load_schema};
use heat_yaml::{Diagnostic, Severity};
use proc_macro2::Span;
use syn::{DeriveInput, Error, Ident};

use crate::input::Input;
use crate::{emit, file, input, plan, rust_names};

/// The result of a derive: Rust as text, and the errors, which are always reported.
pub(crate) struct DeriveOutput {
    pub(crate) code: String,
    pub(crate) errors: Option<Error>,
    /// The span of the generated definitions: the path of the schema.
    pub(crate) span: Span,
}

impl DeriveOutput {
    fn of_errors(errors: Error) -> Self {
        Self { code: String::new(), errors: Some(errors), span: Span::call_site() }
    }
}

/// Runs the derive for a struct of the package in this folder.
pub(crate) fn derive(package: &Path, input: &DeriveInput) -> DeriveOutput {
    let input = match input::read(input) {
        Ok(input) => input,
        Err(errors) => return DeriveOutput::of_errors(errors),
    };
    let text = match file::read(package, &input.schema.value()) {
        Ok(text) => text,
        Err(message) => return DeriveOutput::of_errors(Error::new(input.schema.span(), message)),
    };
    let Loaded { file: loaded, mut diagnostics } = load_schema(&text.source);
    diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
    let mut errors = Vec::new();
    let mut code = String::new();
    if let Some(schema_file) = &loaded {
        diagnostics.extend(lint_file_for_errors(schema_file, &Tables::default()));
        let (plan, collisions, unused) = plan::make(schema_file, &input.renames, &input.options);
        // The compiler would report colliding names again, at spans that nobody wrote.
        let is_writable = collisions.is_empty();
        diagnostics.extend(collisions);
        let is_property = |field: &&Ident| schema_file.schema.properties.contains_key(&bare(field));
        errors.extend(input.fields.iter().filter(is_property).map(|field| of_property(&input, field)));
        errors.extend(unused.into_iter().map(|(span, message)| Error::new(span, message)));
        match serde_json::to_string(&schema_file.schema) {
            Ok(json) if is_writable => code = emit::module(&plan, &input, &json, &text.relative),
            Ok(_) => {}
            Err(error) => {
                errors
                    .push(Error::new(input.schema.span(), format!("the schema cannot be embedded: {error}")));
            }
        }
    }
    if !diagnostics.is_empty() {
        errors.insert(0, Error::new(input.schema.span(), message(&input, &diagnostics)));
    }
    let errors = errors.into_iter().reduce(|mut all, error| {
        all.combine(error);
        all
    });
    DeriveOutput { code, errors, span: input.schema.span() }
}

fn bare(field: &Ident) -> String {
    rust_names::bare(&field.to_string()).to_owned()
}

/// The error at a field that seems to be meant as a property.
fn of_property(input: &Input, field: &Ident) -> Error {
    let (name, module) = (bare(field), &input.module);
    let message = format!(
        "`{name}` is a property: its value is in `{module}::Properties`. The fields of the struct are what all of its resources \
         share, such as a client: write `struct {};` if they share nothing",
        input.ident
    );
    Error::new(field.span(), message)
}

/// All errors in a schema, in one message.
fn message(input: &Input, diagnostics: &[Diagnostic]) -> String {
    let count = match diagnostics.len() {
        1 => "1 error".to_owned(),
        count => format!("{count} errors"),
    };
    let mut message = format!("the schema of `{}` has {count}", input.ident);
    for diagnostic in diagnostics {
        message.push_str("\n\n");
        message.push_str(&diagnostic.to_plain_text());
    }
    message
}

/// The folder of the package that is being compiled.
pub(crate) fn package_folder() -> Result<std::path::PathBuf, Error> {
    std::env::var_os("CARGO_MANIFEST_DIR").map(Into::into).ok_or_else(|| {
        Error::new(
            Span::call_site(),
            "`CARGO_MANIFEST_DIR` is not set, so the path of the schema cannot be resolved",
        )
    })
}
