//! The wrappers around a message: the client, the stack, the class of an exception, an HTTP response.
//!
//! The search index of the site contains these tables, so that its script reads a text in the same way.

use serde::Serialize;

/// Words that a program puts around a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Wrapper {
    /// Words and punctuation of the wrapper, with gaps: `{reason}` is the wrapped text, `{class}` the name of an exception,
    /// `{text}` any words, `{word}` a word, and every other gap any text without spaces.
    pub pattern: &'static str,
    /// Source of the wrapper, such as *the client*.
    pub about: &'static str,
    /// The page about the wrapper, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<&'static str>,
    /// `true` if the wrapper is also recognised after other words.
    pub anywhere: bool,
}

/// A wrapper that is recognised at the beginning of a layer.
const fn start(pattern: &'static str, about: &'static str) -> Wrapper {
    Wrapper { pattern, about, page: None, anywhere: false }
}

/// A wrapper that is recognised anywhere in a layer.
const fn anywhere(pattern: &'static str, about: &'static str) -> Wrapper {
    Wrapper { pattern, about, page: None, anywhere: true }
}

/// A wrapper with a page that is recognised anywhere in a layer.
const fn page(pattern: &'static str, about: &'static str, page: &'static str) -> Wrapper {
    Wrapper { pattern, about, page: Some(page), anywhere: true }
}

const CLIENT: &str = "the client";
const ANSWER: &str = "an answer of a service";
const STACK: &str = "Heat, about the stack";
const STATE: &str = "Heat, about the state of a resource";
const PROPERTY: &str = "Heat, about the value of a property";
/// Description of the layer that is the class of an exception.
pub(crate) const CLASS: &str = "the class of the exception";
const REQUEST: &str = "the request";
const MAGNUM: &str = "Magnum, about the stack of a cluster";
const ANSIBLE: &str = "Ansible, about a task";

