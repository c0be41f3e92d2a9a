use std::collections::BTreeSet;

use heat_model::ConstraintKind;
use heat_model::pattern::Pattern;
use proptest::prelude::*;

use super::*;
use crate::comparison::{PatternComparison, compare_texts as compare};

fn check(before: &str, after: &str, expect: &PatternComparison) {
    assert_eq!(&compare(&[before], &[after]), expect, "{before} → {after}");
}

fn narrowed(lost: &str) -> PatternComparison {
    PatternComparison::Narrowed(lost.to_owned())
}

fn changed(lost: &str) -> PatternComparison {
    PatternComparison::Incomparable(lost.to_owned())
}

#[test]
fn lost_texts_are_short_and_readable() {
    check("[a-z]+", "[a-y]+", &narrowed("z"));
    check(r"\w+", "[a-z]+", &narrowed("1"));
    check("[a-z]{1,9}", "[a-z]{1,5}", &narrowed("aaaaaa"));
    check(".*", "[ -~]*", &narrowed("à"));
    check("(?s).*", ".*", &narrowed("\n"));
    check("[a-z]+", "[b-z]+|a[a-z]*", &narrowed("ba"));
    check("[a-z]+", "[0-9a]+", &changed("b"));
    check("[a-z]+", ".+", &PatternComparison::Widened);
    // Signs are preferred to control characters.
    check("[\u{85}-\u{a9}]", "x", &changed("¡"));
}

#[test]
fn texts_can_be_rejected() {
    let first = |wanted: &str| {
        let mut languages = Languages::new(&["[a-z]{1,2}"]).unwrap();
        languages.first(&["[a-z]{1,2}"], None, Lengths::ANY, &mut |text| text == wanted)
    };
    assert_eq!(first("aa"), Ok(Some("aa".to_owned())));
    assert_eq!(first("none"), Ok(None));
}

#[test]
fn the_first_match_counts() {
    check("ab|a", "a|ab", &narrowed("ab"));
    check("(a|ab)$", "(ab|a)$", &PatternComparison::Same);
    check("a*", "a*?", &narrowed("a"));
    check("(?:|a)*", "", &PatternComparison::Same);
    check("(?:a|b*)*", "[ab]*", &PatternComparison::Same);
}

#[test]
fn equivalent_patterns() {
    check("[a-z]+", "[a-z]+", &PatternComparison::Same);
    check("[a-z]+", "[a-z][a-z]*", &PatternComparison::Same);
    check("^[a-z]+$", "[a-z]+", &PatternComparison::Same);
    check(r"\d", r"[^\D]", &PatternComparison::Same);
    check("(?i)[a-z]", "(?i:[A-Z])", &PatternComparison::Same);
    check("([0-9a-f]){8}", "[0-9a-f]{4}[0-9a-f]{4}", &PatternComparison::Same);
    check(r"a++b", r"a++b", &PatternComparison::Same);
}

#[test]
fn ends_of_lines_and_texts() {
    check("^a$\n?", "a\n?", &PatternComparison::Same);
    check("(?s)^a$.?", "(?s)^a.?", &PatternComparison::Widened);
    check(r"(?s)^a\Z.?", "a", &PatternComparison::Same);
    check("(?m)a$\n^b", "a\nb", &PatternComparison::Same);
    check("ab", "a^b", &narrowed("ab"));
}

#[test]
fn looks_at_neighbours_and_ahead_from_the_start() {
    check("[a-z-]+", "(?!-)[a-z-]+(?<!-)$", &narrowed("-"));
    check("[a-z-]*[a-z][a-z-]*", "(?!-)[a-z-]+(?<!-)$", &narrowed("a-"));
    check(r"(?=.*\d)\w+", r"\w+", &PatternComparison::Widened);
    check(r"\w+", r"(?!root$)\w+", &narrowed("root"));
    check(r"a\b.*", "a.*", &PatternComparison::Widened);
    check(r"(?=.*a)(?=.*b)[ab]{2}", "ab|ba", &PatternComparison::Same);
}

