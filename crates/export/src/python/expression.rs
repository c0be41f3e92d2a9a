//! Python expressions and their layout.
//!
//! The layout is that of Python's formatters, which leave it unchanged: an expression is on one line if it fits. Otherwise, each
//! of its parts is on a separate line, with a comma after the last one.

use std::fmt::Write;

use super::literal::{columns, pieces, string};

/// The maximum length of a line in OpenStack's style.
pub(super) const WIDTH: usize = 79;

/// The indentation of one level.
pub(super) const INDENT: usize = 4;

/// A Python expression.
#[derive(Debug, Clone)]
pub(super) enum Expression {
    /// Code that stays on one line.
    Code(String),
    /// A string.
    Text(String),
    /// A call: the function, and its arguments.
    Call(String, Vec<Argument>),
    /// A list.
    List(Vec<Expression>),
    /// A dictionary.
    Dict(Vec<(Expression, Expression)>),
    /// Code on one line, followed by an expression.
    Prefixed(String, Box<Expression>),
    /// A comparison: the left side, the operator, and the right side, if any.
    Compared(Box<Expression>, String, Option<Box<Expression>>),
    /// `element for variable in items`, as the only argument of a call.
    Each { element: Box<Expression>, variable: String, items: String },
}

/// An argument of a call, by position or by name.
#[derive(Debug, Clone)]
pub(super) struct Argument {
    name: Option<&'static str>,
    value: Expression,
}

impl From<Expression> for Argument {
    fn from(value: Expression) -> Self {
        Self { name: None, value }
    }
}

/// An argument with a name.
pub(super) fn named(name: &'static str, value: Expression) -> Argument {
    Argument { name: Some(name), value }
}

impl Expression {
    pub(super) fn code(code: &str) -> Self {
        Self::Code(code.to_owned())
    }

    pub(super) fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// A call that translates a text into the user's language.
    pub(super) fn translated(text: &str) -> Self {
        Self::Call("_".to_owned(), vec![Self::text(text).into()])
    }

    /// A description as a translated text; `None` if it is empty, because the translation of an empty text is the header of the
    /// message catalogue.
    pub(super) fn description(text: Option<&str>) -> Option<Self> {
        text.filter(|text| !text.trim().is_empty()).map(Self::translated)
    }

    /// The expression on one line.
    pub(super) fn flat(&self) -> String {
        match self {
            Self::Code(code) => code.clone(),
            Self::Text(text) => string(text),
            Self::Call(function, arguments) => {
                let flat = |argument: &Argument| {
                    let value = argument.value.flat();
                    argument.name.map_or_else(|| value.clone(), |name| format!("{name}={value}"))
                };
                format!("{function}({})", joined(arguments.iter().map(flat)))
            }
            Self::List(items) => format!("[{}]", joined(items.iter().map(Self::flat))),
            Self::Dict(entries) => {
                let flat = |(key, value): &(Self, Self)| format!("{}: {}", key.flat(), value.flat());
                format!("{{{}}}", joined(entries.iter().map(flat)))
            }
            Self::Prefixed(before, value) => format!("{before}{}", value.flat()),
            Self::Compared(left, operator, right) => {
                let right = right.as_ref().map(|right| format!(" {}", right.flat())).unwrap_or_default();
                format!("{} {operator}{right}", left.flat())
            }
            Self::Each { element, variable, items } => {
                format!("{} for {variable} in {items}", element.flat())
            }
        }
    }

