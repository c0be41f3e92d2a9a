//! The effects of the options on a schema, and the errors in them.

use super::derived;

fn check(options: &str, expect: &[&str]) {
    let derived = derived(&format!(r#"#[heat(schema = "src/testing/Token.yaml", {options})] struct Type;"#));
    let messages: Vec<String> = derived
        .errors
        .map(|errors| errors.into_iter().map(|error| error.to_string()).collect())
        .unwrap_or_default();
    assert_eq!(messages.len(), expect.len(), "{messages:?}");
    for (message, expect) in messages.iter().zip(expect) {
        assert!(message.contains(expect), "{message}");
    }
}

#[test]
fn types_must_fit_the_schema() {
    check(r#"with("length" = "u16")"#, &[]);
    check(r#"with("length" = "u8")"#, &["`length` can be 512, which does not fit in `u8`"]);
    check(r#"with("prefix" = "u8")"#, &["`prefix` is of type `string`, not an integer"]);
    check(r#"with("lenght" = "u16")"#, &["the schema has no property `lenght`: did you mean `length`?"]);
    check(r#"rename_type("lenght" = "Length")"#, &["the schema has no property with its own type `lenght`"]);
}

#[test]
fn invalid_utf_8_in_a_schema_is_reported() {
    let folder = std::env::temp_dir().join(format!("heat-macros-utf8-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("Token.yaml"), b"type: My::\xff::Token\n").unwrap();
    let message = crate::file::read(&folder, "Token.yaml").unwrap_err();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(message.starts_with("the schema cannot be read\n\nerror[invalid-utf8]: "), "{message}");
}
