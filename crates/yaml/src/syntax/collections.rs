//! The states for lists and maps: the part of the grammar between the start and the end of a collection.

use super::parser::{Ends, Event, NodeContext, Parser, State};
use super::token::TokenKind;
use super::{Dialect, Scanned};

impl<'a> Parser<'a> {
    // Block collections.

    pub(super) fn block_sequence(&mut self) -> Scanned<Event<'a>> {
        if let Some(at) = self.accept(&TokenKind::BlockEntry)? {
            let ends: Ends = |kind| matches!(kind, TokenKind::BlockEntry | TokenKind::BlockEnd);
            return self.node_or_empty(at.end, ends, NodeContext::Block, State::BlockSequence);
        }
        if self.accept(&TokenKind::BlockEnd)?.is_some() {
            return Ok(self.end_collection(None));
        }
        Err(self.expected_in_block("the next `- ` of a list", "the list starts here"))
    }

    pub(super) fn indentless_sequence(&mut self) -> Scanned<Event<'a>> {
        if let Some(at) = self.accept(&TokenKind::BlockEntry)? {
            let ends: Ends = |kind| {
                matches!(
                    kind,
                    TokenKind::BlockEntry | TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd
                )
            };
            return self.node_or_empty(at.end, ends, NodeContext::Block, State::IndentlessSequence);
        }
        self.state = self.pop();
        Ok(Event::End { bracket: None })
    }

    pub(super) fn block_mapping_key(&mut self) -> Scanned<Event<'a>> {
        if let Some(at) = self.accept(&TokenKind::Key)? {
            let ends: Ends = |kind| matches!(kind, TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd);
            return self.node_or_empty(at.end, ends, NodeContext::MappingEntry, State::BlockMappingValue);
        }
        if self.accept(&TokenKind::BlockEnd)?.is_some() {
            return Ok(self.end_collection(None));
        }
        Err(self.expected_in_block("the next key of a map", "the map starts here"))
    }

    pub(super) fn block_mapping_value(&mut self) -> Scanned<Event<'a>> {
        if let Some(at) = self.accept(&TokenKind::Value)? {
            let ends: Ends = |kind| matches!(kind, TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd);
            return self.node_or_empty(at.end, ends, NodeContext::MappingEntry, State::BlockMappingKey);
        }
        let at = self.scanner.peek()?.span.start;
        Ok(self.empty(at, State::BlockMappingKey))
    }

    // Flow collections.

    pub(super) fn flow_sequence(&mut self, first: bool) -> Scanned<Event<'a>> {
        if !first
            && !self.is_next(|kind| matches!(kind, TokenKind::FlowSequenceEnd))?
            && self.accept(&TokenKind::FlowEntry)?.is_none()
        {
            return Err(self.expected_in_flow(
                "`,` or `]`",
                "the list starts here",
                "close the list with `]`",
            ));
        }
        if let Some(bracket) = self.accept(&TokenKind::FlowSequenceEnd)? {
            return Ok(self.end_collection(Some(bracket)));
        }
        if self.is_next(|kind| matches!(kind, TokenKind::Key))? {
            let at = self.scanner.next()?.span;
            self.state = State::FlowPairKey;
            return Ok(Event::MappingStart { span: at, properties: None });
        }
        self.states.push(State::FlowSequence { first: false });
        self.node(NodeContext::Flow)
    }

    pub(super) fn flow_pair_key(&mut self) -> Scanned<Event<'a>> {
        let at = self.scanner.peek()?.span;
        let ends: Ends =
            |kind| matches!(kind, TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowSequenceEnd);
        if self.scanner.dialect == Dialect::Libyaml && self.is_next(ends)? {
            // libyaml drops the token after a `?` that has no key.
            self.scanner.next()?;
            return Ok(self.empty(at.start, State::FlowPairValue));
        }
        self.node_or_empty(at.start, ends, NodeContext::Flow, State::FlowPairValue)
    }

    pub(super) fn flow_pair_value(&mut self) -> Scanned<Event<'a>> {
        if let Some(at) = self.accept(&TokenKind::Value)? {
            let ends: Ends = |kind| matches!(kind, TokenKind::FlowEntry | TokenKind::FlowSequenceEnd);
            return self.node_or_empty(at.end, ends, NodeContext::Flow, State::FlowPairEnd);
        }
        let at = self.scanner.peek()?.span.start;
        Ok(self.empty(at, State::FlowPairEnd))
    }

    pub(super) fn flow_mapping(&mut self, first: bool) -> Scanned<Event<'a>> {
        if !first
            && !self.is_next(|kind| matches!(kind, TokenKind::FlowMappingEnd))?
            && self.accept(&TokenKind::FlowEntry)?.is_none()
        {
            return Err(self.expected_in_flow("`,` or `}`", "the map starts here", "close the map with `}`"));
        }
        if let Some(bracket) = self.accept(&TokenKind::FlowMappingEnd)? {
            return Ok(self.end_collection(Some(bracket)));
        }
        if let Some(at) = self.accept(&TokenKind::Key)? {
            let ends: Ends =
                |kind| matches!(kind, TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowMappingEnd);
            return self.node_or_empty(at.end, ends, NodeContext::Flow, State::FlowMappingValue);
        }
        self.states.push(State::FlowMappingNoValue);
        self.node(NodeContext::Flow)
    }

    pub(super) fn flow_mapping_value(&mut self) -> Scanned<Event<'a>> {
        if let Some(at) = self.accept(&TokenKind::Value)? {
            let ends: Ends = |kind| matches!(kind, TokenKind::FlowEntry | TokenKind::FlowMappingEnd);
            return self.node_or_empty(at.end, ends, NodeContext::Flow, State::FlowMapping { first: false });
        }
        let at = self.scanner.peek()?.span.start;
        Ok(self.empty(at, State::FlowMapping { first: false }))
    }
}
