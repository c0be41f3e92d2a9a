//! `str_replace` in its five forms.

use heat_model::{Value, python};
use indexmap::{IndexMap, IndexSet};

use super::Variant;
use super::text::{sorted_json, unknown_text};
use crate::fault::Exception;
use crate::scope::Scope;
use crate::snippet::{self, Call};
use crate::{Data, Fault};

pub(super) fn resolve(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let name = &call.name;
    let (template, params) = if call.variant == Variant::CfnReplace {
        let [params, template] = call.args.unpack::<2>()?;
        (snippet::resolve(scope, &template)?, snippet::resolve(scope, &params)?)
    } else {
        let part = |key| call.args.get(key).map_or(Ok(Data::NULL), |part| snippet::resolve(scope, part));
        (part("template")?, part("params")?)
    };
    let is_strict = matches!(call.variant, Variant::ReplaceJsonStrict | Variant::ReplaceJsonVeryStrict);
    if is_strict {
        check_names(&params)?;
    }
    if !matches!(template, Data::Known(Value::String(_)) | Data::Unknown(_)) {
        return Err(Exception::type_error(format!("\"{name}\" template must be a string")).into());
    }
    if params.is_unknown() {
        return Ok(unknown_text(name));
    }
    let params = params
        .into_entries()
        .map_err(|_| Exception::type_error(format!("\"{name}\" params must be a map")))?;
    let Data::Known(Value::String(template)) = template else { return Ok(unknown_text(name)) };

    // Longer keys first, and keys of one length in their order.
    let mut keys: Vec<&String> = params.keys().collect();
    keys.sort();
    keys.sort_by_key(|key| std::cmp::Reverse(key.chars().count()));
    let mut replacing = Replacing { scope, call, params: &params, found: IndexSet::new(), is_known: true };
    let text = replacing.replace(template, &keys)?;
    let missing: Vec<&str> =
        keys.iter().filter(|key| !replacing.found.contains(key.as_str())).map(|key| key.as_str()).collect();
    if is_strict && !missing.is_empty() {
        let message = format!("The following params were not found in the template: {}", missing.join(","));
        return Err(Exception::value_error(message).into());
    }
    Ok(if replacing.is_known { text.into() } else { unknown_text(name) })
}

/// Heat makes a set of the names before it looks at what it is given.
fn check_names(params: &Data) -> Result<(), Exception> {
    match params {
        Data::Known(value @ (Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_))) => {
            Err(Exception::type_error(format!("'{}' object is not iterable", python::type_name(value))))
        }
        Data::Known(Value::List(items)) => {
            match items.iter().find(|item| matches!(item, Value::List(_) | Value::Map(_))) {
                Some(odd) => {
                    Err(Exception::type_error(format!("unhashable type: '{}'", python::type_name(odd))))
                }
                None => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

struct Replacing<'a, 's> {
    scope: &'a Scope<'s>,
    call: &'a Call,
    params: &'a IndexMap<String, Data>,
    /// The keys that stand in the template.
    found: IndexSet<String>,
    /// Whether all values that are put in are known.
    is_known: bool,
}

impl Replacing<'_, '_> {
    /// Puts in the value of the first key, and in what is left between its places those of the others: what was put in is not
    /// replaced again.
    fn replace(&mut self, text: String, keys: &[&String]) -> Result<String, Exception> {
        let Some((key, others)) = keys.split_first() else { return Ok(text) };
        let value = if let Some(Data::Known(value)) = self.params.get(key.as_str()) {
            self.written(key, value)?
        } else {
            self.is_known &= !text.contains(key.as_str());
            String::new()
        };
        if key.is_empty() {
            return Err(Exception::value_error("empty separator"));
        }
        if !text.contains(key.as_str()) {
            return self.replace(text, others);
        }
        self.found.insert((*key).clone());
        let mut parts = Vec::new();
        for part in text.split(key.as_str()) {
            self.scope.write(part.len() + value.len())?;
            parts.push(self.replace(part.to_owned(), others)?);
        }
        Ok(parts.join(&value))
    }

    /// A value as it is put in.
    fn written(&self, key: &str, value: &Value) -> Result<String, Exception> {
        let name = &self.call.name;
        let is_json = !matches!(self.call.variant, Variant::Replace | Variant::CfnReplace);
        let text = match value {
            Value::Null => String::new(),
            Value::List(items) if items.is_empty() && self.refuses_empty() => String::new(),
            Value::Map(map) if map.is_empty() && self.refuses_empty() => String::new(),
            Value::List(_) | Value::Map(_) if is_json => sorted_json(value),
            Value::List(_) | Value::Map(_) => {
                return Err(Exception::type_error(format!(
                    "\"{name}\" params must be strings or numbers, param {key} is not valid"
                )));
            }
            other => python::str_of(other),
        };
        if text.is_empty() && self.refuses_empty() {
            return Err(Exception::value_error(format!(
                "{name} has an undefined or empty value for param {key}, must be a defined non-empty value"
            )));
        }
        Ok(text)
    }

    fn refuses_empty(&self) -> bool {
        self.call.variant == Variant::ReplaceJsonVeryStrict
    }
}
