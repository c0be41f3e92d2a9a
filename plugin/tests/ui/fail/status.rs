#![deny(deprecated)]

use heat_plugin::HeatResource;

#[derive(HeatResource)]
#[heat(schema = "schemas/Status.yaml")]
pub struct Status;

fn main() {
    let properties = status::Properties::builder().old("a").build().unwrap();
    let _ = (&properties.old, &properties.gone, &properties.new);
    let _ = (status::Property::Gone, status::Attribute::Former);
}
