//! Parser: converts tokens to a tree.
//!
//! The grammar consists of operators with values between them. A stack of open brackets, each with its pending operators and
//! values, is therefore sufficient: deep nesting does not need recursion. The error is at the first token that cannot continue an
//! expression.

use std::sync::Arc;

use super::lexer::Lexer;
use super::node::{CallNode, Constant, Form, Kind as NodeKind, Node};
use super::operator::{INDEX_LEVEL, Operator, Prefix};
use super::slot::Slot;
use super::token::{Bracket, Kind, Token};
use crate::data::Text;
use crate::error::{Error, ErrorClass, Fault, Outcome, Span};

/// Maximum depth of a tree. Python's yaql cannot evaluate trees of half this depth.
const MAX_DEPTH: u32 = 400;

/// Open bracket that contains the current position.
enum Open {
    /// The whole expression.
    Top,
    /// Parentheses around one value.
    Group,
    /// The arguments of a function, up to `)`.
    Function(Text),
    /// An index, up to `]`.
    Index(Arc<Node>),
    /// A list, up to `]`.
    List,
    /// A dictionary, up to `}`.
    Map,
}

impl Open {
    const fn close(&self) -> Option<Bracket> {
        match self {
            Self::Top => None,
            Self::Group | Self::Function(_) => Some(Bracket::Round),
            Self::Index(_) | Self::List => Some(Bracket::Square),
            Self::Map => Some(Bracket::Curly),
        }
    }
}

/// An operator whose right side is not complete.
enum Waiting {
    Binary(Operator),
    Prefix(Prefix, Span),
}

impl Waiting {
    const fn level(&self) -> u8 {
        match self {
            Self::Binary(operator) => operator.level(),
            Self::Prefix(prefix, _) => prefix.level(),
        }
    }
}

/// An open bracket, with the operators and values read in it so far.
struct Frame {
    open: Open,
    start: usize,
    /// Slot for the next argument; `None` outside of arguments.
    slot: Option<Slot>,
    operators: Vec<Waiting>,
    values: Vec<Arc<Node>>,
    args: Vec<Option<Arc<Node>>>,
    /// Left side of a keyword argument.
    name: Option<Arc<Node>>,
}

/// Kind of token that is expected next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExpectedToken {
    /// A value, or a token that begins or ends an argument.
    Argument,
    /// A value.
    Value,
    /// An operator, or the end.
    Operator,
}

struct Parser {
    frames: Vec<Frame>,
    expected: ExpectedToken,
    is_too_deep: bool,
}

/// Parses an expression; `None` if it is valid, but nested too deeply to be evaluated.
pub(crate) fn parse(expression: &str) -> Outcome<Option<Arc<Node>>> {
    let mut lexer = Lexer::new(expression);
    let mut parser = Parser { frames: Vec::new(), expected: ExpectedToken::Value, is_too_deep: false };
    parser.open(Open::Top, 0, None);
    while let Some(token) = lexer.next()? {
        if !parser.accepts(&token) {
            return Err(unexpected(&token, expression));
        }
    }
    let root = match parser.frames.pop() {
        Some(mut frame) if parser.frames.is_empty() && parser.expected == ExpectedToken::Operator => {
            parser.value(&mut frame)
        }
        _ => None,
    };
    match root {
        Some(_) if parser.is_too_deep => Ok(None),
        Some(root) => Ok(Some(root)),
        None => {
            let mut error = Error::fault(ErrorClass::Grammar, "Parse error: unexpected end of statement");
            error.span = Some(Span { start: expression.len(), end: expression.len() });
            Err(error)
        }
    }
}

fn unexpected(token: &Token, expression: &str) -> Fault {
    let message = format!(
        "Parse error: unexpected '{}' at position {} of expression '{expression}'",
        token.kind.value(),
        token.position
    );
    let mut error = Error::fault(ErrorClass::Grammar, message);
    error.span = Some(token.span);
    error
}

impl Parser {
    fn open(&mut self, open: Open, start: usize, slot: Option<Slot>) {
        let (operators, values, args) = (Vec::new(), Vec::new(), Vec::new());
        self.frames.push(Frame { open, start, slot, operators, values, args, name: None });
    }

