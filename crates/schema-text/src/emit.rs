//! Formats a tree of values as text, in the catalogue's house style.

use super::item::{Item, Layout, TextStyle};
use super::scalar::{self, Context};

/// The maximum length of a line.
pub const WIDTH: usize = 110;

/// The indentation per level.
pub const STEP: usize = 2;

/// The maximum number of lines of a list of plain values. A longer one is filled into lines.
const MAX_LINES: usize = 32;

/// An entry of a block map, with its line break.
#[must_use]
pub fn entry(key: &str, value: &Item, indent: usize) -> String {
    let mut out = String::new();
    push_entry(&mut out, key, value, indent, None);
    out
}

/// The entries of a block map, with their line breaks.
#[must_use]
pub fn entries(entries: &[(String, Item)], indent: usize) -> String {
    let mut out = String::new();
    push_entries(&mut out, entries, indent, None);
    out
}

/// An item of a block list, with its line break.
#[must_use]
pub fn item(value: &Item, indent: usize) -> String {
    let mut out = String::new();
    push_item(&mut out, value, indent, None);
    out
}

/// The start of the line that a value is written to: a line that has begun, such as that of a dash, or a new one.
fn begin(out: &mut String, indent: usize, begun: Option<usize>) -> usize {
    begun.unwrap_or_else(|| {
        let line = out.len();
        out.push_str(&spaces(indent));
        line
    })
}

fn push_entries(out: &mut String, entries: &[(String, Item)], indent: usize, begun: Option<usize>) {
    for (index, (key, value)) in entries.iter().enumerate() {
        push_entry(out, key, value, indent, begun.filter(|_| index == 0));
    }
}

fn push_entry(out: &mut String, key: &str, value: &Item, indent: usize, begun: Option<usize>) {
    let line = begin(out, indent, begun);
    out.push_str(&scalar::line(key, Context::Block));
    out.push(':');
    // A map in a list is aligned with the list's dash, one level less deep.
    push_after(out, value, indent, line);
}

fn push_items(out: &mut String, items: &[Item], indent: usize, begun: Option<usize>) {
    for (index, value) in items.iter().enumerate() {
        push_item(out, value, indent, begun.filter(|_| index == 0));
    }
}

fn push_item(out: &mut String, value: &Item, indent: usize, begun: Option<usize>) {
    let line = begin(out, indent, begun);
    out.push('-');
    let is_nested = match value {
        Item::Map(map, layout) => {
            !map.is_empty() && (map.len() == 1 || !fits_flow(&out[line..], value, *layout))
        }
        Item::List(list, layout) => {
            !list.is_empty() && !is_filled(list, *layout) && !fits_flow(&out[line..], value, *layout)
        }
        Item::Literal(_) | Item::Text(..) => false,
    };
    if !is_nested {
        return push_after(out, value, indent, line);
    }
    // The first line of a nested value starts after the dash.
    out.push_str(&spaces(STEP - 1));
    match value {
        Item::Map(map, _) => push_entries(out, map, indent + STEP, Some(line)),
        Item::List(list, _) => push_items(out, list, indent + STEP, Some(line)),
        Item::Literal(_) | Item::Text(..) => {}
    }
}

/// Adds the text that follows `key:` or `-` on the line that starts at `line`.
fn push_after(out: &mut String, value: &Item, indent: usize, line: usize) {
    let head = &out[line..];
    let is_on_lines = match value {
        Item::List(_, layout) | Item::Map(_, layout) => {
            !value.is_empty_collection() && !fits_flow(head, value, *layout)
        }
        Item::Literal(_) | Item::Text(..) => false,
    };
    match value {
        Item::List(list, layout) if is_on_lines && !is_filled(list, *layout) => {
            out.push('\n');
            return push_items(out, list, indent + STEP, None);
        }
        Item::Map(map, _) if is_on_lines => {
            out.push('\n');
            return push_entries(out, map, indent + STEP, None);
        }
        Item::List(list, _) if is_on_lines => {
            let column = head.chars().count() + 1;
            out.push(' ');
            out.push_str(&filled(list, column, indent + STEP));
        }
        Item::Text(text, style) => {
            let text = block_text(text, *style, head, indent);
            out.push(' ');
            out.push_str(&text);
        }
        value => {
            out.push(' ');
            push_flow(out, value, usize::MAX);
        }
    }
    out.push('\n');
}

