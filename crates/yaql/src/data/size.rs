//! Result of `sys.getsizeof` in `CPython` 3.11: the size of an object alone, without the objects that it refers to.

use super::Val;

/// Size of a value in bytes. It is approximate for objects of constant size, which are never too large.
pub(crate) fn size_of(value: &Val) -> u64 {
    match value {
        Val::Str(text) => text.size(),
        Val::Int(int) => 24 + 4 * int.bits().div_ceil(30),
        Val::List(list) if list.is_tuple => tuple(list.items.len()),
        Val::List(list) => 56 + 8 * count(list.items.len()),
        Val::Dict(dict) if !dict.is_frozen => dictionary(dict.entries.len()),
        Val::Set(set) => set_of(set.items.len()),
        _ => 64,
    }
}

pub(crate) fn tuple(len: usize) -> u64 {
    40 + 8 * count(len)
}

/// Size of a list that grew item by item, which has room for more items.
pub(crate) fn grown_list(len: usize) -> u64 {
    grown_list_from(0, len)
}

/// Size of a list that initially had room for `room` items.
pub(crate) fn grown_list_from(room: usize, len: usize) -> u64 {
    let mut allocated = room;
    while allocated < len {
        let wanted = allocated + 1;
        allocated = (wanted + (wanted >> 3) + 6) & !3;
    }
    56 + 8 * count(allocated)
}

/// Size of a dictionary that grew entry by entry: a table whose size is a power of two, of which two thirds are used.
pub(crate) fn dictionary(len: usize) -> u64 {
    if len == 0 {
        return 64;
    }
    let mut slots: usize = 8;
    while slots * 2 / 3 < len {
        slots *= 2;
    }
    let index = match slots {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        _ => 4,
    };
    // An entry consists of a hash, a key and a value.
    96 + count(slots * index) + 24 * count(slots * 2 / 3)
}

/// Size of a set that grew member by member: the table becomes four times as large as the set whenever it is three fifths full.
pub(crate) fn set_of(len: usize) -> u64 {
    let mut slots: usize = 8;
    let mut used = 0;
    while used < len {
        used = (slots - 1) * 3 / 5 + 1;
        if used > len {
            break;
        }
        let wanted = if used > 50_000 { used * 2 } else { used * 4 };
        while slots <= wanted {
            slots *= 2;
        }
    }
    if slots == 8 { 216 } else { 216 + 16 * count(slots) }
}

fn count(number: usize) -> u64 {
    number as u64
}

#[cfg(test)]
mod tests {
    #[test]
    fn collections_grow_as_cpython_lets_them() {
        fn check(size: fn(usize) -> u64, expect: &[(usize, u64)]) {
            for (len, expect) in expect {
                assert_eq!(size(*len), *expect, "{len}");
            }
        }
        check(super::grown_list, SIZES_OF_LISTS);
        check(super::dictionary, SIZES_OF_DICTIONARIES);
        check(super::set_of, SIZES_OF_SETS);
    }

    const SIZES_OF_LISTS: &[(usize, u64)] =
        &[(0, 56), (1, 88), (5, 120), (9, 184), (17, 248), (200, 1656), (1000, 8856)];
    const SIZES_OF_DICTIONARIES: &[(usize, u64)] =
        &[(0, 64), (1, 224), (6, 352), (22, 1168), (86, 4688), (170, 4688), (171, 9304), (342, 18512)];
    const SIZES_OF_SETS: &[(usize, u64)] =
        &[(0, 216), (4, 216), (5, 728), (19, 2264), (77, 8408), (306, 8408), (307, 32984)];
}
