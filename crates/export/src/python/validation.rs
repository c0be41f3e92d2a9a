//! Validation rules and properties groups, as the plug-in method `validate`.

use std::fmt::Write;

use heat_model::group::GroupExpression;
use heat_model::validation_rule::{Bounds, Condition, Operand, PropertyState, Requirement};
use heat_model::{PropertiesGroup, ResourceType, RuleKind, ValidationRule, Value};

use super::expression::{Expression, INDENT, WIDTH, named, statement};
use super::literal::columns;
use super::module_names::Constants;
use super::{rules, value};

/// The name of the Python function that checks a custom constraint.
pub(super) const SATISFIES: &str = "_satisfies";

/// The code of [`SATISFIES`], added to a module once.
pub(super) const SATISFIES_CODE: &str = r#"

def _satisfies(value, name, context):
    """Return whether a value satisfies a custom constraint."""
    try:
        constraints.CustomConstraint(name).validate(value, context=context)
    except ValueError:
        return False
    return True
"#;

/// The name of the Python function that checks a pattern.
pub(super) const MATCHES: &str = "_matches";

/// The code of [`MATCHES`], added to a module once.
pub(super) const MATCHES_CODE: &str = r#"

def _matches(value, pattern):
    """Return whether a value is a text that matches a pattern as a whole."""
    try:
        constraints.AllowedPattern(pattern).validate(value)
    except (TypeError, ValueError):
        return False
    return True
"#;

/// The name of the Python function that tests a value.
pub(super) const PASSES: &str = "_passes";

/// The code of [`PASSES`], added to a module once.
pub(super) const PASSES_CODE: &str = concat!("\n\n", include_str!("passes.py"));

/// The name of the Python function that adds up the numbers at a path.
pub(super) const TOTAL: &str = "_total";

/// The code of [`TOTAL`], added to a module once.
pub(super) const TOTAL_CODE: &str = r#"

def _total(value, path):
    """Return the sum of the numbers at a path; those that are null are 0."""
    return sum(number or 0 for number in _values(value, path))
"#;

/// The name of the Python function that checks a properties group.
pub(super) const MEETS: &str = "_meets";

/// The code of [`MEETS`], added to a module once.
pub(super) const MEETS_CODE: &str = concat!("\n\n", include_str!("groups.py"));

/// Returns whether a type has something to check in `validate`. A placeholder has no values to validate.
pub(super) fn is_needed(schema: &ResourceType) -> bool {
    let is_checked = |group: &PropertiesGroup| matches!(group, PropertiesGroup::Expression(_));
    !schema.any_property
        && (!schema.validation_rules.is_empty() || schema.properties_groups.iter().any(is_checked))
}

/// The method `validate`, as Python code.
pub(super) fn method(schema: &ResourceType, constants: &Constants) -> String {
    let mut method = Method { constants, text: String::new() };
    method.line(BODY, "super().validate()");
    method.line(BODY, "props = self.properties");
    method.groups(schema);
    for rule in &schema.validation_rules {
        method.rule(rule);
    }
    format!("{:INDENT$}def validate(self):\n{}", "", method.text)
}

/// The indentation of a method's body.
const BODY: usize = 2 * INDENT;

/// The start of paths: the properties, or an item of a list.
#[derive(Debug, Clone)]
struct Scope {
    variable: String,
    path: Vec<String>,
}

impl Scope {
    fn root() -> Self {
        Self { variable: "props".to_owned(), path: Vec::new() }
    }

    fn inside(&self, list: &[String]) -> Self {
        let variable = if self.path.is_empty() { "item" } else { "inner" };
        Self { variable: variable.to_owned(), path: self.at(list) }
    }

    fn at(&self, path: &[String]) -> Vec<String> {
        self.path.iter().chain(path).cloned().collect()
    }
}

/// The properties whose values rules move to those of a group.
fn moved(schema: &ResourceType, group: &GroupExpression) -> Expression {
    let mut entries = Vec::new();
    group.for_each_path(&mut |path| {
        let to_it = schema.translation_rules.iter().filter(|rule| {
            rule.rule == RuleKind::Replace && rule.when.is_none() && rule.translation_path.as_slice() == path
        });
        let sources: Vec<Expression> = to_it
            .filter_map(|rule| {
                let sibling = rule.value_name.as_ref().zip(path.split_last());
                let beside = sibling.map(|(name, (_, around))| [around, std::slice::from_ref(name)].concat());
                rule.value_path.clone().or(beside)
            })
            .map(|source| Expression::List(source.iter().map(|name| Expression::text(name)).collect()))
            .collect();
        if !sources.is_empty() {
            entries.push((Expression::text(&path.join(".")), Expression::List(sources)));
        }
    });
    Expression::Dict(entries)
}

