//! Templates generated from bytes: realistic and unrealistic ones, with anchors and aliases everywhere.
//!
//! The bytes determine the template, so that both a fuzzer and a random test can generate templates, and shrink a failing one.

use std::fmt::Write as _;

/// The bytes that determine the next part. When none are left, they are 0.
pub(crate) struct Choices<'i>(&'i [u8]);

impl<'i> Choices<'i> {
    pub(crate) fn new(bytes: &'i [u8]) -> Self {
        Self(bytes)
    }

    fn byte(&mut self) -> usize {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(*first)
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.byte() % all.len()]
    }

    /// Chooses one of the words in a text.
    fn word_of(&mut self, words: &'static str) -> &'static str {
        self.one_of(&words.split(' ').collect::<Vec<_>>())
    }
}

const VERSIONS: [&str; 5] = [
    "heat_template_version: 2014-10-16",
    "heat_template_version: 2018-08-31",
    "heat_template_version: wallaby",
    "HeatTemplateFormatVersion: '2012-12-12'",
    "heat_template_version: 2013-05-23",
];

/// Names of parameters, resources, conditions and properties: the same ones, so that one often refers to another.
const NAMES: &str = "a b size server name networks port nested";

const SCALARS: [&str; 18] = [
    "a",
    "b",
    "1",
    "''",
    "\"ä😀\"",
    "'it''s'",
    "~",
    "yes",
    "1.5",
    "server",
    "My::Compute::Server",
    "My::Net::Prot",
    "nested.yaml",
    "2014-10-16",
    "'a, b '",
    "!!binary YQ==",
    "|-\n  text # none\n  more",
    "%a%",
];

const FUNCTIONS: &str = "\
    get_param get_attr get_resource get_file resource_facade list_join str_replace str_replace_strict \
    digest repeat str_split map_merge map_replace yaql if filter make_url list_concat contains equals \
    not and Ref Fn::GetAtt Fn::Select get_parm";

/// The keys in a section, besides the names.
const KEYS: &str = "\
    type properties default constraints condition depends_on value metadata template params for_each \
    description allowed_pattern range count resource_def deletion_policy external_id hidden tpye";

const SECTIONS: &str =
    "parameters resources outputs conditions parameter_groups Resources Parameters resorces";

/// Comments at the end of a line or on a line of their own.
const COMMENTS: [&str; 4] = [
    "",
    " # plain",
    " # heat-codegen: allow(unused-parameter) because",
    " # heat-codegen: allow-file(unused-paramter)",
];

struct Writer<'c, 'i> {
    choices: &'c mut Choices<'i>,
    text: String,
    anchors: usize,
}

/// Generates the template that the bytes describe.
pub(crate) fn template(choices: &mut Choices<'_>) -> String {
    let mut writer = Writer { choices, text: String::new(), anchors: 0 };
    writer.document();
    writer.text
}

/// Generates the environment that the bytes describe.
pub(crate) fn environment(choices: &mut Choices<'_>) -> String {
    let mut writer = Writer { choices, text: String::new(), anchors: 0 };
    for section in ["parameters", "parameter_defaults", "resource_registry", "odd"] {
        if writer.choices.byte() % 2 == 1 {
            writer.text.push_str(section);
            writer.value(0, 3);
        }
    }
    writer.text
}

impl Writer<'_, '_> {
    fn document(&mut self) {
        self.text.push_str(self.choices.one_of(&VERSIONS));
        self.text.push('\n');
        // These values are only used by aliases.
        for name in ["x", "y", "z"].into_iter().take(self.choices.byte() % 4) {
            self.text.push_str(name);
            self.text.push(':');
            self.anchor();
            self.content(0, 2);
        }
        for _ in 0..=self.choices.byte() % 4 {
            self.text.push_str(self.choices.word_of(SECTIONS));
            self.value(0, 5);
        }
    }

    /// Writes an anchor on the next node, which can be empty.
    fn anchor(&mut self) {
        self.text.push_str(" &n");
        self.text.push_str(&self.anchors.to_string());
        self.anchors += 1;
    }

