//! Python's `str()` and `repr()`.

use heat_python::{MAX_DIGITS, float_repr, push_repr};

use super::dict::Part;
use super::{Key, Text, Val};
use crate::error::{Outcome, too_much_memory, undecided, value_error};

/// Maximum length of a representation, in bytes. Longer ones exceed any sensible quota.
const MAX_LENGTH: usize = 1 << 20;

/// Python's `str(value)`.
///
/// # Errors
/// If the value is unknown, or if the text would be too long.
pub(crate) fn str_of(value: &Val) -> Outcome<Text> {
    match value {
        Val::Str(text) => Ok(text.clone()),
        Val::DateTime(time) => Ok(time.to_string().into()),
        Val::TimeSpan(span) => Ok(span.to_string().into()),
        other => repr_of(other),
    }
}

/// Python's `repr(value)`.
///
/// # Errors
/// If the value is unknown, or if the text would be too long.
pub(crate) fn repr_of(value: &Val) -> Outcome<Text> {
    let mut out = String::new();
    write(value, &mut out)?;
    Ok(out.into())
}

fn write(value: &Val, out: &mut String) -> Outcome<()> {
    if out.len() > MAX_LENGTH {
        return Err(too_much_memory());
    }
    match value {
        Val::Unknown => return Err(undecided()),
        Val::NoValue => out.push_str("<NoValue>"),
        Val::Null => out.push_str("None"),
        Val::Bool(true) => out.push_str("True"),
        Val::Bool(false) => out.push_str("False"),
        Val::Int(int) => {
            let digits = int.to_string();
            if digits.trim_start_matches('-').len() > MAX_DIGITS {
                return Err(value_error(format!(
                    "Exceeds the limit ({MAX_DIGITS} digits) for integer string conversion"
                )));
            }
            out.push_str(&digits);
        }
        Val::Float(float) => out.push_str(&float_repr(*float)),
        Val::Str(text) => push_repr(text, out),
        Val::List(list) => {
            out.push(if list.is_tuple { '(' } else { '[' });
            write_items(list.items.iter().map(|item| (None, item)), out)?;
            if list.is_tuple && list.items.len() == 1 {
                out.push(',');
            }
            out.push(if list.is_tuple { ')' } else { ']' });
        }
        Val::Dict(dict) => write_entries(dict.entries.iter(), out)?,
        Val::Set(set) if set.items.is_empty() => out.push_str("frozenset()"),
        Val::Set(set) => {
            out.push_str("frozenset({");
            write_items(set.items.iter().map(|item| (None, item.val())), out)?;
            out.push_str("})");
        }
        Val::View(view) => {
            let name = match (view.part, view.dict.is_frozen) {
                (Part::Keys, true) => "KeysView(",
                (Part::Values, true) => "ValuesView(",
                (Part::Items, true) => "ItemsView(",
                (Part::Keys, false) => "dict_keys([",
                (Part::Values, false) => "dict_values([",
                (Part::Items, false) => "dict_items([",
            };
            out.push_str(name);
            if view.dict.is_frozen {
                write_entries(view.dict.entries.iter(), out)?;
                out.push(')');
                return Ok(());
            }
            for index in 0..view.dict.entries.len() {
                if index > 0 {
                    out.push_str(", ");
                }
                if let Some(item) = view.get(index) {
                    write(&item?, out)?;
                }
            }
            out.push_str("])");
        }
        Val::Regex(regex) => {
            out.push_str("re.compile(");
            push_repr(&regex.source, out);
            let flags = [
                (regex.flags.ignore_case, "re.IGNORECASE"),
                (regex.flags.multi_line, "re.MULTILINE"),
                (regex.flags.dot_all, "re.DOTALL"),
            ];
            let flags: Vec<&str> =
                flags.iter().filter(|(is_set, _)| *is_set).map(|(_, name)| *name).collect();
            if !flags.is_empty() {
                out.push_str(", ");
                out.push_str(&flags.join("|"));
            }
            out.push(')');
        }
        Val::DateTime(time) => out.push_str(&time.repr()),
        Val::TimeSpan(span) => out.push_str(&span.repr()),
        // Python shows the address of the object.
        other => {
            out.push('<');
            out.push_str(other.type_name());
            out.push_str(" object>");
        }
    }
    Ok(())
}

fn write_entries<'v>(entries: impl Iterator<Item = (&'v Key, &'v Val)>, out: &mut String) -> Outcome<()> {
    out.push('{');
    write_items(entries.map(|(key, value)| (Some(key), value)), out)?;
    out.push('}');
    Ok(())
}

fn write_items<'v>(items: impl Iterator<Item = (Option<&'v Key>, &'v Val)>, out: &mut String) -> Outcome<()> {
    for (index, (key, value)) in items.enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        if let Some(key) = key {
            write(key.val(), out)?;
            out.push_str(": ");
        }
        write(value, out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Val;

    fn check(value: &Val, expect: &str) {
        assert_eq!(super::repr_of(value).unwrap().as_str(), expect);
    }

    #[test]
    fn values_look_as_in_python() {
        check(&Val::Float(1e16), "1e+16");
        check(&Val::Float(0.00001), "1e-05");
        check(&Val::Float(-0.0), "-0.0");
        check(&Val::text("it's \"a\"\n\u{1}\u{e4}\u{200b}"), "'it\\'s \"a\"\\n\\x01\u{e4}\\u200b'");
        check(&Val::tuple(vec![Val::int(1)]).unwrap(), "(1,)");
        check(
            &Val::list(vec![Val::Null, Val::Bool(true), Val::text("it's")]).unwrap(),
            "[None, True, \"it's\"]",
        );
    }
}
