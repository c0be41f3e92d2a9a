//! The possible link targets of text on a page.

use std::collections::HashSet;

use foldhash::fast::RandomState;
use heat_html::Html;

use super::addresses::type_url;
use super::row_anchors::{Mention, RowAnchors, TextRow};

/// The names of types. Every word of a template is looked up in it, so a fast hash is used.
pub(crate) type TypeNames<'a> = HashSet<&'a str, RandomState>;

/// The possible link targets of text on a page.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Links<'a> {
    /// The path from the page to the site's root.
    pub root: &'a str,
    /// The page for which the text was written, relative to the site's root, if it is shown on a different one.
    pub written_for: Option<&'a str>,
    /// The names of all types that have a page.
    pub types: Option<&'a TypeNames<'a>>,
    /// The rows of the page, if it is a type's.
    pub rows: Option<&'a RowAnchors>,
    /// The row that contains the text.
    pub row: TextRow<'a>,
}

impl Links<'_> {
    /// No link targets within the site.
    #[must_use]
    pub(crate) fn none() -> Self {
        Self::default()
    }

    /// The relative address of a type's page; `None` if it has no page.
    #[must_use]
    pub(crate) fn type_target(&self, name: &str) -> Option<String> {
        self.types?.contains(name).then(|| format!("{}{}", self.root, type_url(name)))
    }

    /// The target of a code span between two texts: a type's page, or a row of this page.
    #[must_use]
    pub(crate) fn code_target(&self, code: &str, before: &str, after: &str) -> Option<String> {
        let mention = Mention { name: code, before, after };
        let row = || Some(format!("#{}", self.rows?.row_of_mention(mention, self.row)?));
        self.type_target(code).or_else(row)
    }

    /// The path of a property as code, with a link to its row if it has one.
    #[must_use]
    pub(crate) fn property_path(&self, path: &[String]) -> Html {
        let code = Html::code(&path.join("."));
        let anchor = self.rows.and_then(|rows| rows.property(&path.join("."), TextRow::default()));
        match anchor {
            Some(anchor) => Html::link(&format!("#{anchor}"), code),
            None => code,
        }
    }

    /// Returns a link's address as it is written on the page; `None` if it is not allowed.
    ///
    /// Addresses within the site are written from its root, as `/guide/…`, or as a type's name.
    #[must_use]
    pub(crate) fn resolve(&self, url: &str) -> Option<String> {
        if let Some(target) = self.type_target(url) {
            return Some(target);
        }
        if url.starts_with('#') {
            let page = self.written_for.map(|page| format!("{}{page}", self.root)).unwrap_or_default();
            return Some(format!("{page}{url}"));
        }
        if let Some(path) = url.strip_prefix('/').filter(|path| !path.starts_with(['/', '\\'])) {
            return Some(format!("{}{path}", self.root));
        }
        let (scheme, rest) = url.split_once(':')?;
        let allowed = ["https", "http", "mailto"].iter().any(|allowed| scheme.eq_ignore_ascii_case(allowed));
        (allowed && !rest.is_empty()).then(|| url.to_owned())
    }

    /// Converts text to HTML in which the names of types are links.
    #[must_use]
    pub(crate) fn link_types(&self, text: &str) -> Html {
        Self::link_words(text, |word| self.type_target(word))
    }

    /// Converts a message to HTML. Types become links, and so do properties and attributes of this page that follow the word
    /// `property` or `attribute`.
    #[must_use]
    pub(crate) fn link_message(&self, text: &str) -> Html {
        // Set after `property` or `attribute`: whether the next name is that of an attribute.
        let mut of_attribute: Option<bool> = None;
        Self::link_words(text, |word| {
            match word {
                "property" | "properties" | "Property" | "Properties" => {
                    of_attribute = Some(false);
                    return None;
                }
                "attribute" | "attributes" | "Attribute" | "Attributes" => {
                    of_attribute = Some(true);
                    return None;
                }
                "and" | "or" => return None,
                _ => {}
            }
            let row = self.rows.zip(of_attribute).and_then(|(rows, of_attribute)| {
                if of_attribute { rows.attribute(word) } else { rows.property(word, self.row) }
            });
            if row.is_none() {
                of_attribute = None;
            }
            self.type_target(word).or_else(|| row.map(|anchor| format!("#{anchor}")))
        })
    }

    /// Converts text to HTML in which the words that have a target are links.
    fn link_words<'t>(text: &'t str, mut target: impl FnMut(&'t str) -> Option<String>) -> Html {
        let mut out = Html::new();
        let mut done = 0;
        for (start, word) in words(text) {
            if let Some(url) = target(word) {
                out.push_text(&text[done..start]);
                out.push(&Html::link(&url, Html::code_name(word)));
                done = start + word.len();
            }
        }
        out.push_text(&text[done..]);
        out
    }
}

/// The words of a text with their offsets. Within a word, `_`, `.` and `::` belong to it.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let in_word = |char: char| char.is_alphanumeric() || matches!(char, '_' | ':' | '.');
    text.split(move |char: char| !in_word(char)).filter_map(move |word| {
        // A word is a slice of the text, so its offset follows from the pointers.
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let trimmed = word.trim_end_matches([':', '.']);
        (!trimmed.is_empty()).then_some((start, trimmed))
    })
}

#[cfg(test)]
mod tests {
    use heat_model::ResourceType;

    use super::*;

    fn check(text: &str, expect: &str) {
        let types = TypeNames::from_iter(["OS::Neutron::Port"]);
        let schema: ResourceType = serde_json::from_str(
            r#"{"type": "My::Type", "properties": {"subnet": {"type": "string"}, "port": {"type": "string"}}}"#,
        )
        .unwrap();
        let rows = RowAnchors::new(&schema);
        let links = Links { root: "../", types: Some(&types), rows: Some(&rows), ..Links::default() };
        assert_eq!(links.link_message(text).as_str(), expect);
    }

    #[test]
    fn names_in_messages_become_links() {
        check(
            "Use OS::Neutron::Port instead.",
            "Use <a href=\"../types/OS/Neutron/Port.html\"><code>OS::Neutron::Port</code></a> instead.",
        );
        check("Use property subnet.", "Use property <a href=\"#prop-subnet\"><code>subnet</code></a>.");
        check(
            "Use properties subnet and port.",
            "Use properties <a href=\"#prop-subnet\"><code>subnet</code></a> and <a href=\"#prop-port\"><code>port</code></a>.",
        );
        check("The subnet is <gone>.", "The subnet is &lt;gone&gt;.");
        check("OS::Neutron::Nothing", "OS::Neutron::Nothing");
    }

    #[test]
    fn addresses_outside_the_allow_list_are_none() {
        let links = Links::none();
        for url in ["javascript:x", "//evil.org", "\\\\evil.org", "x.html", "https:", "file:///etc/passwd"] {
            assert_eq!(links.resolve(url), None, "{url}");
        }
        assert_eq!(links.resolve("/guide/x.html#a").as_deref(), Some("guide/x.html#a"));
        assert_eq!(links.resolve("MAILTO:a@b.org").as_deref(), Some("MAILTO:a@b.org"));
    }
}
