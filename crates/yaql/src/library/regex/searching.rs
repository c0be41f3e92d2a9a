//! Matches of a regular expression, one after the other, and their groups as variables.

use std::rc::Rc;

use super::regex_of;
use crate::data::dict::Entries;
use crate::data::pattern::Groups;
use crate::data::{Key, Regex, Text, Val};
use crate::error::{Error, ErrorClass, Outcome, type_error, value_error};
use crate::run::{Call, Context, Run};

/// A search that continues after each match.
pub(super) struct Matches {
    regex: Rc<Regex>,
    text: Text,
    at: usize,
    /// `true` if the last match was empty: the next one must not be empty at the same position.
    after_empty: bool,
    is_over: bool,
}

impl Matches {
    pub(super) fn new(regex: Rc<Regex>, text: Text) -> Self {
        Self { regex, text, at: 0, after_empty: false, is_over: false }
    }

    pub(super) fn next(&mut self, run: &Run<'_>) -> Outcome<Option<Groups>> {
        if self.is_over {
            return Ok(None);
        }
        let text = self.text.as_str();
        run.step(1 + (text.len() - self.at) / 8)?;
        let found = if self.after_empty {
            self.regex.find_advancing(text, self.at)?
        } else {
            self.regex.find(text, self.at)?
        };
        match found.as_ref().and_then(|groups| groups.first().copied().flatten()) {
            Some((start, end)) => {
                self.at = end;
                self.after_empty = start == end;
            }
            None => self.is_over = true,
        }
        Ok(found)
    }
}

/// Text of a group; null if it did not participate in the match.
pub(super) fn group_text(text: &Text, group: Option<(usize, usize)>) -> Val {
    group.map_or(Val::Null, |(start, end)| Val::text(&text.as_str()[start..end]))
}

/// Text and position of a group, as a dictionary.
fn record(text: &Text, group: Option<(usize, usize)>) -> Outcome<Val> {
    let place = |byte: Option<usize>| byte.map_or(Val::int(-1), |byte| Val::count(text.char_of(byte)));
    let mut entries = Entries::new();
    entries.insert(Key::text("value"), group_text(text, group));
    entries.insert(Key::text("start"), place(group.map(|(start, _)| start)));
    entries.insert(Key::text("end"), place(group.map(|(_, end)| end)));
    Val::new_dict(entries, false)
}

/// Sets the match as `$`, and its groups as `$2`, `$3` and so on.
pub(super) fn publish(context: &Context, regex: &Regex, text: &Text, groups: &Groups) -> Outcome<()> {
    for (index, group) in groups.iter().enumerate() {
        context.set(&(index + 1).to_string(), record(text, *group)?)?;
    }
    // yaql treats the text of a named group as a pair of a name and a text, and fails.
    let Some((_, number)) = regex.names.first() else { return Ok(()) };
    match groups.get(*number).copied().flatten() {
        None => Err(type_error("cannot unpack non-iterable NoneType object")),
        Some((start, end)) => match text.as_str()[start..end].chars().count() {
            2 => Err(Error::fault(ErrorClass::Index, "no such group")),
            0 | 1 => Err(value_error("not enough values to unpack (expected 2)")),
            _ => Err(value_error("too many values to unpack (expected 2)")),
        },
    }
}

pub(super) fn search(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (regex, text, selector) = (regex_of(call, 0)?, call.text(1)?, call.optional_lambda(2)?);
    let Some(groups) = Matches::new(regex.clone(), text.clone()).next(call.run)? else {
        return Ok(Val::Null);
    };
    let Some(selector) = selector else {
        return Ok(group_text(&text, groups.first().copied().flatten()));
    };
    let context = Context::child(&call.context)?;
    publish(&context, &regex, &text, &groups)?;
    selector.call_in(call.run, &context)
}

pub(super) fn search_all(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (regex, text, selector) = (regex_of(call, 0)?, call.text(1)?, call.optional_lambda(2)?);
    let outer = call.context.clone();
    let mut matches = Matches::new(regex.clone(), text.clone());
    Val::iter(call.depth().max(outer.depth()), move |run: &Run<'_>| {
        let Some(groups) = matches.next(run)? else { return Ok(None) };
        let Some(selector) = &selector else {
            return Ok(Some(group_text(&text, groups.first().copied().flatten())));
        };
        let context = Context::child(&outer)?;
        publish(&context, &regex, &text, &groups)?;
        selector.call_in(run, &context).map(Some)
    })
}
