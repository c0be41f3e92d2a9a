//! From syntax events to a graph of untyped nodes, in which an alias is the node it names.
//!
//! This is PyYAML's composer. It keeps tags and raw texts, because the meaning of a node depends on where it is used: the value
//! of a merge key is never constructed, regardless of its tag. Nothing here recurses; the depth of the graph is checked where a
//! collection starts.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use crate::syntax::{Dialect, Event, Fault, Parser, Properties};
use crate::{Diagnostic, ParseOptions, Source, Span, code};

/// The index of a node in its [`Graph`].
pub(crate) type NodeId = usize;

/// A node as written.
#[derive(Debug)]
pub(crate) struct Raw<'a> {
    pub(crate) span: Span,
    /// The anchor and the tag, if there is one.
    properties: Option<Box<Properties<'a>>>,
    pub(crate) content: Content<'a>,
}

impl Raw<'_> {
    /// Returns the full explicit tag, such as `tag:yaml.org,2002:str` or `!Ref`.
    pub(crate) fn tag(&self) -> Option<&str> {
        let (tag, _) = self.properties.as_ref()?.tag.as_ref()?;
        Some(tag)
    }

    /// Span of the tag, or of the node if it has none.
    pub(crate) fn tag_span(&self) -> Span {
        let tag = self.properties.as_ref().and_then(|properties| properties.tag.as_ref());
        tag.map_or(self.span, |(_, span)| *span)
    }
}

/// The content of a node.
#[derive(Debug)]
pub(crate) enum Content<'a> {
    /// A scalar; `untyped` if its type is to be resolved from its text.
    Scalar { text: Cow<'a, str>, untyped: bool },
    /// The items of a list.
    Sequence(Children),
    /// The keys and values of a map, alternately.
    Mapping(Children),
}

/// A range of [`Graph::children`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Children {
    start: usize,
    end: usize,
}

impl Content<'_> {
    /// PyYAML's name for this kind of node.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Scalar { .. } => "a scalar",
            Self::Sequence(_) => "a list",
            Self::Mapping(_) => "a map",
        }
    }
}

/// All nodes of a document. Aliases share nodes.
#[derive(Debug)]
pub(crate) struct Graph<'a> {
    pub(crate) nodes: Vec<Raw<'a>>,
    /// The children of all collections, one after the other.
    children: Vec<NodeId>,
    pub(crate) root: NodeId,
}

impl Graph<'_> {
    /// Returns the items of a list.
    pub(crate) fn items(&self, children: Children) -> &[NodeId] {
        self.children.get(children.start..children.end).unwrap_or_default()
    }

    /// Returns the keys of a map with their values.
    pub(crate) fn pairs(&self, children: Children) -> &[Pair] {
        self.items(children).as_chunks().0
    }
}

/// A key and its value.
pub(crate) type Pair = [NodeId; 2];

struct Anchor {
    name: Span,
    node: NodeId,
}

struct Composer<'a> {
    source: &'a Arc<Source>,
    options: &'a ParseOptions,
    nodes: Vec<Raw<'a>>,
    /// The children of the closed collections.
    children: Vec<NodeId>,
    /// The children of the open collections.
    pending: Vec<NodeId>,
    open: Vec<Open>,
    anchors: HashMap<&'a str, Anchor>,
    root: Option<NodeId>,
}

/// A collection that has not been closed yet.
struct Open {
    node: NodeId,
    /// Index of the collection's first child among the pending ones.
    first: usize,
    /// The end of the last child.
    end: usize,
}

/// Approximate number of bytes of text per node: more in prose, a few less in templates with many functions. Unused capacity
/// costs little, and moving the nodes to a larger allocation costs more.
const BYTES_OF_NODE: usize = 6;

/// Reads the only document of a text; `None` if there is none.
pub(crate) fn compose<'a>(
    source: &'a Arc<Source>,
    options: &'a ParseOptions,
    dialect: Dialect,
) -> Result<Option<Graph<'a>>, Diagnostic> {
    let expected_nodes = source.text().len() / BYTES_OF_NODE;
    let mut composer = Composer {
        source,
        options,
        nodes: Vec::with_capacity(expected_nodes),
        children: Vec::with_capacity(expected_nodes),
        pending: Vec::new(),
        open: Vec::new(),
        anchors: HashMap::new(),
        root: None,
    };
    let mut parser = Parser::new(source.text(), dialect, options.depth());
    loop {
        match parser.next() {
            Ok(Event::StreamEnd) => break,
            Ok(event) => composer.event(event)?,
            Err(fault) => return Err(composer.syntax_error(fault)),
        }
    }
    let Composer { nodes, children, root, .. } = composer;
    Ok(root.map(|root| Graph { nodes, children, root }))
}

