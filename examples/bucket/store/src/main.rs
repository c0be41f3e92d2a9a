//! Runs the service: `cargo run -p store -- 127.0.0.1:8080`.

#![expect(clippy::print_stdout, reason = "a program says where it listens")]

use std::error::Error;

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8080".to_owned());
    let store = store::Store::start(&address)?;
    println!("{}", store.endpoint());
    store.join();
    Ok(())
}
