//! From the graph to the tree of values: PyYAML's constructor.
//!
//! Aliases are copied here, so this is where the alias budget and the final depth are checked. All errors are reported, not just
//! the first: null replaces a value that cannot be constructed, and the caller drops the tree. The walk keeps its own stack.

use std::sync::Arc;

use super::base64;
use super::compose::{Content, Graph, NodeId, Pair, Raw, too_deep};
use super::mapping::build_mapping;
use super::merge::{Merges, expansion_error, merges, scalar_type, text_expansion_error};
use crate::scalar::{ScalarType, construct as construct_scalar, implicit_type, quoted};
use crate::{Diagnostic, Entry, Node, ParseOptions, Source, Value, code};

const CORE: &str = "tag:yaml.org,2002:";

/// Kind of value that is constructed from a collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Sequence,
    /// The number of entries that come from merge keys; they are the first ones.
    Mapping {
        inherited: usize,
    },
    Set {
        inherited: usize,
    },
    /// A list of pairs: the children alternate between keys and values.
    Pairs,
}

/// A node to construct as part of another.
#[derive(Debug, Clone, Copy)]
struct Child {
    node: NodeId,
    /// `true` if the scalar is a key of a map, where `=` is just a string.
    key: bool,
}

/// The nodes in a collection.
#[derive(Clone, Copy)]
enum Children<'a> {
    Items(&'a [NodeId]),
    Entries(&'a [Pair]),
    /// Maps with one entry each.
    Pairs(&'a [NodeId]),
}

/// Plan for the construction of a collection, or its value if it is already known.
type Plan<'a> = Result<(Kind, Children<'a>), Value>;

enum Step {
    Visit { child: Child, depth: usize },
    Finish { node: NodeId, kind: Kind, children: usize },
}

struct Constructor<'a> {
    source: &'a Arc<Source>,
    options: &'a ParseOptions,
    graph: &'a Graph<'a>,
    merges: &'a Merges,
    steps: Vec<Step>,
    values: Vec<Node>,
    visited: Vec<bool>,
    repeated: usize,
    /// Total length of the repeated scalars.
    repeated_text: usize,
    diagnostics: Vec<Diagnostic>,
}

/// Constructs the tree. The result is `None` if a value could not be constructed.
pub(crate) fn construct(
    source: &Arc<Source>,
    options: &ParseOptions,
    graph: &Graph<'_>,
) -> (Option<Node>, Vec<Diagnostic>) {
    let merges = match merges(source, graph, options.max_alias_expansion) {
        Ok(merges) => merges,
        Err(error) => return (None, vec![error]),
    };
    let mut constructor = Constructor {
        source,
        options,
        graph,
        merges: &merges,
        steps: vec![Step::Visit { child: Child { node: graph.root, key: false }, depth: 1 }],
        values: Vec::new(),
        visited: vec![false; graph.nodes.len()],
        repeated: 0,
        repeated_text: 0,
        diagnostics: Vec::new(),
    };
    let complete = constructor.run();
    let Constructor { mut values, mut diagnostics, .. } = constructor;
    let root = match complete {
        Ok(()) => values.pop(),
        Err(fatal) => {
            diagnostics.push(fatal);
            None
        }
    };
    let readable = diagnostics.iter().all(|finding| finding.code == code::DUPLICATE_KEY);
    (root.filter(|_| readable), diagnostics)
}

impl<'a> Constructor<'a> {
    fn run(&mut self) -> Result<(), Diagnostic> {
        while let Some(step) = self.steps.pop() {
            match step {
                Step::Visit { child, depth } => self.visit(child, depth)?,
                Step::Finish { node, kind, children } => self.finish(node, kind, children),
            }
        }
        Ok(())
    }

    fn visit(&mut self, child: Child, depth: usize) -> Result<(), Diagnostic> {
        let Child { node, key } = child;
        let graph = self.graph;
        let raw = &graph.nodes[node];
        if std::mem::replace(&mut self.visited[node], true) {
            self.repeat(raw)?;
        }
        let plan = match &raw.content {
            Content::Scalar { text, .. } if key && scalar_type(graph, node) == Some(ScalarType::Value) => {
                Err(Value::String(text.clone().into_owned()))
            }
            Content::Scalar { text, untyped } => Err(self.scalar(raw, text, *untyped)),
            Content::Sequence(items) => self.sequence(raw, graph.items(*items)),
            Content::Mapping(pairs) => self.mapping(node, raw, graph.pairs(*pairs)),
        };
        match plan {
            Ok((kind, children)) => {
                if depth > self.options.depth() {
                    return Err(too_deep(self.source, raw.span, self.options));
                }
                self.push(node, kind, children, depth + 1);
            }
            Err(value) => self.values.push(Node { span: raw.span, value }),
        }
        Ok(())
    }

