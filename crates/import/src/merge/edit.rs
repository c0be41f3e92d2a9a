//! Minimal changes in the text of a schema file.
//!
//! Two trees of values define the changes, and the file's tree of nodes defines their positions. Every function returns `None` if
//! it cannot change text of this form; the caller then makes a larger replacement.

use std::ops::Range;

use heat_model::load::SchemaFile;
use heat_schema_text::emit::{self, WIDTH, flow, spaces};
use heat_schema_text::item::Item;
use heat_schema_text::scalar::{self, Context};
use heat_yaml::{Entry, Node, Span};

use super::items::{Entries, alike, get};
use super::lines::Lines;
use super::sequence::{Step, steps};

/// The part of a file's text that is rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// The lines that differ, and nothing else.
    Differences,
    /// The top-level entries that differ, including their comments.
    Entries,
    /// Everything except the comments at the start.
    File,
}

/// The text of a file, changed from one tree of values to another.
pub(super) fn edited(file: &SchemaFile, old: &Entries, new: &Entries, extent: Extent) -> Option<String> {
    let mut editor = Editor { lines: Lines::new(file.source.text()), edits: Vec::new(), extent };
    if !editor.is_flow(&file.root) {
        editor.block_map(&file.root, old, new)?;
    } else if extent == Extent::Differences {
        editor.flow_map(&file.root, old, new)?;
    } else {
        return None;
    }
    editor.applied()
}

pub(super) struct Editor {
    pub(super) lines: Lines,
    edits: Vec<(Range<usize>, String)>,
    extent: Extent,
}

impl Editor {
    pub(super) fn replace(&mut self, range: Range<usize>, text: String) {
        self.edits.push((range, text));
    }

    /// The text with all edits applied.
    fn applied(mut self) -> Option<String> {
        // The sort is stable: insertions at the same position stay in order.
        self.edits.sort_by_key(|(range, _)| (range.start, range.end));
        let text = self.lines.text();
        let mark = self.lines.line_end_mark();
        let mut out = String::with_capacity(text.len() + 256);
        let mut done = 0;
        for (range, new) in &self.edits {
            out.push_str(text.get(done..range.start)?);
            out.push_str(&new.replace('\n', mark));
            done = range.end;
        }
        out.push_str(text.get(done..)?);
        Some(out)
    }

    fn block_map(&mut self, node: &Node, old: &Entries, new: &Entries) -> Option<()> {
        let map = BlockMap::of(&self.lines, node)?;
        for (key, old_value) in old {
            if let Some(new_value) = get(new, key)
                && new_value != old_value
            {
                self.change_entry(map.entry(key)?, map.column, old_value, new_value)?;
            }
        }
        let is_gone = |entry: &Entry| {
            entry.key.as_str().is_some_and(|key| get(old, key).is_some() && get(new, key).is_none())
        };
        let staying: Vec<&Entry> = map.entries.iter().copied().filter(|entry| !is_gone(entry)).collect();
        let mut start = Vec::new();
        let mut previous: Option<&Entry> = None;
        for (key, value) in new {
            match map.entry(key) {
                Some(entry) => {
                    // The file states a default explicitly.
                    if get(old, key).is_none() {
                        self.replace_value(entry, map.column, value)?;
                    }
                    previous = Some(entry);
                }
                None if get(old, key).is_some() => return None,
                None => match previous {
                    Some(entry) => {
                        let end = self.lines.content_end(entry_span(entry));
                        let at = self.lines.end_of_entry(end, map.column);
                        self.replace(at..at, emit::entry(key, value, map.column));
                    }
                    None => start.push(emit::entry(key, value, map.column)),
                },
            }
        }
        let first = staying.first()?;
        self.start_of_map(&map, first, &start.concat());
        for entry in map.entries.iter().filter(|entry| is_gone(entry)) {
            if self.lines.is_first(entry.key.span.start)
                && (map.starts_line || entry.key.span.start > first.key.span.start)
            {
                let end = self.lines.content_end(entry_span(entry));
                let range = self.lines.of_entry(entry.key.span.start, end, map.column);
                self.replace(range, String::new());
            }
        }
        Some(())
    }

    /// Rewrites the text of a map before the first entry that stays. If the map starts after a dash, that entry moves there.
    fn start_of_map(&mut self, map: &BlockMap<'_>, first: &Entry, inserted: &str) {
        if map.starts_line {
            if !inserted.is_empty() {
                let at = self.lines.comments_above(first.key.span.start, map.column);
                self.replace(at..at, inserted.to_owned());
            }
            return;
        }
        let range = map.start..first.key.span.start;
        if inserted.is_empty() {
            if !range.is_empty() {
                self.replace(range, String::new());
            }
        } else {
            self.replace(range, format!("{}{}", &inserted[map.column..], spaces(map.column)));
        }
    }

    fn change_entry(&mut self, entry: &Entry, column: usize, old: &Item, new: &Item) -> Option<()> {
        if self.extent == Extent::Entries {
            let key = entry.key.as_str()?;
            let end = self.lines.content_end(entry_span(entry));
            let range = self.lines.start(entry.key.span.start)..self.lines.end_of_entry(end, column);
            self.replace(range, emit::entry(key, new, column));
            return Some(());
        }
        // The value of an alias is elsewhere in the file, and may have other uses.
        if entry.value.span.start < entry.key.span.end {
            return None;
        }
        let head = column + entry.key.as_str()?.len() + 1;
        if self.change_collection(&entry.value, head, old, new)? {
            return Some(());
        }
        self.replace_value(entry, column, new)
    }

