//! Parses tokens into events.
//!
//! The grammar is that of YAML 1.1, implemented with a stack of states instead of recursive calls. Each
//! state's function consumes some tokens, sets the next state, and returns one event.

use std::borrow::Cow;
use std::collections::HashMap;

use super::scanner::Scanner;
use super::token::{Tag, TagHandle, Token, TokenKind};
use super::{Dialect, Fault, Scanned};
use crate::Span;

/// The prefix of YAML's own tags.
const CORE: &str = "tag:yaml.org,2002:";

/// The properties of a node: its anchor and tag.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Properties<'a> {
    pub(crate) anchor: Option<(&'a str, Span)>,
    /// The full tag. A bare `!` is not included.
    pub(crate) tag: Option<(String, Span)>,
}

/// An event of a document. Few nodes have properties, so these are boxed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Event<'a> {
    DocumentStart(Span),
    DocumentEnd,
    StreamEnd,
    Alias {
        name: &'a str,
        span: Span,
    },
    /// A scalar; `untyped` if its type is to be resolved from its text.
    Scalar {
        text: Cow<'a, str>,
        untyped: bool,
        span: Span,
        properties: Option<Box<Properties<'a>>>,
    },
    SequenceStart {
        span: Span,
        properties: Option<Box<Properties<'a>>>,
    },
    MappingStart {
        span: Span,
        properties: Option<Box<Properties<'a>>>,
    },
    /// The end of a list or map. Without a bracket, only its last entry shows where it ends.
    End {
        bracket: Option<Span>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    FirstDocument,
    Document,
    DocumentContent,
    DocumentEnd,
    BlockNode,
    BlockSequence,
    IndentlessSequence,
    BlockMappingKey,
    BlockMappingValue,
    FlowSequence { first: bool },
    FlowPairKey,
    FlowPairValue,
    FlowPairEnd,
    FlowMapping { first: bool },
    FlowMappingValue,
    FlowMappingNoValue,
    Ended,
}

/// Context of a node, which decides the kinds of nodes that are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NodeContext {
    Flow,
    Block,
    /// The value of a map entry, where a list without indentation of its own is allowed.
    MappingEntry,
}

/// Function that tells whether a token ends an entry before its node.
pub(super) type Ends = fn(&TokenKind<'_>) -> bool;

/// Reads events.
pub(crate) struct Parser<'a> {
    pub(super) scanner: Scanner<'a>,
    pub(super) state: State,
    pub(super) states: Vec<State>,
    /// The start positions of the open collections.
    starts: Vec<Span>,
    handles: HashMap<String, String>,
}

impl<'a> Parser<'a> {
    /// Reads a text whose collections may be nested up to `depth` levels.
    pub(crate) fn new(text: &'a str, dialect: Dialect, depth: usize) -> Self {
        Self {
            scanner: Scanner::new(text, dialect, depth),
            state: State::FirstDocument,
            states: Vec::new(),
            starts: Vec::new(),
            handles: HashMap::new(),
        }
    }

