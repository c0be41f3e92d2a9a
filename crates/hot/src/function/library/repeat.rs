//! The function `repeat` in its three forms.

use heat_hot_language::Variant;
use heat_model::{Value, python};

use super::arguments::{indented, key_error, require_map, type_error, value_error};
use super::text::unknown_text;
use crate::data::Shape;
use crate::fault::{Exception, Problem};
use crate::limits::NODE;
use crate::scope::Scope;
use crate::snippet::{self, Call, Content};
use crate::{Data, Fault, data_value};

pub(crate) fn validate(_: &Scope<'_>, call: &Call) -> Result<(), Fault> {
    match call.args.get("for_each").map(|for_each| (&for_each.content, for_each.span)) {
        Some((Content::Map(_) | Content::Call(_), _)) | None => Ok(()),
        Some((_, span)) => {
            let message = format!("The \"for_each\" argument to \"{}\" must contain a map", call.name);
            Err(Fault::at(span, type_error(message)))
        }
    }
}

pub(crate) fn resolve(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let name = &call.name;
    let part = |key| call.args.get(key).map_or(Ok(Data::NULL), |part| snippet::resolve(scope, part));
    let for_each = part("for_each")?;
    let unknown = || Data::unknown(Shape::List(None), format!("a list of {name} over something unknown"));
    if for_each.is_unknown() {
        return Ok(unknown());
    }
    let for_each = for_each
        .into_entries()
        .map_err(|other| Exception::attribute_error(Problem::FunctionValue, &data_value(&other), "items"))?;
    if for_each.is_empty() {
        return Err(value_error("not enough values to unpack (expected 2, got 0)").into());
    }
    let is_nested = !matches!(
        call.args.get("permutations").map(|permutations| &permutations.content),
        Some(Content::Scalar(Value::Bool(false)))
    ) || call.variant != Variant::RepeatWithNestedLoop;

    let mut lists: Vec<Vec<Data>> = Vec::new();
    let mut lengths = Vec::new();
    let mut is_known = true;
    for list in for_each.values() {
        match list {
            // A reference whose value is not yet available.
            Data::Known(Value::Null) => lists.push(Vec::new()),
            Data::Unknown(_) => is_known = false,
            other => {
                let items = items(call, other, is_nested)?;
                lengths.push(items.len());
                lists.push(items);
            }
        }
    }
    if !is_nested && lengths.windows(2).any(|pair| pair[0] != pair[1]) {
        let message = format!("For {name}, the length of for_each values should be equal if no nested loop.");
        return Err(value_error(message).into());
    }
    let template = part("template")?;
    if !is_known {
        return Ok(unknown());
    }
    let keys: Vec<&str> = for_each.keys().map(String::as_str).collect();
    let body = Body { scope, name, keys: &keys };
    let mut results = Vec::new();
    for places in Places::new(lists.iter().map(Vec::len).collect(), is_nested) {
        scope.write(NODE + places.len())?;
        let values: Vec<&Data> =
            lists.iter().zip(places).filter_map(|(list, place)| list.get(place)).collect();
        results.push(body.copy(&values, &template)?);
    }
    Ok(Data::list(results))
}

/// The values that `repeat` iterates over: the items of a list, or the keys of a map if maps are allowed.
fn items(call: &Call, list: &Data, is_nested: bool) -> Result<Vec<Data>, Exception> {
    let takes_maps = call.variant != Variant::Repeat && is_nested;
    match list.clone().into_items() {
        Ok(items) => Ok(items),
        Err(other) => match other.into_entries() {
            Ok(entries) if takes_maps => Ok(entries.into_keys().map(Data::from).collect()),
            _ => {
                let takes_maps = if takes_maps { "lists or maps" } else { "lists" };
                let name = &call.name;
                let message =
                    format!("The values of the \"for_each\" argument to \"{name}\" must be {takes_maps}");
                Err(type_error(message))
            }
        },
    }
}

/// Iterator over positions in several lists: all combinations, the last list fastest, or the same position in each.
struct Places {
    lengths: Vec<usize>,
    next: Option<Vec<usize>>,
    is_nested: bool,
}

impl Places {
    fn new(lengths: Vec<usize>, is_nested: bool) -> Self {
        let is_empty = lengths.contains(&0);
        Self { next: (!is_empty).then(|| vec![0; lengths.len()]), lengths, is_nested }
    }

