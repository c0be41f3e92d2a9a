//! From syntax events to a graph of untyped nodes, in which an alias is the node it names.
//!
//! This is PyYAML's composer. It keeps tags and raw texts, because what a node means depends on where it is
//! used: the value of a merge key is never constructed, whatever its tag says. Nothing here recurses; the
//! depth of the graph is checked where a collection starts.

use std::collections::HashMap;
use std::sync::Arc;

use crate::syntax::{Dialect, Event, Fault, Parser, Properties};
use crate::{Diagnostic, ParseOptions, Source, Span, code};

/// The index of a node in its [`Graph`].
pub(crate) type NodeId = usize;

/// A node as written.
#[derive(Debug)]
pub(crate) struct Raw {
    pub(crate) span: Span,
    /// The full explicit tag, such as `tag:yaml.org,2002:str` or `!Ref`.
    pub(crate) tag: Option<(String, Span)>,
    pub(crate) content: Content,
}

impl Raw {
    /// The full explicit tag.
    pub(crate) fn tag(&self) -> Option<&str> {
        self.tag.as_ref().map(|(tag, _)| tag.as_str())
    }

    /// The span of the tag, or of the node if it has none.
    pub(crate) fn tag_span(&self) -> Span {
        self.tag.as_ref().map_or(self.span, |(_, span)| *span)
    }
}

/// The content of a node.
#[derive(Debug)]
pub(crate) enum Content {
    /// A scalar; `untyped` if its type is to be resolved from its text.
    Scalar {
        text: String,
        untyped: bool,
    },
    Sequence(Vec<NodeId>),
    Mapping(Vec<(NodeId, NodeId)>),
}

impl Content {
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
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Raw>,
    pub(crate) root: NodeId,
}

struct Anchor {
    name: Span,
    node: NodeId,
}

struct Composer<'a> {
    source: &'a Arc<Source>,
    options: &'a ParseOptions,
    nodes: Vec<Raw>,
    open: Vec<Open>,
    anchors: HashMap<String, Anchor>,
    root: Option<NodeId>,
}

/// A collection that has not been closed yet.
struct Open {
    node: NodeId,
    /// The key whose value has not been read yet.
    key: Option<NodeId>,
    /// The end of the last child.
    end: usize,
}

/// Reads the only document of a text; `None` if there is none.
pub(crate) fn compose(
    source: &Arc<Source>,
    options: &ParseOptions,
    dialect: Dialect,
) -> Result<Option<Graph>, Diagnostic> {
    let mut composer = Composer {
        source,
        options,
        nodes: Vec::new(),
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
    let Composer { nodes, root, .. } = composer;
    Ok(root.map(|root| Graph { nodes, root }))
}

impl Composer<'_> {
    fn event(&mut self, event: Event) -> Result<(), Diagnostic> {
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
                self.open(span, properties, Content::Sequence(Vec::new()))
            }
            Event::MappingStart { span, properties } => {
                self.open(span, properties, Content::Mapping(Vec::new()))
            }
            Event::End { bracket } => {
                if let Some(Open { node, end, .. }) = self.open.pop() {
                    let span = &mut self.nodes[node].span;
                    span.end = bracket.map_or(end, |bracket| bracket.end).max(span.end);
                    let end = span.end;
                    self.attach(node, end);
                }
                Ok(())
            }
            Event::Alias { name, span } => {
                let node = self.alias(&name, span)?;
                self.attach(node, span.end);
                Ok(())
            }
            Event::DocumentStart(_) | Event::DocumentEnd | Event::StreamEnd => Ok(()),
        }
    }

    fn add(&mut self, span: Span, properties: Properties, content: Content) -> Result<NodeId, Diagnostic> {
        let node = self.nodes.len();
        if let Some((name, at)) = properties.anchor {
            if let Some(first) = self.anchors.get(&name) {
                return Err(Diagnostic::error(
                    code::DUPLICATE_ANCHOR,
                    format!("the anchor `{name}` is defined twice"),
                )
                .with_label(self.source, at, "defined again here")
                .with_label(self.source, first.name, "first defined here"));
            }
            self.anchors.insert(name, Anchor { name: at, node });
        }
        self.nodes.push(Raw { span, tag: properties.tag, content });
        Ok(node)
    }

    fn open(&mut self, span: Span, properties: Properties, content: Content) -> Result<(), Diagnostic> {
        if self.open.len() >= self.options.depth() {
            return Err(too_deep(self.source, span, self.options));
        }
        let node = self.add(span, properties, content)?;
        self.open.push(Open { node, key: None, end: span.end });
        Ok(())
    }

    /// Adds a complete node, which ends at `end`, to the collection it belongs to.
    fn attach(&mut self, node: NodeId, end: usize) {
        let Some(parent) = self.open.last_mut() else {
            self.root = Some(node);
            return;
        };
        parent.end = parent.end.max(end);
        match &mut self.nodes[parent.node].content {
            Content::Scalar { .. } => {}
            Content::Sequence(items) => items.push(node),
            Content::Mapping(pairs) => match parent.key.take() {
                None => parent.key = Some(node),
                Some(key) => pairs.push((key, node)),
            },
        }
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

/// The error for a collection that is nested too deeply.
pub(crate) fn too_deep(source: &Arc<Source>, at: Span, options: &ParseOptions) -> Diagnostic {
    Diagnostic::error(code::TOO_DEEP, format!("more than {} levels of nesting", options.depth())).with_label(
        source,
        Span::new(at.start, at.start),
        "this level exceeds the limit",
    )
}