    /// Accounts for a node that is constructed again.
    fn repeat(&mut self, raw: &Raw<'_>) -> Result<(), Diagnostic> {
        let ParseOptions { max_alias_expansion, max_alias_text, .. } = *self.options;
        self.repeated += 1;
        if let Content::Scalar { text, .. } = &raw.content {
            self.repeated_text = self.repeated_text.saturating_add(text.len());
        }
        if self.repeated > max_alias_expansion {
            return Err(expansion_error(self.source, raw.span, max_alias_expansion));
        }
        if self.repeated_text > max_alias_text {
            return Err(text_expansion_error(self.source, raw.span, max_alias_text));
        }
        Ok(())
    }

    /// Adds the steps that construct a collection.
    fn push(&mut self, node: NodeId, kind: Kind, children: Children<'a>, depth: usize) {
        let visit = |node, key| Step::Visit { child: Child { node, key }, depth };
        let finish = self.steps.len();
        self.steps.push(Step::Finish { node, kind, children: 0 });
        // The last step is taken first.
        match children {
            Children::Items(items) => self.steps.extend(items.iter().rev().map(|item| visit(*item, false))),
            Children::Entries(pairs) => {
                let steps =
                    pairs.iter().rev().flat_map(|[key, value]| [visit(*value, false), visit(*key, true)]);
                self.steps.extend(steps);
            }
            Children::Pairs(maps) => {
                let graph = self.graph;
                let pairs = maps.iter().rev().flat_map(|map| match &graph.nodes[*map].content {
                    Content::Mapping(pairs) => graph.pairs(*pairs),
                    _ => &[],
                });
                self.steps.extend(pairs.flat_map(|[key, value]| [visit(*value, false), visit(*key, false)]));
            }
        }
        let children = self.steps.len() - finish - 1;
        self.steps[finish] = Step::Finish { node, kind, children };
    }

    fn finish(&mut self, node: NodeId, kind: Kind, children: usize) {
        let span = self.graph.nodes[node].span;
        let first = self.values.len().saturating_sub(children);
        let value = match kind {
            Kind::Sequence => Value::Sequence(self.values.split_off(first)),
            Kind::Mapping { inherited } => Value::Mapping(self.entries(first, inherited)),
            Kind::Set { inherited } => {
                let entries = self.entries(first, inherited).entries;
                Value::Set(entries.into_iter().map(|entry| entry.key).collect())
            }
            Kind::Pairs => Value::Sequence(
                in_pairs(self.values.drain(first..))
                    .map(|(key, value)| Node {
                        span: crate::Span::new(key.span.start, value.span.end),
                        value: Value::Sequence(vec![key, value]),
                    })
                    .collect(),
            ),
        };
        self.values.push(Node { span, value });
    }

    /// Returns the map of the values from index `first` on.
    fn entries(&mut self, first: usize, inherited: usize) -> crate::Mapping {
        let mut entries = Vec::with_capacity((self.values.len() - first) / 2);
        entries.extend(in_pairs(self.values.drain(first..)).map(|(key, value)| Entry { key, value }));
        build_mapping(self.source, entries, inherited, self.options.duplicate_keys, &mut self.diagnostics)
    }

    fn scalar(&mut self, raw: &Raw<'_>, text: &str, untyped: bool) -> Value {
        match raw.tag() {
            None if !untyped => Value::String(text.to_owned()),
            None => match implicit_type(text) {
                ScalarType::Merge | ScalarType::Value | ScalarType::Indicator => self.indicator(raw, text),
                kind => self.typed(raw, kind, text),
            },
            Some(tag) => self.tagged_scalar(raw, tag, text),
        }
    }

    fn tagged_scalar(&mut self, raw: &Raw<'_>, tag: &str, text: &str) -> Value {
        match tag.strip_prefix(CORE) {
            Some("null") => Value::Null,
            Some("bool") => self.typed(raw, ScalarType::Bool, text),
            Some("int") => self.typed(raw, ScalarType::Int, text),
            Some("float") => self.typed(raw, ScalarType::Float, text),
            Some("str" | "timestamp") => Value::String(text.to_owned()),
            Some("binary") => match base64::decode(text) {
                Ok(bytes) => Value::Binary(bytes),
                Err(why) => self.invalid(raw, why),
            },
            Some("seq" | "omap" | "pairs") => self.wrong_kind(raw, "a list"),
            Some("map" | "set") => self.wrong_kind(raw, "a map"),
            _ => self.unknown_tag(raw, tag),
        }
    }

    fn typed(&mut self, raw: &Raw<'_>, kind: ScalarType, text: &str) -> Value {
        match construct_scalar(kind, text) {
            Ok(value) => value,
            Err(why) => self.invalid(raw, &why),
        }
    }

