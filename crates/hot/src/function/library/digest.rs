//! The function `digest`, with the algorithms of Python's `hashlib` and OpenSSL 3.

use blake2::{Blake2b512, Blake2s256};
use heat_model::{Value, python};
use md5::{Digest, Md5};
use ripemd::Ripemd160;
use sha1::Sha1;
use sha2::{Sha224, Sha256, Sha384, Sha512, Sha512_224, Sha512_256};
use sha3::{Sha3_224, Sha3_256, Sha3_384, Sha3_512};
use sm3::Sm3;

use super::arguments::{type_error, value_error};
use crate::data::Shape;
use crate::fault::{Exception, Problem, PythonClass};
use crate::scope::Scope;
use crate::snippet::{self, Call};
use crate::stand_in;
use crate::{Data, Fault};

/// The algorithms, in lowercase, sorted.
const ALGORITHMS: [&str; 19] = [
    "blake2b",
    "blake2s",
    "md5",
    "md5-sha1",
    "ripemd160",
    "sha1",
    "sha224",
    "sha256",
    "sha384",
    "sha3_224",
    "sha3_256",
    "sha3_384",
    "sha3_512",
    "sha512",
    "sha512_224",
    "sha512_256",
    "shake_128",
    "shake_256",
    "sm3",
];

pub(crate) fn resolve(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let name = &call.name;
    let unknown = || Data::unknown(Shape::Text, format!("the {name} of an unknown text"));
    let args = snippet::resolve(scope, &call.args)?;
    if args.is_unknown() {
        return Ok(unknown());
    }
    let form = || type_error(format!("Argument to function \"{name}\" must be a list of strings"));
    let items = args.into_items().map_err(|_| form())?;
    if items.iter().any(|item| !matches!(item, Data::Known(Value::String(_)) | Data::Unknown(_))) {
        return Err(form().into());
    }
    let [algorithm, text] = items.as_slice() else {
        let message = format!("Function \"{name}\" usage: [\"<algorithm>\", \"<value>\"]");
        return Err(value_error(message).into());
    };
    let Some(algorithm) = algorithm.as_known().and_then(Value::as_str) else { return Ok(unknown()) };
    if !ALGORITHMS.contains(&algorithm.to_lowercase().as_str()) {
        let names = ALGORITHMS.map(|name| format!("'{name}'")).join(", ");
        return Err(value_error(format!("Algorithm must be one of {{{names}}}")).into());
    }
    let text = text.as_known().and_then(Value::as_str).filter(|text| !stand_in::is_in_text(text));
    let Some(text) = text else { return Ok(unknown()) };
    // Python looks up the algorithm before it encodes the text; the length of the digest is checked last.
    match hex(algorithm, &[]) {
        Err(unsupported @ Exception::Python(_, PythonClass::ValueError, _)) => Err(unsupported.into()),
        _ => Ok(hex(algorithm, &latin1(text)?)?.into()),
    }
}

/// The text encoded in Latin-1.
fn latin1(text: &str) -> Result<Vec<u8>, Exception> {
    let refused = |(place, char): (usize, char)| {
        let shown = python::repr_of(&Value::from(char.to_string()));
        let shown = if char.is_ascii() { shown } else { format!("'{}'", escaped(char)) };
        Exception::Python(
            Problem::FunctionValue,
            PythonClass::UnicodeEncodeError,
            format!(
                "'latin-1' codec can't encode character {shown} in position {place}: ordinal not in range(256)"
            ),
        )
    };
    text.chars()
        .enumerate()
        .map(|(place, char)| u8::try_from(u32::from(char)).map_err(|_| refused((place, char))))
        .collect()
}

fn escaped(char: char) -> String {
    match u32::from(char) {
        code @ 0..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    }
}

/// The digest in hexadecimal. Names of OpenSSL's algorithms are not case-sensitive, those of Python's own are lowercase.
fn hex(algorithm: &str, data: &[u8]) -> Result<String, Exception> {
    fn of<D: Digest>(data: &[u8]) -> String {
        let digits = |byte: &u8| {
            [byte >> 4, byte & 15].map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)]))
        };
        D::digest(data).iter().flat_map(digits).collect()
    }
    let own = match algorithm {
        "blake2b" => Some(of::<Blake2b512>(data)),
        "blake2s" => Some(of::<Blake2s256>(data)),
        "sha3_224" => Some(of::<Sha3_224>(data)),
        "sha3_256" => Some(of::<Sha3_256>(data)),
        "sha3_384" => Some(of::<Sha3_384>(data)),
        "sha3_512" => Some(of::<Sha3_512>(data)),
        "shake_128" | "shake_256" => {
            // These algorithms require a length of the digest, and Heat does not pass one.
            return Err(type_error("hexdigest() missing required argument 'length' (pos 1)"));
        }
        _ => None,
    };
    if let Some(own) = own {
        return Ok(own);
    }
    Ok(match algorithm.to_lowercase().as_str() {
        "md5" => of::<Md5>(data),
        "md5-sha1" => of::<Md5>(data) + &of::<Sha1>(data),
        "ripemd160" => of::<Ripemd160>(data),
        "sha1" => of::<Sha1>(data),
        "sha224" => of::<Sha224>(data),
        "sha256" => of::<Sha256>(data),
        "sha384" => of::<Sha384>(data),
        "sha512" => of::<Sha512>(data),
        "sha512_224" => of::<Sha512_224>(data),
        "sha512_256" => of::<Sha512_256>(data),
        "sm3" => of::<Sm3>(data),
        _ => {
            return Err(value_error(format!("unsupported hash type {algorithm}")));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn algorithms_have_their_names_as_in_python() {
        fn check(algorithm: &str, expect: Result<&str, &str>) {
            let digest = hex(algorithm, b"heat").map_err(|error| error.to_string());
            let start = digest.as_ref().map(|digest| &digest[..8]).map_err(String::as_str);
            assert_eq!(start, expect, "{algorithm}");
        }
        check("md5", Ok("5d6eb4f1"));
        check("md5-sha1", Ok("5d6eb4f1"));
        check("ripemd160", Ok("f8ff354a"));
        check("sha1", Ok("853911dc"));
        check("sha224", Ok("f64a134e"));
        check("sha256", Ok("5a2a0ed9"));
        check("sha384", Ok("a3b87e30"));
        check("sha512", Ok("dfd4156f"));
        check("SHA512_224", Ok("7f0fa5ab"));
        check("SHA512_256", Ok("49262249"));
        check("sm3", Ok("418454b7"));
        check("blake2b", Ok("35cbedb6"));
        check("blake2s", Ok("a1dcfff4"));
        check("sha3_224", Ok("cd4eb700"));
        check("sha3_256", Ok("8cb1aa54"));
        check("sha3_384", Ok("d5a23b55"));
        check("sha3_512", Ok("65dbffdc"));
        check("SHA3_224", Err("unsupported hash type SHA3_224"));
        check("shake_128", Err("hexdigest() missing required argument 'length' (pos 1)"));
    }
}
