//! Characters, and numbers as text.

use crate::data::Val;
use crate::error::{Error, ErrorClass, Outcome, type_error};
use crate::run::Call;

/// Classes of characters, in the order of the parameters; `None` for the ones that Python 3 no longer has.
const KINDS: [(&str, Option<&str>); 12] = [
    ("digits", Some("0123456789")),
    ("hexdigits", Some("0123456789abcdefABCDEF")),
    ("ascii_lowercase", Some("abcdefghijklmnopqrstuvwxyz")),
    ("ascii_uppercase", Some("ABCDEFGHIJKLMNOPQRSTUVWXYZ")),
    ("ascii_letters", Some("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")),
    ("letters", None),
    ("octdigits", Some("01234567")),
    ("punctuation", Some("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")),
    (
        "printable",
        Some(
            "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n\r\x0b\x0c",
        ),
    ),
    ("lowercase", None),
    ("uppercase", None),
    ("whitespace", Some(" \t\n\r\x0b\x0c")),
];

pub(super) fn characters(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut chosen: Vec<char> = Vec::new();
    for (index, (name, characters)) in KINDS.iter().enumerate() {
        if !call.is_true(index)? {
            continue;
        }
        let Some(characters) = characters else {
            let message = format!("module 'string' has no attribute '{name}'");
            return Err(Error::fault(ErrorClass::Attribute, message));
        };
        for char in characters.chars() {
            if !chosen.contains(&char) {
                chosen.push(char);
            }
        }
    }
    Val::tuple(chosen.into_iter().map(single).collect())
}

pub(super) fn to_char_array(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let text = call.text(0)?;
    call.run.step(text.len())?;
    Val::tuple(text.chars().map(single).collect())
}

fn single(char: char) -> Val {
    Val::text(char.encode_utf8(&mut [0; 4]) as &str)
}

pub(super) fn hex(call: &mut Call<'_, '_>) -> Outcome<Val> {
    match call.arg(0) {
        Val::Int(int) => Ok(Val::text(int.to_hex())),
        other => {
            Err(type_error(format!("'{}' object cannot be interpreted as an integer", other.type_name())))
        }
    }
}
