//! Creates a token from property data: `cargo run -p token -- '{"length": 16, "prefix": "web-"}'`.

use std::process::ExitCode;

use heat_plugin::json;
use heat_plugin::resolve::IdentityResolver;
use token::Token;
use token::token::{Attribute, Properties};

fn main() -> ExitCode {
    let data = std::env::args().nth(1).unwrap_or_else(|| "{}".to_owned());
    match run(&data) {
        Ok(text) => {
            print(&text);
            ExitCode::SUCCESS
        }
        Err(error) => {
            print(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

fn run(data: &str) -> Result<String, Box<dyn std::error::Error>> {
    let properties = Properties::from_value(&json::parse(data)?, &IdentityResolver)?;
    let made = Token::create(&properties, std::process::id().into())?;
    let lines = Attribute::ALL
        .iter()
        .map(|attribute| format!("{attribute}: {}", Token::attribute(&made, *attribute)));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

#[expect(clippy::print_stdout, reason = "this is what the program is for")]
fn print(text: &str) {
    println!("{text}");
}
