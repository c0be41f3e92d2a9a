//! Files with tests.

use std::sync::Arc;

use heat_hot::parameter::StackIdentity;
use heat_hot::template::known::KnownAttributes;
use heat_model::Value;
use heat_model::load::fields::{Fields, Reader, read};
use heat_model::suggest::nearest;
use heat_yaml::{Diagnostic, Entry, Node, Source, Span};
use indexmap::{IndexMap, IndexSet};

use crate::expectation::{self, Expectation, INVALID};

const KEYS: [&str; 5] = ["template", "environments", "parameters", "answers", "cases"];
const CASE_KEYS: [&str; 7] =
    ["environments", "parameters", "answers", "from", "expect", "refused", "snapshot"];
const ANSWER_KEYS: [&str; 4] = ["attributes", "files", "constraints", "stack"];
const STACK_KEYS: [&str; 3] = ["name", "id", "project"];
const REFUSAL_KEYS: [&str; 2] = ["exception", "message"];

/// Endings of the names of files with tests.
pub const TEST_ENDINGS: [&str; 2] = [".test.yaml", ".test.yml"];

/// Endings of the names of templates, beside a file with tests.
const TEMPLATES: [&str; 4] = ["yaml", "yml", "template", "json"];

/// Paths of the templates that a file with tests can be about, by its path: the first one that exists is tested.
///
/// ```
/// let paths: Vec<String> = heat_template_test::templates_of("a/server.test.yaml").collect();
/// assert_eq!(paths[0], "a/server.yaml");
/// ```
pub fn templates_of(tests: &str) -> impl Iterator<Item = String> {
    let stem = TEST_ENDINGS.iter().find_map(|ending| tests.strip_suffix(ending));
    stem.into_iter().flat_map(|stem| TEMPLATES.iter().map(move |ending| format!("{stem}.{ending}")))
}

/// A file with tests of one template.
#[derive(Debug, Clone, Default)]
pub struct TestFile {
    /// Path of the template, relative to the file; by default, the template whose name the file has.
    pub template: Option<(String, Span)>,
    /// Paths of the environments of all cases, relative to the file.
    pub environments: Vec<(String, Span)>,
    /// Values of parameters of all cases.
    pub parameters: IndexMap<String, Value>,
    /// Answers of the cloud in all cases.
    pub answers: Answers,
    /// The cases, in the order of the file.
    pub cases: Vec<TestCase>,
}

/// Answers of a cloud that a test makes up.
#[derive(Debug, Clone, Default)]
pub struct Answers {
    /// Attributes of resources, in the form of `resolve --attributes`.
    pub attributes: IndexMap<String, Value>,
    /// Texts of files for `get_file`, by their names relative to the template.
    pub files: IndexMap<String, String>,
    /// Values that custom constraints accept.
    pub constraints: IndexMap<String, Vec<Value>>,
    /// Identity of the stack, for the pseudo parameters.
    pub stack: Option<StackIdentity>,
}

impl Answers {
    /// Returns these answers with those of a case, which take precedence.
    #[must_use]
    pub fn with(&self, own: &Self) -> Self {
        let mut all = self.clone();
        all.attributes.extend(own.attributes.clone());
        all.files.extend(own.files.clone());
        all.constraints.extend(own.constraints.clone());
        all.stack = own.stack.clone().or(all.stack);
        all
    }

    /// The attributes, as resolving reads them.
    pub(crate) fn known(&self) -> KnownAttributes {
        KnownAttributes::from_value(Value::from(self.attributes.clone())).unwrap_or_default()
    }
}

/// A case of a file with tests.
#[derive(Debug, Clone)]
pub struct TestCase {
    /// Name of the case.
    pub name: String,
    /// Span of the name.
    pub span: Span,
    /// Paths of further environments, relative to the file.
    pub environments: Vec<(String, Span)>,
    /// Values of parameters, which take precedence over those of the file.
    pub parameters: IndexMap<String, Value>,
    /// Answers of the cloud, which take precedence over those of the file.
    pub answers: Answers,
    /// Name of the case whose stack is updated, by its index.
    pub from: Option<usize>,
    /// Expectations, all of which have to be met.
    pub expect: Vec<Expectation>,
    /// Set if Heat refuses the stack, or the update.
    pub refused: Option<Refusal>,
    /// `true` if the resolved stack is compared with a file.
    pub snapshot: bool,
}

/// A refusal that a case expects.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// Span of the expectation.
    pub span: Span,
    /// Class of Heat's exception.
    pub exception: Option<String>,
    /// Part of Heat's message.
    pub message: Option<String>,
}

