//! The error pages, and the search in them.

use std::collections::BTreeSet;
use std::sync::Arc;

use heat_yaml::{Diagnostic, Source};

use crate::load::load;
use crate::matching::{CLASS, ErrorIndex, IndexedError, Layer, UnknownReason};
use crate::page::ErrorPage;

/// The files built into the program by their paths in the folder of pages, with their contents, sorted by path.
pub(crate) const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

/// The error pages, ordered by area and id.
#[derive(Debug, Clone, Default)]
pub struct ErrorPages {
    /// The pages in their order.
    pub list: Vec<ErrorPage>,
    /// The ids of the pages that are not built in.
    pub own: BTreeSet<String>,
}

/// The maximum number of errors of a class that are suggested if the reason is unknown.
const MAX_OF_CLASS: usize = 3;

/// The pages found for a text.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundPages<'a> {
    /// The pages, best match first.
    pub pages: Vec<&'a ErrorPage>,
    /// `true` if the text contains the messages of the pages. Otherwise, it only has many words in common with them.
    pub is_exact: bool,
    /// The layers around the message, from the outside in.
    pub layers: Vec<Layer>,
    /// The message inside the layers, if no page matches it.
    pub unknown: Option<UnknownReason>,
}

impl ErrorPages {
    /// The pages built into the program.
    #[must_use]
    pub fn built_in() -> Self {
        // A test checks that the built-in pages have no errors.
        let pages = FILES.iter().map(|(path, text)| (*path, Source::new(format!("errors/{path}"), *text)));
        Self::read(pages).0
    }

    /// Reads pages from their paths in the folder of pages and their texts. Problems are returned along with the valid pages.
    #[must_use]
    pub fn read<'p>(files: impl IntoIterator<Item = (&'p str, Arc<Source>)>) -> (Self, Vec<Diagnostic>) {
        let mut list: Vec<ErrorPage> = Vec::new();
        let mut problems = Vec::new();
        for (path, source) in files {
            match load(path, &source) {
                Ok(page) => match list.iter().find(|known| known.id == page.id) {
                    Some(known) => problems.push(
                        Diagnostic::error("duplicate-page", format!("the page `{}` exists twice", page.id))
                            .in_file(source.name())
                            .with_note(format!("the other one is in `{}`", known.area.folder()))
                            .with_help("give the file another name: it is that of the page"),
                    ),
                    None => list.push(page),
                },
                Err(found) => problems.extend(found),
            }
        }
        let mut pages = Self { list, own: BTreeSet::new() };
        pages.sort();
        (pages, problems)
    }

    /// Adds other pages: they replace existing pages with the same id.
    pub fn replace_with(&mut self, other: Self) {
        for page in other.list {
            self.own.insert(page.id.clone());
            match self.list.iter_mut().find(|known| known.id == page.id) {
                Some(known) => *known = page,
                None => self.list.push(page),
            }
        }
        self.sort();
    }

    /// Removes the built-in pages, and returns them.
    pub fn leave_out_built_in(&mut self) -> Vec<ErrorPage> {
        let (own, built_in) =
            std::mem::take(&mut self.list).into_iter().partition(|page| self.own.contains(&page.id));
        self.list = own;
        built_in
    }

    fn sort(&mut self) {
        self.list.sort_by(|left, right| (left.area, &left.id).cmp(&(right.area, &right.id)));
    }

    /// The page with the given id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&ErrorPage> {
        self.list.iter().find(|page| page.id == id)
    }

    /// The errors that exceptions of this class cause, ignoring case.
    pub fn of_class<'a>(&'a self, class: &str) -> impl Iterator<Item = &'a ErrorPage> {
        self.list.iter().filter(move |page| page.is_of_class(class))
    }

    /// The errors that a template rule reports too, before Heat does.
    pub fn of_rule<'a>(&'a self, rule: &'a str) -> impl Iterator<Item = &'a ErrorPage> {
        self.list.iter().filter(move |page| page.rules.iter().any(|id| id == rule))
    }

    /// The errors of the class around an unknown reason, if they are few.
    fn of_class_around(&self, layers: &[Layer]) -> Vec<&ErrorPage> {
        let class = layers.iter().rev().find(|layer| layer.about == CLASS);
        let Some(class) = class.and_then(|layer| layer.text.rsplit('.').next()) else { return Vec::new() };
        let pages: Vec<&ErrorPage> = self.of_class(class).collect();
        if pages.len() > MAX_OF_CLASS { Vec::new() } else { pages }
    }

    /// Builds an index that finds the pages for a text.
    #[must_use]
    pub fn index(&self) -> ErrorIndex {
        ErrorIndex::new(self.list.iter().map(|page| IndexedError {
            precedence: page.precedence,
            formats: page.formats(),
            names: page.names(),
        }))
    }

    /// Finds the pages of the messages in a text. To search many texts, keep an [`index`](Self::index).
    #[must_use]
    pub fn find(&self, text: &str) -> FoundPages<'_> {
        let found = self.index().find(text);
        let mut pages: Vec<&ErrorPage> =
            found.errors.into_iter().filter_map(|number| self.list.get(number)).collect();
        if pages.is_empty() && found.unknown.is_some() {
            pages = self.of_class_around(&found.layers);
        }
        FoundPages { pages, is_exact: found.is_exact, layers: found.layers, unknown: found.unknown }
    }
}
