use super::{CallNode, Constant, Form, Kind, Node, parse};

/// Formats an expression with angle brackets around the operands of every operator.
fn written(node: &Node) -> String {
    let list = |call: &CallNode| {
        let args = call.args.iter().map(|arg| arg.as_deref().map_or_else(String::new, written));
        args.collect::<Vec<_>>().join(", ")
    };
    match &node.kind {
        Kind::Constant(Constant::Null) => "null".to_owned(),
        Kind::Constant(Constant::Bool(bool)) => bool.to_string(),
        Kind::Constant(Constant::Int(int)) => int.to_string(),
        Kind::Constant(Constant::Float(float)) => format!("{float:?}"),
        Kind::Constant(Constant::Str(text)) => format!("'{text}'"),
        Kind::Keyword(name) => name.to_string(),
        Kind::Wrap(inner) => format!("({})", written(inner)),
        Kind::Rule(source, destination) => format!("{} => {}", written(source), written(destination)),
        Kind::Call(call) => match call.form {
            Form::Variable => list(call).trim_matches('\'').to_owned(),
            Form::List => format!("[{}]", list(call)),
            Form::Map => format!("{{{}}}", list(call)),
            Form::Function => format!("{}({})", call.name, list(call)),
            Form::Index => format!("index<{}>", list(call)),
            Form::Operator => {
                let name = call.name.replace("#operator_", "").replace("#unary_operator_", "");
                format!("{name}<{}>", list(call))
            }
        },
    }
}

/// Compares the tree, or the error, with `expect`.
fn check(expression: &str, expect: &str) {
    let found = match parse(expression) {
        Ok(root) => root.map_or_else(|| "too deep".to_owned(), |root| written(&root)),
        Err(error) => error.message,
    };
    assert_eq!(found, expect, "{expression}");
}

fn unexpected(expression: &str, value: &str, position: usize) {
    let expect =
        format!("Parse error: unexpected '{value}' at position {position} of expression '{expression}'");
    check(expression, &expect);
}

const END: &str = "Parse error: unexpected end of statement";

#[test]
fn operators_bind_as_in_yaql() {
    check("1 + 2 * 3 - 4", "-<+<1, *<2, 3>>, 4>");
    check("$.a[0].b", ".<index<.<$, a>, 0>, b>");
    check("-$.a[0]", "-<index<.<$, a>, 0>>");
    check("-1.abs()", "-<.<1, abs()>>");
    check("- + 1 mod 2", "mod<-<+<1>>, 2>");
    check("not $ = 1 and $ in [1] or true", "or<and<not<*equal<$, 1>>, in<$, [1]>>, true>");
    check("1 + not 2 = 3", "+<1, not<*equal<2, 3>>>");
    check("a =~ b + c", "+<=~<a, b>, c>");
    check("$a -> $b -> $c", "-><$a, -><$b, $c>>");
    check("a?.b != ((c))", "*not_equal<?.<a, b>, (c)>");
    check("1 < 2 = true", "*equal<<<1, 2>, true>");
}

#[test]
fn operators_stand_between_values_or_before_them() {
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
fn arguments_can_be_left_out_but_not_at_the_end() {
    check("f()", "f()");
    check("[,a]", "[, a]");
    check("{a => 1, b => 2}", "{a => 1, b => 2}");
    check("f(a,, b)", "f(a, , b)");
    check("f(,,a)", "f(, , a)");
    check("$[a,,b => 1]", "index<$, a, , b => 1>");
    check("f_(a, b => c + 1)", "f(a, b => +<c, 1>)");
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
fn tokens_are_those_of_yaql() {
    check("'a\\'b' + \"c\" + `d\\n`", "+<+<'a'b', 'c'>, 'd\\n'>");
    check("\u{661}.\u{662} + 007", "+<1.2, 7>");
    check("$__x", "$__x");
    check("1e5", "Lexical error: illegal character '1' at position 0");
    check("a __b", "Lexical error: illegal character '_' at position 2");
    check("'a", "Lexical error: illegal character ''' at position 0");
    check("'\\xg1'", "'unicodeescape' codec can't decode bytes in position 0-1: truncated \\xXX escape");
}

#[test]
fn errors_are_at_their_place() {
    fn check(expression: &str, expect: (usize, usize)) {
        let span = parse(expression).unwrap_err().span.unwrap();
        assert_eq!((span.start, span.end), expect, "{expression}");
    }
    check("'\u{e4}' 2", (5, 6));
    check("1 + #", (4, 5));
    check("1 +", (3, 3));
    check("a + '\\uzzzz'", (4, 12));
}

#[test]
fn deep_nesting_needs_no_stack() {
    check(&"(".repeat(200_000), END);
    check(&format!("{}1{}", "(".repeat(200_000), ")".repeat(200_000)), "(1)");
    check(&format!("{}1{}", "[".repeat(200_000), "]".repeat(200_000)), "too deep");
    check(&format!("{}1", "-".repeat(200_000)), "too deep");
    check(&vec!["1"; 200_000].join("+"), "too deep");
}