impl TestFile {
    /// Reads a file with tests. Returns it with all errors; without it if there are any.
    ///
    /// ```
    /// use heat_template_test::TestFile;
    /// use heat_yaml::Source;
    ///
    /// let text = "
    /// cases:
    ///   small:
    ///     parameters: {size: small}
    ///     expect:
    ///       - {resource: server, property: [flavor], equals: m1.small}
    /// ";
    /// let (file, errors) = TestFile::read(&Source::new("server.test.yaml", text));
    /// assert!(errors.is_empty());
    /// assert_eq!(file.unwrap().cases[0].name, "small");
    /// ```
    #[must_use]
    pub fn read(source: &Arc<Source>) -> (Option<Self>, Vec<Diagnostic>) {
        let (file, mut found) = read(source, file);
        if found.is_empty() && file.is_none() {
            let empty = Diagnostic::error(INVALID, "the file has no tests").in_file(source.name());
            found.push(empty.with_help("begin with `cases:`"));
        }
        (file.filter(|_| found.is_empty()), found)
    }
}

fn file(reader: &mut Reader<'_>, root: &Node) -> Option<TestFile> {
    let fields = reader.fields(root, "a file with tests", &KEYS)?;
    reader.require(&fields, "a file with tests", &["cases"]);
    let template =
        fields.get("template").and_then(|node| Some((reader.text(node, "`template`")?, node.span)));
    let environments = paths(reader, &fields);
    let parameters = values(reader, &fields, "parameters");
    let answers = answers(reader, &fields);
    let entries = fields.get("cases").map(|node| reader.named(node, "`cases`")).unwrap_or_default();
    let names: IndexSet<&str> = entries.iter().map(|(name, _)| *name).collect();
    if entries.is_empty()
        && let Some(node) = fields.get("cases")
    {
        reader.error(INVALID, node.span, "`cases` is empty: nothing is tested", "no case here", None);
    }
    let cases: Vec<TestCase> =
        entries.iter().filter_map(|(name, entry)| case(reader, name, entry, &names)).collect();
    if cases.len() == names.len() {
        refuse_cycles(reader, &cases);
    }
    Some(TestFile { template, environments, parameters, answers, cases })
}

fn case(reader: &mut Reader<'_>, name: &str, entry: &Entry, names: &IndexSet<&str>) -> Option<TestCase> {
    let fields = reader.fields(&entry.value, "a case", &CASE_KEYS)?;
    let from = match fields.get("from") {
        None => None,
        Some(node) => Some(other_case(reader, node, names)?),
    };
    let expect = fields
        .get("expect")
        .map(|node| {
            reader.items(node, "`expect`", |reader, node| expectation::read(reader, node, from.is_some()))
        })
        .unwrap_or_default();
    let refused = fields.get("refused").and_then(|node| refusal(reader, node));
    let snapshot = fields.get("snapshot").and_then(|node| reader.boolean(node, "`snapshot`"));
    let is_empty = |node: &Node| node.as_sequence().is_some_and(<[Node]>::is_empty);
    let has_expectations = fields.get("expect").is_some_and(|node| !is_empty(node));
    let tests_nothing = !has_expectations && fields.lacks("refused") && !snapshot.unwrap_or_default();
    if tests_nothing {
        let message = format!("the case `{name}` expects nothing");
        let help = Some("add `expect`, `refused` or `snapshot: true`".to_owned());
        reader.error(INVALID, entry.key.span, message, "nothing is tested", help);
    }
    if let (Some(_), Some(node)) = (&refused, fields.get("expect")) {
        let message = "a case that Heat refuses has no stack of which something could be expected";
        reader.error(INVALID, node.span, message, "remove this", None);
    }
    if let (Some(_), Some(node)) = (&refused, fields.get("snapshot")) {
        let message = "a case that Heat refuses has no stack of which there could be a snapshot";
        reader.error(INVALID, node.span, message, "remove this", None);
    }
    Some(TestCase {
        name: name.to_owned(),
        span: entry.key.span,
        environments: paths(reader, &fields),
        parameters: values(reader, &fields, "parameters"),
        answers: answers(reader, &fields),
        from,
        expect,
        refused,
        snapshot: snapshot.unwrap_or_default(),
    })
}

