//! The addresses at which the sources of pages can be edited.
//!
//! A site has sources of several projects: its own, those of plug-ins, and the built-in ones. Each project has its own address,
//! or none; then its pages have no such link.

use std::collections::BTreeMap;
use std::path::Path;

use heat_html::page_urls::percent_encoded;

use super::repository_path::path_in_repository;

/// The placeholder for a source's path in an address.
pub(crate) const PATH: &str = "{path}";

/// The prefix in the names of built-in schema files, and the folder that it represents.
const BUILT_IN: [&str; 2] = ["<built-in>/", "schemas/"];

/// The folder of the built-in guide and architectures.
const BUILT_IN_PAGES: &str = "site";

/// The addresses at which the sources of pages can be edited.
#[derive(Debug, Clone, Default)]
pub struct EditLinks {
    /// The addresses of the types' schemas, by type.
    types: BTreeMap<String, String>,
    /// The address template of the project's own guide pages and architectures, and their folder.
    own_pages: Option<(String, String)>,
    /// The address template of the built-in guide pages and architectures.
    built_in_pages: Option<String>,
}

/// The addresses at which the source of a page can be edited, and of its history.
#[derive(Debug, Default)]
pub(crate) struct SourceLinks {
    pub(crate) edit: Option<String>,
    pub(crate) history: Option<String>,
}

impl EditLinks {
    /// Adds the schema of a type, which is a file or built in. `own` and `built_in` are the address templates, with `{path}` in
    /// them.
    pub fn add_type(&mut self, name: &str, file: &str, own: Option<&str>, built_in: Option<&str>) {
        let [start, folder] = BUILT_IN;
        let address = match file.strip_prefix(start) {
            Some(rest) => built_in.map(|template| filled(template, &format!("{folder}{rest}"))),
            None => own.and_then(|template| Some(filled(template, &path_in_repository(Path::new(file))?))),
        };
        if let Some(address) = address {
            self.types.insert(name.to_owned(), address);
        }
    }

    /// Adds guide pages and architectures: the project's own in `folder`, and the built-in ones.
    pub fn add_pages(&mut self, folder: Option<&Path>, own: Option<&str>, built_in: Option<&str>) {
        let folder = folder.and_then(path_in_repository);
        self.own_pages = own.map(str::to_owned).zip(folder);
        self.built_in_pages = built_in.map(str::to_owned);
    }

    /// The address of the schema of a type.
    pub(crate) fn of_type(&self, name: &str) -> Option<String> {
        self.types.get(name).cloned()
    }

    /// The address of a file of the guide or of an architecture, by its path in their folder.
    pub(crate) fn of_page(&self, file: &str, is_own: bool) -> Option<String> {
        if is_own {
            let (template, folder) = self.own_pages.as_ref()?;
            let separator = if folder.is_empty() { "" } else { "/" };
            Some(filled(template, &format!("{folder}{separator}{file}")))
        } else {
            Some(filled(self.built_in_pages.as_deref()?, &format!("{BUILT_IN_PAGES}/{file}")))
        }
    }
}

/// Replaces the placeholder of an address by a path.
fn filled(template: &str, path: &str) -> String {
    template.replace(PATH, &percent_encoded(path, "/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = "https://x.org/edit/main/{path}?a";
    const THEIRS: &str = "https://heat.org/{path}";

    /// Compares the address for the schema in a file.
    fn check(file: &str, built_in: Option<&str>, expect: Option<&str>) {
        let mut links = EditLinks::default();
        links.add_type("A::B", file, Some(OWN), built_in);
        assert_eq!(links.of_type("A::B").as_deref(), expect, "{file}");
        assert_eq!(links.of_type("A::C"), None);
    }

    #[test]
    fn each_source_has_its_own_address() {
        // The test runs in a folder of the repository.
        check(
            "s/A b/\u{e9}#?.yaml",
            None,
            Some("https://x.org/edit/main/crates/site/s/A%20b/%C3%A9%23%3F.yaml?a"),
        );
        check("../site/s/A.yaml", None, Some("https://x.org/edit/main/crates/site/s/A.yaml?a"));
        check("<built-in>/OS/Nova/Server.yaml", None, None);
        check(
            "<built-in>/OS/Nova/Server.yaml",
            Some(THEIRS),
            Some("https://heat.org/schemas/OS/Nova/Server.yaml"),
        );
    }

    #[test]
    fn built_in_pages_lead_nowhere_unless_told() {
        let mut links = EditLinks::default();
        links.add_pages(Some(Path::new("docs")), Some(OWN), None);
        let own = links.of_page("guide/10-x.md", true);
        assert_eq!(own.as_deref(), Some("https://x.org/edit/main/crates/site/docs/guide/10-x.md?a"));
        assert_eq!(links.of_page("guide/10-x.md", false), None);
        links.add_pages(None, Some(OWN), Some(THEIRS));
        assert_eq!(links.of_page("guide/10-x.md", true), None);
        assert_eq!(links.of_page("guide/x.md", false).as_deref(), Some("https://heat.org/site/guide/x.md"));
    }
}