    fn after(&self, mut places: Vec<usize>) -> Option<Vec<usize>> {
        if !self.is_nested {
            for place in &mut places {
                *place += 1;
            }
            return places.iter().zip(&self.lengths).all(|(place, length)| place < length).then_some(places);
        }
        for (place, length) in places.iter_mut().zip(&self.lengths).rev() {
            *place += 1;
            if *place < *length {
                return Some(places);
            }
            *place = 0;
        }
        None
    }
}

impl Iterator for Places {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let places = self.next.take()?;
        self.next = self.after(places.clone());
        Some(places)
    }
}

/// Template that is copied for each combination of values.
struct Body<'a, 's> {
    scope: &'a Scope<'s>,
    name: &'a str,
    keys: &'a [&'a str],
}

impl Body<'_, '_> {
    fn copy(&self, values: &[&Data], template: &Data) -> Result<Data, Exception> {
        match template {
            Data::Known(value) => self.copy_value(values, value),
            Data::List(items) => {
                self.scope.write(NODE)?;
                let items = items.iter().map(|item| self.copy(values, item));
                Ok(Data::list(items.collect::<Result<_, _>>()?))
            }
            Data::Map(map) => {
                self.map(values, map.iter().map(|(key, value)| (key, move || self.copy(values, value))))
            }
            Data::Unknown(_) => {
                self.scope.write_data(template)?;
                Ok(template.clone())
            }
        }
    }

    fn copy_value(&self, values: &[&Data], template: &Value) -> Result<Data, Exception> {
        self.scope.write(NODE)?;
        match template {
            Value::String(text) => self.text(values, text),
            Value::List(items) => {
                let items = items.iter().map(|item| self.copy_value(values, item));
                Ok(Data::list(items.collect::<Result<_, _>>()?))
            }
            Value::Map(map) => {
                self.map(values, map.iter().map(|(key, value)| (key, move || self.copy_value(values, value))))
            }
            other => Ok(Data::Known(other.clone())),
        }
    }

    fn map<'t>(
        &self,
        values: &[&Data],
        entries: impl Iterator<Item = (&'t String, impl FnOnce() -> Result<Data, Exception>)>,
    ) -> Result<Data, Exception> {
        let mut map = Vec::new();
        for (key, copy) in entries {
            self.scope.write(NODE)?;
            let Data::Known(Value::String(key)) = self.text(values, key)? else {
                let origin = format!("a map of {} with an unknown key", self.name);
                return Ok(Data::unknown(Shape::Map, origin));
            };
            map.push((key, copy()?));
        }
        Ok(Data::from_entries(map))
    }

    fn text(&self, values: &[&Data], text: &str) -> Result<Data, Exception> {
        let mut text = text.to_owned();
        for (key, value) in self.keys.iter().zip(values) {
            let value = match value {
                Data::Known(Value::String(value)) => value,
                Data::Unknown(_) if text.contains(key) => return Ok(unknown_text(self.name)),
                Data::Unknown(_) => continue,
                other => {
                    let kind = match python::type_name(&data_value(other)) {
                        "NoneType" => "None",
                        kind => kind,
                    };
                    let message = format!("replace() argument 2 must be str, not {kind}");
                    return Err(type_error(message));
                }
            };
            let count = text.matches(key).count();
            self.scope.write(text.len().saturating_add(count.saturating_mul(value.len())))?;
            if count > 0 {
                text = text.replace(key, value);
            }
        }
        Ok(text.into())
    }
}

/// Checks the arguments of `repeat`: a map with a template and the lists to iterate over.
pub(crate) fn check(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    let (name, args) = (&call.name, &call.args);
    require_map(name, args)?;
    if args.get("for_each").is_none() || args.get("template").is_none() {
        let lines = ["  template: This is %var%", "  for_each:", "    %var%: ['a', 'b', 'c']"];
        let example = indented(&lines, 12);
        return Err(key_error(format!("\"repeat\" syntax should be repeat:{example}")));
    }
    let permutations = args.get("permutations").map(|permutations| &permutations.content);
    if call.variant == Variant::RepeatWithNestedLoop
        && !matches!(permutations, None | Some(Content::Scalar(Value::Bool(_))))
    {
        return Err(type_error(format!("\"permutations\" should be boolean type for {name} function.")));
    }
    Ok(())
}