    /// Writes the expression at the given column. `tail` is the number of columns needed after it on its last line, and `indent`
    /// is the indentation of the line.
    fn write(&self, out: &mut String, indent: usize, column: usize, tail: usize) {
        let flat = self.flat();
        let fits = column + columns(&flat) + tail <= WIDTH;
        let parts = || Parts { out: String::new(), indent: indent + INDENT };
        match self {
            _ if fits => out.push_str(&flat),
            Self::Text(text) => {
                let mut parts = parts();
                parts.texts(text);
                parts.finish(out, "(", ")");
            }
            Self::Call(function, arguments) if !arguments.is_empty() => {
                let mut parts = parts();
                match arguments.as_slice() {
                    [Argument { name: None, value: Self::Text(text) }] => parts.texts(text),
                    [Argument { name: None, value: Self::Each { element, variable, items } }] => {
                        parts.line(element, "");
                        parts.line(&Self::Code(format!("for {variable} in {items}")), "");
                    }
                    _ => {
                        for argument in arguments {
                            let name = argument.name.map(|name| format!("{name}=")).unwrap_or_default();
                            parts.item(&name, &argument.value);
                        }
                    }
                }
                parts.finish(out, &format!("{function}("), ")");
            }
            Self::List(items) if !items.is_empty() => {
                let mut parts = parts();
                for item in items {
                    parts.item("", item);
                }
                parts.finish(out, "[", "]");
            }
            Self::Dict(entries) if !entries.is_empty() => {
                let mut parts = parts();
                for (key, value) in entries {
                    parts.entry(&format!("{}: ", key.flat()), value);
                }
                parts.finish(out, "{", "}");
            }
            Self::Prefixed(before, value) => {
                out.push_str(before);
                value.write(out, indent, column + columns(before), tail);
            }
            // This is inside brackets, where a line can end anywhere.
            Self::Compared(left, operator, right) => {
                left.write(out, indent, column, 0);
                let before = format!("{operator}{}", if right.is_some() { " " } else { "" });
                _ = write!(out, "\n{:indent$}{before}", "");
                if let Some(right) = right {
                    right.write(out, indent, indent + columns(&before), tail);
                }
            }
            _ => out.push_str(&flat),
        }
    }

