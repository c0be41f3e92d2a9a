use heat_plugin::HeatResource;

#[derive(HeatResource)]
#[heat(schema = "schemas/Collision.yaml")]
pub struct Collision;

#[derive(HeatResource)]
#[heat(schema = "schemas/Collision.yaml", rename("fixed-ip" = "fixed_ip_2"), module = "fine", builders)]
pub struct Fine;

#[derive(HeatResource)]
#[heat(schema = "schemas/Token.yaml", rename("lenth" = "size"))]
pub struct Token;

fn main() {
    let _ = fine::Properties::builder().fixed_ip("a").fixed_ip_2("b");
}
