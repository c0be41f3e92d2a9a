//! Reference text in the two markup languages of docs.
//!
//! Descriptions are CommonMark by third parties: they are parsed, and written in the requested markup. Raw HTML becomes text, and
//! links either lead to the web or are removed.

mod dialect;
mod page;
mod reader;

pub(super) use dialect::{Dialect, encoded};
pub(super) use page::Block;

#[cfg(test)]
mod tests {
    use pulldown_cmark::{Event, Parser};

    use super::Dialect;
    use super::page::language_name;

    #[track_caller]
    fn check(markdown: &str, dialect: Dialect, expect: &str) {
        assert_eq!(dialect.page(&dialect.description(markdown)), expect);
    }

    const HOSTILE: &str = "Use `a_b` *now*, <b>see</b> [docs](https://example.org/a) or [x](javascript:alert).\n\n\
                           - one\n- two\n\n```yaml\na: <1>\n```\n";

    #[test]
    fn markdown_stays_markdown_without_html() {
        check(
            HOSTILE,
            Dialect::Markdown,
            "Use `a_b` *now*, &lt;b>see&lt;/b> [docs](<https://example.org/a>) or x.\n\n- one\n\n- two\n\n\
             ```yaml\na: <1>\n```\n",
        );
    }

    #[test]
    fn rst_has_its_own_markup() {
        check(
            HOSTILE,
            Dialect::Rst,
            "Use ``a_b`` *now*, <b>see</b> `docs <https://example.org/a>`__ or x.\n\n- one\n\n- two\n\n\
             .. code-block:: yaml\n\n   a: <1>\n",
        );
    }

    #[test]
    fn text_is_escaped() {
        check("a\\*b snake_case 1 & 2\\_", Dialect::Rst, "a\\*b snake\\_case 1 & 2\\_\n");
        check(
            "a**b**c [`x` *y*](https://e.org/)z",
            Dialect::Rst,
            "a\\ **b**\\ c `x y <https://e.org/>`__\\ z\n",
        );
        check("see javascript:x, OS::Nova: y", Dialect::Rst, "see javascript\\:x, OS::Nova: y\n");
        check("a\\*b &lt;c&gt;", Dialect::Markdown, "a\\*b &lt;c>\n");
    }

    /// Texts that would begin a block, end a literal, or be read as a directive, a role, a reference or HTML.
    const PAYLOADS: [&str; 24] = [
        ".. include:: /etc/passwd",
        "a\u{2028}.. include:: /etc/passwd",
        "&#46;&#46; include:: /etc/passwd",
        "a&#10;&#10;.. raw:: html",
        "text::\n\n   block",
        "``` x y\n:class: z\n```",
        "````\n```\n````",
        "`x`:raw:",
        ":raw:`x`",
        "`a <javascript:x>`_",
        "name_ and |x| and [1]_",
        "=====\nTitle\n=====",
        "1. a\n   1. b",
        "M. Twain",
        "1986\\. x",
        "&#49;2. x",
        ":field: x",
        "--option x",
        ">>> 1",
        "[x](http://e.org/a_)y",
        "[x](<http://e.org/ `_>)",
        "<script>x</script>",
        "<div>\n\n.. include:: x\n\n</div>",
        "- \n- .. raw:: html",
    ];

    #[test]
    fn descriptions_have_no_directives() {
        for payload in PAYLOADS {
            let rst = Dialect::Rst.page(&Dialect::Rst.description(payload));
            let is_directive = |line: &&str| line.trim_start_matches([' ', '-']).starts_with("..");
            for line in rst.lines().filter(is_directive) {
                let language = line.trim_start_matches([' ', '-']).strip_prefix(".. code-block:: ");
                assert!(language.is_some_and(|name| name == language_name(name)), "{payload}: {rst}");
            }
            assert!(!rst.contains(['\u{2028}', '\u{b}']), "{rst}");
            let is_literal = |line: &str| line.ends_with("::") && !line.ends_with("\\:");
            assert!(!rst.lines().any(is_literal), "{payload}: {rst}");
        }
    }

    #[test]
    fn descriptions_have_no_html() {
        for payload in PAYLOADS {
            let markdown = Dialect::Markdown.page(&Dialect::Markdown.description(payload));
            let is_html = |event: &Event<'_>| matches!(event, Event::Html(_) | Event::InlineHtml(_));
            assert!(!Parser::new(&markdown).any(|event| is_html(&event)), "{payload}: {markdown}");
            // Parsing the output again must not change it.
            let again = Dialect::Markdown.page(&Dialect::Markdown.description(&markdown));
            assert_eq!(again, markdown, "{payload}");
        }
    }
}