/// All wrappers. The first match is removed.
pub static WRAPPERS: &[Wrapper] = &[
    start("ERROR ({class}): {reason}", CLIENT),
    start("ERROR: {reason}", CLIENT),
    start("HTTP {code}: {reason}", ANSWER),
    start("{code}: {word} Error for url: {url}, {reason}", ANSWER),
    anywhere("{word} Error for url: {url}, {reason}", ANSWER),
    anywhere(
        "Expected HTTP response code {text} when accessing {text}, but got {code} instead: {reason}",
        ANSWER,
    ),
    anywhere(
        "Expected HTTP response code {text} when accessing {text}, but got {code} instead {reason}",
        ANSWER,
    ),
    anywhere("[{method} {url}], error message: {reason}", ANSWER),
    anywhere("returned unexpected status: {code}; error info: {reason}", ANSWER),
    anywhere("OpenStack API {text} ({reason}).", ANSWER),
    anywhere("OpenStack API {text} ({reason})", ANSWER),
    start("({code}) {reason}", ANSWER),
    start("404 Not Found {reason}", ANSWER),
    start("400 Bad Request {reason}", ANSWER),
    start("409 Conflict {reason}", ANSWER),
    start("Failed to validate: {reason}", "Heat before 2016, about a nested template"),
    page("Resource {action} failed: {reason}", STACK, "resource-failed"),
    start("{text}, stack status: {status}, stack_id: {id}, reason: {reason}", MAGNUM),
    anywhere("stack status: {status}, stack_id: {id}, reason: {reason}", MAGNUM),
    anywhere("status_reason: {reason}", STACK),
    start("{reason} Stack {name} CREATE_FAILED", CLIENT),
    start("{reason} Stack {name} UPDATE_FAILED", CLIENT),
    start("Request limit exceeded: {reason}", "Heat, about a limit"),
    start("HEAT-E99001 {reason}", "Heat, with the number of the error"),
    start("Create failed: {reason}", STATE),
    start("Update failed: {reason}", STATE),
    start("Delete failed: {reason}", STATE),
    anywhere("CREATE_FAILED {reason}", STATE),
    anywhere("UPDATE_FAILED {reason}", STATE),
    anywhere("DELETE_FAILED {reason}", STATE),
    page("Property error: : {path}: : {reason}", PROPERTY, "property-error"),
    page("Property error: {path}: : {reason}", PROPERTY, "property-error"),
    // Heat before 2014.2: the name of the resource, and the property with its reason.
    page("Property error: {word}: {word} {reason}", PROPERTY, "property-error"),
    page("Property error: {path}: {reason}", PROPERTY, "property-error"),
    page("Error validating value '{text}': {reason}", PROPERTY, "error-validating-value"),
    start("Parameter '{name}' is invalid: {reason}", "Heat, about the value of a parameter"),
    page("Went to status {status} due to \"{reason}\"", STATE, "went-to-status-error"),
    start("Message: {reason}, Code: {code}", "Nova, about a server"),
    start("Failed to create Cluster '{text}' - {reason}", "Heat, about a cluster of Magnum"),
    start("Failed to update Cluster '{text}' - {reason}", "Heat, about a cluster of Magnum"),
    start("Error in creating container '{text}' - {reason}", "Heat, about a container of Zun"),
    start("Container '{text}' creation failed: {code} - {reason}", "Heat, about a container of Barbican"),
    start("Order '{text}' failed: {code} - {reason}", "Heat, about an order of Barbican"),
    start("Invalid volume: {reason}", "Cinder"),
    start("Invalid snapshot: {reason}", "Cinder"),
    start("Invalid input received: {reason}", "Cinder"),
    start("Invalid input for operation: {reason}", "Neutron"),
    start("Bad {resource} request: {reason}", "Neutron"),
    start("Validation failure: {reason}", "Octavia"),
    anywhere("\"msg\": \"non-zero return code\", {text} \"stderr\": \"{reason}\"", ANSIBLE),
    anywhere("\"msg\": \"{reason}\"", ANSIBLE),
    anywhere("\"error\": \"{reason}\"", ANSWER),
    anywhere("<Message>{reason}</Message>", ANSWER),
    anywhere("[Error: {reason}].", ANSWER),
    anywhere("\"message\": \"{reason}\"", ANSWER),
    anywhere("'message': '{reason}'", ANSWER),
    anywhere("\"faultstring\": \"{reason}\"", ANSWER),
    anywhere("message={reason}, status={code}", ANSWER),
    start("resources.{path}: {reason}", "the resource"),
    start("resources[{path}: {reason}", "the resource"),
    start("{class}: {reason}", CLASS),
    anywhere("exception.{class}: {reason}", CLASS),
    anywhere("exceptions.{class}: {reason}", CLASS),
    start("{reason} (HTTP {code})", ANSWER),
    start("{reason} (Request-ID: {id})", REQUEST),
    start("{reason} Neutron server returns request_ids: {ids}", REQUEST),
];

/// Words of a text, or of an address in it, that identify the service that reported it.
pub static SERVICES: &[(&str, &str)] = &[
    ("NeutronError", "Neutron"),
    ("NeutronClientException", "Neutron"),
    ("Neutron server returns", "Neutron"),
    ("Client: resources", "Neutron"),
    ("neutron_lib", "Neutron"),
    (":9696", "Neutron"),
    ("launchpad.net/nova", "Nova"),
    ("Went to status ERROR due to \"Message: ", "Nova"),
    ("computeFault", "Nova"),
    (":8774", "Nova"),
    (":8776", "Cinder"),
    ("launchpad.net/cinder", "Cinder"),
    (":9292", "Glance"),
    (":9876", "Octavia"),
    (":9001", "Designate"),
    (":8042", "Aodh"),
    (":8786", "Manila"),
    (":9311", "Barbican"),
    (":9511", "Magnum"),
    (":5000", "Keystone"),
    ("identity:", "Keystone"),
    ("OS::Nova::", "Nova"),
    ("OS::Neutron::", "Neutron"),
    ("OS::Cinder::", "Cinder"),
    ("OS::Glance::", "Glance"),
    ("OS::Octavia::", "Octavia"),
    ("OS::Designate::", "Designate"),
    ("OS::Keystone::", "Keystone"),
    ("OS::Aodh::", "Aodh"),
    ("OS::Manila::", "Manila"),
    ("OS::Magnum::", "Magnum"),
    ("OS::Barbican::", "Barbican"),
    ("OS::Trove::", "Trove"),
    ("OS::Ironic::", "Ironic"),
    ("OS::Mistral::", "Mistral"),
    ("OS::Zaqar::", "Zaqar"),
    ("OS::Swift::", "Swift"),
];
