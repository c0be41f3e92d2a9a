//! A template with anchors and aliases, a nested one and an environment, made from the input or written in it: all commands that read
//! templates, and an editor, are asked about them, and have to agree.
#![no_main]

#[path = "../../tests/it/commands_agree/agreement.rs"]
mod agreement;
#[path = "../../tests/it/commands_agree/generated.rs"]
mod generated;
#[path = "../../../fuzz/fuzz_targets/limits/mod.rs"]
mod limits;

use std::path::Path;

use agreement::{Place, Texts};
use generated::{Choices, environment, template};
use libfuzzer_sys::fuzz_target;

thread_local! {
    static PLACE: Place = {
        let folder = std::env::temp_dir().join(format!("heat-fuzz-commands-{}", std::process::id()));
        let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/catalogue/schemas");
        Place::new(&folder, &schemas)
    };
}

fuzz_target!(|input: &[u8]| {
    let texts = match input.strip_prefix(b"T") {
        // A text as it is, which the fuzzer changes with its dictionary.
        Some(text) => {
            let Ok(text) = std::str::from_utf8(text) else { return };
            let mut parts = text.splitn(3, "\n---\n").map(str::to_owned);
            let mut part = || parts.next().unwrap_or_default();
            Texts { template: part(), nested: part(), environment: part() }
        }
        None => {
            let mut choices = Choices::new(input);
            Texts {
                template: template(&mut choices),
                nested: template(&mut choices),
                environment: environment(&mut choices),
            }
        }
    };
    limits::check(&texts.template, || {
        PLACE.with(|place| place.check(&texts));
        0
    });
});
