//! Expectations of a case.

use heat_model::load::fields::{Fields, Reader};
use heat_model::load::validation_rule::{self, SUBJECTS, TESTS};
use heat_model::validation_rule::{Bounds, Condition, PropertyState};
use heat_plan::Action;
use heat_yaml::{Node, Span};

/// Code of the errors in a file with tests.
pub(crate) const INVALID: &str = "invalid-test";

/// Keys for the subject of an expectation.
const OWN_SUBJECTS: [&str; 4] = ["resource", "output", "parameter", "condition"];

/// Keys for tests that conditions do not have.
const OWN_TESTS: [&str; 6] = ["type", "metadata", "after", "members", "action", "loses_data"];

/// An expectation of a case.
#[derive(Debug, Clone)]
pub struct Expectation {
    /// Span of the expectation.
    pub span: Span,
    /// The part of the stack that it is about.
    pub subject: Subject,
    /// Tests that the part has to pass.
    pub tests: Vec<Test>,
}

/// Part of a stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// A resource, by the names that lead to it: those of the resources whose stacks contain it, and its own.
    Resource(Vec<String>),
    /// An output, by its name.
    Output(String),
    /// A parameter, by its name.
    Parameter(String),
    /// A condition of the template, by its name.
    Condition(String),
    /// The stack as a whole.
    Stack,
}

impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Resource(path) => write!(f, "resource `{}`", path.join("/")),
            Self::Output(name) => write!(f, "output `{name}`"),
            Self::Parameter(name) => write!(f, "parameter `{name}`"),
            Self::Condition(name) => write!(f, "condition `{name}`"),
            Self::Stack => f.write_str("the stack"),
        }
    }
}

/// Test of a part of a stack.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// The part exists, or does not.
    Exists(bool),
    /// The resource has a type.
    Type(String),
    /// A condition is true. Its paths begin in the properties of a resource, in the value of an output, a parameter or a condition, or in
    /// the document of the stack.
    Value(Condition),
    /// A condition is true for the metadata of a resource.
    Metadata(Condition),
    /// The resource is created after others of its stack.
    After(Vec<String>),
    /// The stack of the resource has a number of resources.
    Members(Bounds),
    /// The update does this with the resource.
    Action(Action),
    /// The update loses data.
    LosesData(bool),
}

/// Reads an expectation. `is_update` is `true` if the case updates the stack of another one.
pub(crate) fn read(reader: &mut Reader<'_>, node: &Node, is_update: bool) -> Option<Expectation> {
    let known: Vec<&str> = OWN_SUBJECTS
        .into_iter()
        .chain(OWN_TESTS)
        .chain(SUBJECTS)
        .chain(TESTS)
        .chain(["where", "count"])
        .collect();
    let errors = reader.diagnostics.len();
    let fields = reader.fields(node, "an expectation", &known)?;
    let subject = subject(reader, &fields)?;
    let tests = tests(reader, &fields, &subject, is_update);
    (reader.diagnostics.len() == errors).then_some(Expectation { span: node.span, subject, tests })
}

fn subject(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Option<Subject> {
    let given: Vec<(&str, &Node)> =
        OWN_SUBJECTS.into_iter().filter_map(|key| Some((key, fields.get(key)?))).collect();
    let (key, node) = match given[..] {
        [] => return Some(Subject::Stack),
        [only] => only,
        [.., (_, node)] => {
            let message = format!("an expectation has one of `{}`", OWN_SUBJECTS.join("`, `"));
            reader.error(INVALID, node.span, message, "more than one here", None);
            return None;
        }
    };
    let name = reader.text(node, &format!("`{key}`"))?;
    Some(match key {
        "resource" => Subject::Resource(name.split('/').map(str::to_owned).collect()),
        "output" => Subject::Output(name),
        "parameter" => Subject::Parameter(name),
        _ => Subject::Condition(name),
    })
}

fn tests(reader: &mut Reader<'_>, fields: &Fields<'_>, subject: &Subject, is_update: bool) -> Vec<Test> {
    let is_resource = matches!(subject, Subject::Resource(_));
    let mut tests = Vec::new();
    for key in OWN_TESTS {
        let Some(node) = fields.get(key) else { continue };
        if !is_resource && key != "loses_data" {
            let message = format!("`{key}` is about a resource");
            reader.error(
                INVALID,
                node.span,
                message,
                "no resource here",
                Some("add `resource: NAME`".to_owned()),
            );
            continue;
        }
        if !is_update && matches!(key, "action" | "loses_data") {
            let message = format!("`{key}` is about an update, and this case has no `from`");
            reader.error(
                INVALID,
                node.span,
                message,
                "nothing is updated",
                Some("add `from: CASE`".to_owned()),
            );
            continue;
        }
        tests.extend(own_test(reader, key, node, fields));
    }
    let is_value_test = |key: &&str| fields.get(key).is_some();
    let has_test = TESTS.iter().any(is_value_test);
    let has_subject = SUBJECTS.iter().any(is_value_test);
    if fields.get("metadata").is_some() && has_subject {
        let message = "`metadata` and a condition on properties are two expectations";
        reader.error(INVALID, fields.span, message, "split this", None);
    } else if has_subject {
        tests.extend(validation_rule::of_map(reader, fields).map(Test::Value));
    } else if has_test && fields.get("metadata").is_none() {
        tests.extend(test_of_whole(reader, fields, is_resource));
    }
    if tests.is_empty() {
        if *subject == Subject::Stack {
            let message = "an expectation needs a subject, such as `resource`, or a condition";
            reader.error(INVALID, fields.span, message, "nothing is expected", None);
        }
        tests.push(Test::Exists(true));
    }
    tests
}

/// Reads a test of the value of an output, a parameter or a condition, or whether a resource exists.
fn test_of_whole(reader: &mut Reader<'_>, fields: &Fields<'_>, is_resource: bool) -> Option<Test> {
    let condition = validation_rule::test(reader, fields, Vec::new())?;
    match condition {
        Condition::Is { is: PropertyState::Given, .. } if is_resource => Some(Test::Exists(true)),
        Condition::Is { is: PropertyState::Missing, .. } if is_resource => Some(Test::Exists(false)),
        _ if is_resource => {
            let message = "a resource is only `given` or `missing`: its properties are named by `property`";
            let help = Some("add `property: [NAME]`".to_owned());
            reader.error(INVALID, fields.span, message, "no property here", help);
            None
        }
        condition => Some(Test::Value(condition)),
    }
}

fn own_test(reader: &mut Reader<'_>, key: &str, node: &Node, fields: &Fields<'_>) -> Option<Test> {
    match key {
        "type" => reader.text(node, "`type`").map(Test::Type),
        "metadata" => {
            let path = validation_rule::path(reader, node)?;
            let has_test = TESTS.iter().any(|key| fields.get(key).is_some());
            let condition =
                if has_test { validation_rule::test(reader, fields, path)? } else { Condition::Filled(path) };
            Some(Test::Metadata(condition))
        }
        "after" => match node.as_str() {
            Some(name) => Some(Test::After(vec![name.to_owned()])),
            None => reader.strings(node, "`after`").map(Test::After),
        },
        "members" => validation_rule::bounds(reader, node, "`members`").map(Test::Members),
        "action" => {
            let words = Action::ALL.map(Action::as_str);
            reader.word::<Action>(node, INVALID, "an action of an update", &words).map(Test::Action)
        }
        _ => reader.boolean(node, "`loses_data`").map(Test::LosesData),
    }
}
