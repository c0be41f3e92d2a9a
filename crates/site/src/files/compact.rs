//! Compact versions of the built-in styles and scripts, without comments and indentation.
//!
//! Only the syntax that the project's own files use is supported; a script with anything else is left unchanged, as are users'
//! assets.

/// A style sheet without comments, indentation and the spaces around its punctuation.
pub(crate) fn style(text: &str) -> String {
    without_spaces(&lines(&without_comments(text), |_| true))
}

/// Removes the spaces and line feeds around braces, semicolons and commas. Strings are copied.
fn without_spaces(text: &str) -> String {
    let is_punctuation = |char: char| matches!(char, '{' | '}' | ';' | ',');
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|char: char| is_punctuation(char) || matches!(char, '"' | '\'')) {
        let (before, found) = rest.split_at(at);
        out.push_str(before);
        if found.starts_with(is_punctuation) {
            out.truncate(out.trim_end().len());
            out.push_str(&found[..1]);
            rest = found[1..].trim_start();
        } else {
            let length = string_length(found);
            out.push_str(&found[..length]);
            rest = &found[length..];
        }
    }
    out + rest
}

/// A script without comment lines, indentation and empty lines. If a line could begin inside a string, the script is left
/// unchanged.
pub(crate) fn script(text: &str) -> String {
    let is_comment = |line: &str| line.starts_with("//");
    let goes_on = |line: &str| !is_comment(line.trim()) && (line.contains('`') || line.ends_with('\\'));
    if text.lines().any(goes_on) {
        return text.to_owned();
    }
    lines(text, |line| !is_comment(line))
}

fn lines(text: &str, keeps: impl Fn(&str) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && keeps(line)) {
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// Removes the comments from a style sheet. Strings are copied.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', '\'', '/']) {
        let (before, found) = rest.split_at(at);
        out.push_str(before);
        let length = match found.strip_prefix("/*") {
            Some(comment) => {
                let end = comment.find("*/").map_or(found.len(), |end| end + 4);
                rest = &found[end..];
                continue;
            }
            None if found.starts_with('/') => 1,
            None => string_length(found),
        };
        out.push_str(&found[..length]);
        rest = &found[length..];
    }
    out + rest
}

/// The length of the string at the beginning of a text, up to the closing quote or the end.
fn string_length(text: &str) -> usize {
    let mut chars = text.char_indices();
    let quote = chars.next().map(|(_, quote)| quote);
    while let Some((at, char)) = chars.next() {
        if char == '\\' {
            chars.next();
        } else if Some(char) == quote {
            return at + char.len_utf8();
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_lose_comments_and_indentation() {
        let check = |text: &str, expect: &str| assert_eq!(style(text), expect, "{text}");
        check("/* a\n b */\n.x {\n  color: red;   /* c */\n}\n\n.y {}\n", ".x{color: red;}.y{}");
        check(".x { content: \"/* \\\" */\" } /* ' */", ".x{content: \"/* \\\" */\"}");
        check("a { b: url('x/*y*/') } /* open", "a{b: url('x/*y*/')}");
        check("a::after { content: '", "a::after{content: '\n");
        check(
            "a, b > c { content: \"; , }\"; margin: 0 1px; }",
            "a,b > c{content: \"; , }\";margin: 0 1px;}",
        );
    }

    #[test]
    fn scripts_lose_lines_of_comments_and_indentation() {
        let check = |text: &str, expect: &str| assert_eq!(script(text), expect, "{text}");
        check("// a\nif (x) {\n  // b\n  y(\"//\"); // c\n\n}\n", "if (x) {\ny(\"//\"); // c\n}\n");
        let unsure = ["x = `\n  // text\n`;\n", "x = \"a\\\n  // text\";\n"];
        for text in unsure {
            check(text, text);
        }
    }

    #[test]
    fn the_built_in_scripts_lose_their_comments() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../site/assets");
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let scripts: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "js")).collect();
        assert!(!scripts.is_empty(), "{folder}");
        for path in scripts {
            let shipped = script(&std::fs::read_to_string(&path).unwrap());
            assert_eq!(
                shipped.lines().find(|line| line.trim().starts_with("//")),
                None,
                "{}",
                path.display()
            );
        }
    }
}
