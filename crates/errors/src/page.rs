//! A page: an error, and what is known of it.

use serde::Deserialize;

use crate::area::Area;
use crate::matching::{Precedence, inner};

/// The page of an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorPage {
    /// The name of the page: that of its file.
    pub id: String,
    /// What the error is about.
    pub area: Area,
    /// The messages as Heat writes them, with named gaps such as `{name}`: the first is the title.
    pub messages: Vec<String>,
    /// The messages of earlier releases, of what was there in place of today's services, and of programs such as proxies and databases.
    pub earlier: Vec<String>,
    /// Names that people use who have no message at hand.
    pub known_as: Vec<String>,
    /// What `heat-codegen` says in other words than Heat, with gaps.
    pub own_words: Vec<String>,
    /// The format in the source of which the messages are a case, if they are.
    pub form: Option<String>,
    /// Whose words the messages are, if not Heat's alone.
    pub quoted_from: Option<String>,
    /// The files of the quoted program that have these words, from the package on, such as `nova/exception.py`.
    pub said_in: Vec<String>,
    /// The class of the exception, without its module; none for what is no exception.
    pub class: Option<String>,
    /// Other classes that lead to the page: of the service that says so, of its client, or of a library.
    pub classes: Vec<String>,
    /// The code of the API's answer; none for what is not an answer.
    pub http: Option<u16>,
    /// Where the message is seen.
    pub shown: Vec<Shown>,
    /// The requests or commands that show it, if that does not follow from where it is seen.
    pub command: Option<String>,
    /// The template rules that report the same.
    pub rules: Vec<String>,
    /// Where the page stands among those of a text that has several messages.
    pub precedence: Precedence,
    /// What provokes the error.
    pub provocation: Provocation,
    /// Why the engine of this project does not find the error in the files that provoke it.
    pub not_here: Option<String>,
    /// The text of the page in CommonMark, without its head. Its code blocks are the files of examples.
    pub text: String,
    /// The files of both examples.
    pub files: Vec<ExampleFile>,
}

/// Where a message is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// The client says it before it asks the service.
    Client,
    /// The answer to a request that validates a template.
    Validate,
    /// The answer to a request that creates, updates or previews a stack, before anything happens.
    Create,
    /// The answer to a request that updates a stack.
    Update,
    /// The answer to other requests.
    Request,
    /// The reason of a resource.
    Resource,
    /// The reason of a stack.
    Stack,
    /// The outputs of a stack.
    Outputs,
    /// The log of the service.
    Log,
}

impl Shown {
    /// Where it is seen, as part of a sentence that begins with *shown by*.
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

/// What provokes an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Provocation {
    /// The files of the page.
    Files,
    /// A stack in a state, or a service that fails: a scenario of the recorder.
    Scenario(String),
    /// Something else, with the reason why it is not tried.
    Untried {
        /// What it takes.
        reason: String,
        /// Whether a recording of Heat has the message.
        is_recorded: bool,
    },
}

/// What a file shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It provokes the error.
    Provokes,
    /// It is as it should be.
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

/// A file of an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExampleFile {
    /// What the file shows.
    pub role: Role,
    /// The language of its text, such as `yaml`.
    pub language: String,
    /// The name of the file; that of the template by default.
    pub name: String,
    /// The text of the file.
    pub text: String,
}

impl ErrorPage {
    /// The release of the services with whose files the words were compared.
    pub const SERVICES_AS_OF: &'static str = "2026.2";

    /// The name of the template among the files of an example.
    pub const TEMPLATE: &'static str = "template.yaml";

    /// The message that is the title of the page.
    #[must_use]
    pub fn message(&self) -> &str {
        self.messages.first().map_or(self.id.as_str(), String::as_str)
    }

    /// All messages by which the page is found: its own, those of earlier releases, other words for it, and what each of them says
    /// inside the words that are put around it.
    #[must_use]
    pub fn formats(&self) -> Vec<String> {
        let mut all: Vec<String> =
            self.messages.iter().chain(&self.earlier).chain(&self.own_words).cloned().collect();
        let inside: Vec<String> = all.iter().filter_map(|message| inner(message)).collect();
        all.extend(inside);
        all
    }

    /// Names of the error: the id, and those that people use.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        std::iter::once(&self.id).chain(&self.known_as).cloned().collect()
    }

    /// All classes that lead to the page.
    pub fn all_classes(&self) -> impl Iterator<Item = &str> {
        self.class.iter().chain(&self.classes).map(String::as_str)
    }

    /// Returns true if a class leads to the page, in any case of letters. What a client of Neutron raises ends with `Client`.
    pub(crate) fn is_of_class(&self, class: &str) -> bool {
        let of_service = |class: &str| class.to_ascii_lowercase().trim_end_matches("client").to_owned();
        self.all_classes().any(|own| of_service(own) == of_service(class))
    }

    /// The files that provoke the error, or the fixed ones, by name.
    pub fn files_that(&self, role: Role) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .filter(move |file| file.role == role)
            .map(|file| (file.name.as_str(), file.text.as_str()))
    }

    /// Whether a file of an example is an environment.
    #[must_use]
    pub fn is_environment(name: &str) -> bool {
        name.ends_with("environment.yaml")
    }

    /// The address of the page on the published docs, from their root.
    #[must_use]
    pub fn page_url(id: &str) -> String {
        format!("errors/{id}.html")
    }

    /// What the page begins with: the first paragraph.
    #[must_use]
    pub fn summary(&self) -> &str {
        self.text.split("\n\n").next().unwrap_or_default().trim()
    }
}
