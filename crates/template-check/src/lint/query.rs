//! The expressions of `yaql` in a template, for the rules about them.

use std::ops::Range;

use heat_hot::function::value_to_yaql;
use heat_hot::snippet::{Content, Entry, Snippet};
use heat_model::Value;
use heat_yaml::{Source, Span};
use yaql::{Expression, Inspection};

use crate::Context;

/// How many bytes of expressions are read to find the places of findings in a template: each is looked for from the beginning, and a long
/// expression can have a finding in every tenth byte. The others have the place of their expression.
const MAX_READ: usize = 4 << 20;

/// An expression that stands in the template, and can be read.
pub(crate) struct Query<'a> {
    pub(crate) expression: Expression,
    /// The functions, data and names that the expression uses.
    pub(crate) inspection: Inspection,
    span: Span,
    data: Option<&'a Snippet>,
}

/// The expressions in resources and outputs. Those that cannot be read are what Heat refuses.
pub(crate) fn queries<'a>(context: &Context<'a>) -> impl Iterator<Item = Query<'a>> {
    context.calls().filter(|(call, _)| call.name == "yaql").filter_map(|(call, _)| {
        let expression = call.args.get("expression")?;
        let parsed = Expression::parse(expression.as_str()?).ok()?;
        let inspection = parsed.inspect();
        Some(Query { expression: parsed, inspection, span: expression.span, data: call.args.get("data") })
    })
}

/// Finds the places of parts of expressions.
pub(crate) struct ExpressionPlaces<'c> {
    source: &'c Source,
    left: usize,
}

impl<'c> ExpressionPlaces<'c> {
    pub(crate) fn new(context: &Context<'c>) -> Self {
        Self { source: context.template.source(), left: MAX_READ }
    }

    /// The place in the template of a part of an expression; the place of the whole expression if the part cannot be
    /// found.
    pub(crate) fn of(&mut self, query: &Query<'_>, part: Range<usize>) -> Span {
        let Some(left) = self.left.checked_sub(part.end) else { return query.span };
        self.left = left;
        let place = self.source.part_of_scalar(query.span, query.expression.text(), part);
        place.filter(|place| place.start < place.end).unwrap_or(query.span)
    }
}

impl<'a> Query<'a> {
    /// The place of the whole expression.
    pub(crate) fn span(&self) -> Span {
        self.span
    }

    /// The entries of the expression's `data`, if it is a map that stands in the template, or left out.
    pub(crate) fn data(&self) -> Option<&'a [Entry]> {
        match self.data.map(|data| &data.content) {
            None => Some(&[]),
            Some(Content::Map(entries)) => Some(entries),
            Some(_) => None,
        }
    }

    /// `$` of the expression, if all data stand in the template or are values of parameters.
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

/// Whether a value of the data is a list, as far as the template says.
pub(crate) fn is_list(context: &Context<'_>, snippet: &Snippet) -> bool {
    match &snippet.content {
        Content::List(_) => true,
        Content::Call(_) => matches!(context.known_value(snippet), Some(Value::List(_))),
        _ => false,
    }
}
