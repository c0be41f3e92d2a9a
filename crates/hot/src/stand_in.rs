//! Texts that represent values which are only known after deployment: the ID of a resource, the value of an attribute, a
//! parameter without a value.
//!
//! If two versions of a template are compared, it matters less what such a value is than whether both sides have the same. An
//! [unknown value](crate::data::Unknown) no longer shows that after a function has processed it. A stand-in does: functions treat
//! it as ordinary text, and their results still contain it. With [`KnownAttributes::stand_ins`], the resources of a stack return
//! stand-ins.
//!
//! A stand-in consists of characters that no other text uses, so it contains nothing that a function splits or replaces.
//!
//! [`KnownAttributes::stand_ins`]: crate::template::known::KnownAttributes::stand_ins

use std::fmt;

use heat_model::Value;

/// The first character of a stand-in; `END` is the last. They are private-use characters, in the last plane.
const START: char = '\u{10FF00}';
const END: char = '\u{10FF01}';
/// The character that represents byte 0.
const FIRST_BYTE: u32 = 0x0010_FE00;
/// Separator of the fields. Names do not contain it; if one does, only the displayed name is wrong.
const SEPARATOR: char = '\u{1F}';

/// Value that a text represents.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StandIn {
    /// Names of the resources whose nested stacks lead to the value, outermost first.
    pub stack: Vec<String>,
    /// Value that the text represents.
    pub value: DeploymentValue,
}

/// Value that is only known after deployment.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeploymentValue {
    /// Result of `get_resource` for the resource with this name.
    Id(String),
    /// An attribute of a resource.
    Attribute {
        /// Name of the resource.
        resource: String,
        /// Name of the attribute, followed by the path within it.
        path: Vec<String>,
    },
    /// A parameter or pseudo parameter.
    Parameter(String),
}

impl StandIn {
    /// The name of the resource, if the value belongs to one.
    #[must_use]
    pub fn resource(&self) -> Option<&str> {
        match &self.value {
            DeploymentValue::Id(resource) | DeploymentValue::Attribute { resource, .. } => Some(resource),
            DeploymentValue::Parameter(_) => None,
        }
    }

    /// The stand-in as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let (kind, names): (_, &[&[String]]) = match &self.value {
            DeploymentValue::Id(resource) => ("i", &[std::slice::from_ref(resource)]),
            DeploymentValue::Attribute { resource, path } => ("a", &[std::slice::from_ref(resource), path]),
            DeploymentValue::Parameter(name) => ("p", &[std::slice::from_ref(name)]),
        };
        let depth = self.stack.len().to_string();
        let fields = [kind, &depth].into_iter();
        let fields = fields.chain(self.stack.iter().map(String::as_str));
        let fields = fields.chain(names.iter().flat_map(|names| names.iter()).map(String::as_str));
        let mut text = String::from(START);
        for (index, field) in fields.enumerate() {
            let separator = (index > 0).then_some(SEPARATOR as u8);
            let bytes = separator.into_iter().chain(field.bytes());
            text.extend(bytes.filter_map(|byte| char::from_u32(FIRST_BYTE + u32::from(byte))));
        }
        text.push(END);
        text
    }

    /// Parses a text that is exactly one stand-in.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let inner = text.strip_prefix(START)?.strip_suffix(END)?;
        let byte = |char: char| u8::try_from(u32::from(char).checked_sub(FIRST_BYTE)?).ok();
        let bytes: Vec<u8> = inner.chars().map(byte).collect::<Option<_>>()?;
        let text = String::from_utf8(bytes).ok()?;
        let mut fields = text.split(SEPARATOR).map(str::to_owned);
        let kind = fields.next()?;
        let depth: usize = fields.next()?.parse().ok()?;
        let stack: Vec<String> = fields.by_ref().take(depth).collect();
        let name = fields.next()?;
        let value = match kind.as_str() {
            "i" => DeploymentValue::Id(name),
            "a" => DeploymentValue::Attribute { resource: name, path: fields.collect() },
            "p" => DeploymentValue::Parameter(name),
            _ => return None,
        };
        Some(Self { stack, value })
    }

    /// The stand-in for the value of a key, if the value is an attribute, which may have parts.
    pub(crate) fn at(self, key: &Value) -> Option<Self> {
        match self.value {
            DeploymentValue::Attribute { resource, mut path } => {
                path.push(heat_model::python::str_of(key));
                Some(Self { value: DeploymentValue::Attribute { resource, path }, ..self })
            }
            DeploymentValue::Id(_) | DeploymentValue::Parameter(_) => None,
        }
    }
}

