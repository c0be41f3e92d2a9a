//! Whether an expression of yaql can be read, as yaql 3.2.0 reads it, and what it says otherwise.
//!
//! Nothing is evaluated, and nothing here knows of templates. The operators are those of yaql's default factory, which is the one
//! that Heat uses: the keyword operator is `=>`, and values cannot be called.
//!
//! ```
//! use heat_hot::yaql_syntax::check;
//! assert_eq!(check("$.data.select($.name + '.example')"), Ok(()));
//! let error = check("$.data.select(").unwrap_err();
//! assert_eq!(error.to_string(), "Parse error: unexpected end of statement");
//! ```

mod error;
mod escape;
mod lexer;
mod parser;
mod token;

pub use error::SyntaxError;

/// Checks the syntax of an expression.
///
/// # Errors
/// The first error, which is the only one that yaql reports.
pub fn check(expression: &str) -> Result<(), SyntaxError> {
    parser::parse(expression)
}

#[cfg(test)]
mod tests {
    /// `expect` is the error; empty for none.
    fn check(expression: &str, expect: &str) {
        let error = super::check(expression).err().map(|error| error.to_string());
        assert_eq!(error.unwrap_or_default(), expect, "{expression}");
    }

    fn unexpected(expression: &str, value: &str, position: usize) {
        let expect =
            format!("Parse error: unexpected '{value}' at position {position} of expression '{expression}'");
        check(expression, &expect);
    }

    const END: &str = "Parse error: unexpected end of statement";

    #[test]
    fn operators_stand_between_values_or_before_them() {
        for fine in ["$", "1 + -$.a", "not not true and x in [1]", "$a?.b[0][1, 2] -> f(1)", "- + 1 mod 2"] {
            check(fine, "");
        }
        check("", END);
        check("1 +", END);
        unexpected("1 not 2", "not", 2);
        unexpected("* 1", "*", 0);
        unexpected("1 2.50", "2.5", 2);
        unexpected("a 'b\\n'", "b\n", 2);
        unexpected("f(1)(2)", "(", 4);
        unexpected("1 true", "True", 2);
        unexpected("a not(b)", "not", 2);
    }

    #[test]
    fn names_have_letters_and_numbers_of_all_scripts_but_no_marks() {
        for fine in ["\u{e9}", "\u{b2}", "$.\u{2167}", "$.a_1"] {
            check(fine, "");
        }
        check("__a", "Lexical error: illegal character '_' at position 0");
        check("$__a + _a + __a()", "");
        for (expression, position) in
            [("$.a\u{93e}", 3), ("\u{93e}", 0), ("a\u{301}", 1), ("\u{24b6}", 0), ("a\u{345}", 1)]
        {
            let char = expression.chars().last().unwrap();
            check(expression, &format!("Lexical error: illegal character '{char}' at position {position}"));
        }
    }

    #[test]
    fn arguments_can_be_left_out_but_not_at_the_end() {
        for fine in
            ["f()", "[,a]", "{a => 1, b => 2}", "f(a, , b)", "f(,,a)", "$[a,,b => 1]", "f(a, b => c + 1)"]
        {
            check(fine, "");
        }
        unexpected("f(,)", ")", 3);
        unexpected("f(a,)", ")", 4);
        unexpected("[a,,]", "]", 4);
        unexpected("f(,a => 1)", "=>", 5);
        unexpected("f(a,,,b => 1)", "=>", 8);
        unexpected("f(a => 1, b)", ")", 11);
        unexpected("f(a => 1,, b => 1)", ",", 9);
        unexpected("f(a => b => c)", "=>", 9);
        unexpected("(a => b)", "=>", 3);
        unexpected("f(-, a)", ",", 3);
        unexpected("(a, b)", ",", 2);
        unexpected("f(a]", "]", 3);
        check("f(a", END);
    }

    #[test]
    fn an_integer_has_so_many_digits_at_most() {
        let digits = |count: usize| "1".repeat(count);
        check(&digits(4_300), "");
        check(
            &digits(4_301),
            "Exceeds the limit (4300 digits) for integer string conversion: value has 4301 digits; use sys.set_int_max_str_digits() to increase the limit",
        );
        check(&format!("{}.5", digits(4_301)), "");
    }

    #[test]
    fn deep_nesting_needs_no_stack() {
        check(&"(".repeat(200_000), END);
        check(&format!("{}1{}", "[".repeat(200_000), "]".repeat(200_000)), "");
    }
}
