use heat_plugin::HeatResource;

#[derive(HeatResource)]
#[heat(schema = "schemas/Token.yaml", with("length" = "u8", "lenth" = "u16"), deprecated = "deny")]
pub struct Token;

#[derive(HeatResource)]
#[heat(schema = "schemas/Token.yaml", module = "third", with("length" = "u8", "lenth" = "u16"))]
pub struct Third;

fn main() {}