    /// Writes a colon and a value, up to the end of the line.
    fn value(&mut self, indent: usize, depth: usize) {
        self.text.push(':');
        match self.choices.byte() % 8 {
            0 if self.anchors > 0 => return self.alias(),
            1 => self.anchor(),
            _ => {}
        }
        self.content(indent, depth);
    }

    fn alias(&mut self) {
        let number = self.choices.byte() % self.anchors.max(1);
        let _ = writeln!(self.text, " *n{number}");
    }

    fn content(&mut self, indent: usize, depth: usize) {
        match self.choices.byte() % 10 {
            0 => self.end_of_line(),
            1 | 2 => {
                self.text.push(' ');
                let scalar = self.choices.one_of(&SCALARS);
                self.text.push_str(&scalar.replace('\n', &format!("\n{}", " ".repeat(indent))));
                self.end_of_line();
            }
            3 => {
                self.text.push(' ');
                self.flow(depth.min(3));
                self.end_of_line();
            }
            _ if depth == 0 => self.end_of_line(),
            4 => self.list(indent, depth),
            5 => {
                self.end_of_line();
                self.line(indent + 2, FUNCTIONS);
                self.value(indent + 2, depth - 1);
            }
            _ => self.map(indent, depth),
        }
    }

    fn end_of_line(&mut self) {
        let comment = self.choices.byte();
        // Most lines have no comment.
        if comment > 200 {
            self.text.push_str(COMMENTS[comment % COMMENTS.len()]);
        }
        self.text.push('\n');
    }

    /// Writes the beginning of a line, with a key.
    fn line(&mut self, indent: usize, keys: &'static str) {
        self.text.push_str(&" ".repeat(indent));
        self.text.push_str(self.choices.word_of(keys));
    }

    fn list(&mut self, indent: usize, depth: usize) {
        self.end_of_line();
        for _ in 0..=self.choices.byte() % 3 {
            self.text.push_str(&" ".repeat(indent + 2));
            self.text.push('-');
            match self.choices.byte() % 4 {
                0 if self.anchors > 0 => self.alias(),
                1 => {
                    self.anchor();
                    self.content(indent + 2, depth - 1);
                }
                _ => self.content(indent + 2, depth - 1),
            }
        }
    }

    fn map(&mut self, indent: usize, depth: usize) {
        self.end_of_line();
        for _ in 0..=self.choices.byte() % 4 {
            match self.choices.byte() % 8 {
                0 if self.anchors > 0 => {
                    self.text.push_str(&" ".repeat(indent + 2));
                    self.text.push_str("<<:");
                    self.alias();
                    continue;
                }
                1 if self.anchors > 0 => {
                    let number = self.choices.byte() % self.anchors;
                    let _ = write!(self.text, "{}*n{number} ", " ".repeat(indent + 2));
                }
                2..=4 => self.line(indent + 2, KEYS),
                _ => self.line(indent + 2, NAMES),
            }
            self.value(indent + 2, depth - 1);
        }
    }

    fn flow(&mut self, depth: usize) {
        match self.choices.byte() % 8 {
            0 if self.anchors > 0 => {
                let number = self.choices.byte() % self.anchors;
                let _ = write!(self.text, "*n{number} ");
            }
            1 => {
                let _ = write!(self.text, "&n{} ", self.anchors);
                self.anchors += 1;
                self.text.push_str(self.choices.one_of(&["", "a", "[a]", "{a: b}"]));
            }
            2 if depth > 0 => {
                self.text.push('[');
                for _ in 0..self.choices.byte() % 4 {
                    self.flow(depth - 1);
                    self.text.push_str(", ");
                }
                self.text.push(']');
            }
            3 | 4 if depth > 0 => {
                let function = self.choices.word_of(FUNCTIONS);
                let _ = write!(self.text, "{{\"{function}\": ");
                self.flow(depth - 1);
                self.text.push('}');
            }
            5 if depth > 0 => {
                self.text.push('{');
                for _ in 0..self.choices.byte() % 3 {
                    self.text.push_str(self.choices.word_of(NAMES));
                    self.text.push_str(": ");
                    self.flow(depth - 1);
                    self.text.push_str(", ");
                }
                self.text.push('}');
            }
            _ => self.text.push_str(self.choices.one_of(&["a", "b", "server", "1", "''", "nested.yaml"])),
        }
    }
}
