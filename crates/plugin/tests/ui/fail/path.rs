use heat_plugin::HeatResource;

#[derive(HeatResource)]
#[heat(schema = "../schemas/Token.yaml")]
pub struct Outside;

#[derive(HeatResource)]
#[heat(schema = "/schemas/Token.yaml")]
pub struct Absolute;

fn main() {}