/// Reads the name of another case, as its index.
fn other_case(reader: &mut Reader<'_>, node: &Node, names: &IndexSet<&str>) -> Option<usize> {
    let name = reader.text(node, "`from`")?;
    let index = names.get_index_of(name.as_str());
    if index.is_none() {
        let help = nearest(&name, names.iter().copied()).map(|near| format!("did you mean `{near}`?"));
        reader.error(INVALID, node.span, format!("there is no case `{name}`"), "not a case", help);
    }
    index
}

/// Reports cases that begin from each other.
fn refuse_cycles(reader: &mut Reader<'_>, cases: &[TestCase]) {
    // Each case begins from at most one, so that a walk along `from` either ends, meets an earlier walk, or itself: then there is a
    // cycle.
    let mut walks: Vec<Option<usize>> = vec![None; cases.len()];
    let mut cyclic = vec![false; cases.len()];
    for walk in 0..cases.len() {
        let mut next = Some(walk);
        while let Some(at) = next.filter(|at| walks[*at].is_none()) {
            walks[at] = Some(walk);
            next = cases[at].from;
        }
        while let Some(at) = next.filter(|at| walks[*at] == Some(walk) && !cyclic[*at]) {
            cyclic[at] = true;
            next = cases[at].from;
        }
    }
    for (case, _) in cases.iter().zip(cyclic).filter(|(_, is_cyclic)| *is_cyclic) {
        let message = format!("the case `{}` begins from itself", case.name);
        reader.error(INVALID, case.span, message, "through `from`", None);
    }
}

fn refusal(reader: &mut Reader<'_>, node: &Node) -> Option<Refusal> {
    if matches!(node.value, heat_yaml::Value::Bool(true)) {
        return Some(Refusal { span: node.span, exception: None, message: None });
    }
    if node.as_mapping().is_none() {
        let help = Some("remove it if Heat accepts the stack".to_owned());
        reader.wrong_kind(node, "`refused`", "`true` or a map", help);
        return None;
    }
    let fields = reader.fields(node, "`refused`", &REFUSAL_KEYS)?;
    let mut text = |key: &str| fields.get(key).and_then(|node| reader.text(node, &format!("`{key}`")));
    let (exception, message) = (text("exception"), text("message"));
    Some(Refusal { span: node.span, exception, message: message.map(|text| text.trim().to_owned()) })
}

fn answers(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Answers {
    let Some(fields) = fields.get("answers").and_then(|node| reader.fields(node, "`answers`", &ANSWER_KEYS))
    else {
        return Answers::default();
    };
    let attributes = values(reader, &fields, "attributes");
    if let Some(node) = fields.get("attributes")
        && KnownAttributes::from_value(Value::from(attributes.clone())).is_none()
    {
        let help = "write a map for each resource, such as `server: {first_address: 10.0.0.3}`, and `$nested` for its stack";
        reader.error(
            INVALID,
            node.span,
            "`attributes` does not list attributes by resource",
            "",
            Some(help.to_owned()),
        );
    }
    let lists = |reader: &mut Reader<'_>| {
        let entries =
            fields.get("constraints").map(|node| reader.named(node, "`constraints`")).unwrap_or_default();
        let lists = entries.into_iter().map(|(name, entry)| {
            let values = reader.list(&entry.value, &format!("`{name}`")).to_vec();
            (name.to_owned(), values.iter().map(|node| reader.value(node)).collect())
        });
        lists.collect()
    };
    let constraints = lists(reader);
    let entries = fields.get("files").map(|node| reader.named(node, "`files`")).unwrap_or_default();
    let files = entries.into_iter().filter_map(|(name, entry)| {
        Some((name.to_owned(), reader.string(&entry.value, &format!("`{name}`"))?))
    });
    let files = files.collect();
    let stack = fields.get("stack").and_then(|node| {
        let fields = reader.fields(node, "`stack`", &STACK_KEYS)?;
        let mut text = |key: &str| {
            fields.get(key).and_then(|node| reader.text(node, &format!("`{key}`"))).unwrap_or_default()
        };
        Some(StackIdentity { name: text("name"), id: text("id"), project: text("project") })
    });
    Answers { attributes, files, constraints, stack }
}

/// Reads a map of values.
fn values(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &str) -> IndexMap<String, Value> {
    let entries = fields.get(key).map(|node| reader.named(node, &format!("`{key}`"))).unwrap_or_default();
    entries.into_iter().map(|(name, entry)| (name.to_owned(), reader.value(&entry.value))).collect()
}

fn paths(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Vec<(String, Span)> {
    let Some(node) = fields.get("environments") else { return Vec::new() };
    reader
        .items(node, "`environments`", |reader, node| Some((reader.text(node, "an environment")?, node.span)))
}
