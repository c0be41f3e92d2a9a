//! Text of an element of an XML document: a parser for the subset of XML in the answers of the CloudFormation API.

/// Returns the text of the first element with this path of names, up to its first child. `None` if there is no such element.
///
/// # Errors
/// If the document is not well-formed up to that element, or has a document type, which could define entities.
pub(super) fn text_at(document: &str, path: &[&str]) -> Result<Option<String>, &'static str> {
    let mut rest = document;
    // The names of the open elements, and how many of them match the beginning of the path.
    let mut open: Vec<&str> = Vec::new();
    let mut matched = 0;
    // The text of the element so far.
    let mut found: Option<String> = None;
    loop {
        let Some(start) = rest.find('<') else {
            return if open.is_empty() { Ok(None) } else { Err("it ends within an element") };
        };
        let (text, tag) = rest.split_at(start);
        if let Some(found) = &mut found {
            push_text(found, text)?;
        }
        if let Some(comment) = tag.strip_prefix("<!--") {
            rest = after(comment, "-->")?.1;
        } else if let Some(data) = tag.strip_prefix("<![CDATA[") {
            let (data, behind) = after(data, "]]>")?;
            if let Some(found) = &mut found {
                found.push_str(data);
            }
            rest = behind;
        } else if let Some(instruction) = tag.strip_prefix("<?") {
            rest = after(instruction, "?>")?.1;
        } else if tag.starts_with("<!") {
            return Err("it has a document type");
        } else if let Some(end) = tag.strip_prefix("</") {
            let (name, behind) = after(end, ">")?;
            if open.pop() != Some(name.trim_end()) {
                return Err("an element is closed that is not open");
            }
            if let Some(found) = found {
                return Ok(Some(found));
            }
            matched = matched.min(open.len());
            rest = behind;
        } else {
            if let Some(found) = found {
                return Ok(Some(found));
            }
            let (name, closed, behind) = start_tag(&tag[1..])?;
            let local = name.rsplit(':').next().unwrap_or(name);
            let fits = matched == open.len() && path.get(matched).is_some_and(|wanted| *wanted == local);
            if fits && matched + 1 == path.len() {
                found = Some(String::new());
            }
            if closed {
                if found.is_some() {
                    return Ok(found);
                }
            } else {
                matched += usize::from(fits);
                open.push(name);
            }
            rest = behind;
        }
    }
}

/// Splits the text at the first occurrence of another text.
fn after<'a>(text: &'a str, end: &str) -> Result<(&'a str, &'a str), &'static str> {
    text.split_once(end).ok_or("it ends within a tag")
}

/// Returns the name of an element, whether it is empty, and the text after its tag.
fn start_tag(text: &str) -> Result<(&str, bool, &str), &'static str> {
    let mut quote = None;
    let end = text.find(|char| {
        match (quote, char) {
            (None, '>') => return true,
            (None, '"' | '\'') => quote = Some(char),
            (Some(open), char) if open == char => quote = None,
            _ => {}
        }
        false
    });
    let end = end.ok_or("it ends within a tag")?;
    let tag = &text[..end];
    let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
    let name = tag.split(|char: char| char.is_ascii_whitespace()).next().unwrap_or_default();
    if name.is_empty() || name.contains(['<', '=', '"']) {
        return Err("an element has no name");
    }
    Ok((name, closed, &text[end + 1..]))
}

/// Appends text, with references replaced by their characters.
fn push_text(out: &mut String, text: &str) -> Result<(), &'static str> {
    let mut rest = text;
    while let Some((before, reference)) = rest.split_once('&') {
        out.push_str(before);
        let (name, behind) = reference.split_once(';').ok_or("a reference has no end")?;
        let char = match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            _ => number(name).ok_or("a reference is unknown")?,
        };
        out.push(char);
        rest = behind;
    }
    out.push_str(rest);
    Ok(())
}

fn number(name: &str) -> Option<char> {
    let digits = name.strip_prefix('#')?;
    let code = match digits.strip_prefix('x') {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    char::from_u32(code.ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(document: &str, expect: Result<Option<&str>, &str>) {
        let found = text_at(document, &["R", "D", "Metadata"]);
        assert_eq!(found.as_ref().map(Option::as_deref).map_err(|error| *error), expect, "{document}");
    }

    #[test]
    fn the_element_is_found_by_its_path() {
        check("<R><D><Metadata>{}</Metadata></D></R>", Ok(Some("{}")));
        check(
            "<?xml version='1.0'?>\n<!-- <R> -->\n<R a='>'>\n<E><Metadata>1</Metadata></E><D b=\"/\"><X/><Metadata >2</Metadata></D></R>",
            Ok(Some("2")),
        );
        check("<n:R xmlns:n='u'><n:D><n:Metadata>1</n:Metadata></n:D></n:R>", Ok(Some("1")));
        check("<R><D><X><Metadata>1</Metadata></X></D><D><Metadata>2</Metadata></D></R>", Ok(Some("2")));
        check("<R><D><Metadata/></D></R>", Ok(Some("")));
        check("<R><D><Metadata>1<b>2</b>3</Metadata></D></R>", Ok(Some("1")));
        check("<D><Metadata>1</Metadata></D>", Ok(None));
        check("<R><D></D></R>", Ok(None));
        check("", Ok(None));
        check("plain text", Ok(None));
    }

    #[test]
    fn references_become_characters() {
        check(
            "<R><D><Metadata>&amp;&lt;&gt;&quot;&apos;&#252;&#xfc;<![CDATA[<&]]></Metadata></D></R>",
            Ok(Some("&<>\"'üü<&")),
        );
        for unknown in ["&x;", "&#xd800;", "&#;", "&#99999999999;"] {
            check(&format!("<R><D><Metadata>{unknown}</Metadata></D></R>"), Err("a reference is unknown"));
        }
        check("<R><D><Metadata>&amp</Metadata></D></R>", Err("a reference has no end"));
    }

    #[test]
    fn what_is_not_well_formed_is_refused() {
        check("<R><D><Metadata>1", Err("it ends within an element"));
        check("<R><D><Metadata", Err("it ends within a tag"));
        check("<R><D></R>", Err("an element is closed that is not open"));
        check("<!DOCTYPE R [<!ENTITY x 'y'>]><R/>", Err("it has a document type"));
        check("<>", Err("an element has no name"));
        check("<R><!-- x", Err("it ends within a tag"));
    }

    #[test]
    fn no_text_causes_a_panic() {
        let whole = "<?x?><!--c--><R a='>' b=\"ü\"><D><Metadata>&amp;ü<![CDATA[<]]></Metadata></D></R>";
        for (start, _) in whole.char_indices() {
            for (end, _) in whole.char_indices().filter(|(end, _)| *end >= start) {
                for insert in ["", "<", ">", "&", ";", "/", "ü", "<!", "]]>"] {
                    let document = format!("{}{insert}{}", &whole[..start], &whole[end..]);
                    let _ = text_at(&document, &["R", "D", "Metadata"]);
                }
            }
        }
    }
}
