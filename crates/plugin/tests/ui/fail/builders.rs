use heat_plugin::HeatResource;

#[derive(HeatResource)]
#[heat(schema = "schemas/Token.yaml", deprecated = "allow", rename_type("rules" = "Rule"))]
pub struct Token;

fn main() {
    let _ = token::Properties::builder().length(16).build();
}
