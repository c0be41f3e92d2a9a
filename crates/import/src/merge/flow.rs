//! Changes to collections in brackets.

use heat_schema_text::emit::flow;
use heat_schema_text::item::Item;
use heat_schema_text::scalar::{self, Context};
use heat_yaml::{Node, Span, Value};

use super::edit::{Editor, entry_span};
use super::items::{alike, get};
use super::sequence::{Step, steps};

/// The new members of a collection: those that stay, in order, and new ones between them.
enum Member {
    Stays(usize),
    New(String),
}

impl Editor {
    /// Returns whether a collection is written in brackets.
    pub(super) fn is_flow(&self, node: &Node) -> bool {
        match node.value {
            Value::Mapping(_) => self.lines.slice(node.span).starts_with('{'),
            Value::Sequence(_) => self.lines.slice(node.span).starts_with('['),
            _ => false,
        }
    }

    /// Changes a value inside brackets, or a collection in brackets.
    pub(super) fn flow_value(&mut self, node: &Node, old: &Item, new: &Item) -> Option<()> {
        if old == new {
            return Some(());
        }
        let changed = match (old, new) {
            (Item::Map(old, _), Item::Map(new, _)) if !old.is_empty() && !new.is_empty() => {
                self.flow_map(node, old, new)?
            }
            (Item::List(old, _), Item::List(new, _)) if !old.is_empty() && !new.is_empty() => {
                self.flow_list(node, old, new)?
            }
            _ => false,
        };
        if !changed {
            let end = self.lines.content_end(node.span);
            self.replace(node.span.start..end, flow(new));
        }
        Some(())
    }

    pub(super) fn flow_map(
        &mut self,
        node: &Node,
        old: &[(String, Item)],
        new: &[(String, Item)],
    ) -> Option<bool> {
        let entries = node.as_mapping()?.entries();
        let place = |key: &str| entries.iter().position(|entry| entry.key.as_str() == Some(key));
        let mut members = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            // Explicit defaults stay as well.
            let key = entry.key.as_str()?;
            if get(old, key).is_none() && get(new, key).is_none() {
                members.push(Member::Stays(index));
            }
        }
        for (key, value) in new {
            let Some(index) = place(key) else {
                members.push(Member::New(format!("{}: {}", scalar::line(key, Context::Flow), flow(value))));
                continue;
            };
            let entry = &entries[index];
            // The value of an alias is elsewhere in the file, and may have other uses.
            if entry.value.span.start < entry.key.span.end || entry.value.span.end > node.span.end {
                return None;
            }
            match get(old, key) {
                Some(old) => self.flow_value(&entry.value, old, value)?,
                None => self.replace(entry.value.span.start..entry.value.span.end, flow(value)),
            }
            members.push(Member::Stays(index));
        }
        let spans: Vec<Span> = entries.iter().map(entry_span).collect();
        Some(self.members(&spans, &members))
    }

    fn flow_list(&mut self, node: &Node, old: &[Item], new: &[Item]) -> Option<bool> {
        let nodes = node.as_sequence().filter(|nodes| nodes.len() == old.len())?;
        let mut members = Vec::new();
        for step in steps(old, new, alike) {
            match step {
                Step::Same(at, _) => members.push(Member::Stays(at)),
                Step::Changed(at, to) => {
                    self.flow_value(&nodes[at], &old[at], &new[to])?;
                    members.push(Member::Stays(at));
                }
                Step::Gone(_) => {}
                Step::New(to) => members.push(Member::New(flow(&new[to]))),
            }
        }
        let spans: Vec<Span> = nodes.iter().map(|node| node.span).collect();
        Some(self.members(&spans, &members))
    }

    /// Removes the members that do not stay, and inserts the new ones; returns false if none stays.
    fn members(&mut self, spans: &[Span], members: &[Member]) -> bool {
        let stays = |member: &Member| match member {
            Member::Stays(index) => Some(*index),
            Member::New(_) => None,
        };
        let staying: Vec<usize> = members.iter().filter_map(stays).collect();
        let (Some(first), Some(last)) = (staying.first(), staying.iter().max()) else { return false };
        let mut previous: Option<usize> = None;
        for member in members {
            match member {
                Member::Stays(index) => previous = Some(*index),
                Member::New(text) => match previous {
                    Some(index) => self.replace(spans[index].end..spans[index].end, format!(", {text}")),
                    None => self.replace(spans[*first].start..spans[*first].start, format!("{text}, ")),
                },
            }
        }
        for index in (0..spans.len()).filter(|index| !staying.contains(index)) {
            // Also remove the comma after the member, or, at the end, the one before it.
            let range = if index < *last {
                spans[index].start..spans[index + 1].start
            } else {
                spans[index - 1].end..spans[index].end
            };
            self.replace(range, String::new());
        }
        true
    }
}
