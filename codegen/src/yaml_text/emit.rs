//! From a tree of values to text, in the catalogue's house style.

use super::item::{Item, Layout, TextStyle};
use super::scalar::{self, Context};

/// The maximum length of a line.
pub(crate) const WIDTH: usize = 110;

/// The indentation per level.
pub(crate) const STEP: usize = 2;

/// The maximum number of lines of a list of plain values. A longer one is filled into lines.
const MAX_LINES: usize = 32;

/// An entry of a block map, with its line break.
pub(crate) fn entry(key: &str, value: &Item, indent: usize) -> String {
    let head = format!("{}{}:", spaces(indent), scalar::line(key, Context::Block));
    // A map in a list is aligned with the list's dash, one level less deep.
    after(&head, value, indent)
}

/// The entries of a block map, with their line breaks.
pub(crate) fn entries(entries: &[(String, Item)], indent: usize) -> String {
    entries.iter().map(|(key, value)| entry(key, value, indent)).collect()
}

/// An item of a block list, with its line break.
pub(crate) fn item(value: &Item, indent: usize) -> String {
    let dash = format!("{}-", spaces(indent));
    let nested = match value {
        Item::Map(map, layout)
            if !map.is_empty() && (map.len() == 1 || !fits_flow(&dash, value, *layout)) =>
        {
            entries(map, indent + STEP)
        }
        Item::List(list, layout)
            if !list.is_empty() && !fits_flow(&dash, value, *layout) && !is_filled(list, *layout) =>
        {
            items(list, indent + STEP)
        }
        _ => return after(&dash, value, indent),
    };
    // The first line of a nested value starts after the dash.
    format!("{dash} {}", &nested[indent + STEP..])
}

fn items(items: &[Item], indent: usize) -> String {
    items.iter().map(|value| item(value, indent)).collect()
}

/// The text after `key:` or `-`, including these.
fn after(head: &str, value: &Item, indent: usize) -> String {
    match value {
        Item::Literal(text) => format!("{head} {text}\n"),
        Item::Text(text, style) => format!("{head} {}\n", block_text(text, *style, head, indent)),
        Item::List(..) | Item::Map(..) if value.is_empty_collection() => format!("{head} {}\n", flow(value)),
        Item::List(_, layout) | Item::Map(_, layout) if fits_flow(head, value, *layout) => {
            format!("{head} {}\n", flow(value))
        }
        Item::List(list, layout) if is_filled(list, *layout) => {
            format!("{head} {}\n", filled(list, head.chars().count() + 1, indent + STEP))
        }
        Item::List(list, _) => format!("{head}\n{}", items(list, indent + STEP)),
        Item::Map(map, _) => format!("{head}\n{}", entries(map, indent + STEP)),
    }
}

/// Whether a list is filled into lines if it does not fit on one.
fn is_filled(list: &[Item], layout: Layout) -> bool {
    let is_plain = |item: &Item| matches!(item, Item::Literal(_) | Item::Text(..));
    layout == Layout::Flow && list.len() > MAX_LINES && list.iter().all(is_plain)
}

/// Values in brackets on as many lines as necessary, the first of which starts in a given column.
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

fn fits_flow(head: &str, value: &Item, layout: Layout) -> bool {
    layout == Layout::Flow && head.chars().count() + 1 + flow(value).chars().count() <= WIDTH
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
pub(crate) fn flow(value: &Item) -> String {
    match value {
        Item::Literal(text) => text.clone(),
        Item::Text(text, _) => scalar::line(text, Context::Flow),
        Item::List(items, _) => {
            let items: Vec<String> = items.iter().map(flow).collect();
            format!("[{}]", items.join(", "))
        }
        Item::Map(entries, _) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{}: {}", scalar::line(key, Context::Flow), flow(value)))
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

/// The given number of spaces.
pub(crate) fn spaces(count: usize) -> String {
    " ".repeat(count)
}
