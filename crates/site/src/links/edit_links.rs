//! The addresses at which the sources of pages can be edited.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Component, Path};

/// The place of a source's path in the address.
pub const PATH: &str = "{path}";

/// The addresses at which the sources of pages can be edited.
#[derive(Debug, Clone, Default)]
pub struct EditLinks {
    /// The address of any source, with [`PATH`] in place of its path.
    template: String,
    /// The folder of guide pages and architectures.
    site: String,
    /// The files of the schemas, by the names of their types.
    schemas: BTreeMap<String, String>,
}

impl EditLinks {
    /// Creates the links from an address with [`PATH`] in it, the folder of guide pages and architectures, and the file of each
    /// type.
    #[must_use]
    pub fn new<'a>(template: &str, site: &Path, schemas: impl Iterator<Item = (&'a str, &'a Path)>) -> Self {
        let schemas = schemas.map(|(name, file)| (name.to_owned(), path_in_repository(file)));
        Self { template: template.to_owned(), site: path_in_repository(site), schemas: schemas.collect() }
    }

    /// The address for the schema of a type.
    pub(crate) fn of_type(&self, name: &str) -> Option<String> {
        Some(self.template.replace(PATH, &escaped(self.schemas.get(name)?)))
    }

    /// The address for a file in the folder of guide pages and architectures.
    pub(crate) fn of_file(&self, file: &str) -> String {
        self.template.replace(PATH, &escaped(&format!("{}/{file}", self.site)))
    }
}

/// A path as the tool was given it, without what leads to the repository from outside.
fn path_in_repository(path: &Path) -> String {
    let mut names: Vec<String> = Vec::new();
    for component in path.components() {
        match component {
            Component::Normal(name) => names.push(name.to_string_lossy().into_owned()),
            Component::ParentDir => names.clear(),
            _ => {}
        }
    }
    names.join("/")
}

/// A path as a part of an address.
fn escaped(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(schema: &str) -> EditLinks {
        let schemas = [("A::B", Path::new(schema))];
        EditLinks::new("https://x.org/edit/main/{path}?a", Path::new("./site"), schemas.into_iter())
    }

    #[test]
    fn paths_are_those_in_the_repository() {
        let check = |file: &str, expect: &str| {
            let url = links(file).of_type("A::B");
            assert_eq!(url.as_deref(), Some(format!("https://x.org/edit/main/{expect}?a").as_str()));
        };
        check("schemas/A/B.yaml", "schemas/A/B.yaml");
        check("./schemas/A/B.yaml", "schemas/A/B.yaml");
        check("../heat/schemas/A/B.yaml", "heat/schemas/A/B.yaml");
        check("schemas/A b/\u{e9}#?.yaml", "schemas/A%20b/%C3%A9%23%3F.yaml");
        assert_eq!(links("a").of_type("A::C"), None);
        assert_eq!(links("a").of_file("guide/10-x.md"), "https://x.org/edit/main/site/guide/10-x.md?a");
    }
}