/// Returns whether a list is filled into lines if it does not fit on one.
fn is_filled(list: &[Item], layout: Layout) -> bool {
    let is_plain = |item: &Item| matches!(item, Item::Literal(_) | Item::Text(..));
    layout == Layout::Flow && list.len() > MAX_LINES && list.iter().all(is_plain)
}

/// Values in brackets on as many lines as necessary. The first line starts in the column `first_column`.
fn filled(items: &[Item], first_column: usize, indent: usize) -> String {
    let mut out = String::from("[");
    let mut column = first_column + 1;
    for (index, item) in items.iter().enumerate() {
        let end = if index + 1 == items.len() { "]" } else { "," };
        let item = format!("{}{end}", flow(item));
        let width = item.chars().count();
        if index > 0 && column + 1 + width > WIDTH {
            out.push('\n');
            out.push_str(&spaces(indent));
            column = indent;
        } else if index > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(&item);
        column += width;
    }
    out
}

/// Returns whether a value fits on one line after the head of that line.
fn fits_flow(head: &str, value: &Item, layout: Layout) -> bool {
    if layout != Layout::Flow {
        return false;
    }
    let room = WIDTH.saturating_sub(head.chars().count() + 1);
    let mut text = String::new();
    // A character has up to four bytes.
    push_flow(&mut text, value, room * 4) && text.chars().count() <= room
}

fn block_text(text: &str, style: TextStyle, head: &str, indent: usize) -> String {
    let inner = indent + STEP;
    let line = || scalar::line(text, Context::Block);
    let has_lines = text.contains('\n');
    match style {
        TextStyle::Line if !has_lines => line(),
        TextStyle::Line | TextStyle::Lines => scalar::literal(text, inner).unwrap_or_else(line),
        TextStyle::Prose if has_lines => {
            let wide = text.lines().any(|line| line.chars().count() + inner > WIDTH);
            let folded = if wide { scalar::folded(text, inner, WIDTH) } else { None };
            folded.or_else(|| scalar::literal(text, inner)).unwrap_or_else(line)
        }
        TextStyle::Prose => {
            let line = line();
            let fits = head.chars().count() + 1 + line.chars().count() <= WIDTH;
            // Sentences are easier to read without escapes and quotes.
            let escaped = line.starts_with('\'') || line.contains('\\');
            if fits && !escaped { line } else { scalar::folded(text, inner, WIDTH).unwrap_or(line) }
        }
    }
}

/// A value on one line, inside brackets or after a key.
#[must_use]
pub fn flow(value: &Item) -> String {
    let mut out = String::new();
    push_flow(&mut out, value, usize::MAX);
    out
}

/// Adds a value on one line, unless the text becomes longer than a number of bytes. Returns true if the whole value was added.
fn push_flow(out: &mut String, value: &Item, most: usize) -> bool {
    match value {
        Item::Literal(text) => out.push_str(text),
        Item::Text(text, _) => out.push_str(&scalar::line(text, Context::Flow)),
        Item::List(items, _) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                if !push_flow(out, item, most) {
                    return false;
                }
            }
            out.push(']');
        }
        Item::Map(entries, _) => {
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                out.push_str(&scalar::line(key, Context::Flow));
                out.push_str(": ");
                if !push_flow(out, value, most) {
                    return false;
                }
            }
            out.push('}');
        }
    }
    out.len() <= most
}

/// A string of `count` spaces.
#[must_use]
pub fn spaces(count: usize) -> String {
    " ".repeat(count)
}
