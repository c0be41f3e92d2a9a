//! Messages of Heat's plug-ins for data that violate a rule, with gaps for names and values.

use std::ops::Range;

/// Name of the gap for the name of the resource.
pub const RESOURCE_NAME: &str = "resource_name";

/// The message of a plug-in, in parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PluginMessage<'m> {
    parts: Vec<Part<'m>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part<'m> {
    Words(&'m str),
    Gap(Gap<'m>, Range<usize>),
}

/// A gap in the message of a plug-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gap<'m> {
    /// `{networks.port}`: the value of a property as Python's `str()` writes it, or the [name](RESOURCE_NAME) of the resource.
    Value(Vec<String>),
    /// `{gateway_ip!r}`: the value as Python's `repr()` writes it.
    Repr(Vec<String>),
    /// `{given: a, b}`: the names of those properties that are not null, with commas.
    Given(Vec<&'m str>),
    /// `{filled: a, b}`: the names of those properties that are filled, as Python's `repr()` writes the list.
    Filled(Vec<&'m str>),
}

impl<'m> PluginMessage<'m> {
    /// Parses a message. Braces that do not enclose a gap are text.
    #[must_use]
    pub fn read(message: &'m str) -> Self {
        let mut parts = Vec::new();
        let mut rest = message;
        while let Some((words, after)) = rest.split_once('{') {
            let Some((gap, next)) = after.split_once('}') else { break };
            let start = message.len() - after.len();
            parts.extend([Part::Words(words), Part::Gap(Gap::read(gap), start..start + gap.len())]);
            rest = next;
        }
        parts.push(Part::Words(rest));
        Self { parts }
    }

    /// Returns the paths of the properties in the gaps, each with the bytes of its gap in the message, without the braces.
    pub fn paths(&self) -> impl Iterator<Item = (Vec<String>, Range<usize>)> {
        let gaps = self.parts.iter().filter_map(|part| match part {
            Part::Gap(gap, place) => Some((gap, place)),
            Part::Words(_) => None,
        });
        gaps.flat_map(|(gap, place)| gap.paths().into_iter().map(|path| (path, place.clone())))
    }

    /// Returns the message with its gaps filled in.
    #[must_use]
    pub fn filled_in(&self, fill: impl Fn(&Gap<'m>) -> String) -> String {
        let part = |part: &Part<'m>| match part {
            Part::Words(words) => (*words).to_owned(),
            Part::Gap(gap, _) => fill(gap),
        };
        self.parts.iter().map(part).collect()
    }
}

impl<'m> Gap<'m> {
    fn read(gap: &'m str) -> Self {
        let path = |path: &str| path.split('.').map(str::to_owned).collect();
        let names = |names: &'m str| names.split(',').map(str::trim).collect();
        match (gap.split_once(':'), gap.strip_suffix("!r")) {
            (Some(("given", listed)), _) => Self::Given(names(listed)),
            (Some(("filled", listed)), _) => Self::Filled(names(listed)),
            (_, Some(name)) => Self::Repr(path(name)),
            _ => Self::Value(path(gap)),
        }
    }

    fn paths(&self) -> Vec<Vec<String>> {
        match self {
            Self::Value(path) if *path == [RESOURCE_NAME] => Vec::new(),
            Self::Value(path) | Self::Repr(path) => vec![path.clone()],
            Self::Given(names) | Self::Filled(names) => {
                names.iter().map(|name| vec![(*name).to_owned()]).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_gaps() {
        let check = |message: &str, expect: &str, paths: &[&str]| {
            let message = PluginMessage::read(message);
            assert_eq!(message.filled_in(|gap| format!("<{gap:?}>")), expect);
            assert_eq!(message.paths().map(|(path, _)| path.join(".")).collect::<Vec<_>>(), paths);
        };
        check("No gap.", "No gap.", &[]);
        check("{a} is {b.c!r}", "<Value([\"a\"])> is <Repr([\"b\", \"c\"])>", &["a", "b.c"]);
        check(
            "{resource_name}: {given: a, b}",
            "<Value([\"resource_name\"])>: <Given([\"a\", \"b\"])>",
            &["a", "b"],
        );
        check("{filled: a}.", "<Filled([\"a\"])>.", &["a"]);
        check("an open {brace", "an open {brace", &[]);
    }

    #[test]
    fn gaps_have_places() {
        let text = "Größe {a} and {given: b, c}";
        let message = PluginMessage::read(text);
        let gaps: Vec<&str> = message.paths().map(|(_, place)| &text[place]).collect();
        assert_eq!(gaps, ["a", "given: b, c", "given: b, c"]);
    }
}