struct Method<'m> {
    constants: &'m Constants,
    text: String,
}

impl Method<'_> {
    fn line(&mut self, indent: usize, line: &str) {
        _ = writeln!(self.text, "{:indent$}{line}", "");
    }

    fn statement(&mut self, indent: usize, before: &str, value: &Expression, after: &str) {
        self.text.push_str(&statement(indent, before, value, after));
    }

    /// Writes the checks of the properties groups, which Heat has and does not check. A value of a property that a rule moves to another
    /// one counts as its value.
    fn groups(&mut self, schema: &ResourceType) {
        let groups = schema.properties_groups.iter().enumerate();
        let groups = groups.filter_map(|(index, group)| match group {
            PropertiesGroup::Expression(group) => Some((index, group)),
            PropertiesGroup::ApiVersions(_) => None,
        });
        for (index, group) in groups {
            let call = Expression::Call(
                MEETS.to_owned(),
                vec![
                    Expression::code("props").into(),
                    Expression::code(&format!("self.properties_groups_schema[{index}]")).into(),
                    moved(schema, group).into(),
                ],
            );
            self.statement(BODY, "if not ", &call, ":");
            let message = Expression::translated(&format!("{group} must be given"));
            let error = Expression::Call(
                "exception.StackValidationFailed".to_owned(),
                vec![named("message", message)],
            );
            self.statement(BODY + INDENT, "raise ", &error, "");
        }
    }

    fn rule(&mut self, rule: &ValidationRule) {
        let (mut scope, mut indent) = (Scope::root(), BODY);
        if let Some(list) = &rule.for_each {
            let items = self.items(&scope, list);
            scope = scope.inside(list);
            self.line(indent, &format!("for {} in {items}:", scope.variable));
            indent += INDENT;
        }
        if !rule.when.is_empty() {
            let tests = rule.when.iter().map(|condition| self.test(&scope, condition)).collect();
            self.branch(indent, "if ", "all", tests);
            indent += INDENT;
        }
        self.requirement(&scope, indent, &rule.requirement);
        let message = Expression::translated(&rule.words());
        let error =
            Expression::Call("exception.StackValidationFailed".to_owned(), vec![named("message", message)]);
        self.statement(indent + INDENT, "raise ", &error, "");
    }

    /// Writes the lines up to the `if` whose body reports a violation.
    fn requirement(&mut self, scope: &Scope, indent: usize, requirement: &Requirement) {
        let call = |name: &str, items: Vec<Expression>| {
            Expression::Call(name.to_owned(), vec![Expression::List(items).into()])
        };
        let counted = |conditions: &[Condition]| {
            call("sum", conditions.iter().map(|condition| self.count(scope, condition)).collect())
        };
        let tests = |conditions: &[Condition]| {
            conditions.iter().map(|condition| self.test(scope, condition)).collect::<Vec<_>>()
        };
        match requirement {
            Requirement::AtMostOne(conditions) => {
                let count = counted(conditions);
                self.statement(indent, "count = ", &count, "");
                self.line(indent, "if count > 1:");
            }
            Requirement::ExactlyOne(conditions) => {
                let count = counted(conditions);
                self.statement(indent, "count = ", &count, "");
                self.line(indent, "if count != 1:");
            }
            Requirement::AtLeastOne(conditions) => {
                let tests = tests(conditions);
                self.branch(indent, "if not ", "any", tests);
            }
            Requirement::All(conditions) => {
                let tests = tests(conditions);
                self.branch(indent, "if not ", "all", tests);
            }
            Requirement::None(conditions) => {
                let tests = tests(conditions);
                self.branch(indent, "if ", "any", tests);
            }
            Requirement::Equal(paths) => {
                let values = paths.iter().map(|path| self.value(scope, path)).collect();
                self.statement(indent, "values = ", &Expression::List(values), "");
                self.line(indent, "values = [value for value in values if value]");
                self.line(indent, "if any(value != values[0] for value in values):");
            }
            Requirement::Ascending(operands) => {
                let numbers = operands.iter().map(|operand| self.operand(scope, operand)).collect();
                self.statement(indent, "values = ", &Expression::List(numbers), "");
                self.line(indent, "values = [value for value in values if value is not None]");
                self.line(indent, "if values != sorted(values):");
            }
        }
    }

    /// Writes an `if` with a function of several tests, or with the only test if it fits on the line.
    fn branch(&mut self, indent: usize, word: &str, function: &str, tests: Vec<Expression>) {
        let fits = |test: &Expression| indent + columns(word) + columns(&test.flat()) + ":".len() <= WIDTH;
        let test = match tests.as_slice() {
            // Python reads `not a is None` as intended, but its formatters would rewrite it.
            [Expression::Compared(left, operator, right)] if word == "if not " => {
                let opposite = match operator.as_str() {
                    "is not None" => "is None",
                    "is None" => "is not None",
                    "in" => "not in",
                    _ => "in",
                };
                let test = Expression::Compared(left.clone(), opposite.to_owned(), right.clone());
                return self.branch(indent, "if ", function, vec![test]);
            }
            [Expression::Prefixed(not, value)] if word == "if not " && not == "not " => {
                return self.branch(indent, "if ", function, vec![(**value).clone()]);
            }
            [test] if fits(test) => test.clone(),
            _ => Expression::Call(function.to_owned(), vec![Expression::List(tests).into()]),
        };
        self.statement(indent, word, &test, ":");
    }

    /// The expression that tests whether all conditions apply.
    fn all(&self, scope: &Scope, conditions: &[Condition]) -> Expression {
        match conditions {
            [condition] => self.test(scope, condition),
            conditions => {
                let tests = conditions.iter().map(|condition| self.test(scope, condition)).collect();
                Expression::Call("all".to_owned(), vec![Expression::List(tests).into()])
            }
        }
    }

    /// The expression that tests whether a condition applies.
    fn test(&self, scope: &Scope, condition: &Condition) -> Expression {
        let is_in = |property: &[String], word: &str, values: &[Value]| {
            let values = Expression::List(values.iter().map(value::value).collect());
            let left = Box::new(self.value(scope, property));
            Expression::Compared(left, word.to_owned(), Some(Box::new(values)))
        };
        match condition {
            Condition::Filled(property) => self.value(scope, property),
            Condition::Is { property, is } => {
                let value = self.value(scope, property);
                let compared =
                    |operator: &str| Expression::Compared(Box::new(value.clone()), operator.to_owned(), None);
                match is {
                    PropertyState::Filled => value,
                    PropertyState::Empty => Expression::Prefixed("not ".to_owned(), Box::new(value)),
                    PropertyState::Given => compared("is not None"),
                    PropertyState::Missing => compared("is None"),
                }
            }
            Condition::In { property, values } => is_in(property, "in", values),
            Condition::NotIn { property, values } => is_in(property, "not in", values),
            Condition::Satisfies { property, custom_constraint } => Expression::Call(
                SATISFIES.to_owned(),
                vec![
                    self.value(scope, property).into(),
                    Expression::text(custom_constraint).into(),
                    Expression::code("self.context").into(),
                ],
            ),
            Condition::Matches { property, allowed_pattern } => Expression::Call(
                MATCHES.to_owned(),
                vec![self.value(scope, property).into(), Expression::text(allowed_pattern).into()],
            ),
            Condition::Range { property, range } => self.passes(scope, property, "range", ends(range)),
            Condition::Length { property, length } => self.passes(scope, property, "length", ends(length)),
            Condition::Contains { property, contains } => {
                self.passes(scope, property, "contains", value::value(contains))
            }
            Condition::Within { property, within } => {
                self.passes(scope, property, "within", Expression::text(within))
            }
            Condition::Count { items, matching, count } => {
                let number =
                    self.count(scope, &Condition::Items { items: items.clone(), matching: matching.clone() });
                passes(number, "range", ends(count))
            }
            Condition::Each { for_each, all } => self.each("all", scope, for_each, all),
            Condition::All { all } => self.all(scope, all),
            Condition::Not { not } => Expression::Prefixed(
                "not ".to_owned(),
                Box::new(Expression::Call("bool".to_owned(), vec![self.test(scope, not).into()])),
            ),
            Condition::Items { items, matching } if matching.is_empty() => self.value(scope, items),
            Condition::Items { items, matching } => self.each("any", scope, items, matching),
            Condition::Any { any } => {
                let tests = any.iter().map(|condition| self.test(scope, condition)).collect();
                Expression::Call("any".to_owned(), vec![Expression::List(tests).into()])
            }
        }
    }

    /// The expression that tests a value by [`PASSES`].
    fn passes(&self, scope: &Scope, property: &[String], test: &str, argument: Expression) -> Expression {
        passes(self.value(scope, property), test, argument)
    }

    /// The expression that counts how often a condition applies.
    fn count(&self, scope: &Scope, condition: &Condition) -> Expression {
        match condition {
            Condition::Items { items, matching } if matching.is_empty() => {
                Expression::Code(format!("len({})", self.items(scope, items)))
            }
            Condition::Items { items, matching } => self.each("sum", scope, items, matching),
            Condition::Filled(_) | Condition::Is { is: PropertyState::Filled, .. } => {
                Expression::Call("bool".to_owned(), vec![self.test(scope, condition).into()])
            }
            condition => self.test(scope, condition),
        }
    }

    /// A call of a function with the test of each item of a list.
    fn each(&self, function: &str, scope: &Scope, items: &[String], matching: &[Condition]) -> Expression {
        let inside = scope.inside(items);
        let mut element = self.all(&inside, matching);
        let is_boolean = |test: &Condition| {
            !matches!(
                test,
                Condition::Filled(_)
                    | Condition::Items { .. }
                    | Condition::Is { is: PropertyState::Filled, .. }
            )
        };
        if function == "sum" && matches!(matching, [only] if !is_boolean(only)) {
            element = Expression::Call("bool".to_owned(), vec![element.into()]);
        }
        let each = Expression::Each {
            element: Box::new(element),
            variable: inside.variable,
            items: self.items(scope, items),
        };
        Expression::Call(function.to_owned(), vec![each.into()])
    }

    fn operand(&self, scope: &Scope, operand: &Operand) -> Expression {
        match operand {
            Operand::Constant(number) => Expression::Code(number.to_string()),
            Operand::Property(path) => self.value(scope, path),
            Operand::Sum { sum } => {
                let totals = sum.iter().map(|path| {
                    let steps = rules::path_from(self.constants, &scope.path, path);
                    let arguments = vec![Expression::code(&scope.variable).into(), steps.into()];
                    Expression::Call(TOTAL.to_owned(), arguments)
                });
                Expression::Call("sum".to_owned(), vec![Expression::List(totals.collect()).into()])
            }
        }
    }

    /// The expression for the items of a list, which is empty if the list is missing.
    fn items(&self, scope: &Scope, list: &[String]) -> String {
        format!("{} or []", self.value(scope, list).flat())
    }

    /// The expression for the value at a path.
    fn value(&self, scope: &Scope, path: &[String]) -> Expression {
        let steps = rules::steps_from(self.constants, &scope.path, path);
        let is_known = self.constants.property(&scope.at(path.get(..1).unwrap_or_default())).is_some();
        let mut steps = steps.into_iter();
        let value = match steps.next() {
            None => Expression::code(&scope.variable),
            Some(first) if scope.path.is_empty() && is_known => {
                Expression::Code(format!("{}[{first}]", scope.variable))
            }
            Some(first) => get(&scope.variable, first),
        };
        steps.fold(value, |around, step| get(&format!("({} or {{}})", around.flat()), step))
    }
}

fn passes(value: Expression, test: &str, argument: Expression) -> Expression {
    Expression::Call(PASSES.to_owned(), vec![value.into(), Expression::text(test).into(), argument.into()])
}

/// The ends of a range as a list, with `None` for one that is open.
fn ends(bounds: &Bounds) -> Expression {
    let end = |end: &Option<Value>| end.as_ref().map_or_else(|| Expression::code("None"), value::value);
    Expression::List(vec![end(&bounds.min), end(&bounds.max)])
}

/// The expression that reads a key of a map.
fn get(map: &str, key: String) -> Expression {
    Expression::Call(format!("{map}.get"), vec![Expression::Code(key).into()])
}
