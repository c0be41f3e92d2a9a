use heat_plugin::HeatResource;

#[derive(HeatResource)]
#[heat(schema = "schemas/Tokn.yaml")]
pub struct Token;

fn main() {}
