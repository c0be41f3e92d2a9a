//! The layers of a text: the wrappers around a message are removed one after another.

use std::sync::LazyLock;

use super::format::MessageFormat;
use super::words::{self, is_word};
use super::wrappers::{SERVICES, WRAPPERS, Wrapper};

/// The maximum number of layers that are removed.
const MAX_LAYERS: usize = 16;

/// The maximum number of tokens in a gap.
const MAX_GAP: usize = 60;

/// The maximum number of tokens that are processed.
const MAX_TOKENS: usize = 4_000;

/// The minimum number of words of a reason that is reported as unknown.
const MIN_WORDS: usize = 2;

/// A layer of a text: the words that a program put around a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layer {
    /// Words of the layer, without the text that it wraps.
    pub text: String,
    /// Source of the layer, such as *the client*.
    pub about: &'static str,
    /// The page about the layer, if there is one.
    pub page: Option<&'static str>,
}

/// The innermost layer of a text that no known message matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownReason {
    /// Words of the reason.
    pub text: String,
    /// The service that reported the reason, if the text mentions it.
    pub service: Option<&'static str>,
    /// The resource that the text names.
    pub resource: Option<String>,
    /// The ID of the request, for searching the log of the service.
    pub request: Option<String>,
}

/// A text without its wrappers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Peeled {
    /// The removed layers, from the outside in.
    pub(super) layers: Vec<Layer>,
    /// The text inside all layers.
    pub(super) core: String,
    /// Starts of the parts of the text, in bytes: each layer, and the text after it.
    pub(super) starts: Vec<usize>,
}

/// A word, or a single punctuation character.
#[derive(Debug)]
struct Token<'t> {
    text: &'t str,
    start: usize,
    end: usize,
}

impl Token<'_> {
    /// Returns true if the token is a word, passed in lower case, or a punctuation character: in wrappers, both are ASCII.
    #[inline]
    fn is(&self, literal: &str) -> bool {
        self.text.len() == literal.len() && self.text.eq_ignore_ascii_case(literal)
    }
}

/// An element of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    /// A word in lower case, or a punctuation character.
    Literal(String),
    /// The name of an exception.
    Class,
    /// Text without spaces.
    Name,
    /// A single word.
    Word,
    /// Any words, at least one.
    Text,
}

/// A wrapper as a pattern: the elements before the reason, and those after it.
struct Pattern {
    wrapper: &'static Wrapper,
    before: Vec<Part>,
    after: Vec<Part>,
    /// Longest word of the wrapper. It excludes most patterns, with a single search per text.
    longest: String,
}

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| WRAPPERS.iter().map(Pattern::new).collect());

impl Pattern {
    fn new(wrapper: &'static Wrapper) -> Self {
        let (before, after) = wrapper.pattern.split_once("{reason}").unwrap_or((wrapper.pattern, ""));
        let (before, after) = (parts(before), parts(after));
        let literals = before.iter().chain(&after).filter_map(|part| match part {
            Part::Literal(literal) => Some(literal.as_str()),
            _ => None,
        });
        let longest = literals.max_by_key(|literal| literal.len()).unwrap_or_default().to_owned();
        Self { wrapper, before, after, longest }
    }
}

/// Parses a pattern into its elements.
fn parts(pattern: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = pattern;
    while let Some((literal, more)) = rest.split_once('{') {
        parts.extend(literals(literal));
        let (name, more) = more.split_once('}').unwrap_or((more, ""));
        parts.push(match name {
            "class" => Part::Class,
            "text" => Part::Text,
            "word" => Part::Word,
            _ => Part::Name,
        });
        rest = more;
    }
    parts.extend(literals(rest));
    parts
}

fn literals(text: &str) -> impl Iterator<Item = Part> {
    tokens(text).into_iter().map(|token| Part::Literal(token.text.to_lowercase()))
}

/// Splits a text into words and punctuation. The borders of tables are left out.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut joins = false;
    for (start, char) in text.char_indices() {
        let end = start + char.len_utf8();
        let is_part = is_word(char);
        if let Some(last) = tokens.last_mut().filter(|_| joins && is_part) {
            last.end = end;
            last.text = &text[last.start..end];
        } else if !char.is_whitespace() && char != '|' {
            tokens.push(Token { text: &text[start..end], start, end });
        }
        joins = is_part;
    }
    tokens.truncate(MAX_TOKENS);
    tokens
}

/// The rest of a text inside the removed layers, as a range of tokens.
struct Remainder<'t> {
    text: &'t str,
    tokens: Vec<Token<'t>>,
    /// Patterns that may match the text.
    patterns: Vec<&'static Pattern>,
    from: usize,
    to: usize,
}

