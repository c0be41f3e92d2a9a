//! The front matter of an error page, as written in the file.

use heat_yaml::de::Spanned;
use serde::Deserialize;

use crate::matching::Precedence;
use crate::page::Shown;

/// The keys of the front matter.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub(crate) struct FrontMatter {
    /// The message, or several messages with the same meaning.
    pub(crate) message: Messages,
    /// Messages of earlier releases and of other programs, such as proxies and databases, that are not in the current sources.
    #[serde(default)]
    pub(crate) earlier: Vec<String>,
    /// Names that people use for the error when they do not have the message.
    #[serde(default)]
    pub(crate) known_as: Vec<String>,
    /// Messages of `heat-codegen` where they differ from Heat's.
    #[serde(default)]
    pub(crate) ours: Vec<Spanned<String>>,
    /// The format in Heat's source of which the message is an instance.
    #[serde(default)]
    pub(crate) form: Option<String>,
    /// The program from which the message is quoted, if the complete message is not in Heat's source.
    #[serde(default)]
    pub(crate) quoted_from: Option<String>,
    /// The files of the quoted program that contain the message, starting with the package.
    #[serde(default)]
    pub(crate) said_in: Vec<String>,
    /// The class of the exception, without its module.
    #[serde(default)]
    pub(crate) class: Option<String>,
    /// Other classes for the same error: from the service that reports it, its client, or a library.
    #[serde(default)]
    pub(crate) classes: Vec<String>,
    /// The HTTP status code of the API's response.
    #[serde(default)]
    pub(crate) http: Option<u16>,
    pub(crate) shown: Vec<Shown>,
    /// The requests or commands that show the message.
    #[serde(default)]
    pub(crate) command: Option<String>,
    /// The template rules that report the same error.
    #[serde(default)]
    pub(crate) rules: Vec<String>,
    /// Position of the page among the results for a text that contains several messages.
    #[serde(default)]
    pub(crate) precedence: Precedence,
    /// Form in which the API receives the template, if the error needs its text: the command-line client would parse it.
    #[serde(default)]
    pub(crate) sent: Option<Sent>,
    /// `true` if a recording of Heat contains the message.
    #[serde(default)]
    pub(crate) recorded: bool,
    /// The recorder's scenario that provokes the error in Heat.
    #[serde(default)]
    pub(crate) scenario: Option<String>,
    /// Reason why no files provoke the error.
    #[serde(default)]
    pub(crate) unprovoked: Option<String>,
    /// Reason why this project's engine does not report the error.
    #[serde(default)]
    pub(crate) not_here: Option<String>,
}

/// The `message` key: one message, or a list of messages.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Messages {
    One(String),
    Several(Vec<String>),
}

/// Form in which the template is sent to the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Sent {
    Text,
}
