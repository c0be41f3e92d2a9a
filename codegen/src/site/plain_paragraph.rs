//! Texts that need no Markdown parser: a line of words and code.

/// Which bytes mean nothing in CommonMark on the first line of a paragraph that begins with a letter, and which are usual in code,
/// where no byte means anything. Spaces and the signs around code are neither.
const USUAL: [[bool; 256]; 2] = {
    let mut usual = [[false; 256]; 2];
    let mut sign: u8 = 0;
    while sign.is_ascii() {
        usual[0][sign as usize] = sign.is_ascii_alphanumeric()
            || matches!(
                sign,
                b',' | b'.' | b';' | b':' | b'\'' | b'"' | b'(' | b')' | b'/' | b'-' | b'%' | b'?'
            );
        usual[1][sign as usize] = sign.is_ascii_graphic();
        sign += 1;
    }
    usual
};

/// Whether a text is one line, begins with a letter, and has only words of letters, digits and signs that mean nothing in
/// CommonMark there, with one space between them, and code. Most descriptions are such texts, and need no parser.
pub(super) fn is_paragraph_of_words_and_code(text: &str) -> bool {
    let (mut is_code, mut before) = (false, b' ');
    for byte in text.bytes() {
        let is_usual = match byte {
            // Neither empty code, which would be a longer fence, nor spaces at its ends, which may be removed.
            b'`' => {
                is_code = !is_code;
                before != b'`' && (is_code || before != b' ')
            }
            b' ' => before != b' ' && !(is_code && before == b'`'),
            byte => USUAL[usize::from(is_code)][usize::from(byte)],
        };
        if !is_usual {
            return false;
        }
        before = byte;
    }
    text.starts_with(|char: char| char.is_ascii_alphabetic()) && !is_code && before != b' '
}
