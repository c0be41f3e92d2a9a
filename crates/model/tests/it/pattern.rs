//! Patterns, as Python and Heat match them.

#![expect(clippy::panic, reason = "tests say what must hold by panicking")]

use heat_model::pattern::{Pattern, PatternBudget};

fn check(python: &str, accepted: &[&str], refused: &[&str]) {
    let pattern = Pattern::new(python).unwrap_or_else(|error| panic!("{python}: {error}"));
    for text in accepted {
        assert_eq!(pattern.matches(text), Ok(true), "{python} on {text:?}");
    }
    for text in refused {
        assert_eq!(pattern.matches(text), Ok(false), "{python} on {text:?}");
    }
}

#[test]
fn the_match_at_the_start_has_to_end_at_the_end() {
    check("[a-z]+", &["abc"], &["", "abc1", "1abc", "abc\n"]);
    check("a|ab", &["a"], &["ab"]);
    check("ab|a", &["a", "ab"], &[]);
    check("^[a-z]*$", &["", "abc"], &["abc\n"]);
    check("", &[""], &["a"]);
}

#[test]
fn characters_stand_for_themselves() {
    check("{a}", &["{a}"], &["a"]);
    check("a{}b{ 1}{,", &["a{}b{ 1}{,"], &[]);
    check(r"\/\_\-", &["/_-"], &[]);
    check(r"\<a\>", &["<a>"], &["a"]);
    check(r"\ \#\&\~\'\é", &[" #&~'é"], &[]);
    check(r"\0\141\07\x41\u0041\U00000041", &["\0a\x07AAA"], &[]);
    check(r"\ud800|a", &["a"], &["b"]);
    check(r"[^\ud800]", &["a", "\n"], &[""]);
}

#[test]
fn classes_have_neither_nesting_nor_operations() {
    check("[[]x]", &["[x]"], &["x"]);
    check("[]a]+", &["]a"], &["b"]);
    check("[^]a]", &["b"], &["]", "a"]);
    check("[a&&b]+", &["a&b"], &["c"]);
    check("[a~~b||c]+", &["a~b|c"], &["d"]);
    check("[a-]+", &["a-"], &["b"]);
    check("[+--]+", &["+,-"], &["."]);
    check("[--a]+", &["-.a"], &["b"]);
    check(r"[\w-]+", &["a-b"], &["."]);
    check(r"[\0-\x1f]", &["\x01"], &[" "]);
    check(r"[^\07]", &["7"], &["\x07"]);
    check(r"[\b]", &["\x08"], &["b"]);
    check(r"[^\W\d]+", &["ab_"], &["1", " "]);
}

#[test]
fn categories_are_pythons() {
    check(r"\w+", &["aé_1²½٣"], &["\u{301}", "‿", "\u{200c}", "-"]);
    check(r"\W", &["\u{301}", "‿"], &["²"]);
    check(r"\s+", &[" \t\n\x1c\x1f\u{85}\u{a0}"], &["\u{200b}"]);
    check(r"\S", &["\u{200b}"], &["\x1c"]);
    check(r"\d", &["1", "٣"], &["²"]);
    check(r"(?a)\w+", &["a_1"], &["é"]);
    check(r"(?a:\d)\d", &["1٣"], &["٣1"]);
    check(r"(?a)\s", &[" "], &["\x1c", "\u{a0}"]);
    check(r"a\b\u0301", &["a\u{301}"], &[]);
    check(r"\B", &[], &[""]);
    check(r"é\b-|(?a:\bé)", &["é-"], &["é"]);
}

#[test]
fn flags() {
    check("(?i)[a-c]É", &["Bé"], &["d"]);
    check("(?i)i", &["i", "I", "ı", "İ"], &["j"]);
    check("(?ai)k", &["k", "K"], &["\u{212a}"]);
    check("(?i)k", &["k", "K", "\u{212a}"], &[]);
    check("(?-i:a)(?i:b)", &["aB"], &["AB"]);
    check("(?s).", &["\n"], &[]);
    check("(?m)a$\n^b$", &["a\nb"], &["ab"]);
    check("(?x) a b # c\n [ ] \\ ", &["ab  "], &["ab"]);
    check("(?x)a (?-x: b)", &["a b"], &["ab"]);
    check("(?#comment)(?i)a", &["A"], &[]);
}

#[test]
fn groups() {
    check(r"(?P<c>a)(?P=c)", &["aa"], &["a"]);
    check(r"(a)\1", &["aa"], &["a1"]);
    check(r"(?P<n>a)?(?(n)b|c)", &["ab", "c"], &["ac", "b"]);
    check(r"(a)?b(?(1)c)", &["abc", "b"], &["ab"]);
    check(r"(a)?(?(1)|)b", &["ab", "b"], &[]);
    check(r"(?=.*\d)\w+\Z", &["a1"], &["ab"]);
    check("(?<=a)b|a(?<!b)", &["a"], &["b"]);
    check("(?>a+)a", &[], &["aa"]);
}