impl Remainder<'_> {
    fn is_glued(&self, at: usize) -> bool {
        at > 0 && at < self.to && self.tokens[at - 1].end == self.tokens[at].start
    }

    fn is_literal(&self, at: usize, literal: &str) -> bool {
        at < self.to && self.tokens[at].is(literal)
    }

    /// Returns the end of the elements if they match at a token.
    fn end_of(&self, parts: &[Part], at: usize) -> Option<usize> {
        let Some((first, others)) = parts.split_first() else { return Some(at) };
        match first {
            Part::Literal(literal) => {
                self.is_literal(at, literal).then(|| self.end_of(others, at + 1)).flatten()
            }
            gap => {
                let longest = self.to.min(at + MAX_GAP);
                let is_open = *gap == Part::Text;
                (at + 1..=longest)
                    .take_while(|end| is_open || *end == at + 1 || self.is_glued(end - 1))
                    .filter(|end| match gap {
                        Part::Class => self.is_class(at, *end),
                        Part::Word => *end == at + 1 && self.tokens[at].text.starts_with(is_word),
                        _ => true,
                    })
                    .find_map(|end| self.end_of(others, end))
            }
        }
    }

    /// Returns whether tokens are the name of an exception, with or without its module: `heat.common.exception.NotFound`.
    fn is_class(&self, from: usize, to: usize) -> bool {
        let is_path = (from..to).all(|at| {
            let text = self.tokens[at].text;
            text == "." || text.chars().all(|char| char.is_alphanumeric() || char == '_')
        });
        let name = self.tokens[to - 1].text;
        let has = |is: fn(char) -> bool| name.chars().any(is);
        is_path && name.len() > 4 && name.starts_with(char::is_uppercase) && has(char::is_lowercase)
    }

    /// Returns the range of a pattern's reason if the pattern matches at a token.
    fn reason(&self, pattern: &Pattern, at: usize) -> Option<(usize, usize)> {
        let from = self.end_of(&pattern.before, at)?;
        let ends_with_sign =
            matches!(pattern.before.last(), Some(Part::Literal(sign)) if sign == ":" || sign == ",");
        if from >= self.to || ends_with_sign && self.is_glued(from) {
            return None;
        }
        if pattern.after.is_empty() {
            return Some((from, self.to));
        }
        let is_end = |end: usize| pattern.after.len() > 1 || end == self.to || self.is_closing(end);
        let to = (from..self.to).find(|at| self.end_of(&pattern.after, *at).is_some_and(is_end));
        // A pattern without words before the reason is recognised by those after it.
        (to.is_some() || !pattern.before.is_empty()).then(|| (from, to.unwrap_or(self.to)))
    }

    fn is_closing(&self, at: usize) -> bool {
        [",", "}", "]", ")"].contains(&self.tokens[at].text)
    }

    fn slice(&self, from: usize, to: usize) -> &str {
        if from >= to {
            return "";
        }
        &self.text[self.tokens[from].start..self.tokens[to - 1].end]
    }

    /// Returns the first wrapper, its position, and the range of its reason.
    fn outermost(&self) -> Option<(&'static Wrapper, usize, (usize, usize))> {
        let at_start = |at: usize| {
            self.patterns.iter().find_map(|pattern| {
                Some((
                    pattern.wrapper,
                    at,
                    self.reason(pattern, at).filter(|reason| *reason != (at, self.to))?,
                ))
            })
        };
        let is_sign = |at: &usize| !self.tokens[*at].text.starts_with(is_word);
        let first_word = (self.from..self.to).find(|at| !is_sign(at)).unwrap_or(self.to);
        (self.from..=first_word.min(self.to.saturating_sub(1))).find_map(at_start).or_else(|| {
            (first_word..self.to).find_map(|at| {
                self.patterns
                    .iter()
                    .filter(|pattern| pattern.wrapper.anywhere)
                    .find_map(|pattern| Some((pattern.wrapper, at, self.reason(pattern, at)?)))
            })
        })
    }
}

/// Removes the wrappers of a text.
pub(super) fn peel(text: &str) -> Peeled {
    let tokens = tokens(text);
    let to = tokens.len();
    let has = |pattern: &&Pattern| tokens.iter().any(|token| token.is(&pattern.longest));
    let patterns = PATTERNS.iter().filter(has).collect();
    let mut rest = Remainder { text, tokens, patterns, from: 0, to };
    let (mut layers, mut starts) = (Vec::new(), Vec::new());
    while layers.len() < MAX_LAYERS {
        let Some((wrapper, at, (from, to))) = rest.outermost() else { break };
        let before = rest.slice(at, from);
        let own = if before.is_empty() { rest.slice(to, rest.to) } else { before };
        let own = own.trim_matches(|char: char| char.is_whitespace() || ":,'\"".contains(char));
        layers.push(Layer { text: one_line(own), about: wrapper.about, page: wrapper.page });
        starts.extend([at, from, to].iter().filter_map(|at| rest.tokens.get(*at)).map(|token| token.start));
        (rest.from, rest.to) = (from, to);
    }
    let core = rest.slice(rest.from, rest.to);
    let core = core.trim_matches(['"', '\'', ' ', '{', '}', '[', ']', ',']).to_owned();
    Peeled { layers, core, starts }
}

