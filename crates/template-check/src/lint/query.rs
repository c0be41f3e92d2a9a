//! Expressions of `yaql` in a template, for the rules about them.

use std::ops::Range;

use heat_hot::function::value_to_yaql;
use heat_hot::snippet::{Content, Entry, Snippet};
use heat_model::Value;
use heat_yaml::{Source, Span};
use yaql::{Expression, Inspection};

use crate::Context;

/// Maximum number of bytes of expressions that are read to find the spans of findings in a template. The search for each starts
/// at the beginning of the expression, and a long expression can have a finding in every tenth byte. Beyond the limit, findings
/// point at the whole expression.
const MAX_READ: usize = 4 << 20;

/// Expression that the template contains as a text, and that can be parsed.
pub(crate) struct Query<'a> {
    pub(crate) expression: Expression,
    /// Functions, data and names that the expression uses.
    pub(crate) inspection: Inspection,
    span: Span,
    data: Option<&'a Snippet>,
}

/// Returns the expressions in resources and outputs. Heat refuses those that cannot be parsed.
pub(crate) fn queries<'a>(context: &Context<'a>) -> impl Iterator<Item = Query<'a>> {
    context.calls().filter(|(call, _)| call.name == "yaql").filter_map(|(call, _)| {
        let expression = call.args.get("expression")?;
        let parsed = Expression::parse(expression.as_str()?).ok()?;
        let inspection = parsed.inspect();
        Some(Query { expression: parsed, inspection, span: expression.span, data: call.args.get("data") })
    })
}

/// Finds the spans of parts of expressions.
pub(crate) struct ExpressionPlaces<'c> {
    source: &'c Source,
    left: usize,
}

impl<'c> ExpressionPlaces<'c> {
    pub(crate) fn new(context: &Context<'c>) -> Self {
        Self { source: context.template.source(), left: MAX_READ }
    }

    /// Returns the span of a part of an expression in the template, or that of the whole expression if the part cannot be found.
    pub(crate) fn of(&mut self, query: &Query<'_>, part: Range<usize>) -> Span {
        let Some(left) = self.left.checked_sub(part.end) else { return query.span };
        self.left = left;
        let place = self.source.part_of_scalar(query.span, query.expression.text(), part);
        place.filter(|place| place.start < place.end).unwrap_or(query.span)
    }
}

impl<'a> Query<'a> {
    /// Span of the whole expression.
    pub(crate) fn span(&self) -> Span {
        self.span
    }

    /// Entries of the expression's `data`, if it is a map in the template or omitted.
    pub(crate) fn data(&self) -> Option<&'a [Entry]> {
        match self.data.map(|data| &data.content) {
            None => Some(&[]),
            Some(Content::Map(entries)) => Some(entries),
            Some(_) => None,
        }
    }

    /// Value of `$` in the expression, if all data are in the template or are values of parameters.
    pub(crate) fn dollar(&self, context: &Context<'_>) -> Option<yaql::Value> {
        let data = match self.data {
            Some(data) => known(context, data)?,
            None => yaql::Value::Map(Vec::new()),
        };
        Some(yaql::Value::map([("data", data)]))
    }
}

fn known(context: &Context<'_>, snippet: &Snippet) -> Option<yaql::Value> {
    match &snippet.content {
        Content::Scalar(value) => Some(value_to_yaql(value)),
        Content::List(items) => {
            Some(yaql::Value::List(items.iter().map(|item| known(context, item)).collect::<Option<_>>()?))
        }
        Content::Map(entries) => {
            let entries =
                entries.iter().map(|entry| Some((entry.key.as_str(), known(context, &entry.value)?)));
            Some(yaql::Value::map(entries.collect::<Option<Vec<_>>>()?))
        }
        Content::Call(_) => context.known_value(snippet).as_ref().map(value_to_yaql),
        Content::Invalid(_) | Content::Omitted => None,
    }
}

/// Returns whether a value of the data is a list, as far as the template shows it.
pub(crate) fn is_list(context: &Context<'_>, snippet: &Snippet) -> bool {
    match &snippet.content {
        Content::List(_) => true,
        Content::Call(_) => matches!(context.known_value(snippet), Some(Value::List(_))),
        _ => false,
    }
}
