use heat_plugin::HeatResource;

#[derive(HeatResource)]
#[heat(schema = "schemas/Misspelt.yaml")]
pub struct Misspelt;

fn main() {
    let _ = misspelt::Properties::builder().length(1);
}
