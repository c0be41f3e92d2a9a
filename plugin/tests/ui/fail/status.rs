#![deny(deprecated)]

use heat_plugin::HeatResource;

#[derive(HeatResource)]
#[heat(schema = "schemas/Status.yaml")]
pub struct Status;

/// Whoever answers for all attributes has to name them all: that does not warn.
fn answer(attribute: status::Attribute) -> &'static str {
    match attribute {
        status::Attribute::Former => "former",
        status::Attribute::Show => "show",
    }
}

/// Nothing that is used of this one warns.
#[derive(HeatResource)]
#[heat(schema = "schemas/Status.yaml", module = "quiet", deprecated = "allow")]
pub struct Quiet;

fn main() {
    let properties = status::Properties::builder().old("a").build().unwrap();
    let _ = (&properties.old, &properties.gone, &properties.new);
    let _ = (status::Property::Gone, answer(status::Attribute::Former));
    let properties = quiet::Properties::builder().old("a").build().unwrap();
    let _ = (&properties.old, &properties.gone, &properties.new);
}
