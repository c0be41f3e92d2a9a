//! Functions on lists: `filter`, `list_concat`, `list_concat_unique`, `contains`.

use heat_model::{Value, python};

use super::arguments::{is_one_of, items, should_be, type_error, value_error};
use super::item_index::ItemIndex;
use crate::data::Shape;
use crate::fault::Exception;
use crate::limits::NODE;
use crate::scope::Scope;
use crate::snippet::{self, Call};
use crate::stand_in;
use crate::{Data, Fault, data_value};

pub(crate) fn filter(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let name = &call.name;
    let [values, sequence] = call.args.unpack::<2>()?;
    let sequence = snippet::resolve(scope, &sequence)?;
    if sequence.is_truthy() == Some(false) {
        return Ok(sequence);
    }
    if let Data::Unknown(unknown) = sequence {
        return Ok(Data::unknown(Shape::List(None), unknown.origin));
    }
    let items = sequence.into_items().map_err(|_| type_error(format!("\"{name}\" only works with lists")))?;
    let values = snippet::resolve(scope, &values)?;
    match values.is_truthy() {
        Some(false) => return Ok(Data::list(items)),
        None => {
            return Ok(Data::unknown(Shape::List(None), format!("a list of {name} without unknown values")));
        }
        Some(true) => {}
    }
    let values =
        values.into_items().map_err(|_| type_error(format!("\"{name}\" filters a list of values")))?;
    let mut known = ItemIndex::default();
    for value in values {
        known.add(value);
    }
    let mut kept = Vec::new();
    for item in items {
        match known.contains(scope, &item)? {
            Some(true) => {}
            Some(false) => kept.push(item),
            None => {
                return Ok(Data::unknown(Shape::List(None), format!("a list of {name} with unknown items")));
            }
        }
    }
    Ok(Data::list(kept))
}

fn is_list(item: &Data) -> bool {
    matches!(item, Data::Known(Value::Null | Value::List(_)) | Data::List(_) | Data::Unknown(_))
}

fn concatenated(scope: &Scope<'_>, call: &Call, is_unique: bool) -> Result<Data, Fault> {
    let name = &call.name;
    let args = snippet::resolve(scope, &call.args)?;
    if args.is_unknown() {
        return Ok(Data::unknown(Shape::List(None), format!("a list of {name} with an unknown part")));
    }
    if let Some(Some(odd)) = args.items().map(|items| items.iter().find(|item| !is_list(item)).cloned()) {
        scope.write_data(&args)?;
        return Err(not_a_list(&odd, &args).into());
    }
    let lists = args.into_items().map_err(|_| {
        type_error(format!(
            "Incorrect arguments to \"{name}\" should be: \"{name}\" : [ [ <value 1>, <value 2> ], [ <value 3>, <value 4> ] ]"
        ))
    })?;
    let mut items: Vec<Data> = Vec::new();
    let mut is_known = true;
    for list in lists {
        match list {
            Data::Known(Value::Null) => {}
            Data::Unknown(_) => is_known = false,
            // Values that are not lists were refused above.
            other => items.extend(other.into_items().unwrap_or_default()),
        }
    }
    scope.write(NODE * items.len())?;
    if is_unique {
        let mut unique = ItemIndex::default();
        for item in items {
            match unique.contains(scope, &item)? {
                Some(true) => {}
                Some(false) => unique.add(item),
                None => {
                    is_known = false;
                    unique.add(item);
                }
            }
        }
        items = unique.into_items();
    }
    Ok(if is_known {
        Data::list(items)
    } else {
        Data::unknown(Shape::List(None), format!("a list of {name} with an unknown part"))
    })
}

fn not_a_list(item: &Data, args: &Data) -> Exception {
    type_error(format!(
        "Incorrect arguments: Items to concat must be lists. {} contains an item that is not a list: {}",
        python::json_dumps(&data_value(args)),
        python::json_dumps(&data_value(item))
    ))
}

pub(crate) fn contains(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let name = &call.name;
    let [value, sequence] = call.args.unpack::<2>()?;
    let value = snippet::resolve(scope, &value)?;
    let sequence = snippet::resolve(scope, &sequence)?;
    let unknown = || Data::unknown(Shape::Boolean, format!("the result of {name} with unknown arguments"));
    match &sequence {
        Data::Unknown(_) => Ok(unknown()),
        Data::Known(Value::String(text)) => match &value {
            Data::Known(Value::String(part)) => {
                let is_open = stand_in::is_in_text(text) || stand_in::is_in_text(part);
                let contains = text.contains(part.as_str());
                Ok(if is_open && !contains { unknown() } else { contains.into() })
            }
            Data::Unknown(_) => Ok(unknown()),
            other => {
                let kind = python::type_name(&data_value(other));
                let message = format!("'in <string>' requires string as left operand, not {kind}");
                Err(type_error(message).into())
            }
        },
        _ => match sequence.into_items() {
            Ok(items) => Ok(is_one_of(items.iter(), &value).map_or_else(unknown, Data::from)),
            Err(_) => Err(type_error(format!("Second argument to \"{name}\" should be a sequence.")).into()),
        },
    }
}

/// Resolves `list_concat`.
pub(crate) fn concat(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    concatenated(scope, call, false)
}

/// Resolves `list_concat_unique`.
pub(crate) fn concat_unique(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    concatenated(scope, call, true)
}

/// Checks the arguments of `filter`: values and a list.
pub(crate) fn check_filter(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    let name = &call.name;
    match items(&call.args) {
        Some(2) => Ok(()),
        Some(count) => Err(value_error(format!(
            "\"{name}\" expected 2 arguments of the form [values, sequence] but got {count} arguments instead"
        ))),
        None => Err(type_error(format!("Argument to \"{name}\" must be a list"))),
    }
}

/// Checks the arguments of `contains`: a value and a list.
pub(crate) fn check_contains(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    let name = &call.name;
    match items(&call.args) {
        Some(2) => Ok(()),
        Some(1..) => Err(value_error(format!(
            "Arguments to \"{name}\" must be of the form: [value1, [value1, value2]]"
        ))),
        _ => Err(type_error(should_be(name, "[ \"value1\", [ \"value1\", \"value2\"]]"))),
    }
}
