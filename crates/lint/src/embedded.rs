//! Spans in a text that is a value in a schema file, such as an example's template.

use heat_model::SchemaPath;
use heat_model::load::SchemaFile;
use heat_yaml::Span;

/// Returns the span in the file of a part of the string at a path.
///
/// A text in YAML's `|` style is in the file line by line after an indent, and a text on one line is there unchanged.
/// If it is written in another way (folded, or with escapes), the span is that of the whole value.
pub(super) fn span_within(file: &SchemaFile, path: &SchemaPath, span: Span) -> Span {
    let value = file.value_span(path);
    let Some(text) = file.string_at(path) else { return value };
    // Something missing at the very end is reported at the end of the last line.
    let text = text.trim_end_matches('\n');
    let span = Span::new(span.start.min(text.len()), span.end.min(text.len()));
    in_block(file, value, text, span).or_else(|| in_line(file, value, text, span)).unwrap_or(value)
}

fn in_line(file: &SchemaFile, value: Span, text: &str, span: Span) -> Option<Span> {
    let start = value.start + file.source.slice(value).find(text)?;
    Some(Span::new(start + span.start, start + span.end))
}

fn in_block(file: &SchemaFile, value: Span, text: &str, span: Span) -> Option<Span> {
    let source = file.source.text();
    // The block's header may or may not be part of the value's span: its text starts on this line or the next.
    let mut line_start = source.get(..value.start)?.rfind('\n').map_or(0, |end| end + 1);
    for _ in 0..3 {
        if let Some(found) = at_line(source, line_start, text, span) {
            return Some(found);
        }
        line_start += source.get(line_start..)?.find('\n')? + 1;
    }
    None
}

/// Returns the span in a source of a part of a text whose lines follow there, each after the same indent; `None` if they do not.
fn at_line(source: &str, start: usize, text: &str, span: Span) -> Option<Span> {
    let first = text.lines().find(|line| !line.is_empty())?;
    let mut indent = None;
    let (mut offset, mut at) = (0, start);
    let mut ends = [None, None];
    for line in text.split_inclusive('\n') {
        let written = source.get(at..)?.split_inclusive('\n').next()?;
        let content = line.trim_end_matches('\n');
        let bare = written.trim_end_matches(['\n', '\r']);
        let width = if content.is_empty() {
            if !bare.trim_start_matches(' ').is_empty() {
                return None;
            }
            bare.len()
        } else {
            let width = match indent {
                Some(width) => width,
                None => *indent.insert(bare.len().checked_sub(first.len())?),
            };
            let blank = bare.get(..width)?.bytes().all(|byte| byte == b' ');
            if !blank || bare.get(width..)? != content {
                return None;
            }
            width
        };
        for (end, wanted) in ends.iter_mut().zip([span.start, span.end]) {
            if end.is_none() && wanted <= offset + content.len() {
                *end = Some(at + width + (wanted - offset));
            }
        }
        if ends[1].is_some() {
            break;
        }
        offset += line.len();
        at += written.len();
    }
    let [Some(start), end] = ends else { return None };
    Some(Span::new(start, end.unwrap_or(start)))
}

#[cfg(test)]
mod tests {
    use heat_yaml::Source;

    use super::*;
    use heat_model::load::load_schema;

    /// Compares the text in the file at which the span of a word in an example's template points.
    fn check(yaml: &str, word: &str, expect: &str) {
        let file = load_schema(&Source::new("test", yaml)).file.unwrap();
        let path = SchemaPath::root().join("examples").join(0).join("template");
        let start = file.string_at(&path).unwrap().find(word).unwrap();
        let span = span_within(&file, &path, Span::new(start, start + word.len()));
        assert_eq!(file.source.slice(span), expect);
        if word == expect && !word.is_empty() {
            assert_eq!(span.start, yaml.rfind(word).unwrap());
        }
    }

    #[test]
    fn a_block_is_found_line_by_line() {
        check(
            "type: t\nexamples:\n  - title: t\n    template: |\n      a: 1\n\n      b:\n        ü: three\n",
            "three",
            "three",
        );
        check("type: t\nexamples:\n- title: t\n  template: |-\n    a: 1\n    b: two", "two", "two");
        check(
            "type: t\r\nexamples:\r\n- title: t\r\n  template: |\r\n    a: 1\r\n    b: two\r\n",
            "two",
            "two",
        );
    }

    #[test]
    fn the_end_of_a_text_is_the_end_of_its_last_line() {
        let yaml = "type: t\nexamples:\n- title: t\n  template: |\n    a: [\n\nproperties: {}\n";
        let file = load_schema(&Source::new("test", yaml)).file.unwrap();
        let path = SchemaPath::root().join("examples").join(0).join("template");
        let end = file.string_at(&path).unwrap().len();
        let span = span_within(&file, &path, Span::new(end, end));
        assert_eq!(span.start, yaml.find('[').unwrap() + 1);
    }

    #[test]
    fn a_single_line_is_found() {
        check("type: t\nexamples: [{title: t, template: 'b: two'}]", "two", "two");
    }

    #[test]
    fn other_styles_have_the_span_of_the_whole_value() {
        check("type: t\nexamples: [{title: t, template: \"a: 1\\nb: two\"}]", "two", "\"a: 1\\nb: two\"");
    }
}
