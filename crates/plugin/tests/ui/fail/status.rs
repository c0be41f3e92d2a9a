#![deny(deprecated)]

use heat_plugin::HeatResource;

#[derive(HeatResource)]
#[heat(schema = "schemas/Status.yaml", builders)]
pub struct Status;

/// Code that handles all attributes has to name all of them: that causes no warning.
fn answer(attribute: status::Attribute) -> &'static str {
    match attribute {
        status::Attribute::Former => "former",
        status::Attribute::Show => "show",
    }
}

/// Using this one causes no warnings.
#[derive(HeatResource)]
#[heat(schema = "schemas/Status.yaml", module = "quiet", deprecated = "allow", builders)]
pub struct Quiet;

fn main() {
    let properties = status::Properties::builder().old("a").build().unwrap();
    let _ = (&properties.old, &properties.gone, &properties.new);
    let _ = (status::Property::Gone, answer(status::Attribute::Former));
    let properties = quiet::Properties::builder().old("a").build().unwrap();
    let _ = (&properties.old, &properties.gone, &properties.new);
}
