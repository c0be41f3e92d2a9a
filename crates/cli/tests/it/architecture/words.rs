//! First sentences of the docs of public items: each stands alone in a hover.

use std::path::Path;

use quote::ToTokens;
use syn::{Attribute, Expr, Field, ImplItem, Item, Lit, Meta, Visibility};

/// The words with which no first sentence begins: what follows does not name the thing.
const HEADLESS: [&str; 26] = [
    "All that",
    "Also",
    "As",
    "Everything that",
    "How",
    "It",
    "Its",
    "One",
    "That",
    "The same",
    "Their",
    "Them",
    "These",
    "They",
    "This",
    "Those",
    "We",
    "What",
    "Whatever",
    "When",
    "Where",
    "Whether",
    "Which",
    "Whoever",
    "Why",
    "You",
];

/// The folders with sources of crates, below the root.
const FOLDERS: [&str; 4] = ["codegen/src", "conformance/src", "crates", "macros/src"];

/// The public items whose first sentences do not stand alone.
#[derive(Default)]
pub(super) struct Summaries {
    /// Set in files of clap, the docs of whose items are left out: they are help, which begins with a verb.
    has_help: bool,
    items: usize,
    wrong: Vec<String>,
}

/// The first sentence of docs.
fn first_sentence(attributes: &[Attribute]) -> Option<String> {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value().trim().to_owned()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    let paragraph: Vec<String> =
        lines.skip_while(String::is_empty).take_while(|line| !line.is_empty()).collect();
    let text = paragraph.join(" ");
    let end = text
        .match_indices(['.', '!', '?'])
        .find(|(at, _)| text[at + 1..].chars().next().is_none_or(char::is_whitespace));
    let sentence = end.map_or(text.as_str(), |(at, _)| &text[..=at]);
    (!sentence.is_empty()).then(|| sentence.to_owned())
}

/// Returns whether a sentence begins with a word or words.
fn begins_with(sentence: &str, words: &str) -> bool {
    sentence
        .strip_prefix(words)
        .is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '\''))
}

/// Returns whether a sentence does not stand alone. That of a function may say which question it answers.
fn is_headless(sentence: &str, answers: bool) -> bool {
    let is_one_word = sentence.split_whitespace().count() < 2;
    is_one_word || (!answers && HEADLESS.iter().any(|words| begins_with(sentence, words)))
}

impl Summaries {
    fn item(&mut self, visibility: &Visibility, attributes: &[Attribute], name: &str, answers: bool) {
        if !matches!(visibility, Visibility::Public(_)) {
            return;
        }
        let is_help = |attribute: &Attribute| {
            ["arg", "command", "derive"].iter().any(|name| attribute.path().is_ident(name))
                && attribute.meta.to_token_stream().to_string().contains("rg")
        };
        let Some(sentence) = first_sentence(attributes) else { return };
        self.items += 1;
        if is_headless(&sentence, answers) && !(self.has_help && attributes.iter().any(is_help)) {
            self.wrong.push(format!("{name}: {sentence}"));
        }
    }
}

impl Summaries {
    /// Adds a source file, by its path from the root.
    pub(super) fn add(&mut self, path: &Path, file: &syn::File) {
        let is_source = FOLDERS.iter().any(|folder| path.starts_with(folder));
        if !is_source || path.iter().any(|part| part == "fuzz") {
            return;
        }
        self.has_help = path.starts_with("crates/cli/src/commands");
        let before = self.wrong.len();
        let sentence = first_sentence(&file.attrs).filter(|sentence| is_headless(sentence, false));
        // A module that is called like what it has says so in one word.
        if let Some(sentence) = sentence.filter(|sentence| !sentence.starts_with('`')) {
            self.wrong.push(format!("module: {sentence}"));
        }
        self.items(&file.items);
        self.wrong[before..].iter_mut().for_each(|each| *each = format!("{}: {each}", path.display()));
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Struct(item) => {
                    self.item(&item.vis, &item.attrs, &item.ident.to_string(), false);
                    item.fields.iter().for_each(|field| self.field(field));
                }
                Item::Enum(item) => self.item(&item.vis, &item.attrs, &item.ident.to_string(), false),
                Item::Trait(item) => self.item(&item.vis, &item.attrs, &item.ident.to_string(), false),
                Item::Const(item) => self.item(&item.vis, &item.attrs, &item.ident.to_string(), false),
                Item::Static(item) => self.item(&item.vis, &item.attrs, &item.ident.to_string(), false),
                Item::Type(item) => self.item(&item.vis, &item.attrs, &item.ident.to_string(), false),
                Item::Fn(item) => self.item(&item.vis, &item.attrs, &item.sig.ident.to_string(), true),
                Item::Impl(item) => item.items.iter().for_each(|item| self.method(item)),
                Item::Mod(item) => self.items(item.content.as_ref().map_or(&[][..], |(_, items)| items)),
                _ => {}
            }
        }
    }

    fn method(&mut self, item: &ImplItem) {
        if let ImplItem::Fn(item) = item {
            self.item(&item.vis, &item.attrs, &item.sig.ident.to_string(), true);
        }
    }

    fn field(&mut self, field: &Field) {
        let is_flag = field.ty.to_token_stream().to_string() == "bool";
        let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
        self.item(&field.vis, &field.attrs, &name, is_flag);
    }
}

#[test]
fn first_sentences_of_public_items_stand_alone() {
    let Summaries { items, wrong, .. } = &super::sources().summaries;
    assert!(*items > 3_000, "{items} items are found");
    assert!(wrong.is_empty(), "{} of {items}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn headless_sentences_are_found() {
    let check = |sentence: &str, answers: bool, expect: bool| {
        assert_eq!(is_headless(sentence, answers), expect, "{sentence}");
    };
    check("What is drawn.", false, true);
    check("Where.", true, true);
    check("Whether it is set.", false, true);
    check("Whether it is set.", true, false);
    check("Those of the section.", false, true);
    check("Asset of the site.", false, false);
    check("Span of the file name.", false, false);
}
