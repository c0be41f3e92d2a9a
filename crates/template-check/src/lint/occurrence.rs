//! Search for many words in a text, in time that grows with the sum of the text and the words, not with their product.

use std::collections::HashMap;

/// Returns for each word whether it occurs in the text, in the order of the words.
///
/// This is the method of Aho and Corasick. It does not list the positions, as there can be more of them than characters: it marks
/// the states that the text reaches, and a word occurs if its last state is marked.
pub(crate) fn occurring<'w>(text: &str, words: impl Iterator<Item = &'w str>) -> Vec<bool> {
    let mut states = States::default();
    let ends: Vec<usize> = words.map(|word| states.add(word)).collect();
    let order = states.link();
    states.run(text);
    // The longest states come first: a text that reaches a state also reaches its suffixes.
    for state in order.into_iter().rev() {
        if states.is_reached[state] {
            states.is_reached[states.shorter[state]] = true;
        }
    }
    ends.into_iter().map(|end| states.is_reached[end]).collect()
}

/// Beginnings of the words, as states. The first state is the empty beginning.
struct States {
    next: HashMap<(usize, u8), usize>,
    /// Longest other state that is a suffix of each state.
    shorter: Vec<usize>,
    is_reached: Vec<bool>,
}

impl Default for States {
    fn default() -> Self {
        Self { next: HashMap::new(), shorter: vec![0], is_reached: vec![true] }
    }
}

impl States {
    fn add(&mut self, word: &str) -> usize {
        word.bytes().fold(0, |state, byte| {
            let new = self.shorter.len();
            let next = *self.next.entry((state, byte)).or_insert(new);
            if next == new {
                self.shorter.push(0);
                self.is_reached.push(false);
            }
            next
        })
    }

    /// Sets the shorter states. Returns all states but the first, the shortest first.
    fn link(&mut self) -> Vec<usize> {
        let mut steps: Vec<(usize, u8, usize)> =
            self.next.iter().map(|((state, byte), next)| (*state, *byte, *next)).collect();
        // A state is created after the state that it extends.
        steps.sort_unstable_by_key(|(_, _, next)| *next);
        let mut lengths = vec![0_usize; self.shorter.len()];
        for (state, _, next) in &steps {
            lengths[*next] = lengths[*state] + 1;
        }
        steps.sort_by_key(|(_, _, next)| lengths[*next]);
        for (state, byte, next) in &steps {
            if *state != 0 {
                self.shorter[*next] = self.after(self.shorter[*state], *byte);
            }
        }
        steps.into_iter().map(|(_, _, next)| next).collect()
    }

    /// Returns the longest state that is a suffix of the text so far, after one more byte.
    fn after(&self, mut state: usize, byte: u8) -> usize {
        loop {
            if let Some(next) = self.next.get(&(state, byte)) {
                return *next;
            }
            if state == 0 {
                return 0;
            }
            state = self.shorter[state];
        }
    }

    fn run(&mut self, text: &str) {
        let mut state = 0;
        for byte in text.bytes() {
            state = self.after(state, byte);
            self.is_reached[state] = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::occurring;

    fn check(text: &str, words: &[&str]) {
        let expect: Vec<bool> = words.iter().map(|word| text.contains(word)).collect();
        assert_eq!(occurring(text, words.iter().copied()), expect, "{text} {words:?}");
    }

    #[test]
    fn words_within_and_across_others_are_found() {
        check("ushers", &["he", "she", "his", "hers", "her", "s", "rs", "x", ""]);
        check("", &["", "a"]);
        check("abcabd", &["abd", "bca", "cab", "abcabe", "abcabd", "abcabda"]);
        check("aaaa", &["a", "aa", "aaaa", "aaaaa", "ab"]);
        check("äöü", &["ä", "öü", "ü", "u", "äü"]);
        check("a", &["a", "a"]);
    }

    #[test]
    fn short_texts_of_two_letters_are_searched_as_contains_does() {
        let texts: Vec<String> = (0..128_u32)
            .map(|bits| (0..7).map(|at| if bits >> at & 1 == 1 { 'a' } else { 'b' }).collect())
            .collect();
        let words: Vec<&str> = texts.iter().flat_map(|text| (0..5).map(|length| &text[..length])).collect();
        for text in &texts {
            check(text, &words);
        }
    }
}
