//! The template that benchmarks measure with.

use std::fmt::Write as _;

/// A template of 100 servers, each of which needs the one before it.
pub(crate) fn text() -> String {
    let mut text =
        "heat_template_version: 2018-08-31\nparameters:\n  flavor: {type: string, description: A flavor.}\nresources:\n".to_owned();
    for number in 0..100 {
        let before = if number == 0 { 99 } else { number - 1 };
        // The first one refers to an address that is known before the last server exists.
        let metadata = if number == 0 {
            "{}".to_owned()
        } else {
            format!("{{before: {{get_resource: server{before}}}}}")
        };
        _ = write!(
            text,
            "  server{number}:\n    type: OS::Nova::Server\n    properties:\n      flavor: {{get_param: flavor}}\n      image: debian\n      metadata: {metadata}\n"
        );
    }
    text
}
