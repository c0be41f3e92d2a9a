//! The addresses of pages, relative to the site's root.
//!
//! Paths that are only used by the page itself are in the table of pages (`pages`).

use heat_errors::ErrorPage;

/// The path of the index of types.
pub(crate) const INDEX: &str = "index.html";

/// The path of the page of constraints.
pub(crate) const CONSTRAINTS: &str = "constraints.html";

/// The path of the list of releases.
pub(crate) const RELEASES: &str = "releases.html";

/// The path of the page that checks templates.
pub(crate) const CHECK: &str = "check.html";

/// The path of the list of deprecations.
pub(crate) const DEPRECATIONS: &str = "deprecations.html";

/// The path of the page that compares releases.
pub(crate) const COMPARE: &str = "compare.html";

/// The path of the list of errors.
pub(crate) const ERRORS: &str = "errors.html";

/// The path of the list of architectures.
pub(crate) const ARCHITECTURES: &str = "architectures.html";

/// The path of the page that is shown for unknown addresses.
pub(crate) const NOT_FOUND: &str = "404.html";

pub(crate) use heat_html::page_urls::has_plain_url;
pub(crate) use heat_html::page_urls::type_url;

/// The address of a row on a type's page.
#[must_use]
pub(crate) fn row_url(name: &str, anchor: &str) -> String {
    format!("{}#{anchor}", type_url(name))
}

/// The address of the JSON of a type, next to its page.
#[must_use]
pub(crate) fn type_json_url(name: &str) -> String {
    type_url(name).trim_end_matches("html").to_owned() + "json"
}

/// The address of a page in Markdown, next to the page.
#[must_use]
pub(crate) fn markdown_url(page: &str) -> String {
    page.trim_end_matches("html").to_owned() + "md"
}

/// The address of a type in Markdown, next to its page.
#[must_use]
pub(crate) fn type_markdown_url(name: &str) -> String {
    markdown_url(&type_url(name))
}

/// The path from a page to the site's root: `../` for each folder around it.
#[must_use]
pub(crate) fn root_of(page: &str) -> String {
    "../".repeat(page.matches('/').count())
}

/// The URL of a page on the web; a folder's index has the URL of the folder.
#[must_use]
pub(crate) fn canonical(base: &str, path: &str) -> String {
    let path = path.strip_suffix(INDEX).unwrap_or(path);
    format!("{base}{path}")
}

/// The path of the page of an error.
pub(crate) fn error_url(id: &str) -> String {
    ErrorPage::page_url(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_one_file_in_the_site() {
        assert_eq!(type_url("OS::Nova::Server"), "types/OS/Nova/Server.html");
        assert_eq!(type_json_url("My::Type.v2"), "types/My/Type.v2.json");
        assert_eq!(type_url("A::..::b"), "types/A/~~2e~~2e~/b.html");
        assert_eq!(type_url("A#b%20?c/d\\e"), "types/~A~23~b~25~20~3f~c~2f~d~5c~e.html");
        let long = "x".repeat(10_000);
        let [wide, dotted] = ["\u{10400}", "\u{10ffff}"].map(|char| char.repeat(61));
        let names = [
            "", "~", "~~", ".", "..", "a.html", "a.json", "a.md", "a", "a b", "a\n", "\0", "é", &long, &wide,
            &dotted,
        ];
        let mut urls: Vec<_> = names
            .iter()
            .flat_map(|name| [type_url(name), type_json_url(name), type_markdown_url(name)])
            .collect();
        assert!(
            urls.iter().all(|url| !url.contains(['#', '?', '%', '"', ' ', '\0']) && url.len() < 200),
            "{urls:?}"
        );
        urls.sort();
        urls.dedup();
        assert_eq!(urls.len(), 3 * names.len());
        for name in names {
            assert_eq!(has_plain_url(name), type_url(name) == format!("types/{name}.html"), "{name:?}");
        }
    }

    #[test]
    fn pages_know_the_path_to_the_root() {
        assert_eq!(root_of("types/OS/Nova/Server.html"), "../../../");
        assert_eq!(root_of("index.html"), "");
    }
}
