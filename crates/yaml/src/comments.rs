//! The comments of a text.
//!
//! Comments mean nothing to a reader of data, so the tree does not contain them. Tools that are configured by comments find them
//! here, in the parts of the text that the tree does not cover: a `#` at the beginning of a line or after a blank begins a
//! comment, unless it is within a scalar.

use crate::{Node, Source, Span, Value};

/// A comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comment {
    /// Span of the comment, from the `#` to the end of the line.
    pub span: Span,
    /// `true` if the comment is the only text in its line.
    pub is_alone: bool,
}

/// Returns the comments of a text that was read into this tree, in the order of the text.
///
/// ```
/// use heat_yaml::{ParseOptions, Source, comments, parse};
/// let source = Source::new("a.yaml", "a: b # first\nc: 'x # y'\n# second\n");
/// let root = parse(&source, &ParseOptions::template()).root.unwrap();
/// let found: Vec<&str> = comments(&source, &root).iter().map(|comment| source.slice(comment.span)).collect();
/// assert_eq!(found, ["# first", "# second"]);
/// ```
#[must_use]
pub fn comments(source: &Source, root: &Node) -> Vec<Comment> {
    let text = source.text();
    if !text.contains('#') {
        return Vec::new();
    }
    let scalars = scalars(root);
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text.get(from..).and_then(|rest| rest.find('#')).map(|place| place + from) {
        from = start + 1;
        let before = text.get(..start).unwrap_or_default();
        let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
        if !line.is_empty() && !line.ends_with([' ', '\t']) {
            continue;
        }
        // The last scalar that begins before it.
        let index = scalars.partition_point(|span| span.start <= start);
        if let Some(around) =
            index.checked_sub(1).and_then(|index| scalars.get(index)).filter(|span| start < span.end)
        {
            from = around.end;
            continue;
        }
        let length = text.get(start..).map_or(0, |rest| rest.find(['\n', '\r']).unwrap_or(rest.len()));
        from = start + length;
        found.push(Comment { span: Span::new(start, from), is_alone: line.trim().is_empty() });
    }
    found
}

/// Returns the spans of the scalars, sorted. The value of an alias has the span of the value that the alias names.
fn scalars(root: &Node) -> Vec<Span> {
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        match &node.value {
            Value::Sequence(items) | Value::Set(items) => open.extend(items),
            Value::Mapping(map) => open.extend(map.iter().flat_map(|entry| [&entry.key, &entry.value])),
            _ => found.push(node.span),
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ParseOptions, parse};

    fn check(text: &str, expect: &[(&str, bool)]) {
        let source = Source::new("test", text);
        let root = parse(&source, &ParseOptions::template()).root.unwrap();
        let found: Vec<(&str, bool)> = comments(&source, &root)
            .iter()
            .map(|comment| (source.slice(comment.span), comment.is_alone))
            .collect();
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn a_number_sign_within_a_scalar_begins_no_comment() {
        check("a: |\n  # script\n  x\nb: 1 # real\n", &[("# real", false)]);
        check("a: \"x # y\" # z\n", &[("# z", false)]);
        check("a: x#y\nb: [1, # one\n  2]\n", &[("# one", false)]);
        check("# first\n\n  # second # third\na: 1\n", &[("# first", true), ("# second # third", true)]);
        check("a: x\n  y # end", &[("# end", false)]);
        check("{\"a\": \"# b\"}", &[]);
        check("a: &x 'b # c'\nd: *x # e\n", &[("# e", false)]);
    }
}