#[test]
fn all_patterns_must_match() {
    assert_eq!(compare(&["[a-f]+", "[d-z]+"], &["[def]+"]), PatternComparison::Same);
    assert_eq!(compare(&["[a-f]+"], &["[a-f]+", ".{3,}"]), narrowed("a"));
    assert_eq!(compare(&["[a-f]+", r"(a)\1"], &["[a-f]+"]), {
        PatternComparison::Unknown(Undecided::NotRegular("a back-reference"), None)
    });
}

#[test]
fn non_regular_patterns_are_undecided() {
    for odd in [r"(a)\1", "(a)?(?(1)b|c)", "(?>a|ab)c", "a*+b", "a(?=bc)b", "(?<=ab)c|d"] {
        let compared = compare(&["[a-z]+"], &[odd]);
        assert!(matches!(compared, PatternComparison::Unknown(_, _)), "{odd}: {compared:?}");
    }
}

#[test]
fn expensive_comparisons_are_undecided() {
    let long = "a".repeat(100_000);
    let classes = (0x2000..0x2200).map(|point| format!(r"[\w\u{point:x}]")).collect::<Vec<_>>().concat();
    let words = (0..900).map(|count| format!("{count:x}word")).collect::<Vec<_>>().join("|");
    for (before, after) in [
        ("(a{1,1000}){1,1000}", "(a{1,999}){1,1000}"),
        ("((a{0,1000}){0,1000}){0,1000}", "a{0,10}"),
        ("(a|b)*a(a|b){30}", "(a|b)*a(a|b){31}"),
        (long.as_str(), "a+"),
        (classes.as_str(), "a+"),
        (words.as_str(), ".*"),
        (r"\w{1,60000}", r"\w{1,60001}"),
    ] {
        let compared = compare(&[before], &[after]);
        let start: String = before.chars().take(40).collect();
        assert!(matches!(compared, PatternComparison::Unknown(_, _)), "{start}: {compared:?}");
    }
}

#[test]
fn one_half_of_an_answer_is_better_than_none() {
    check("a", "a|(a|b)*a(a|b){30}", &PatternComparison::NoLess(Undecided::TooMuch));
    check("a|(a|b)*a(a|b){30}", "a", &PatternComparison::NoMore(Undecided::TooMuch));
}

#[test]
fn nested_repeats_of_nullable_parts_are_compared() {
    check("(((((a*)*)*)*)*)*b", "(((((a?)*)*)*)*)*c", &changed("b"));
    check("(((a*)*)*b?)*", "[ab]*", &PatternComparison::Same);
    // An iteration that takes nothing is the last one, so alternatives that come after it are never tried.
    check("(?:(?:a*)*?|b)*", "", &PatternComparison::Same);
    check("(?:(?:a?){0,3}?|b)*", "", &PatternComparison::Same);
}

#[test]
fn the_catalogue_s_patterns_can_all_be_compared() {
    let patterns = catalogue();
    assert!(patterns.len() > 5, "{patterns:?}");
    for before in &patterns {
        for after in &patterns {
            let compared = compare(&[before], &[after]);
            assert_eq!(
                compared == PatternComparison::Same,
                before == after,
                "{before} → {after}: {compared:?}"
            );
            let decided = matches!(
                compared,
                PatternComparison::Same
                    | PatternComparison::Narrowed(_)
                    | PatternComparison::Widened
                    | PatternComparison::Incomparable(_)
            );
            assert!(decided, "{before} → {after}: {compared:?}");
        }
    }
}

/// All patterns in the project's schemas.
fn catalogue() -> BTreeSet<String> {
    fn gather(schema: &heat_model::PropertySchema, patterns: &mut BTreeSet<String>) {
        patterns.extend(schema.constraints.iter().filter_map(|each| match &each.kind {
            ConstraintKind::AllowedPattern(pattern) => Some(pattern.clone()),
            _ => None,
        }));
        schema
            .schema
            .iter()
            .flat_map(heat_model::NestedSchema::entries)
            .for_each(|(_, each)| gather(each, patterns));
    }
    let mut patterns = BTreeSet::new();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    for entry in walkdir::WalkDir::new(folder).into_iter().map(Result::unwrap) {
        if entry.path().extension().is_some_and(|extension| extension == "yaml") {
            let source =
                heat_yaml::Source::new("schema.yaml", std::fs::read_to_string(entry.path()).unwrap());
            let file = heat_model::load::load_schema(&source).file;
            file.iter()
                .flat_map(|file| file.schema.properties.values())
                .for_each(|each| gather(each, &mut patterns));
        }
    }
    patterns
}