    /// Accepts a token; false if it is not allowed at this position.
    fn accepts(&mut self, token: &Token) -> bool {
        match (self.expected, &token.kind) {
            (ExpectedToken::Argument, Kind::Comma | Kind::Close(_)) => self.separates(token),
            (ExpectedToken::Operator, _) => self.continues(token),
            _ => self.begins(token),
        }
    }

    /// Accepts a token that begins a value.
    fn begins(&mut self, token: &Token) -> bool {
        let Some(frame) = self.frames.last_mut() else { return false };
        let mut start_value = || frame.slot = frame.slot.map(Slot::with_value);
        let constant = match &token.kind {
            Kind::Sign(_, prefix) => {
                start_value();
                frame.operators.push(Waiting::Prefix(*prefix, token.span));
                self.expected = ExpectedToken::Value;
                return true;
            }
            Kind::Not => {
                start_value();
                frame.operators.push(Waiting::Prefix(Prefix::Not, token.span));
                self.expected = ExpectedToken::Value;
                return true;
            }
            Kind::Open(bracket) => {
                start_value();
                let (open, slot, expected) = match bracket {
                    Bracket::Round => (Open::Group, None, ExpectedToken::Value),
                    Bracket::Square => (Open::List, Some(Slot::First), ExpectedToken::Argument),
                    Bracket::Curly => (Open::Map, Some(Slot::First), ExpectedToken::Argument),
                };
                self.open(open, token.span.start, slot);
                self.expected = expected;
                return true;
            }
            Kind::Function(name) => {
                start_value();
                self.open(Open::Function(name.clone()), token.span.start, Some(Slot::First));
                self.expected = ExpectedToken::Argument;
                return true;
            }
            Kind::Int(int) => NodeKind::Constant(Constant::Int(int.clone())),
            Kind::Float(float) => NodeKind::Constant(Constant::Float(*float)),
            Kind::Str(text) => NodeKind::Constant(Constant::Str(text.clone())),
            Kind::True => NodeKind::Constant(Constant::Bool(true)),
            Kind::False => NodeKind::Constant(Constant::Bool(false)),
            Kind::Null => NodeKind::Constant(Constant::Null),
            Kind::Word(name) => NodeKind::Keyword(name.clone()),
            Kind::Variable(name) => {
                let name = Node {
                    kind: NodeKind::Constant(Constant::Str(name.clone())),
                    span: token.span,
                    depth: 1,
                };
                let args = vec![Some(Arc::new(name))];
                NodeKind::Call(CallNode::new("#get_context_data", args, Form::Variable))
            }
            _ => return false,
        };
        start_value();
        frame.values.push(Arc::new(Node { kind: constant, span: token.span, depth: 1 }));
        self.expected = ExpectedToken::Operator;
        true
    }

    /// Accepts a token that follows a value.
    fn continues(&mut self, token: &Token) -> bool {
        let Some(mut frame) = self.frames.pop() else { return false };
        let accepted = match &token.kind {
            Kind::Binary(operator) | Kind::Sign(operator, _) => {
                let level = operator.level() + u8::from(!operator.is_right_associative());
                self.reduce(&mut frame, level);
                frame.operators.push(Waiting::Binary(*operator));
                self.expected = ExpectedToken::Value;
                true
            }
            Kind::Open(Bracket::Square) => {
                self.reduce(&mut frame, INDEX_LEVEL + 1);
                let Some(target) = frame.values.pop() else { return false };
                self.frames.push(frame);
                let start = target.span.start;
                self.open(Open::Index(target), start, Some(Slot::First));
                self.expected = ExpectedToken::Argument;
                return true;
            }
            Kind::Close(Bracket::Round) if matches!(frame.open, Open::Group) => {
                return self.close(frame, token.span.end);
            }
            Kind::Mapping if frame.slot.is_some_and(Slot::can_be_name) => {
                frame.name = self.value(&mut frame);
                frame.slot = Some(Slot::Named);
                self.expected = ExpectedToken::Value;
                true
            }
            _ => {
                self.frames.push(frame);
                return self.separates(token);
            }
        };
        self.frames.push(frame);
        accepted
    }