/// Describes the value: `ID of server`, `attribute first_address of group/0`.
impl fmt::Display for StandIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |resource: &str| {
            self.stack.iter().map(String::as_str).chain([resource]).collect::<Vec<_>>().join("/")
        };
        match &self.value {
            DeploymentValue::Id(resource) => write!(f, "ID of {}", name(resource)),
            DeploymentValue::Attribute { resource, path } => {
                write!(f, "attribute {} of {}", path.join("."), name(resource))
            }
            DeploymentValue::Parameter(parameter) => write!(f, "parameter {parameter}"),
        }
    }
}

/// Part of a text that may contain stand-ins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part<'t> {
    /// Ordinary text.
    Text(&'t str),
    /// A stand-in.
    StandIn(StandIn),
}

/// The parts of a text, in order.
pub fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let start = rest.find(START).unwrap_or(rest.len());
        if start > 0 {
            let (text, after) = rest.split_at(start);
            rest = after;
            return Some(Part::Text(text));
        }
        let end = rest.find(END).map_or(rest.len(), |end| end + END.len_utf8());
        let (part, after) = rest.split_at(end);
        rest = after;
        Some(StandIn::of(part).map_or(Part::Text(part), Part::StandIn))
    })
}

/// Returns whether the text contains a stand-in.
#[must_use]
pub fn is_in_text(text: &str) -> bool {
    text.contains(START)
}

/// Calls a function with each stand-in in a value.
pub(crate) fn each_in(value: &Value, found: &mut impl FnMut(StandIn)) {
    match value {
        Value::String(text) if is_in_text(text) => {
            for part in parts(text) {
                if let Part::StandIn(stand_in) = part {
                    found(stand_in);
                }
            }
        }
        Value::List(items) => items.iter().for_each(|item| each_in(item, &mut *found)),
        Value::Map(map) => map.values().for_each(|value| each_in(value, &mut *found)),
        _ => {}
    }
}

/// Returns whether the value contains a stand-in.
#[must_use]
pub fn is_in(value: &Value) -> bool {
    match value {
        Value::String(text) => is_in_text(text),
        Value::List(items) => items.iter().any(is_in),
        Value::Map(map) => map.values().any(is_in),
        _ => false,
    }
}