/// Patterns of `a`, `b` and line feeds.
fn pattern() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        8 => prop_oneof![Just("a"), Just("b"), Just("."), Just("[ab]"), Just("[^a]"), Just("")],
        2 => prop_oneof![Just("^"), Just("$"), Just(r"\Z"), Just(r"\b"), Just(r"\B"), Just("\n")],
        1 => prop_oneof![Just("(?=a)"), Just("(?!b)"), Just("(?<=a)"), Just("(?<!b)"), Just("(?m:$)"), Just("(?m:^)")],
    ]
    .prop_map(str::to_owned);
    let quantifier = prop_oneof![
        Just("*"),
        Just("+"),
        Just("?"),
        Just("*?"),
        Just("+?"),
        Just("??"),
        Just("{2}"),
        Just("{1,2}"),
        Just("{,2}"),
    ];
    leaf.prop_recursive(4, 12, 3, move |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("{one}{other}")),
            (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("(?:{one}|{other})")),
            (inner, quantifier.clone()).prop_map(|(one, quantifier)| format!("(?:{one}){quantifier}")),
        ]
    })
}

/// All texts of up to five characters.
fn texts() -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut from = 0;
    for _ in 0..5 {
        let to = texts.len();
        for index in from..to {
            for char in ['a', 'b', '\n'] {
                texts.push(format!("{}{char}", texts[index]));
            }
        }
        from = to;
    }
    texts
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_comparison_terminates(
        one in r"[(){}\[\]|*+?\\^$.:!=<P>ab0-9,dwsBbAZim-]{0,24}",
        other in r"(\(\?[:=!>]|[(){}|*+?^$.]|\[a\]|\\[wdsWDSbBAZ1]|a|\{9,99\}|\)){0,16}",
    ) {
        let compared = compare(&[&one], &[&other]);
        let back = compare(&[&other], &[&one]);
        prop_assert_eq!(compared == PatternComparison::Same, back == PatternComparison::Same);
        prop_assert_eq!(compared == PatternComparison::Widened, matches!(back, PatternComparison::Narrowed(_)));
    }

    #[test]
    fn answers_agree_with_trying_all_texts(one in pattern(), other in pattern()) {
        let [before, after] = [&one, &other].map(|python| Pattern::new(python));
        let (Ok(before), Ok(after)) = (before, after) else { return Ok(()) };
        let texts = texts();
        let only = |some: &Pattern, others: &Pattern| {
            texts.iter().find(|text| some.matches(text) == Ok(true) && others.matches(text) == Ok(false))
        };
        let (lost, gained) = (only(&before, &after), only(&after, &before));
        let compared = compare(&[&one], &[&other]);
        match &compared {
            PatternComparison::Same => prop_assert_eq!((lost, gained), (None, None)),
            PatternComparison::Narrowed(_) => prop_assert_eq!(gained, None),
            PatternComparison::Widened => prop_assert_eq!(lost, None),
            PatternComparison::Incomparable(_) => {}
            PatternComparison::NoLess(why) | PatternComparison::NoMore(why) | PatternComparison::Unknown(why, _) => {
                prop_assert!(false, "{} {} {:?}", one, other, why);
            }
        }
        if let PatternComparison::Narrowed(text) | PatternComparison::Incomparable(text) = &compared {
            prop_assert_eq!((before.matches(text), after.matches(text)), (Ok(true), Ok(false)));
            prop_assert!(lost.is_none_or(|lost| text.chars().count() <= lost.chars().count()));
        }
    }
}