    /// Changes the contents of a collection; returns false if it should be rewritten, for example because none of its entries stay.
    /// `head` is the column in which the collection starts.
    fn change_collection(&mut self, node: &Node, head: usize, old: &Item, new: &Item) -> Option<bool> {
        if new.is_empty_collection() || old.is_empty_collection() {
            return Some(false);
        }
        if self.is_flow(node) {
            let too_long = self.lines.is_in_a_line(node.span) && head + 1 + flow(new).chars().count() > WIDTH;
            if too_long {
                return Some(false);
            }
            self.flow_value(node, old, new)?;
            return Some(true);
        }
        match (old, new) {
            (Item::Map(old, _), Item::Map(new, _)) => {
                let stays = |key: &str| get(new, key).is_some() || get(old, key).is_none();
                let any = BlockMap::of(&self.lines, node)?;
                if !any.entries.iter().any(|entry| entry.key.as_str().is_some_and(stays)) {
                    return Some(false);
                }
                self.block_map(node, old, new)?;
                Some(true)
            }
            (Item::List(old, _), Item::List(new, _)) => self.block_list(node, old, new),
            _ => Some(false),
        }
    }

    fn block_list(&mut self, node: &Node, old: &[Item], new: &[Item]) -> Option<bool> {
        let nodes = node.as_sequence().filter(|nodes| nodes.len() == old.len())?;
        let dashes: Vec<usize> = nodes.iter().map(|node| self.dash_of(node)).collect::<Option<_>>()?;
        let column = self.lines.column(*dashes.first()?);
        let steps = steps(old, new, alike);
        let stays = |step: &Step| match step {
            Step::Same(at, _) | Step::Changed(at, _) => Some(*at),
            Step::Gone(_) | Step::New(_) => None,
        };
        let Some(first) = steps.iter().find_map(stays) else { return Some(false) };
        let mut previous = None;
        for step in &steps {
            previous = stays(step).or(previous);
            match *step {
                Step::Same(..) => {}
                Step::Changed(at, to) => {
                    self.change_item(&nodes[at], dashes[at], &old[at], &new[to])?;
                }
                Step::Gone(at) => {
                    let range =
                        self.lines.of_entry(dashes[at], self.item_end(&nodes[at], dashes[at]), column);
                    self.replace(range, String::new());
                }
                Step::New(to) => {
                    let place = match previous {
                        Some(at) => self.lines.end_of_entry(self.item_end(&nodes[at], dashes[at]), column),
                        None => self.lines.comments_above(dashes[first], column),
                    };
                    self.replace(place..place, emit::item(&new[to], column));
                }
            }
        }
        Some(true)
    }

    fn change_item(&mut self, node: &Node, dash: usize, old: &Item, new: &Item) -> Option<()> {
        let column = self.lines.column(dash);
        if !self.change_collection(node, column + 1, old, new)? {
            let text = emit::item(new, column);
            self.replace(dash..self.item_end(node, dash), text[column..].trim_end().to_owned());
        }
        Some(())
    }

    fn item_end(&self, node: &Node, dash: usize) -> usize {
        self.lines.content_end(node.span).max(dash + 1)
    }

    /// The dash of a list item, if it is the first character on its line.
    fn dash_of(&self, node: &Node) -> Option<usize> {
        let before = self.lines.text().get(..node.span.start)?.trim_end();
        let dash = before.ends_with('-').then(|| before.len() - 1)?;
        self.lines.is_first(dash).then_some(dash)
    }

    /// Rewrites the value of an entry.
    fn replace_value(&mut self, entry: &Entry, column: usize, new: &Item) -> Option<()> {
        let key = entry.key.as_str()?;
        let text = self.lines.text();
        let behind = text.get(entry.key.span.end..)?;
        let colon = entry.key.span.end + behind.find(|char| char != ' ')?;
        if !text[colon..].starts_with(':') {
            return None;
        }
        let written = emit::entry(key, new, column);
        let head = column + scalar::line(key, Context::Block).len() + 1;
        let value = written.get(head..)?.trim_end();
        let span = entry.value.span;
        // Keep spaces that align values, and a comment after the value.
        if span.start < span.end && self.lines.is_in_a_line(span) && !value.contains('\n') {
            let end = self.lines.content_end(span);
            self.replace(span.start..end, value.trim_start().to_owned());
        } else {
            let end = self.lines.content_end(span).max(colon + 1);
            self.replace(colon + 1..end, value.to_owned());
        }
        Some(())
    }
}

/// A map with one entry per line.
struct BlockMap<'n> {
    /// The entries that are written here, excluding those that a merge key adds.
    entries: Vec<&'n Entry>,
    start: usize,
    column: usize,
    /// `true` if the map starts at the beginning of a line, and not after a dash.
    starts_line: bool,
}

impl<'n> BlockMap<'n> {
    fn of(lines: &Lines, node: &'n Node) -> Option<Self> {
        let is_here =
            |entry: &&Entry| node.span.start <= entry.key.span.start && entry.key.span.end <= node.span.end;
        let entries: Vec<&Entry> = node.as_mapping()?.iter().filter(is_here).collect();
        let start = entries.first()?.key.span.start;
        let starts_line = lines.is_first(start);
        Some(Self { start, column: lines.column(start), starts_line, entries })
    }

    fn entry(&self, key: &str) -> Option<&'n Entry> {
        self.entries.iter().copied().find(|entry| entry.key.as_str() == Some(key))
    }
}

/// Span from the key to the end of the value.
pub(super) fn entry_span(entry: &Entry) -> Span {
    // An alias refers to an earlier value.
    Span::new(entry.key.span.start, entry.value.span.end.max(entry.key.span.end))
}
