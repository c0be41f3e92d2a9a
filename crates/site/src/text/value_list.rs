//! Lists of allowed values as chips; only the first chips of a long list are shown.

use heat_html::{Html, html};
use heat_model::{Value, ValueRun};
use heat_schema_text::flow;

/// The maximum number of chips that are not folded.
const SHOWN: usize = 12;

/// A list of values as HTML.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ValueList {
    /// The chips that are not folded: all of a short list.
    pub(crate) shown: Html,
    /// The chips that are folded.
    pub(crate) folded: Html,
    /// The number of chips that are folded.
    pub(crate) folded_count: usize,
}

/// Converts values in their order; consecutive integers become one chip: "0 to 255".
pub(crate) fn value_list(values: &[Value]) -> ValueList {
    let mut chips = chips(values);
    // Folding one or two chips would take as much space as the line that unfolds them.
    let folded = if chips.len() > SHOWN + 2 { chips.split_off(SHOWN) } else { Vec::new() };
    ValueList { folded_count: folded.len(), shown: Html::join(chips, " "), folded: Html::join(folded, " ") }
}

fn chips(values: &[Value]) -> Vec<Html> {
    let chips = ValueRun::of(values).map(|run| match run {
        ValueRun::One(value) => chip(value),
        ValueRun::Range(first, last) => html!("<span class=\"run\">{} to {}</span>", chip(first), chip(last)),
    });
    chips.collect()
}

fn chip(value: &Value) -> Html {
    Html::code(&flow(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str, expect: [&str; 2]) {
        let values: Vec<Value> = serde_json::from_str(json).unwrap();
        let list = value_list(&values);
        let words = |html: &Html| html.as_str().replace("<code>", "").replace("</code>", "");
        let words = [&list.shown, &list.folded]
            .map(|html| words(html).replace("<span class=\"run\">", "(").replace("</span>", ")"));
        assert_eq!(words, expect);
    }

    #[test]
    fn consecutive_integers_are_one_chip() {
        check(r#"[0, 1, 2, 3, 4, 5, "ah", 9, 10]"#, ["(0 to 5) ah 9 10", ""]);
        check("[1, 2, 3, 4]", ["1 2 3 4", ""]);
        check("[0, 2, 4, 6, 8, 10]", ["0 2 4 6 8 10", ""]);
        check(
            "[9223372036854775806, 9223372036854775807, 1]",
            ["9223372036854775806 9223372036854775807 1", ""],
        );
        check("[]", ["", ""]);
    }

    #[test]
    fn long_lists_are_folded() {
        let words = |range: std::ops::Range<u8>| range.map(|number| format!("v{number}")).collect::<Vec<_>>();
        let json = |count| serde_json::to_string(&words(0..count)).unwrap();
        check(&json(14), [&words(0..14).join(" "), ""]);
        check(&json(15), [&words(0..12).join(" "), &words(12..15).join(" ")]);
    }
}
