//! Error pages and their data.

use serde::Deserialize;

use crate::area::Area;
use crate::matching::{Precedence, inner};

/// The page of an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorPage {
    /// The id of the page: the name of its file without the extension.
    pub id: String,
    /// The subject of the error.
    pub area: Area,
    /// The messages as Heat writes them, with named gaps such as `{name}`; the first one is the title.
    pub messages: Vec<String>,
    /// Messages of earlier releases, of predecessors of today's services, and of programs such as proxies and databases.
    pub earlier: Vec<String>,
    /// Names that people use for the error when they do not have the message.
    pub known_as: Vec<String>,
    /// Messages of `heat-codegen` where they differ from Heat's, with gaps.
    pub own_words: Vec<String>,
    /// The format in Heat's source of which the messages are instances, if any.
    pub form: Option<String>,
    /// The program from which the messages are quoted, if they are not only Heat's.
    pub quoted_from: Option<String>,
    /// The files of the quoted program that contain the messages, starting with the package, such as `nova/exception.py`.
    pub said_in: Vec<String>,
    /// The class of the exception, without its module; `None` if the error is not an exception.
    pub class: Option<String>,
    /// Other classes for the same error: from the service that reports it, its client, or a library.
    pub classes: Vec<String>,
    /// The HTTP status code of the API's response; `None` if the message is not in a response.
    pub http: Option<u16>,
    /// The outputs in which the message appears.
    pub shown: Vec<Shown>,
    /// The requests or commands that show the message, if they do not follow from `shown`.
    pub command: Option<String>,
    /// The template rules that report the same error.
    pub rules: Vec<String>,
    /// Position of the page among the results for a text that contains several messages.
    pub precedence: Precedence,
    /// Source of the error: files, a scenario, or an untested situation.
    pub provocation: Provocation,
    /// Reason why this project's engine does not report the error for the files that provoke it.
    pub not_here: Option<String>,
    /// The text of the page in CommonMark, without its front matter. Its code blocks contain the example files.
    pub text: String,
    /// The files of both examples: the one that provokes the error, and the fixed one.
    pub files: Vec<ExampleFile>,
}

/// An output in which a message appears.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// The client's output, before it sends a request to the service.
    Client,
    /// The response to a request that validates a template.
    Validate,
    /// The response to a request that creates, updates or previews a stack, before anything happens.
    Create,
    /// The response to a request that updates a stack.
    Update,
    /// The response to another request.
    Request,
    /// The status reason of a resource.
    Resource,
    /// The status reason of a stack.
    Stack,
    /// The outputs of a stack.
    Outputs,
    /// The log of the service.
    Log,
}

impl Shown {
    /// The output in words, for a sentence that begins with *shown by*.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Client => "the client, before it asks Heat",
            Self::Validate => "`openstack orchestration template validate`",
            Self::Create => "`openstack stack create` and `update`, before anything happens",
            Self::Update => "`openstack stack update`, before anything happens",
            Self::Request => "the answer to a request",
            Self::Resource => {
                "the reason of a failed resource (`openstack stack failures list`), while the stack is created or changed"
            }
            Self::Stack => "the state of the stack (`openstack stack show`)",
            Self::Outputs => "the outputs of the stack (`openstack stack output show`)",
            Self::Log => "the log of the service, such as that of `heat-engine`",
        }
    }
}

/// The way to provoke an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Provocation {
    /// The example files of the page.
    Files,
    /// A scenario of the recorder: a stack in a certain state, or a service that fails.
    Scenario(String),
    /// A situation that is not tested.
    Untried {
        /// Reason why the situation is not tested.
        reason: String,
        /// `true` if a recording of Heat contains the message.
        is_recorded: bool,
    },
}

/// Role of an example file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The file provokes the error.
    Provokes,
    /// The fixed file, without the error.
    Fixed,
}

impl Role {
    /// The word that marks the code block.
    pub(crate) const fn mark(self) -> &'static str {
        match self {
            Self::Provokes => "provokes",
            Self::Fixed => "fixed",
        }
    }
}

/// A file of an example, from a code block of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExampleFile {
    /// Role of the file in the examples.
    pub role: Role,
    /// The language of the code block, such as `yaml`.
    pub language: String,
    /// The name of the file; by default, the name of the template.
    pub name: String,
    /// The text of the file.
    pub text: String,
}

impl ErrorPage {
    /// The release of the services with whose sources the messages were compared.
    pub const SERVICES_AS_OF: &'static str = "2026.2";

    /// The name of the template among the files of an example.
    pub const TEMPLATE: &'static str = "template.yaml";

    /// The message that is the title of the page.
    #[must_use]
    pub fn message(&self) -> &str {
        self.messages.first().map_or(self.id.as_str(), String::as_str)
    }

    /// All messages by which the page is found: its own, those of earlier releases, those of `heat-codegen`, and the message
    /// inside the wrappers of each.
    #[must_use]
    pub fn formats(&self) -> Vec<String> {
        let mut all: Vec<String> =
            self.messages.iter().chain(&self.earlier).chain(&self.own_words).cloned().collect();
        let inside: Vec<String> = all.iter().filter_map(|message| inner(message)).collect();
        all.extend(inside);
        all
    }

    /// Names of the error: the id, and the names that people use.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        std::iter::once(&self.id).chain(&self.known_as).cloned().collect()
    }

    /// All classes for which the page is found.
    pub fn all_classes(&self) -> impl Iterator<Item = &str> {
        self.class.iter().chain(&self.classes).map(String::as_str)
    }

    /// Returns true if the page is about a class, ignoring case. Exceptions of the Neutron client end in `Client`.
    pub(crate) fn is_of_class(&self, class: &str) -> bool {
        let of_service = |class: &str| class.to_ascii_lowercase().trim_end_matches("client").to_owned();
        self.all_classes().any(|own| of_service(own) == of_service(class))
    }

    /// The files that provoke the error, or the fixed files: their names and texts.
    pub fn files_that(&self, role: Role) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .filter(move |file| file.role == role)
            .map(|file| (file.name.as_str(), file.text.as_str()))
    }

    /// Returns whether a file of an example is an environment file.
    #[must_use]
    pub fn is_environment(name: &str) -> bool {
        name.ends_with("environment.yaml")
    }

    /// The address of the page, relative to the root of the published docs.
    #[must_use]
    pub fn page_url(id: &str) -> String {
        format!("errors/{id}.html")
    }

    /// The first paragraph of the page.
    #[must_use]
    pub fn summary(&self) -> &str {
        self.text.split("\n\n").next().unwrap_or_default().trim()
    }
}
