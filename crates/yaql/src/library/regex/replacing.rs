//! Replacing matches of a regular expression, and splitting at them.

use std::rc::Rc;

use super::searching::{Matches, group_text, publish};
use super::template::Template;
use crate::data::pattern::Groups;
use crate::data::{Regex, Text, Val};
use crate::error::{Outcome, too_much_memory, type_error};
use crate::run::{Call, Context, Run};

/// Maximum length of a text, in bytes.
const MAX_LENGTH: usize = 1 << 22;

/// Maximum number of replacements or splits: 0 means no limit. Negative numbers allow none, as in Python.
fn limit(count: i64) -> usize {
    match count {
        0 => usize::MAX,
        count => usize::try_from(count).unwrap_or(0),
    }
}

pub(super) fn split(call: &Call<'_, '_>, regex: &Rc<Regex>, text: &Text) -> Outcome<Val> {
    let limit = limit(call.index(2)?);
    let mut matches = Matches::new(regex.clone(), text.clone());
    let mut parts = Vec::new();
    let (mut count, mut start) = (0, 0);
    while count < limit
        && let Some(groups) = matches.next(call.run)?
    {
        let Some((from, to)) = groups.first().copied().flatten() else { break };
        parts.push(Val::text(&text.as_str()[start..from]));
        parts.extend(groups.iter().skip(1).map(|group| group_text(text, *group)));
        (start, count) = (to, count + 1);
    }
    parts.push(Val::text(&text.as_str()[start..]));
    Val::list(parts)
}

/// Replaces the first `count` matches in a text.
fn replaced(
    run: &Run<'_>,
    regex: &Rc<Regex>,
    text: &Text,
    count: i64,
    mut replacement: impl FnMut(&Groups) -> Outcome<String>,
) -> Outcome<Val> {
    let limit = limit(count);
    let mut matches = Matches::new(regex.clone(), text.clone());
    let mut out = String::new();
    let (mut count, mut start) = (0, 0);
    while count < limit
        && let Some(groups) = matches.next(run)?
    {
        let Some((from, to)) = groups.first().copied().flatten() else { break };
        out.push_str(&text.as_str()[start..from]);
        out.push_str(&replacement(&groups)?);
        if out.len() > MAX_LENGTH {
            return Err(too_much_memory());
        }
        (start, count) = (to, count + 1);
    }
    out.push_str(&text.as_str()[start..]);
    run.allocate(out.len())?;
    Ok(Val::text(out))
}

pub(super) fn replace(call: &Call<'_, '_>, regex: &Rc<Regex>, text: &Text) -> Outcome<Val> {
    let count = call.index(3)?;
    // Python reads the template even if nothing is replaced.
    let template = Template::new(&call.text(2)?, regex)?;
    replaced(call.run, regex, text, count, |groups| Ok(template.filled(text, groups)))
}

pub(super) fn replace_by(call: &Call<'_, '_>, regex: &Rc<Regex>, text: &Text) -> Outcome<Val> {
    let (lambda, count) = (call.lambda(2)?, call.index(3)?);
    replaced(call.run, regex, text, count, |groups| {
        publish(&call.context, regex, text, groups)?;
        let context = Context::child(&call.context)?;
        match lambda.call_in(call.run, &context)? {
            Val::Str(text) => Ok(text.to_string()),
            Val::Null => Ok(String::new()),
            Val::Unknown => Err(crate::error::undecided()),
            other => Err(type_error(format!("expected str instance, {} found", other.type_name()))),
        }
    })
}
