//! Merging dictionaries.

use std::rc::Rc;

use super::selecting::distinct_items;
use crate::data::dict::Entries;
use crate::data::iter::Cursor;
use crate::data::{Dict, Val};
use crate::error::{Outcome, type_error, undecided};
use crate::run::{Call, Lambda, Run};

struct Merger {
    list: Option<Rc<Lambda>>,
    item: Option<Rc<Lambda>>,
}

pub(super) fn merge_with(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let merger = Merger { list: call.optional_lambda(2)?, item: call.optional_lambda(3)? };
    let (left, right) = (call.dict(0)?, call.dict(1)?);
    merger.dicts(call.run, &left, &right, call.clamped(4)?)
}

impl Merger {
    /// Merges dictionaries down to `levels` levels; 0 for all.
    fn dicts(&self, run: &Run<'_>, left: &Dict, right: &Dict, levels: i64) -> Outcome<Val> {
        run.step(left.entries.len() + right.entries.len())?;
        let mut merged = Entries::with_capacity(left.entries.len());
        for (key, value) in &left.entries {
            let value = match right.entries.get(key) {
                Some(other) => self.values(run, value, other, levels)?,
                None => value.clone(),
            };
            merged.insert(key.clone(), value);
        }
        for (key, value) in &right.entries {
            merged.entry(key.clone()).or_insert_with(|| value.clone());
        }
        Val::new_dict(merged, false)
    }

    fn values(&self, run: &Run<'_>, left: &Val, right: &Val, levels: i64) -> Outcome<Val> {
        let refused = || {
            let (left, right) = (left.type_name(), right.type_name());
            type_error(format!("Cannot merge <class '{left}'> with <class '{right}'>"))
        };
        if matches!(left, Val::Unknown) || matches!(right, Val::Unknown) {
            return Err(undecided());
        }
        match right {
            Val::Dict(other) if levels != 1 => {
                let Val::Dict(own) = left else { return Err(refused()) };
                let levels = if levels == 0 { 0 } else { levels.saturating_sub(1) };
                run.nested(1, || self.dicts(run, own, other, levels))
            }
            Val::List(_) if levels != 1 => {
                let Val::List(_) = left else { return Err(refused()) };
                self.lists(run, left, right)
            }
            _ => match &self.item {
                Some(merger) => merger.call2(run, left, right),
                None => Ok(right.clone()),
            },
        }
    }

    fn lists(&self, run: &Run<'_>, left: &Val, right: &Val) -> Outcome<Val> {
        if let Some(merger) = &self.list {
            return merger.call2(run, left, right);
        }
        let (Val::List(own), Val::List(other)) = (left, right) else { return Ok(right.clone()) };
        if own.is_tuple != other.is_tuple {
            let (own, other) = (left.type_name(), right.type_name());
            return Err(type_error(format!("can only concatenate {own} (not \"{other}\") to {own}")));
        }
        let all = Val::tuple(own.items.iter().chain(&other.items).cloned().collect())?;
        let distinct = distinct_items(all.depth(), Cursor::new(&all)?, None)?;
        let mut items = Vec::new();
        let mut cursor = Cursor::new(&distinct)?;
        while let Some(item) = cursor.next(run)? {
            items.push(item);
            run.check_len(items.len())?;
        }
        Val::tuple(items)
    }
}
