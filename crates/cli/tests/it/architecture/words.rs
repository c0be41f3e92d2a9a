//! First sentences of docs: each stands alone in a hover.

use std::fs;

/// The words with which no first sentence begins: what follows does not name the thing.
const HEADLESS: [&str; 26] = [
    "All that",
    "Also",
    "As",
    "Everything that",
    "How",
    "It",
    "Its",
    "One",
    "That",
    "The same",
    "Their",
    "Them",
    "These",
    "They",
    "This",
    "Those",
    "We",
    "What",
    "Whatever",
    "When",
    "Where",
    "Whether",
    "Which",
    "Whoever",
    "Why",
    "You",
];

/// The words with which help for the command line begins, too: it begins with a verb, or continues the name of an option.
const HELP: [&str; 5] = ["Also", "As", "One", "The same", "When"];

/// The folders with sources of the project, below the root.
const FOLDERS: [&str; 5] = ["codegen", "conformance", "crates", "examples", "macros"];

/// The first sentences of the docs in a source, each with the number of the line on which the docs begin.
fn first_sentences(source: &str) -> Vec<(usize, String)> {
    let marker = |line: &str| ["///", "//!"].into_iter().find(|marker| line.starts_with(marker));
    let lines: Vec<(usize, &str)> = (1..).zip(source.lines().map(str::trim)).collect();
    let blocks = lines.chunk_by(|(_, line), (_, next)| marker(line) == marker(next));
    let docs = blocks.filter(|block| marker(block[0].1).is_some());
    let sentences = docs.map(|block| {
        let texts = block.iter().map(|(_, line)| line[3..].trim());
        (block[0].0, first_sentence(texts))
    });
    // A string with code to generate may have a line that begins like docs.
    sentences.filter(|(_, sentence)| !sentence.contains(r"\n#[")).collect()
}

/// The first sentence of docs.
fn first_sentence<'t>(lines: impl Iterator<Item = &'t str>) -> String {
    let paragraph = lines.skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty());
    let text = paragraph.collect::<Vec<_>>().join(" ");
    let end = text
        .match_indices(['.', '!', '?'])
        .find(|(at, _)| text[at + 1..].chars().next().is_none_or(char::is_whitespace));
    end.map_or(text.as_str(), |(at, _)| &text[..=at]).to_owned()
}

/// Returns whether a sentence begins with a word or words.
fn begins_with(sentence: &str, words: &str) -> bool {
    sentence
        .strip_prefix(words)
        .is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '\''))
}

/// Returns whether a sentence does not stand alone.
fn is_headless(sentence: &str, is_help: bool) -> bool {
    // A module that is called like what it has says so in one word, and an option may have the name of a format.
    let is_word = sentence.split_whitespace().count() < 2 && !sentence.starts_with('`') && !is_help;
    is_word || HEADLESS.iter().any(|words| begins_with(sentence, words) && !(is_help && HELP.contains(words)))
}

#[test]
fn first_sentences_stand_alone() {
    let root = super::root();
    let (mut count, mut wrong) = (0, Vec::new());
    let entries = FOLDERS.iter().flat_map(|folder| walkdir::WalkDir::new(root.join(folder)));
    for entry in entries.map(Result::unwrap) {
        let path = entry.path().strip_prefix(root).unwrap();
        if path.extension().is_none_or(|end| end != "rs") {
            continue;
        }
        let is_help = path.starts_with("crates/cli/src/commands");
        for (line, sentence) in first_sentences(&fs::read_to_string(entry.path()).unwrap()) {
            count += 1;
            if is_headless(&sentence, is_help) {
                wrong.push(format!("{}:{line}: {sentence}", path.display()));
            }
        }
    }
    assert!(count > 12_000, "{count} docs are found");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn headless_sentences_are_found() {
    let check = |source: &str, expect: &[(usize, &str)]| {
        let found = first_sentences(source).into_iter().filter(|(_, sentence)| is_headless(sentence, false));
        let expect = expect.iter().map(|(line, sentence)| (*line, (*sentence).to_owned()));
        assert_eq!(found.collect::<Vec<_>>(), expect.collect::<Vec<_>>(), "{source}");
    };
    check("//! What is drawn.\n\nstruct Drawn;", &[(1, "What is drawn.")]);
    check("struct Asset {\n    /// Where.\n    path: Path,\n}", &[(2, "Where.")]);
    check("/// Whether it is\n/// set. No more.\nfn is_set() {}", &[(1, "Whether it is set.")]);
    check(
        "//! Asset of the site.\n/// Those of the section.\nstruct Texts;",
        &[(2, "Those of the section.")],
    );
    check("/// Returns whether it is set.\n///\n/// That is all.\nfn is_set() {}", &[]);
    check("/// Thatched roof.\n// What comes next.\nstruct Roof;", &[]);
    check("//! `words`.\n", &[]);
}
