use heat_plugin::HeatResource;

#[derive(HeatResource)]
#[heat(schema = "schemas/Misspelt.yaml", builders)]
pub struct Misspelt;

fn main() {
    let _ = misspelt::Properties::builder().length(1);
}
