//! Tests of the project's own catalogue.

mod commands;
mod descriptions;
mod history;
mod sections;
mod update_effects;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::{Catalogue, SchemaFiles};

/// The folder of the schemas.
fn schemas() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas")
}

/// The catalogue; read once for all tests.
fn catalogue() -> &'static Catalogue {
    static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
        let files = SchemaFiles::read(&schemas());
        assert!(!files.has_errors(), "{:?}", files.diagnostics);
        files.into_catalogue()
    });
    &CATALOGUE
}
