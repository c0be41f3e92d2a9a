//! Builds maps from their entries: detects equal keys, and selects the entry that wins.

use std::collections::HashMap;
use std::collections::hash_map::Entry as MapEntry;
use std::sync::Arc;

use super::key::Key;
use crate::scalar::quoted;
use crate::{Diagnostic, DuplicateKeys, Entry, Mapping, Severity, Source, Value, code};

/// Builds a map as Python builds a dictionary: a key keeps its first position and gets its last value. The first `inherited`
/// entries come from merge keys.
pub(crate) fn build_mapping(
    source: &Arc<Source>,
    written: Vec<Entry>,
    inherited: usize,
    duplicates: DuplicateKeys,
    diagnostics: &mut Vec<Diagnostic>,
) -> Mapping {
    if are_few_and_distinct(&written) {
        return Mapping::new(written);
    }
    let firsts = first_of_each(source, &written, inherited, duplicates, diagnostics);
    if firsts.iter().all(Option::is_none) {
        return Mapping::new(written);
    }
    let mut places: Vec<usize> = Vec::with_capacity(written.len());
    let mut entries: Vec<Entry> = Vec::with_capacity(written.len());
    for (entry, first) in written.into_iter().zip(firsts) {
        if let Some(place) = first.map(|first| places[first]) {
            // The span is that of the key written next to the value; of two equal keys (`1` and `true` are equal), the first is
            // kept.
            entries[place].key.span = entry.key.span;
            entries[place].value = entry.value;
            places.push(place);
        } else {
            places.push(entries.len());
            entries.push(entry);
        }
    }
    Mapping::new(entries)
}

/// Returns whether all keys are strings, each different, and so few that comparing each with each is faster than hashing them.
/// This is true for nearly all maps.
fn are_few_and_distinct(entries: &[Entry]) -> bool {
    const FEW: usize = 12;
    let mut keys = [""; FEW];
    if entries.len() > FEW {
        return false;
    }
    for (index, entry) in entries.iter().enumerate() {
        match entry.key.as_str() {
            Some(key) if !keys[..index].contains(&key) => keys[index] = key,
            _ => return false,
        }
    }
    true
}

/// For each pair, the index of the first pair with the same key, if there is an earlier one.
fn first_of_each(
    source: &Arc<Source>,
    entries: &[Entry],
    inherited: usize,
    duplicates: DuplicateKeys,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Option<usize>> {
    struct KeyEntries {
        first: usize,
        written: Option<usize>,
    }
    let mut seen: HashMap<Key<'_>, KeyEntries> = HashMap::with_capacity(entries.len());
    let mut firsts = Vec::with_capacity(entries.len());
    for (index, entry) in entries.iter().enumerate() {
        let written = (index >= inherited).then_some(index);
        let Some(key) = Key::of(&entry.key.value) else {
            diagnostics.push(
                Diagnostic::error(
                    code::UNHASHABLE_KEY,
                    format!("{} cannot be a key", entry.key.value.kind()),
                )
                .with_label(source, entry.key.span, "")
                .with_help("a key must be a string; put it in quotes if it starts with a bracket"),
            );
            firsts.push(None);
            continue;
        };
        let earlier = match seen.entry(key) {
            MapEntry::Occupied(earlier) => earlier.into_mut(),
            MapEntry::Vacant(place) => {
                place.insert(KeyEntries { first: index, written });
                firsts.push(None);
                continue;
            }
        };
        firsts.push(Some(earlier.first));
        match (earlier.written, written) {
            (Some(first), Some(_)) => {
                diagnostics.push(duplicate(source, &entries[first], entry, duplicates));
            }
            (None, written) => earlier.written = written,
            (Some(_), None) => {}
        }
    }
    firsts
}

fn duplicate(source: &Arc<Source>, first: &Entry, second: &Entry, duplicates: DuplicateKeys) -> Diagnostic {
    let severity = match duplicates {
        DuplicateKeys::Refuse => Severity::Error,
        DuplicateKeys::LastWins => Severity::Warning,
    };
    let name = match &second.key.value {
        Value::String(text) => quoted(text),
        _ => quoted(source.slice(second.key.span)),
    };
    let finding = Diagnostic::new(severity, code::DUPLICATE_KEY, format!("the key {name} is defined twice"))
        .with_label(source, second.key.span, "defined again here")
        .with_label(source, first.key.span, "first defined here");
    match duplicates {
        DuplicateKeys::Refuse => finding,
        DuplicateKeys::LastWins => finding.with_note("the last value is used; the others are ignored"),
    }
}
