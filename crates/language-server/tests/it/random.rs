//! Tests with random edits and requests: the server's text stays equal to the editor's, and every request is answered.

use proptest::prelude::*;

use super::client::catalogue;
use super::conversation::{Choices, Conversation, Messages, template};

const SERVER: &str = "My::Compute::Server";

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_edits_and_requests_are_survived(bytes in prop::collection::vec(any::<u8>(), 8..160)) {
        let conversation = Conversation::new(catalogue(), template(SERVER), "utf-16");
        conversation.talk(&mut Choices(&bytes), Messages::WellFormed, 24);
    }

    #[test]
    fn messages_of_any_form_are_survived(bytes in prop::collection::vec(any::<u8>(), 8..160)) {
        let mut choices = Choices(&bytes);
        let conversation = Conversation::any(catalogue(), SERVER, &mut choices);
        conversation.talk(&mut choices, Messages::Any, 24);
    }
}