    fn sequence(&mut self, raw: &Raw<'_>, items: &'a [NodeId]) -> Plan<'a> {
        let Some(tag) = raw.tag() else {
            return Ok((Kind::Sequence, Children::Items(items)));
        };
        match tag.strip_prefix(CORE) {
            Some("seq") => Ok((Kind::Sequence, Children::Items(items))),
            Some("omap" | "pairs") => self.pairs(items),
            Some("map" | "set") => Err(self.wrong_kind(raw, "a map")),
            Some("null" | "bool" | "int" | "float" | "str" | "timestamp" | "binary") => {
                Err(self.wrong_kind(raw, "a scalar"))
            }
            _ => Err(self.unknown_tag(raw, tag)),
        }
    }

    fn pairs(&mut self, items: &'a [NodeId]) -> Plan<'a> {
        for item in items {
            let raw = &self.graph.nodes[*item];
            match &raw.content {
                Content::Mapping(pairs) => {
                    let count = self.graph.pairs(*pairs).len();
                    if count != 1 {
                        let message =
                            format!("each item must have exactly one key, and this one has {count}");
                        return Err(self.invalid(raw, &message));
                    }
                }
                _ => return Err(self.wrong_kind(raw, "a map with one key")),
            }
        }
        Ok((Kind::Pairs, Children::Pairs(items)))
    }

    fn mapping(&mut self, node: NodeId, raw: &Raw<'_>, pairs: &'a [Pair]) -> Plan<'a> {
        let tag = raw.tag();
        let set = match tag.map(|tag| (tag, tag.strip_prefix(CORE))) {
            None | Some((_, Some("map"))) => false,
            Some((_, Some("set"))) => true,
            Some((_, Some("seq" | "omap" | "pairs"))) => return Err(self.wrong_kind(raw, "a list")),
            Some((tag, Some("null" | "bool" | "int" | "float" | "str" | "timestamp" | "binary"))) => {
                return Err(match value_entry(self.graph, pairs) {
                    Some(text) => self.tagged_scalar(raw, tag, text),
                    None => self.wrong_kind(raw, "a scalar"),
                });
            }
            Some((tag, _)) => return Err(self.unknown_tag(raw, tag)),
        };
        let all = self.merges;
        let (pairs, inherited) = match all.get(&node) {
            None => (pairs, 0),
            Some(Ok(merged)) => (merged.pairs.as_slice(), merged.inherited),
            Some(Err(error)) => {
                self.diagnostics.push(error.clone());
                return Err(Value::Null);
            }
        };
        let kind = if set { Kind::Set { inherited } } else { Kind::Mapping { inherited } };
        Ok((kind, Children::Entries(pairs)))
    }

    fn unknown_tag(&mut self, raw: &Raw<'_>, tag: &str) -> Value {
        self.diagnostics.push(
            Diagnostic::error(code::UNKNOWN_TAG, format!("unknown tag {}", quoted(tag)))
                .with_label(self.source, raw.tag_span(), "")
                .with_note("Heat knows only YAML's own tags, such as `!!str`; it does not know short forms such as `!Ref`"),
        );
        Value::Null
    }

    /// Reports a plain scalar that has a meaning in YAML but is not a value.
    fn indicator(&mut self, raw: &Raw<'_>, text: &str) -> Value {
        self.diagnostics.push(
            Diagnostic::error(code::UNKNOWN_TAG, format!("`{text}` without quotes is not a value"))
                .with_label(self.source, raw.span, "")
                .with_help(format!("write `\"{text}\"` if it is a string")),
        );
        Value::Null
    }

    fn wrong_kind(&mut self, raw: &Raw<'_>, expected: &str) -> Value {
        self.invalid(raw, &format!("expected {expected}, but found {}", raw.content.kind()))
    }

    fn invalid(&mut self, raw: &Raw<'_>, why: &str) -> Value {
        self.diagnostics.push(Diagnostic::error(code::INVALID_VALUE, why).with_label(
            self.source,
            raw.span,
            "",
        ));
        Value::Null
    }
}

/// Returns the text of a map's `=` entry, which is the map's value as a scalar.
fn value_entry<'a>(graph: &'a Graph<'_>, mut pairs: &'a [Pair]) -> Option<&'a str> {
    // The value can be such a map in turn; each is nested in the previous one or precedes it, so this
    // terminates.
    loop {
        let [_, value] = pairs.iter().find(|[key, _]| scalar_type(graph, *key) == Some(ScalarType::Value))?;
        match &graph.nodes[*value].content {
            Content::Scalar { text, .. } => return Some(text),
            Content::Sequence(_) => return None,
            Content::Mapping(inner) => pairs = graph.pairs(*inner),
        }
    }
}

fn in_pairs(mut items: impl Iterator<Item = Node>) -> impl Iterator<Item = (Node, Node)> {
    std::iter::from_fn(move || Some((items.next()?, items.next()?)))
}
