//! Options in the format of oslo.config's files: sections with names and values.

use heat_model::{Value, python};
use indexmap::IndexMap;

/// Section of the options that belong to no source.
pub(super) const DEFAULT: &str = "DEFAULT";

/// Options by section and name. An option can have several values.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Options(IndexMap<(String, String), Vec<String>>);

impl Options {
    /// Reads the text of a file. Invalid lines are left out and reported, without their values.
    #[must_use]
    pub fn parse(text: &str) -> (Self, Vec<String>) {
        let mut parser = Parser::default();
        for (index, line) in text.lines().enumerate() {
            parser.line(index + 1, line.trim_end());
        }
        parser.finish();
        (parser.options, parser.problems)
    }

    /// Value of an option, the last one if it has several.
    #[must_use]
    pub fn get(&self, section: &str, name: &str) -> Option<&str> {
        self.all(section, name)?.last().map(String::as_str)
    }

    /// All values of an option.
    #[must_use]
    pub fn all(&self, section: &str, name: &str) -> Option<&[String]> {
        self.0.get(&key(section, name)).map(Vec::as_slice)
    }

    /// Sets an option. An empty list of values removes it.
    pub fn set(&mut self, section: &str, name: &str, values: Vec<String>) {
        if values.is_empty() {
            self.0.shift_remove(&key(section, name));
        } else {
            self.0.insert(key(section, name), values);
        }
    }

    /// Sets an option to a value from the metadata. Null removes it.
    pub(super) fn set_value(&mut self, section: &str, name: &str, value: &Value) {
        let values = match value {
            Value::Null => Vec::new(),
            Value::List(items) => items.iter().map(python::str_of).collect(),
            other => vec![python::str_of(other)],
        };
        self.set(section, name, values);
    }

    /// Sets all options of another set.
    pub fn extend(&mut self, other: &Self) {
        self.0.extend(other.0.iter().map(|(key, values)| (key.clone(), values.clone())));
    }
}

/// Key of an option: `-` in its name is the same as `_`.
fn key(section: &str, name: &str) -> (String, String) {
    (section.to_owned(), name.replace('-', "_"))
}

#[derive(Default)]
struct Parser {
    options: Options,
    problems: Vec<String>,
    section: Option<String>,
    /// The option that the next lines may continue.
    open: Option<(String, String)>,
}

impl Parser {
    fn line(&mut self, number: usize, line: &str) {
        if line.is_empty() {
            return self.finish();
        }
        if line.starts_with([' ', '\t']) {
            match &mut self.open {
                Some((_, value)) => {
                    value.push('\n');
                    value.push_str(line.trim_start());
                }
                None => self.problem(number, "continues nothing"),
            }
            return;
        }
        self.finish();
        if line.starts_with(['#', ';']) {
            return;
        }
        if let Some(rest) = line.strip_prefix('[') {
            match rest.strip_suffix(']') {
                Some(name) if !name.is_empty() => self.section = Some(name.to_owned()),
                _ => self.problem(number, "is not the name of a section"),
            }
            return;
        }
        let Some((name, value)) = line.split_once(['=', ':']) else {
            return self.problem(number, "has neither `=` nor `:`");
        };
        let name = name.trim();
        if name.is_empty() {
            return self.problem(number, "has no name before its value");
        }
        self.open = Some((name.to_owned(), unquoted(value.trim()).to_owned()));
        if self.section.is_none() {
            self.open = None;
            self.problem(number, "is in no section");
        }
    }

    /// Stores the option that was just read.
    fn finish(&mut self) {
        let (Some((name, value)), Some(section)) = (self.open.take(), &self.section) else { return };
        // A dollar sign is escaped in both ways, because it begins the name of another option.
        let value = value.replace("\\$", "$$").replace("$$", "$");
        self.options.0.entry(key(section, &name)).or_default().push(value);
    }

    fn problem(&mut self, number: usize, text: &str) {
        self.problems.push(format!("line {number} {text}"));
    }
}

/// Returns the text between two quotes of the same kind.
fn unquoted(value: &str) -> &str {
    match value.chars().next() {
        Some(quote @ ('"' | '\'')) if value.ends_with(quote) => {
            value.get(1..value.len() - 1).unwrap_or_default()
        }
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &[(&str, &str, &[&str])], problems: &[&str]) {
        let (options, found) = Options::parse(text);
        let expect = expect.iter().map(|(section, name, values)| {
            (key(section, name), values.iter().map(|value| (*value).to_owned()).collect())
        });
        assert_eq!(options.0, expect.collect::<IndexMap<_, Vec<String>>>(), "{text}");
        assert_eq!(found, problems);
    }

    /// Each expected value is the one that oslo.config 10 reads.
    #[test]
    fn options_are_read_as_oslo_reads_them() {
        check(
            "# comment\n[DEFAULT]\ncommand = os-refresh-config\n; other\npolling_interval: 5 \n",
            &[("DEFAULT", "command", &["os-refresh-config"]), ("DEFAULT", "polling_interval", &["5"])],
            &[],
        );
        check("[a]\nx = b=c:d\ny:=z\n", &[("a", "x", &["b=c:d"]), ("a", "y", &["=z"])], &[]);
        check(
            "[a]\nx = 'q'\ny = \"q'\nz = '\n",
            &[("a", "x", &["q"]), ("a", "y", &["\"q'"]), ("a", "z", &[""])],
            &[],
        );
        check("[a]\nx = 1\nx = 2\n[b]\n[a]\nx = 3", &[("a", "x", &["1", "2", "3"])], &[]);
        check("[a]\nx = 1\n  2\n\t3\n", &[("a", "x", &["1\n2\n3"])], &[]);
        check("[a]\nx = a$$b\\$c$d\n", &[("a", "x", &["a$b$c$d"])], &[]);
        check("[a]\nx =\n", &[("a", "x", &[""])], &[]);
        check("[a]\r\nx = 1\r\n", &[("a", "x", &["1"])], &[]);
    }

    #[test]
    fn invalid_lines_are_left_out() {
        check(
            "x = secret\n[\n[]\n[a\n= secret\n[b]\nsecret\n\n  secret\ny = 1\n",
            &[("b", "y", &["1"])],
            &[
                "line 1 is in no section",
                "line 2 is not the name of a section",
                "line 3 is not the name of a section",
                "line 4 is not the name of a section",
                "line 5 has no name before its value",
                "line 7 has neither `=` nor `:`",
                "line 9 continues nothing",
            ],
        );
    }
}