/// Replaces line breaks in a text by single spaces.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The reason that no message explains; `None` if there is none.
pub(super) fn unknown(text: &str, peeled: &Peeled) -> Option<UnknownReason> {
    if peeled.layers.is_empty() || words::split(&peeled.core).nth(MIN_WORDS - 1).is_none() {
        return None;
    }
    let resource = peeled.layers.iter().rev().find(|layer| layer.about == "the resource");
    Some(UnknownReason {
        text: one_line(&peeled.core.replace('|', " ")),
        service: SERVICES.iter().find(|(words, _)| text.contains(words)).map(|(_, service)| *service),
        resource: resource.map(|layer| layer.text.clone()),
        request: request(text),
    })
}

/// Finds the ID of a request: `req-` and a UUID.
fn request(text: &str) -> Option<String> {
    let at = text.find("req-")?;
    let id: String =
        text[at..].chars().take_while(|char| char.is_ascii_alphanumeric() || *char == '-').collect();
    (id.len() > 20).then_some(id)
}

/// The message inside the wrappers of a message with gaps; `None` if it has no wrappers, or if the rest has too few words.
pub(crate) fn inner(message: &str) -> Option<String> {
    // Marks replace the braces, so that a gap is read as a name.
    let marked: String = message.replace('{', "\u{2}").replace('}', "\u{3}");
    let peeled = peel(&marked);
    let core = peeled.core.replace('\u{2}', "{").replace('\u{3}', "}");
    let says = MessageFormat::new(&core).words().filter(|word| !words::is_common(word)).count();
    (!peeled.layers.is_empty() && says > 1).then_some(core)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_are_taken_off_from_the_outside_in() {
        fn check(text: &str, layers: &[&str], core: &str) {
            let peeled = peel(text);
            let found: Vec<&str> = peeled.layers.iter().map(|layer| layer.text.as_str()).collect();
            assert_eq!((found.as_slice(), peeled.core.as_str()), (layers, core), "{text}");
        }
        check(
            "Resource CREATE failed: BadRequest: resources.alarm: Unknown attribute (HTTP 400)",
            &["Resource CREATE failed", "BadRequest", "resources.alarm", "(HTTP 400)"],
            "Unknown attribute",
        );
        check(
            "ERROR: Property error : dns: net_id Must be valid",
            &["ERROR", "Property error : dns: net_id"],
            "Must be valid",
        );
        check(
            "ERROR: Property error : web: image Value must be a string",
            &["ERROR", "Property error : web: image"],
            "Value must be a string",
        );
        check(
            "Bad request with: [POST http://a:8774/v2], error message: {\"badRequest\": {\"message\": \"In use\"}}",
            &["[POST http://a:8774/v2], error message", "message"],
            "In use",
        );
        check(
            "Property error: : resources.a.properties.b: : c",
            &["Property error: : resources.a.properties.b"],
            "c",
        );
        check(
            "Went to status ERROR due to \"Message: No host. , Code: 500\"",
            &["Went to status ERROR due to", "Message"],
            "No host.",
        );
        check(
            "{\"NeutronError\": {\"type\": \"A\", \"message\": \"In use\", \"detail\": \"\"}}",
            &["message"],
            "In use",
        );
        check(
            "heat.common.exception.NotFound: resources[0].resources.b_c: gone (HTTP 404) (Request-ID: req-1)",
            &[
                "heat.common.exception.NotFound",
                "resources[0].resources.b_c",
                "(HTTP 404) (Request-ID: req-1)",
            ],
            "gone",
        );
        check(
            "| reason | Resource CREATE failed: Conflict:  |\n|  | resources.a: in |\n| | use |",
            &["Resource CREATE failed", "Conflict", "resources.a"],
            "in |\n| | use",
        );
        check("OS::Nova::Server is here: now", &[], "OS::Nova::Server is here: now");
        check("no wrapper at all", &[], "no wrapper at all");
        check("ERROR:", &[], "ERROR:");
        check("", &[], "");
    }

    #[test]
    fn a_message_is_known_without_what_is_around_it() {
        fn check(message: &str, expect: Option<&str>) {
            assert_eq!(inner(message).as_deref(), expect, "{message}");
        }
        check(
            "Went to status {status} due to \"Message: No valid host was found. {details}, Code: {code}\"",
            Some("No valid host was found. {details}"),
        );
        check("Error validating value '{value}': Invalid MAC address.", Some("Invalid MAC address."));
        check("Resource {action} failed: {error}: {path}: {reason}", None);
        check("Timed out", None);
    }

    #[test]
    fn an_unknown_reason_names_whom_to_ask() {
        let text = "ERROR: NeutronClientException: resources.monitor: Odd thing. Neutron server returns request_ids: ['req-ddb484d2-e3a7-42bf-a128-b1a24b310c68']";
        let found = unknown(text, &peel(text));
        let expect = UnknownReason {
            text: "Odd thing.".to_owned(),
            service: Some("Neutron"),
            resource: Some("resources.monitor".to_owned()),
            request: Some("req-ddb484d2-e3a7-42bf-a128-b1a24b310c68".to_owned()),
        };
        assert_eq!(found, Some(expect));
        assert_eq!(unknown("Odd", &peel("Odd")), None);
    }
}