    /// Accepts a comma between arguments, or the bracket after them.
    fn separates(&mut self, token: &Token) -> bool {
        let Some(mut frame) = self.frames.pop() else { return false };
        let Some(slot) = frame.slot else { return false };
        match &token.kind {
            Kind::Comma => {
                let Some(next) = slot.after_comma() else { return false };
                self.argument(&mut frame);
                frame.slot = Some(next);
                self.frames.push(frame);
                self.expected = ExpectedToken::Argument;
                true
            }
            Kind::Close(bracket) if frame.open.close() == Some(*bracket) && slot.can_close() => {
                if slot != Slot::First {
                    self.argument(&mut frame);
                }
                self.close(frame, token.span.end)
            }
            _ => false,
        }
    }

    /// Ends an argument, which can be empty.
    fn argument(&mut self, frame: &mut Frame) {
        let value = self.value(frame);
        let argument = match (frame.name.take(), value) {
            (Some(source), Some(destination)) => {
                let span = Span { start: source.span.start, end: destination.span.end };
                let depth = source.depth.max(destination.depth) + 1;
                Some(self.node(NodeKind::Rule(source, destination), span, depth))
            }
            (_, value) => value,
        };
        frame.args.push(argument);
    }

    /// Ends a bracket: its contents become a value in the enclosing bracket.
    fn close(&mut self, mut frame: Frame, end: usize) -> bool {
        let span = Span { start: frame.start, end };
        let call = |name: &str, args, form| NodeKind::Call(CallNode::new(name, args, form));
        let kind = match frame.open {
            Open::Top => return false,
            Open::Group => {
                let Some(inner) = self.value(&mut frame) else { return false };
                // Nested parentheses have no further effect.
                match &inner.kind {
                    NodeKind::Wrap(innermost) => NodeKind::Wrap(innermost.clone()),
                    _ => NodeKind::Wrap(inner),
                }
            }
            Open::Function(ref name) => call(name, frame.args, Form::Function),
            Open::List => call("#list", frame.args, Form::List),
            Open::Map => call("#map", frame.args, Form::Map),
            Open::Index(target) => {
                let args = std::iter::once(Some(target)).chain(frame.args).collect();
                call("#indexer", args, Form::Index)
            }
        };
        let depth = depth_of(&kind);
        let node = self.node(kind, span, depth);
        let Some(outer) = self.frames.last_mut() else { return false };
        outer.values.push(node);
        self.expected = ExpectedToken::Operator;
        true
    }

    /// Completes the operators that bind more tightly than `level`.
    fn reduce(&mut self, frame: &mut Frame, level: u8) {
        while frame.operators.last().is_some_and(|operator| operator.level() < level) {
            let (Some(operator), Some(right)) = (frame.operators.pop(), frame.values.pop()) else { return };
            let (name, start, end) = match operator {
                Waiting::Prefix(prefix, span) => (prefix.function(), span.start, right.span.end),
                Waiting::Binary(operator) => {
                    let start = frame.values.last().map_or(right.span.start, |left| left.span.start);
                    (operator.function(), start, right.span.end)
                }
            };
            let mut args = vec![Some(right)];
            if let Waiting::Binary(_) = operator {
                args.insert(0, frame.values.pop());
            }
            let kind = NodeKind::Call(CallNode::new(name, args, Form::Operator));
            let depth = depth_of(&kind);
            let node = self.node(kind, Span { start, end }, depth);
            frame.values.push(node);
        }
    }

    /// Returns the complete value at the end of a frame; `None` if there is none.
    fn value(&mut self, frame: &mut Frame) -> Option<Arc<Node>> {
        self.reduce(frame, u8::MAX);
        frame.values.pop()
    }

    /// Creates a node. A node that is nested too deeply is replaced by null, because trees are dropped recursively.
    fn node(&mut self, kind: NodeKind, span: Span, depth: u32) -> Arc<Node> {
        if depth > MAX_DEPTH {
            self.is_too_deep = true;
            return Arc::new(Node { kind: NodeKind::Constant(Constant::Null), span, depth: 1 });
        }
        Arc::new(Node { kind, span, depth })
    }
}

fn depth_of(kind: &NodeKind) -> u32 {
    match kind {
        NodeKind::Constant(_) | NodeKind::Keyword(_) => 1,
        NodeKind::Wrap(inner) => inner.depth + 1,
        NodeKind::Rule(source, destination) => source.depth.max(destination.depth) + 1,
        NodeKind::Call(call) => call.args.iter().flatten().map(|arg| arg.depth).max().unwrap_or(0) + 1,
    }
}
