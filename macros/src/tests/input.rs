//! Valid and invalid keys of `#[heat(…)]`, and the errors.

use syn::DeriveInput;

use crate::input::read;

fn check(input: &str, expect: &[&str]) {
    let input: DeriveInput = syn::parse_str(input).unwrap();
    let errors: Vec<String> = match read(&input) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.into_iter().map(|error| error.to_string()).collect(),
    };
    assert_eq!(errors, expect);
}

#[test]
fn a_unit_struct_with_a_schema_is_enough() {
    check(r#"#[heat(schema = "a.yaml")] pub struct Token;"#, &[]);
    check(r#"#[heat(schema = "a.yaml")] pub struct Token { client: Client }"#, &[]);
    check(r#"#[heat(schema = "a.yaml")] pub struct Token(Client);"#, &[]);
    check(r#"#[heat(schema = "a.yaml", crate = "hp", module = "r#type")] struct Token;"#, &[]);
    check(r#"#[heat(schema = "a.yaml")] #[heat(rename("a-b" = "a_b2", "c" = "d",))] struct Token;"#, &[]);
}

#[test]
fn every_error_is_reported() {
    check(
        r#"#[heat(shema = "a.yaml", crate = "1", colour = 3)] enum Token<T> { A(T) }"#,
        &[
            "`HeatResource` can only be derived for a struct, not for an enum: `struct Token;`",
            "a resource type cannot have generic parameters: its schema defines all of it",
            "`heat` has no key `shema`: did you mean `schema`?",
            "`1` is not the path of a crate, as in `crate = \"my_name_for_heat_plugin\"`",
            "`heat` has no key `colour`; there are `schema`, `crate`, `module`, `rename`, `rename_type`, \
             `rename_attribute`, `rename_value`, `with`, `integers`, `builders`, `derive`, `deprecated`, `docs`",
            "`HeatResource` needs the path of a schema: #[heat(schema = \"schemas/My/Custom/Token.yaml\")]",
        ],
    );
    check(r#"#[heat(schema = "a", schema = "b")] struct Token;"#, &["`schema` is given twice"]);
    check("#[heat(schema = 3)] struct Token { a: u8 }", &["expected a string, as in `schema = \"…\"`"]);
    check(
        r#"#[heat(schema = "a", rename("b" = "a-b"))] struct Token;"#,
        &["`a-b` is not a valid Rust identifier"],
    );
}

#[test]
fn options_have_fixed_values() {
    let token = |heat: &str| format!("#[heat(schema = \"a\", {heat})] struct Token;");
    for fine in [
        r#"integers = "range", deprecated = "allow", docs = "https://example.org/heat""#,
        r#"with("a" = "u16", "b.*" = "crate::B"), rename_type("a" = "B")"#,
        "derive(enums(Hash, Ord, serde::Serialize), structs(), builders(PartialEq),)",
        "builders, derive(builders(Debug))",
    ] {
        check(&token(fine), &[]);
    }
    check(
        &token(r#"integers = "small", deprecated = "deny", docs = "example.org""#),
        &[
            "`integers` must be `i64`, or `range` for the smallest type that holds the range of a property, not `small`",
            "`deprecated` must be `warn` or `allow`, not `deny`",
            "`docs` must be the address of the published reference, with `https://`, not `example.org`",
        ],
    );
    check(
        &token("derive(fields(Hash))"),
        &["expected `structs(…)`, `enums(…)` or `builders(…)`, not `fields`"],
    );
    check(&token("builders, builders"), &["`builders` is given twice"]);
    check(
        &token("builders = true, docs = \"x\""),
        &[
            "`builders` takes no value: write the key alone",
            "`docs` must be the address of the published reference, with `https://`, not `x`",
        ],
    );
}

#[test]
fn builders_can_be_requested_in_any_position() {
    let requests = |heat: &str| {
        let input = format!("#[heat({heat})] struct Token;");
        read(&syn::parse_str(&input).unwrap()).unwrap_or_else(|error| panic!("{error}")).options.builders
    };
    assert!(!requests(r#"schema = "a""#));
    assert!(!requests(r#"schema = "a", derive(structs(Hash))"#));
    assert!(requests(r#"schema = "a", builders"#));
    assert!(requests(r#"builders, schema = "a""#));
    assert!(requests(r#"schema = "a", derive(builders(Debug))"#));
}
