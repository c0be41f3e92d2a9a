//! The head of a page, as it is written.

use heat_yaml::de::Spanned;
use serde::Deserialize;

use crate::matching::Precedence;
use crate::page::Shown;

/// The keys between the first two lines of dashes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub(crate) struct FrontMatter {
    /// The message, or several that mean the same.
    pub(crate) message: Messages,
    /// Messages of earlier releases and of other programs, such as proxies and databases, which no source of today has.
    #[serde(default)]
    pub(crate) earlier: Vec<String>,
    /// Names that people use who have no message at hand.
    #[serde(default)]
    pub(crate) known_as: Vec<String>,
    /// What `heat-codegen` says in other words than Heat.
    #[serde(default)]
    pub(crate) ours: Vec<Spanned<String>>,
    /// The format in the source of which the message is a case.
    #[serde(default)]
    pub(crate) form: Option<String>,
    /// Whose words these are, if they do not stand in Heat's source as a whole.
    #[serde(default)]
    pub(crate) quoted_from: Option<String>,
    /// The files that have these words, from the package on.
    #[serde(default)]
    pub(crate) said_in: Vec<String>,
    /// The class of the exception.
    #[serde(default)]
    pub(crate) class: Option<String>,
    /// Other classes: of the service that says so, of its client, or of a library.
    #[serde(default)]
    pub(crate) classes: Vec<String>,
    /// The code of the API's answer.
    #[serde(default)]
    pub(crate) http: Option<u16>,
    pub(crate) shown: Vec<Shown>,
    /// The requests or commands that show it.
    #[serde(default)]
    pub(crate) command: Option<String>,
    /// The template rules that report the same.
    #[serde(default)]
    pub(crate) rules: Vec<String>,
    /// Where the page stands among those of a text that has several messages.
    #[serde(default)]
    pub(crate) precedence: Precedence,
    /// Whether the API gets the text of the template, which the command-line client parses itself.
    #[serde(default)]
    pub(crate) sent: Option<Sent>,
    /// Whether a recording of Heat has the message.
    #[serde(default)]
    pub(crate) recorded: bool,
    /// The scenario that provokes it in Heat.
    #[serde(default)]
    pub(crate) scenario: Option<String>,
    /// Why no files provoke it.
    #[serde(default)]
    pub(crate) unprovoked: Option<String>,
    /// Why the engine of this project does not find it.
    #[serde(default)]
    pub(crate) not_here: Option<String>,
}

/// One message, or a list.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Messages {
    One(String),
    Several(Vec<String>),
}

/// In which form the template is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Sent {
    Text,
}