#[test]
fn repetition() {
    check("a{,2}b", &["b", "ab", "aab"], &["aaab"]);
    check("a{2}", &["aa"], &["a"]);
    check("a{,}", &["", "aa"], &[]);
    check("(?!)*(?:)+(?=a)*a", &["a"], &[""]);
    check("(a){0}b", &["b"], &["ab"]);
    check("a++a", &[], &["aa"]);
    check("(?x)a *", &["aa"], &[]);
    check("(?:^a)*", &["a", ""], &["aa"]);
}

#[test]
fn adjacent_repeats_share_the_limit() {
    check("[a-z]+[a-z@]*[a-z]+", &["ab", "a@b"], &["a", "a@"]);
    check("a+b*a+", &["aa", "aba"], &["a", "ab"]);
    check("a*b?a+", &["a", "aba"], &["ab"]);
    check("(?:a+b?)+a+", &["aa", "aba"], &["a", "ab"]);
}

#[test]
fn large_counts_compile() {
    let long = "a".repeat(255);
    check(r"\w{1,255}", &[&long], &["", &"a".repeat(256)]);
    check(r"[\w.-]{1,1000}", &[&long], &[""]);
    check(r".{0,65535}", &["", &"é".repeat(65_535)], &[&"a".repeat(65_536)]);
    check(r"(?:\w{1,63}\.){1,100}", &["ab.c."], &["ab"]);
    check(r"(?:a?){1000000000}b", &["b", "aab"], &[]);
}

#[test]
fn patterns_that_python_refuses_are_refused() {
    let patterns = r"[a-z|(|*a|a\|\q|(?<x>a)|(?'n'a)|(?R)|(?~a)|(?(DEFINE)a)b|(*FAIL)|(?P<1>a)|(?P<>a)|(?Pa)
        (?P<a>.)(?P<a>.)|(?U)|(?-i)a|(?i-i:a)|a(?i)b|(a(?i))|(?L)|(?au)a|(?a)(?u)|(?-a:b)|a{2,1}|a{1}{2}|a**|^*|$+
        \b+|{2}|+|?|(?:+)|\x{41}|\u{41}|\x4|\U00110000|[0--9]|[b-a]|[\w-a]|(?<=a+)b|\1|(\1)|(a)\2|(?P=a)
        (?P<a>(?P=a))|(?(1)a)|(a)(?(0)b)|(?<=(a)\1)|\N|\400|[\400]|[\8]|a)|(?#|(?|(?i|(?t)a*|[]|[^]
        a{4294967295}|\Qa|[\z]|(?P>a)|(?&a)|(?1)|\z|\G|\K|\k<a>|\p{L}|\h";
    for python in patterns.lines().map(str::trim_start).flat_map(|line| line.split('|')) {
        let error = Pattern::new(python).err().unwrap_or_else(|| panic!("{python} is accepted"));
        assert!(error.refused_by_python, "{python}: {error}");
    }
    for python in ["(?<=a|bc)d", "(a)?(?(1)b|c|d)", "(?P<a|b", "a||*"] {
        assert!(Pattern::new(python).is_err_and(|error| error.refused_by_python), "{python}");
    }
}

#[test]
fn patterns_that_only_this_tool_refuses_are_marked() {
    let nested = format!("{}{}", "(".repeat(5_000), ")".repeat(5_000));
    for python in [r"\N{EM DASH}", &"a".repeat(200_000), &nested, "(?:(?:a?){1000}){1000}"] {
        let error = Pattern::new(python).unwrap_err();
        assert!(!error.refused_by_python && error.message.contains("this tool cannot run it"), "{error}");
    }
}

#[test]
fn long_patterns_are_read_in_time() {
    check(&"{".repeat(30_000), &[&"{".repeat(30_000)], &[""]);
    check(&"a{1".repeat(10_000), &[&"a{1".repeat(10_000)], &[""]);
}

#[test]
fn endless_backtracking_is_an_error() {
    let pattern = Pattern::new(r"(?=(a+)+$)\1b(a|aa)+c\1").unwrap();
    let text = format!("{}b", "a".repeat(60));
    assert!(pattern.matches(&text).is_err() || pattern.matches(&text) == Ok(false));
}

#[test]
fn texts_of_one_reading_share_a_budget() {
    let pattern = Pattern::new("^(a+)+$").unwrap();
    let (budget, text) = (PatternBudget::new(), "a".repeat(40) + "!");
    let tries = (0..1000).take_while(|_| {
        let _ = pattern.matches_within(&text, &budget);
        !budget.is_overdrawn()
    });
    assert!(tries.count() < 50);
    let refused = pattern.matches_within(&text, &budget).unwrap_err();
    assert!(refused.message.ends_with("the pattern backtracks too much on too many values"), "{refused}");
    // Texts that are decided quickly are still decided.
    assert_eq!(pattern.matches_within("aaa", &budget), Ok(true));
}

#[test]
fn long_texts_have_a_budget_of_their_own() {
    let pattern = Pattern::new("(?!.*!)[a-z ]+$").unwrap();
    let (budget, text) = (PatternBudget::new(), "a word and ".repeat(1000));
    for _ in 0..300 {
        assert_eq!(pattern.matches_within(&text, &budget), Ok(true));
    }
}