impl<'a> Composer<'a> {
    fn event(&mut self, event: Event<'a>) -> Result<(), Diagnostic> {
        match event {
            Event::DocumentStart(at) if self.root.is_some() => {
                Err(Diagnostic::error(code::SEVERAL_DOCUMENTS, "a second document starts here")
                    .with_label(self.source, at, "only one document is read")
                    .with_help("put each document into a file of its own"))
            }
            Event::Scalar { text, untyped, span, properties } => {
                let node = self.add(span, properties, Content::Scalar { text, untyped })?;
                self.attach(node, span.end);
                Ok(())
            }
            Event::SequenceStart { span, properties } => {
                self.open(span, properties, Content::Sequence(Children::default()))
            }
            Event::MappingStart { span, properties } => {
                self.open(span, properties, Content::Mapping(Children::default()))
            }
            Event::End { bracket } => {
                if let Some(Open { node, first, end }) = self.open.pop() {
                    let start = self.children.len();
                    self.children.extend(self.pending.drain(first..));
                    let all = Children { start, end: self.children.len() };
                    let raw = &mut self.nodes[node];
                    match &mut raw.content {
                        Content::Sequence(children) | Content::Mapping(children) => *children = all,
                        Content::Scalar { .. } => {}
                    }
                    raw.span.end = bracket.map_or(end, |bracket| bracket.end).max(raw.span.end);
                    let end = raw.span.end;
                    self.attach(node, end);
                }
                Ok(())
            }
            Event::Alias { name, span } => {
                let node = self.alias(name, span)?;
                self.attach(node, span.end);
                Ok(())
            }
            Event::DocumentStart(_) | Event::DocumentEnd | Event::StreamEnd => Ok(()),
        }
    }

    fn add(
        &mut self,
        span: Span,
        properties: Option<Box<Properties<'a>>>,
        content: Content<'a>,
    ) -> Result<NodeId, Diagnostic> {
        let node = self.nodes.len();
        if let Some((name, at)) = properties.as_ref().and_then(|properties| properties.anchor) {
            if let Some(first) = self.anchors.get(name) {
                return Err(Diagnostic::error(
                    code::DUPLICATE_ANCHOR,
                    format!("the anchor `{name}` is defined twice"),
                )
                .with_label(self.source, at, "defined again here")
                .with_label(self.source, first.name, "first defined here"));
            }
            self.anchors.insert(name, Anchor { name: at, node });
        }
        self.nodes.push(Raw { span, properties, content });
        Ok(node)
    }

    fn open(
        &mut self,
        span: Span,
        properties: Option<Box<Properties<'a>>>,
        content: Content<'a>,
    ) -> Result<(), Diagnostic> {
        if self.open.len() >= self.options.depth() {
            return Err(too_deep(self.source, span, self.options));
        }
        let node = self.add(span, properties, content)?;
        self.open.push(Open { node, first: self.pending.len(), end: span.end });
        Ok(())
    }

    /// Adds a complete node, which ends at `end`, to the collection it belongs to.
    fn attach(&mut self, node: NodeId, end: usize) {
        let Some(parent) = self.open.last_mut() else {
            self.root = Some(node);
            return;
        };
        parent.end = parent.end.max(end);
        self.pending.push(node);
    }

    fn alias(&self, name: &str, at: Span) -> Result<NodeId, Diagnostic> {
        let Some(anchor) = self.anchors.get(name) else {
            return Err(Diagnostic::error(code::UNKNOWN_ALIAS, format!("there is no anchor named `{name}`"))
                .with_label(self.source, at, "used here")
                .with_help(format!("add `&{name}` to the value, before this alias")));
        };
        if self.open.iter().any(|open| open.node == anchor.node) {
            return Err(Diagnostic::error(code::RECURSIVE_ALIAS, "a value cannot contain itself")
                .with_label(self.source, at, "this alias names the value that contains it")
                .with_label(self.source, anchor.name, "the value starts here"));
        }
        Ok(anchor.node)
    }

    fn syntax_error(&self, fault: Fault) -> Diagnostic {
        let fault = fault.into_facts();
        if fault.code == code::TOO_DEEP {
            return too_deep(self.source, fault.at, self.options);
        }
        let mut error =
            Diagnostic::error(fault.code, fault.message).with_label(self.source, fault.at, fault.label);
        if let Some((span, what)) = fault.context {
            error = error.with_label(self.source, span, what);
        }
        error.help = fault.help;
        error
    }
}

/// Returns the error for a collection that is nested too deeply.
pub(crate) fn too_deep(source: &Arc<Source>, at: Span, options: &ParseOptions) -> Diagnostic {
    Diagnostic::error(code::TOO_DEEP, format!("more than {} levels of nesting", options.depth())).with_label(
        source,
        Span::new(at.start, at.start),
        "this level exceeds the limit",
    )
}
