//! Links, HTML and code within a paragraph.

/// Escapes what rustdoc would turn into links or HTML, outside code spans.
pub(super) fn inline(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        let taken = match char {
            '`' => code_span(rest, out),
            '\\' => {
                let taken =
                    1 + rest[1..].chars().next().filter(char::is_ascii_punctuation).map_or(0, char::len_utf8);
                out.push_str(&rest[..taken]);
                if taken == 1 {
                    out.push('\\');
                }
                taken
            }
            '<' => autolink(rest, out),
            '[' => link(rest, out),
            ']' => {
                out.push_str("\\]");
                1
            }
            'h' if starts_url(rest)
                && !text[..text.len() - rest.len()].ends_with(|before: char| before.is_alphanumeric()) =>
            {
                let end = url_end(rest);
                out.push('<');
                out.push_str(&rest[..end]);
                out.push('>');
                end
            }
            other => {
                out.push(other);
                other.len_utf8()
            }
        };
        rest = &rest[taken..];
    }
}

fn code_span(rest: &str, out: &mut String) -> usize {
    let marks = rest.len() - rest.trim_start_matches('`').len();
    let mut at = marks;
    while let Some(found) = rest[at..].find('`') {
        let run = rest[at + found..].len() - rest[at + found..].trim_start_matches('`').len();
        at += found + run;
        if run == marks {
            out.push_str(&rest[..at]);
            return at;
        }
    }
    out.push_str(&"\\`".repeat(marks));
    marks
}

fn starts_url(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

fn url_end(text: &str) -> usize {
    let end =
        text.find(|char: char| char.is_whitespace() || "<>()[]`\"\\".contains(char)).unwrap_or(text.len());
    text[..end].trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_']).len()
}

fn autolink(rest: &str, out: &mut String) -> usize {
    let url = &rest[1..];
    if starts_url(url) && url[url_end(url)..].starts_with('>') {
        let end = url_end(url) + 2;
        out.push_str(&rest[..end]);
        return end;
    }
    out.push_str("\\<");
    1
}

/// Writes a link to the web as it is, and escapes any other bracket.
fn link(rest: &str, out: &mut String) -> usize {
    if let Some(middle) = rest.find("](")
        && !rest[1..middle].contains(['[', ']', '`', '\\', '<'])
        && starts_url(&rest[middle + 2..])
    {
        let url = &rest[middle + 2..];
        let end = url.find(|char: char| char.is_whitespace() || "<>()".contains(char)).unwrap_or(url.len());
        if url[end..].starts_with(')') {
            let taken = middle + 2 + end + 1;
            out.push_str(&rest[..taken]);
            return taken;
        }
    }
    out.push_str("\\[");
    1
}