/// Restores the stand-ins in JSON text, whose characters were escaped.
pub(crate) fn unescaped(json: &str) -> String {
    // Start of the pair of escapes that represents one character of a stand-in.
    const HIGH: &str = "\\udbff\\u";
    let mut pieces = json.split(HIGH);
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let low = piece.get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let character = low.and_then(|low| char::from_u32(low.checked_sub(0xdc00)? + 0x0010_fc00));
        let is_one = |character: &char| (FIRST_BYTE..=u32::from(END)).contains(&u32::from(*character));
        if let Some(character) = character.filter(is_one) {
            text.push(character);
            text.push_str(&piece[4..]);
        } else {
            text.push_str(HIGH);
            text.push_str(piece);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(stack: &[&str], value: DeploymentValue, expect: &str) {
        let stack = stack.iter().map(|name| (*name).to_owned()).collect();
        let stand_in = StandIn { stack, value };
        let text = stand_in.to_text();
        assert_eq!(StandIn::of(&text).as_ref(), Some(&stand_in));
        let found: Vec<Part<'_>> = parts(&text).collect();
        assert_eq!(found, [Part::StandIn(stand_in.clone())]);
        assert_eq!(stand_in.to_string(), expect);
    }

    #[test]
    fn python_writes_the_characters_as_they_are() {
        let all =
            [START, END, char::from_u32(FIRST_BYTE).unwrap(), char::from_u32(FIRST_BYTE + 0xff).unwrap()];
        assert!(all.iter().all(|char| heat_model::python::STAND_INS.contains(char)));
    }

    #[test]
    fn a_text_says_what_it_stands_for() {
        check(&[], DeploymentValue::Id("server".into()), "ID of server");
        check(&["group", "0"], DeploymentValue::Id("größe".into()), "ID of group/0/größe");
        let path = vec!["networks".to_owned(), "a b".to_owned(), "0".to_owned()];
        let attribute = DeploymentValue::Attribute { resource: "x".into(), path };
        check(&["n"], attribute, "attribute networks.a b.0 of n/x");
        check(&[], DeploymentValue::Parameter("size".into()), "parameter size");
    }

    #[test]
    fn json_does_not_hide_what_it_stands_for() {
        fn check(around: &str) {
            let id = StandIn { stack: vec![], value: DeploymentValue::Id("größe".into()) }.to_text();
            let text = format!("{around}{id}{around}");
            let expect = format!("\"{}{id}{}\"", json_inside(around), json_inside(around));
            assert_eq!(unescaped(&heat_model::python::json_dumps(&text.into())), expect);
        }
        fn json_inside(text: &str) -> String {
            heat_model::python::json_dumps(&text.into()).trim_matches('"').to_owned()
        }
        check("");
        check("a ü 😀");
        // Another character in the same plane.
        check("\u{10FC00}\\udbff\\u");
    }

    #[test]
    fn a_place_within_an_attribute_is_a_longer_path() {
        fn check(value: DeploymentValue, key: &Value, expect: Option<&str>) {
            let found = StandIn { stack: vec!["g".to_owned()], value }.at(key);
            assert_eq!(found.map(|found| found.to_string()).as_deref(), expect);
        }
        let attribute = || DeploymentValue::Attribute { resource: "x".into(), path: vec!["a".into()] };
        check(attribute(), &"b".into(), Some("attribute a.b of g/x"));
        check(attribute(), &0.into(), Some("attribute a.0 of g/x"));
        check(DeploymentValue::Id("x".into()), &0.into(), None);
        check(DeploymentValue::Parameter("x".into()), &0.into(), None);
    }

    #[test]
    fn stand_ins_are_found_in_values() {
        fn check(value: &Value, expect: bool) {
            assert_eq!(is_in(value), expect, "{value}");
        }
        let text = StandIn { stack: vec![], value: DeploymentValue::Id("a".into()) }.to_text();
        let of = |value: Value| check(&value, true);
        of(Value::from(format!("x{text}")));
        of(Value::List(vec![Value::Null, Value::from(text.as_str())].into()));
        of([("k".to_owned(), Value::from(text.as_str()))].into_iter().collect());
        check(&Value::from("a"), false);
        check(&Value::List(vec![Value::from("a"), 5.into()].into()), false);
        check(&[(text, Value::Null)].into_iter().collect(), false);
    }

    #[test]
    fn a_text_is_taken_apart() {
        let id = StandIn { stack: vec![], value: DeploymentValue::Id("a".into()) };
        let text = format!("x{0}{0}y", id.to_text());
        let found: Vec<Part<'_>> = parts(&text).collect();
        assert_eq!(
            found,
            [Part::Text("x"), Part::StandIn(id.clone()), Part::StandIn(id.clone()), Part::Text("y")]
        );
        // A truncated stand-in, and other characters from the same plane.
        let cut: String = id.to_text().chars().take(3).collect();
        assert_eq!(parts(&cut).collect::<Vec<_>>(), [Part::Text(cut.as_str())]);
        let odd = format!("{START}z{END}");
        assert_eq!(parts(&odd).collect::<Vec<_>>(), [Part::Text(odd.as_str())]);
    }
}