    /// The number of columns before the first position at which the expression can be split.
    fn head(&self) -> usize {
        match self {
            Self::Call(function, arguments) if !arguments.is_empty() => columns(function) + 1,
            Self::List(items) if !items.is_empty() => 1,
            Self::Dict(entries) if !entries.is_empty() => 1,
            other => columns(&other.flat()) + ",".len(),
        }
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

/// The parts of an expression, each on its own lines.
struct Parts {
    out: String,
    indent: usize,
}

impl Parts {
    fn item(&mut self, before: &str, value: &Expression) {
        self.out.push_str(&statement(self.indent, before, value, ","));
    }

    fn line(&mut self, value: &Expression, after: &str) {
        self.out.push_str(&statement(self.indent, "", value, after));
    }

    /// Adds a dictionary entry, in parentheses if not even the beginning of its value fits after the key.
    fn entry(&mut self, key: &str, value: &Expression) {
        let is_text = matches!(value, Expression::Text(_));
        if is_text || self.indent + columns(key) + value.head() <= WIDTH {
            return self.item(key, value);
        }
        let mut inner = String::new();
        let indent = self.indent + INDENT;
        value.write(&mut inner, indent, indent, 0);
        let around = " ".repeat(self.indent);
        _ = writeln!(self.out, "{around}{key}(\n{:indent$}{inner}\n{around}),", "");
    }

    /// Adds the literals of a text, without commas between them.
    fn texts(&mut self, text: &str) {
        let pieces = pieces(text, WIDTH.saturating_sub(self.indent).max(MIN_TEXT));
        for piece in &pieces {
            _ = writeln!(self.out, "{:1$}{piece}", "", self.indent);
        }
    }

    fn finish(self, out: &mut String, open: &str, close: &str) {
        let around = self.indent - INDENT;
        _ = write!(out, "{open}\n{}{:around$}{close}", self.out, "");
    }
}

/// The minimum number of columns for a piece of a text, however deeply it is indented.
const MIN_TEXT: usize = 20;

/// Formats a statement: `before`, the expression, and `after`.
pub(super) fn statement(indent: usize, before: &str, value: &Expression, after: &str) -> String {
    let mut line = format!("{:indent$}{before}", "");
    let column = columns(&line);
    value.write(&mut line, indent, column, columns(after));
    line.push_str(after);
    line.push('\n');
    line
}

/// Formats a declaration of constants, in Heat's style: `GROUP = (NAME, …) = ("name", …)`.
pub(super) fn constants(indent: usize, group: &str, names: &[(String, String)]) -> String {
    let tuple = |items: Vec<String>| {
        let comma = if items.len() == 1 { "," } else { "" };
        format!("({}{comma})", items.join(", "))
    };
    let targets = names.iter().map(|(constant, _)| constant.clone()).collect::<Vec<_>>();
    let values = names.iter().map(|(_, name)| string(name)).collect::<Vec<_>>();
    let flat = format!("{:indent$}{group} = {} = {}\n", "", tuple(targets.clone()), tuple(values.clone()));
    if columns(flat.trim_end()) <= WIDTH {
        return flat;
    }
    let wrapped = |items: &[String]| {
        let lines: Vec<String> =
            items.iter().map(|item| format!("{:1$}{item},", "", indent + INDENT)).collect();
        format!("(\n{}\n{:indent$})", lines.join("\n"), "")
    };
    let (left, right) = match values.as_slice() {
        // Formatters do not treat the comma of a single item as a reason to split the lines.
        [_] => {
            let left = tuple(targets.clone());
            let fits = columns(&format!("{:indent$}{group} = {left} = (", "")) <= WIDTH;
            let right = tuple(values.clone());
            match fits {
                true => (left, wrapped(&values)),
                false if indent + columns(&format!(") = {right}")) <= WIDTH => (wrapped(&targets), right),
                false => (wrapped(&targets), wrapped(&values)),
            }
        }
        _ => (wrapped(&targets), wrapped(&values)),
    };
    format!("{:indent$}{group} = {left} = {right}\n", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &Expression, expect: &str) {
        assert_eq!(statement(4, "x = ", value, ""), expect);
    }

    #[test]
    fn what_fits_is_on_one_line() {
        let call = |length: usize| {
            Expression::Call("f".to_owned(), vec![named("a", Expression::Text("b".repeat(length)))])
        };
        // Four columns of indentation, and eleven around the text.
        check(&call(64), &format!("    x = f(a=\"{}\")\n", "b".repeat(64)));
        check(&call(65), &format!("    x = f(\n        a=\"{}\",\n    )\n", "b".repeat(65)));
    }

    #[test]
    fn a_text_that_fits_on_a_line_of_its_own_stays_in_one_piece() {
        let entry = |key: &str, length: usize| {
            Expression::Dict(vec![(Expression::code(key), Expression::Text("a".repeat(length)))])
        };
        let written = |key: &str, texts: &[usize]| {
            let lines: Vec<_> =
                texts.iter().map(|length| format!("            \"{}\"", "a".repeat(*length))).collect();
            format!("    x = {{\n        {key}: (\n{}\n        ),\n    }}\n", lines.join("\n"))
        };
        check(&entry("KEY", 65), &written("KEY", &[65]));
        check(&entry("KEY", 66), &written("KEY", &[65, 1]));
        let long = "K".repeat(80);
        check(&entry(&long, 1), &written(&long, &[1]));
    }

    #[test]
    fn a_long_text_is_joined_from_several() {
        let text = "word ".repeat(20);
        let lines =
            |indent: &str| format!("{indent}\"{}\"\n{indent}\"{}\"\n", "word ".repeat(13), "word ".repeat(7));
        check(&Expression::text(&text), &format!("    x = (\n{}    )\n", lines("        ")));
        check(&Expression::translated(&text), &format!("    x = _(\n{}    )\n", lines("        ")));
    }

    #[test]
    fn an_entry_with_a_long_key_is_in_parentheses() {
        let entry = |length: usize| {
            let call = Expression::Call("f".to_owned(), vec![Expression::Text("a".repeat(20)).into()]);
            Expression::Dict(vec![(Expression::Code("K".repeat(length)), call)])
        };
        let (key, text) = ("K".repeat(67), "a".repeat(20));
        check(
            &entry(67),
            &format!("    x = {{\n        {key}: f(\n            \"{text}\"\n        ),\n    }}\n"),
        );
        let key = format!("{key}K");
        check(
            &entry(68),
            &format!("    x = {{\n        {key}: (\n            f(\"{text}\")\n        ),\n    }}\n"),
        );
    }

    #[test]
    fn constants_are_declared_as_in_heat() {
        let check = |names: &[&str], expect: &str| {
            let names: Vec<_> = names.iter().map(|name| (name.to_uppercase(), (*name).to_owned())).collect();
            assert_eq!(constants(4, "PROPERTIES", &names), expect);
        };
        check(&["a"], "    PROPERTIES = (A,) = (\"a\",)\n");
        check(&["a", "b"], "    PROPERTIES = (A, B) = (\"a\", \"b\")\n");
        let long = "a".repeat(30);
        check(&[&long], &format!("    PROPERTIES = ({},) = (\n        \"{long}\",\n    )\n", "A".repeat(30)));
        let longer = "a".repeat(60);
        check(
            &[&longer],
            &format!("    PROPERTIES = (\n        {},\n    ) = (\"{longer}\",)\n", "A".repeat(60)),
        );
        check(
            &[&long, "b"],
            &format!(
                "    PROPERTIES = (\n        {},\n        B,\n    ) = (\n        \"{long}\",\n        \"b\",\n    )\n",
                "A".repeat(30)
            ),
        );
    }
}