    /// Returns the next event.
    pub(crate) fn next(&mut self) -> Scanned<Event<'a>> {
        match self.state {
            State::FirstDocument => self.first_document(),
            State::Document => self.document(),
            State::DocumentContent => self.document_content(),
            State::DocumentEnd => self.document_end(),
            State::BlockNode => self.node(NodeContext::Block),
            State::BlockSequence => self.block_sequence(),
            State::IndentlessSequence => self.indentless_sequence(),
            State::BlockMappingKey => self.block_mapping_key(),
            State::BlockMappingValue => self.block_mapping_value(),
            State::FlowSequence { first } => self.flow_sequence(first),
            State::FlowPairKey => self.flow_pair_key(),
            State::FlowPairValue => self.flow_pair_value(),
            State::FlowPairEnd => {
                self.state = State::FlowSequence { first: false };
                Ok(Event::End { bracket: None })
            }
            State::FlowMapping { first } => self.flow_mapping(first),
            State::FlowMappingValue => self.flow_mapping_value(),
            State::FlowMappingNoValue => {
                let at = self.scanner.peek()?.span;
                Ok(self.empty(at.start, State::FlowMapping { first: false }))
            }
            State::Ended => Ok(Event::StreamEnd),
        }
    }

    /// Takes the next token if it is `kind`.
    pub(super) fn accept(&mut self, kind: &TokenKind<'_>) -> Scanned<Option<Span>> {
        let next = &self.scanner.peek()?.kind;
        // Only kinds without contents are accepted, so the contents are not compared.
        if std::mem::discriminant(next) == std::mem::discriminant(kind) {
            Ok(Some(self.scanner.next()?.span))
        } else {
            Ok(None)
        }
    }

    pub(super) fn is_next(&mut self, is_one: Ends) -> Scanned<bool> {
        Ok(is_one(&self.scanner.peek()?.kind))
    }

    pub(super) fn pop(&mut self) -> State {
        self.states.pop().unwrap_or(State::Ended)
    }

    /// Returns an empty node, for which nothing is written.
    pub(super) fn empty(&mut self, at: usize, then: State) -> Event<'a> {
        self.state = then;
        let span = Span::new(at, at);
        Event::Scalar { text: Cow::Borrowed(""), untyped: true, span, properties: None }
    }

    /// Returns the node after an indicator, or an empty one if one of `ends` follows immediately.
    pub(super) fn node_or_empty(
        &mut self,
        at: usize,
        ends: Ends,
        place: NodeContext,
        then: State,
    ) -> Scanned<Event<'a>> {
        if self.is_next(ends)? {
            return Ok(self.empty(at, then));
        }
        self.states.push(then);
        self.node(place)
    }

    pub(super) fn end_collection(&mut self, bracket: Option<Span>) -> Event<'a> {
        self.state = self.pop();
        self.starts.pop();
        Event::End { bracket }
    }

    /// Returns the error for an unexpected token where `what` is expected in a collection.
    pub(super) fn expected(&mut self, what: &str, context: &'static str) -> Fault {
        let start = self.starts.last().copied();
        let (at, found) = match self.scanner.peek() {
            Err(fault) => return fault,
            Ok(token) => (token.span, token.kind.name()),
        };
        let fault = Fault::new(at, format!("expected {what}, but found {found}"));
        match start {
            Some(start) => fault.since(Span::new(start.start, start.start), context),
            None => fault,
        }
    }

    /// Returns the error for an unexpected token where a flow collection should continue. A token directly after the quotes of a
    /// text shows that one of these quotes was probably intended as text.
    pub(super) fn expected_in_flow(
        &mut self,
        what: &str,
        context: &'static str,
        help: &'static str,
    ) -> Fault {
        let fault = self.expected(what, context);
        let follows_quotes = fault.0.at.start > 0 && self.scanner.cursor.is_quote_before(fault.0.at.start);
        fault.help(if follows_quotes {
            "the text in quotes ends right before this: close the quotes of the text before it, or escape this quote"
        } else {
            help
        })
    }

    /// Returns the error for an unexpected token where a block collection should continue.
    pub(super) fn expected_in_block(&mut self, what: &str, context: &'static str) -> Fault {
        let mut fault = self.expected(what, context);
        let start = fault.0.at.start;
        fault.0.help.get_or_insert_with(|| self.scanner.cursor.advice_at(start).to_owned());
        fault
    }

    // Documents.

    fn first_document(&mut self) -> Scanned<Event<'a>> {
        let token = self.scanner.peek()?;
        let at = token.span;
        match token.kind {
            TokenKind::DocumentStart | TokenKind::StreamEnd => self.document(),
            _ if token.kind.is_directive() => self.document(),
            _ => {
                self.default_handles();
                self.states.push(State::DocumentEnd);
                self.state = State::BlockNode;
                Ok(Event::DocumentStart(at))
            }
        }
    }

    fn document(&mut self) -> Scanned<Event<'a>> {
        while self.accept(&TokenKind::DocumentEnd)?.is_some() {}
        if self.is_next(|kind| matches!(kind, TokenKind::StreamEnd))? {
            self.state = State::Ended;
            return Ok(Event::StreamEnd);
        }
        self.directives()?;
        let Some(at) = self.accept(&TokenKind::DocumentStart)? else {
            return Err(self.after_the_end());
        };
        self.states.push(State::DocumentEnd);
        self.state = State::DocumentContent;
        Ok(Event::DocumentStart(at))
    }

    /// Returns the error for text after the end of the document.
    fn after_the_end(&mut self) -> Fault {
        match self.scanner.peek() {
            Err(fault) => fault,
            Ok(Token { span, kind: kind @ (TokenKind::FlowSequenceEnd | TokenKind::FlowMappingEnd) }) => {
                Fault::new(*span, format!("{} closes nothing", kind.name())).help("remove it")
            }
            Ok(Token { span, kind }) => {
                let (at, message) =
                    (*span, format!("{} is not allowed after the end of the document", kind.name()));
                Fault::new(at, message).help(self.scanner.cursor.advice_at(at.start))
            }
        }
    }

    fn document_content(&mut self) -> Scanned<Event<'a>> {
        let token = self.scanner.peek()?;
        let at = token.span.start;
        let empty = token.kind.is_directive()
            || matches!(token.kind, TokenKind::DocumentStart | TokenKind::DocumentEnd | TokenKind::StreamEnd);
        if empty {
            let then = self.pop();
            return Ok(self.empty(at, then));
        }
        self.node(NodeContext::Block)
    }

    fn document_end(&mut self) -> Scanned<Event<'a>> {
        self.accept(&TokenKind::DocumentEnd)?;
        self.state = State::Document;
        Ok(Event::DocumentEnd)
    }

    fn default_handles(&mut self) {
        for (handle, prefix) in [("!", "!"), ("!!", CORE)] {
            self.handles.entry(handle.to_owned()).or_insert_with(|| prefix.to_owned());
        }
    }

    fn directives(&mut self) -> Scanned<()> {
        self.handles.clear();
        let mut version = false;
        while self.scanner.peek()?.kind.is_directive() {
            let Token { span, kind } = self.scanner.next()?;
            match kind {
                TokenKind::VersionDirective(1) if !version => version = true,
                TokenKind::VersionDirective(1) => return Err(Fault::new(span, "the version is given twice")),
                TokenKind::VersionDirective(_) => {
                    return Err(Fault::new(span, "Heat reads YAML 1.1").help("write `%YAML 1.1`"));
                }
                TokenKind::TagDirective(definition) => {
                    let TagHandle { handle, prefix } = *definition;
                    if self.handles.insert(handle, prefix).is_some() {
                        return Err(Fault::new(span, "this tag handle is defined twice"));
                    }
                }
                _ => {}
            }
        }
        self.default_handles();
        Ok(())
    }

    // Nodes.

    pub(super) fn node(&mut self, place: NodeContext) -> Scanned<Event<'a>> {
        if let TokenKind::Alias(name) = self.scanner.peek()?.kind {
            let span = self.scanner.next()?.span;
            let event = Event::Alias { name, span };
            self.state = self.pop();
            return Ok(event);
        }
        let (properties, bare) = self.properties()?;
        let tag = properties.as_ref().and_then(|properties| Some(properties.tag.as_ref()?.1));
        let anchor = properties.as_ref().and_then(|properties| Some(properties.anchor.as_ref()?.1));
        let span = self.scanner.peek()?.span;
        if let Some((text, plain)) = self.scanner.next_scalar() {
            let untyped = tag.is_none() && (plain || bare.is_some());
            self.state = self.pop();
            return Ok(Event::Scalar { text, untyped, span, properties });
        }
        match self.scanner.peek()?.kind {
            TokenKind::BlockEntry if place == NodeContext::MappingEntry => {
                self.state = State::IndentlessSequence;
                Ok(Event::SequenceStart { span: Span::new(span.start, span.start), properties })
            }
            TokenKind::FlowSequenceStart => {
                self.scanner.next()?;
                self.starts.push(span);
                self.state = State::FlowSequence { first: true };
                Ok(Event::SequenceStart { span, properties })
            }
            TokenKind::FlowMappingStart => {
                self.scanner.next()?;
                self.starts.push(span);
                self.state = State::FlowMapping { first: true };
                Ok(Event::MappingStart { span, properties })
            }
            TokenKind::BlockSequenceStart if place != NodeContext::Flow => {
                self.scanner.next()?;
                self.starts.push(span);
                self.state = State::BlockSequence;
                Ok(Event::SequenceStart { span, properties })
            }
            TokenKind::BlockMappingStart if place != NodeContext::Flow => {
                self.scanner.next()?;
                self.starts.push(span);
                self.state = State::BlockMappingKey;
                Ok(Event::MappingStart { span, properties })
            }
            _ => {
                let Some(at) = tag.or(anchor).or(bare) else {
                    return Err(self.expected("a value", "in the collection that starts here"));
                };
                self.state = self.pop();
                // libyaml, which is tried first, types an empty scalar after a bare `!` as a string.
                let untyped = tag.is_none() && bare.is_none();
                let span = Span::new(at.start, at.end);
                Ok(Event::Scalar { text: Cow::Borrowed(""), untyped, span, properties })
            }
        }
    }

    /// Parses an anchor and a tag, in either order. For a bare `!`, only its position is returned.
    fn properties(&mut self) -> Scanned<(Option<Box<Properties<'a>>>, Option<Span>)> {
        let mut properties = Properties::default();
        let mut tag = None;
        for _ in 0..2 {
            match self.scanner.peek()?.kind {
                TokenKind::Anchor(_) if properties.anchor.is_none() => {}
                TokenKind::Tag(_) if tag.is_none() => {}
                _ => break,
            }
            let Token { span, kind } = self.scanner.next()?;
            match kind {
                TokenKind::Anchor(name) => properties.anchor = Some((name, span)),
                TokenKind::Tag(written) => tag = Some((written, span)),
                _ => {}
            }
        }
        let Some((written, span)) = tag else {
            return Ok((properties.anchor.is_some().then(|| Box::new(properties)), None));
        };
        let Tag { handle, suffix } = *written;
        let name = match handle {
            None => suffix,
            Some(handle) => match self.handles.get(&handle) {
                Some(prefix) => format!("{prefix}{suffix}"),
                None => return Err(Fault::new(span, format!("the tag handle `{handle}` is not defined"))),
            },
        };
        if name == "!" {
            return Ok((properties.anchor.is_some().then(|| Box::new(properties)), Some(span)));
        }
        properties.tag = Some((name, span));
        Ok((Some(Box::new(properties)), None))
    }
}
