//! The letters of some patterns: sets of characters that none of the patterns distinguishes.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use super::budget::Budget;
use super::classes::{ClassId, Classes};
use super::undecided::Undecided;

/// The possible rests of a text: a set of ways in which the text can continue.
///
/// A look-ahead distinguishes whether nothing is left, whether only a line feed is left, and otherwise the
/// sort of the next character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Rest(u32);

impl Rest {
    pub(super) const NONE: Self = Self(0);
    pub(super) const ANY: Self = Self(u32::MAX);
    pub(super) const NOTHING_LEFT: Self = Self(1);
    const LAST_LINE_FEED: Self = Self(1 << 1);
    /// A line feed, followed by more text.
    const LINE_FEED: Self = Self(1 << 2);
    /// Either the end of the text, or a line feed as the last character.
    pub(super) const END: Self = Self(Self::NOTHING_LEFT.0 | Self::LAST_LINE_FEED.0);
    pub(super) const LINE_END: Self = Self(Self::END.0 | Self::LINE_FEED.0);

    /// The maximum number of sorts of characters that look-aheads can distinguish.
    const MAX_SORTS: u32 = u32::BITS - 3;

    fn sort(sort: u32) -> Self {
        Self(1 << (3 + sort))
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn not(self) -> Self {
        Self(!self.0)
    }

    pub(super) fn is_none(self) -> bool {
        self == Self::NONE
    }

    pub(super) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

#[derive(Debug)]
struct Letter {
    /// The character that represents the letter.
    shown: char,
    /// For each class, whether the letter is in it.
    within: Vec<bool>,
    /// The rest that starts with the letter: `None` for the line feed, where it depends on the next character.
    sort: Option<Rest>,
}

/// The letters, the most readable ones first.
#[derive(Debug)]
pub(super) struct Alphabet {
    letters: Vec<Letter>,
}

impl Alphabet {
    /// Returns the letters that `classes` distinguish; those in `ahead` are used in look-aheads.
    pub(super) fn new(
        classes: &Classes,
        ahead: &BTreeSet<ClassId>,
        budget: &mut Budget,
    ) -> Result<Self, Undecided> {
        let mut cells: HashMap<Vec<bool>, Cell> = HashMap::new();
        let mut edges = Vec::new();
        for (class, ranges) in classes.all().iter().enumerate() {
            for &(low, high) in ranges {
                edges.push((u32::from(low), class, true));
                edges.push((u32::from(high) + 1, class, false));
            }
        }
        // A line feed is always a separate letter.
        edges.extend([10, 11].map(|point| (point, usize::MAX, point == 10)));
        edges.sort_unstable();
        let mut within = vec![false; classes.all().len()];
        let mut line_feed = false;
        let mut from = 0;
        for (point, class, starts) in edges {
            if from < point {
                budget.take(2 + within.len() / 8)?;
                cell(&mut cells, &within, line_feed, from, point - 1);
                from = point;
            }
            match within.get_mut(class) {
                Some(within) => *within = starts,
                None => line_feed = starts,
            }
        }
        cell(&mut cells, &within, line_feed, from, u32::from(char::MAX));
        let mut cells: Vec<_> = cells.into_iter().collect();
        cells.sort_unstable_by_key(|(_, cell)| cell.rank);
        Self::with_sorts(cells, ahead)
    }

    fn with_sorts(cells: Vec<(Vec<bool>, Cell)>, ahead: &BTreeSet<ClassId>) -> Result<Self, Undecided> {
        let mut sorts: HashMap<Vec<bool>, u32> = HashMap::new();
        let mut letters = Vec::with_capacity(cells.len());
        for (mut within, Cell { shown, .. }) in cells {
            // After the classes, the last entry tells whether it is the line feed.
            let sort = if within.pop() == Some(true) {
                None
            } else {
                let next = u32::try_from(sorts.len()).unwrap_or(u32::MAX);
                let seen =
                    ahead.iter().map(|class| within.get(class.index()) == Some(&true)).collect::<Vec<_>>();
                let sort = *sorts.entry(seen).or_insert(next);
                if sort >= Rest::MAX_SORTS {
                    return Err(Undecided::TooMuch);
                }
                Some(Rest::sort(sort))
            };
            letters.push(Letter { shown, within, sort });
        }
        Ok(Self { letters })
    }

    pub(super) fn len(&self) -> usize {
        self.letters.len()
    }

    /// The character that represents a letter.
    pub(super) fn shown(&self, letter: usize) -> char {
        self.letters.get(letter).map_or('\0', |letter| letter.shown)
    }

    pub(super) fn is_line_feed(&self, letter: usize) -> bool {
        self.letters.get(letter).is_some_and(|letter| letter.sort.is_none())
    }

    pub(super) fn has(&self, class: ClassId, letter: usize) -> bool {
        self.letters.get(letter).is_some_and(|letter| letter.within.get(class.index()) == Some(&true))
    }

    /// Returns the possible rests after a letter, where `rest` are the possible rests before it.
    pub(super) fn after(&self, rest: Rest, letter: usize) -> Rest {
        match self.letters.get(letter).and_then(|letter| letter.sort) {
            Some(sort) if rest.has(sort) => Rest::ANY,
            Some(_) => Rest::NONE,
            None => {
                let end = if rest.has(Rest::LAST_LINE_FEED) { Rest::NOTHING_LEFT } else { Rest::NONE };
                let more = if rest.has(Rest::LINE_FEED) { Rest::NOTHING_LEFT.not() } else { Rest::NONE };
                end.or(more)
            }
        }
    }

    /// Returns the rests that start with a character of a class.
    pub(super) fn starting_with(&self, class: ClassId) -> Rest {
        let line_feed = Rest::LAST_LINE_FEED.or(Rest::LINE_FEED);
        let within = self.letters.iter().filter(|letter| letter.within.get(class.index()) == Some(&true));
        within.fold(Rest::NONE, |rest, letter| rest.or(letter.sort.unwrap_or(line_feed)))
    }
}

/// Data collected for a letter.
#[derive(Debug)]
struct Cell {
    shown: char,
    /// Rank of `shown` by readability; a lower rank is more readable.
    rank: (u32, char),
}

/// Adds the characters between two points to their letter. Points come in ascending order.
fn cell(cells: &mut HashMap<Vec<bool>, Cell>, within: &[bool], line_feed: bool, from: u32, to: u32) {
    let key = within.iter().copied().chain([line_feed]).collect();
    match cells.entry(key) {
        Entry::Occupied(mut known) => {
            // Unicode's classes have hundreds of ranges: most are not more readable than the known character.
            if let Some(shown) =
                (known.get().rank > best_rank(from)).then(|| most_readable(from, to)).flatten()
                && rank(shown) < known.get().rank
            {
                known.insert(Cell { shown, rank: rank(shown) });
            }
        }
        Entry::Vacant(free) => {
            if let Some(shown) = most_readable(from, to) {
                free.insert(Cell { shown, rank: rank(shown) });
            }
        }
    }
}

/// Returns the best possible rank of the characters from a code point on.
fn best_rank(from: u32) -> (u32, char) {
    match char::from_u32(from) {
        Some(from) if from > 'ÿ' => (7, from),
        Some(from) if !from.is_ascii() => (6, from),
        _ => (0, '\0'),
    }
}

/// Returns the most readable character between two points.
fn most_readable(from: u32, to: u32) -> Option<char> {
    /// Number of code points to search beyond ASCII: similar characters are next to each other.
    const FAR: u32 = 0x80;
    // Surrogates are not characters.
    let beyond = if (0xd800..0xe000).contains(&from) { 0xe000 } else { from.max(0x80) };
    let points = (from..=to.min(0x7f)).chain(beyond..=to.min(beyond.saturating_add(FAR)));
    points.filter_map(char::from_u32).min_by_key(|char| rank(*char))
}

/// The rank of a character by readability: letters, digits, the signs in names, other signs.
fn rank(char: char) -> (u32, char) {
    let group = match char {
        'a'..='z' => 0,
        '0'..='9' => 1,
        'A'..='Z' => 2,
        '-' | '_' | '.' => 3,
        '!'..='~' => 4,
        ' ' => 5,
        _ if char.is_ascii_control() => 9,
        'à'..='ÿ' => 6,
        _ if char.is_alphanumeric() => 7,
        _ if !char.is_control() && !char.is_whitespace() => 8,
        _ => 10,
    };
    // Zero is the last digit: a date of zeros, or a number with a leading zero, is invalid.
    (group, if char == '0' { ':' } else { char })
}
