//! The function `str_replace` in its five forms.

use std::rc::Rc;

use heat_hot_language::Variant;
use heat_model::{Value, python};
use indexmap::{IndexMap, IndexSet};

use super::arguments::{indented, is_map, is_text, key_error, require_map, type_error, value_error};
use super::text::{sorted_json, unknown_text};
use crate::fault::{Exception, PythonClass};
use crate::limits::NODE;
use crate::scope::Scope;
use crate::snippet::{self, Call, Content, Snippet};
use crate::{Data, Fault};

pub(crate) fn resolve(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
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
        return Err(type_error(format!("\"{name}\" template must be a string")).into());
    }
    if params.is_unknown() {
        return Ok(unknown_text(name));
    }
    let params = params.into_entries().map_err(|_| type_error(format!("\"{name}\" params must be a map")))?;
    let Data::Known(Value::String(template)) = template else { return Ok(unknown_text(name)) };

    // Longer keys come first; keys of the same length keep their order.
    let mut keys: Vec<&String> = params.keys().collect();
    keys.sort();
    keys.sort_by_key(|key| std::cmp::Reverse(key.chars().count()));
    let mut replacing = Replacing { scope, call, params: &params, found: IndexSet::new(), is_known: true };
    let text = replacing.replace(template, &keys)?;
    let missing: Vec<&str> =
        keys.iter().filter(|key| !replacing.found.contains(key.as_str())).map(|key| key.as_str()).collect();
    if is_strict && !missing.is_empty() {
        let message = format!("The following params were not found in the template: {}", missing.join(","));
        return Err(value_error(message).into());
    }
    Ok(if replacing.is_known { text.into() } else { unknown_text(name) })
}

/// Checks that the names can be collected in a set, which Heat does before it checks the type of the parameters.
fn check_names(params: &Data) -> Result<(), Exception> {
    match params {
        Data::Known(value @ (Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_))) => {
            Err(type_error(format!("'{}' object is not iterable", python::type_name(value))))
        }
        Data::Known(Value::List(items)) => {
            match items.iter().find(|item| matches!(item, Value::List(_) | Value::Map(_))) {
                Some(odd) => Err(type_error(format!("unhashable type: '{}'", python::type_name(odd)))),
                None => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// A part of the text.
enum Part {
    /// Text of the template, in which keys are still replaced.
    Left(String),
    /// Value that replaced a key.
    PutIn(Rc<str>),
}

impl Part {
    fn text(&self) -> &str {
        match self {
            Self::Left(text) => text,
            Self::PutIn(text) => text,
        }
    }

    /// The number of bytes that are searched for the next key.
    fn length(&self) -> usize {
        match self {
            Self::Left(text) => text.len(),
            Self::PutIn(_) => 0,
        }
    }
}

struct Replacing<'a, 's> {
    scope: &'a Scope<'s>,
    call: &'a Call,
    params: &'a IndexMap<String, Data>,
    /// The keys that occur in the template.
    found: IndexSet<String>,
    /// `true` if all inserted values are known.
    is_known: bool,
}

impl Replacing<'_, '_> {
    /// Replaces the keys one after the other, each only in the text that earlier keys left over: inserted values are not
    /// searched.
    fn replace(&mut self, template: String, keys: &[&String]) -> Result<String, Exception> {
        let mut parts = vec![Part::Left(template)];
        for key in keys {
            let value = if let Some(Data::Known(value)) = self.params.get(key.as_str()) {
                Some(self.written(key, value)?)
            } else {
                None
            };
            if key.is_empty() {
                return Err(value_error("empty separator"));
            }
            // Searching a long text for many keys takes time, even if it contains none of them.
            let left: usize = parts.iter().map(Part::length).sum();
            self.scope.write(left / 16 + parts.len())?;
            let is_in = |part: &Part| matches!(part, Part::Left(text) if text.contains(key.as_str()));
            if !parts.iter().any(is_in) {
                continue;
            }
            self.found.insert((*key).clone());
            self.is_known &= value.is_some();
            parts = self.put_in(parts, key, &value.unwrap_or_default())?;
        }
        Ok(parts.iter().map(Part::text).collect())
    }

    /// Replaces a key with its value in the text that is left.
    fn put_in(&self, parts: Vec<Part>, key: &str, value: &str) -> Result<Vec<Part>, Exception> {
        let value: Rc<str> = value.into();
        let mut new = Vec::with_capacity(parts.len());
        for part in parts {
            let Part::Left(text) = &part else {
                new.push(part);
                continue;
            };
            for (index, left) in text.split(key).enumerate() {
                self.scope.write(left.len() + NODE)?;
                if index > 0 {
                    // The value is copied into the result in the end.
                    self.scope.write(value.len())?;
                    new.push(Part::PutIn(Rc::clone(&value)));
                }
                if !left.is_empty() {
                    new.push(Part::Left(left.to_owned()));
                }
            }
        }
        Ok(new)
    }

    /// The text that is inserted for a value.
    fn written(&self, key: &str, value: &Value) -> Result<String, Exception> {
        let name = &self.call.name;
        let is_json = !matches!(self.call.variant, Variant::Replace | Variant::CfnReplace);
        let text = match value {
            Value::Null => String::new(),
            Value::List(items) if items.is_empty() && self.refuses_empty() => String::new(),
            Value::Map(map) if map.is_empty() && self.refuses_empty() => String::new(),
            Value::List(_) | Value::Map(_) if is_json => sorted_json(value),
            Value::List(_) | Value::Map(_) => {
                return Err(type_error(format!(
                    "\"{name}\" params must be strings or numbers, param {key} is not valid"
                )));
            }
            other => python::str_of(other),
        };
        if text.is_empty() && self.refuses_empty() {
            return Err(value_error(format!(
                "{name} has an undefined or empty value for param {key}, must be a defined non-empty value"
            )));
        }
        Ok(text)
    }

    fn refuses_empty(&self) -> bool {
        self.call.variant == Variant::ReplaceJsonVeryStrict
    }
}

/// Checks the arguments of `str_replace`: a map with a template and parameters.
pub(crate) fn check(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    let (name, args) = (&call.name, &call.args);
    require_map(name, args)?;
    let (Some(params), Some(_)) = (args.get("params"), args.get("template")) else {
        let lines = ["template: This is var1 template var2", "params:", "  var1: a", "  var2: string"];
        let example = indented(&lines, 14);
        return Err(key_error(format!("\"{name}\" syntax should be {name}:{example}")));
    };
    mapping(name, params)
}

/// Checks the arguments of `Fn::Replace`: a list of parameters and a template.
pub(crate) fn check_cfn(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    let (name, args) = (&call.name, &call.args);
    let form = || {
        format!(
            "Incorrect arguments to \"{name}\" should be: {{\"{name}\": [ {{\"$var1\": \"foo\", \"%var2%\": \"bar\"}}, \
             \"$var1 is %var2%\"]}}"
        )
    };
    if is_text(args) || is_map(args) {
        return Err(type_error(form()));
    }
    match args.unpack::<2>() {
        Ok([params, _]) => mapping(name, &params),
        Err(Exception::Python(_, PythonClass::ValueError, _)) => Err(value_error(form())),
        Err(other) => Err(other),
    }
}

fn mapping(name: &str, params: &Snippet) -> Result<(), Exception> {
    if matches!(params.content, Content::Map(_) | Content::Call(_)) {
        return Ok(());
    }
    Err(type_error(format!("\"{name}\" parameters must be a mapping")))
}
