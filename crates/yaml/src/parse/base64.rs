//! Base64 as Python's `base64.decodebytes` reads it, for `!!binary`.

/// Decodes base64; characters outside the alphabet are skipped.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, &'static str> {
    if !text.is_ascii() {
        return Err("base64 data is ASCII");
    }
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let mut bits = 0u32;
    let mut place = 0;
    let mut padding = 0;
    for byte in text.bytes() {
        if byte == b'=' {
            padding += 1;
            if place >= 2 && place + padding >= 4 {
                // A complete group with padding ends the data.
                return Ok(bytes);
            }
            continue;
        }
        let Some(value) = sextet(byte) else { continue };
        padding = 0;
        bits = bits << 6 | u32::from(value);
        place = (place + 1) % 4;
        if place != 1 {
            let shift = [0, 0, 4, 2][place];
            bytes.push(u8::try_from(bits >> shift & 0xff).unwrap_or_default());
        }
    }
    match place {
        0 => Ok(bytes),
        1 => Err("the base64 data has one character too many"),
        _ => Err("the padding of the base64 data is missing"),
    }
}

fn sextet(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Result<&[u8], &str>) {
        assert_eq!(decode(text), expect.map(<[u8]>::to_vec), "{text:?}");
    }

    #[test]
    fn groups_and_padding() {
        check("", Ok(b""));
        check("aGVhdA==", Ok(b"heat"));
        check("aGVh\n dDE=\n", Ok(b"heat1"));
        check("aGVhdDEy", Ok(b"heat12"));
        check("a-GVh", Ok(b"hea"));
        check("0123456789+/", Ok(b"\xd3\x5d\xb7\xe3\x9e\xbb\xf3\xdf\xbf"));
        check("aGVhdA==trailing", Ok(b"heat"));
    }

    #[test]
    fn invalid_base64() {
        check("a", Err("the base64 data has one character too many"));
        check("aGVhdA=", Err("the padding of the base64 data is missing"));
        check("é", Err("base64 data is ASCII"));
    }
}
