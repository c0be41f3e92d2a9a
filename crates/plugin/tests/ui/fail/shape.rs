use heat_plugin::HeatResource;

#[derive(HeatResource)]
#[heat(schema = "schemas/Token.yaml")]
pub enum Kind {
    One,
}

#[derive(HeatResource)]
#[heat(schema = "schemas/Token.yaml")]
pub struct Generic<T>(T);

#[derive(HeatResource)]
#[heat(schema = "schemas/Token.yaml")]
pub struct Fields {
    length: i64,
}

#[derive(HeatResource)]
#[heat(shema = "schemas/Token.yaml")]
pub struct Misspelt;

#[derive(HeatResource)]
pub struct Bare;

fn main() {}
