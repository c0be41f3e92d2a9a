//! A conversation with the language server: a text, and then edits, requests and messages of any form. The server survives all of
//! them, answers each request once, and does so in time.
#![no_main]

#[path = "../../crates/language-server/tests/it/conversation.rs"]
mod conversation;
mod limits;

use conversation::{Choices, Conversation, Messages};
use heat_catalogue::SchemaFiles;
use heat_language_server::Catalogue;
use libfuzzer_sys::fuzz_target;

/// Maximum number of steps: the server's output about a text grows with the text, and each step asks for it.
const MAX_STEPS: usize = 40;

thread_local! {
    static CATALOGUE: Catalogue = Catalogue::new(SchemaFiles::built_in(), None);
}

fuzz_target!(|input: &[u8]| {
    let shown = String::from_utf8_lossy(input);
    limits::check(&shown, || {
        let mut choices = Choices(input);
        let catalogue = CATALOGUE.with(Clone::clone);
        let conversation = Conversation::any(catalogue, "OS::Nova::Server", &mut choices);
        // The text stays known in half of the conversations, so that it is compared.
        let messages = if input.len().is_multiple_of(2) { Messages::Any } else { Messages::WellFormed };
        conversation.talk(&mut choices, messages, MAX_STEPS) / MAX_STEPS
    });
});
