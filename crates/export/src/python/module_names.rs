//! Names in a module: constants for the keys of a type, and names of classes.

use std::collections::{HashMap, HashSet};

use heat_model::{NestedSchema, PropertySchema, ResourceType};
use indexmap::IndexMap;

/// The constants of Heat's base class. A property such as `snapshot` must not redefine `self.SNAPSHOT`.
pub(super) const BASE_CONSTANTS: [&str; 23] = [
    "ACTIONS",
    "ADOPT",
    "BASE_ATTRIBUTES",
    "CHECK",
    "COMPLETE",
    "CREATE",
    "DELETE",
    "FAILED",
    "INIT",
    "IN_PROGRESS",
    "IS_PLACEHOLDER",
    "LOCK_ACQUIRE",
    "LOCK_ACTIONS",
    "LOCK_NONE",
    "LOCK_RELEASE",
    "LOCK_RESPECT",
    "RESUME",
    "ROLLBACK",
    "SHOW",
    "SNAPSHOT",
    "STATUSES",
    "SUSPEND",
    "UPDATE",
];

/// Constants that are declared together: the keys of one map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    /// The name of the constant that contains all of them.
    pub(super) name: String,
    /// The names of the constants, with their keys.
    pub(super) keys: Vec<(String, String)>,
}

/// The constants of a class.
#[derive(Debug, Default)]
pub(super) struct Constants {
    /// Groups of constants, in the order of their declaration.
    pub(super) groups: Vec<Group>,
    properties: HashMap<Vec<String>, String>,
    attributes: HashMap<String, String>,
    update_policy: HashMap<Vec<String>, String>,
    used: HashSet<String>,
}

/// The kind of key that a constant is for. It determines the suffix if the plain name is already used.
#[derive(Debug, Clone, Copy)]
enum Role {
    Property,
    Attribute,
    Policy,
}

impl Constants {
    pub(super) fn new(schema: &ResourceType) -> Self {
        let mut constants = Self::default();
        constants.used.extend(BASE_CONSTANTS.map(str::to_owned));
        constants.used.extend(["_", "PROPERTIES", "ATTRIBUTES", "UPDATE_POLICY"].map(str::to_owned));
        // Top-level names are chosen first, because authors use them most.
        let properties = constants.top(Role::Property, "PROPERTIES", schema.properties.keys());
        let attributes = constants.top(Role::Attribute, "ATTRIBUTES", schema.attributes.keys());
        let policy = constants.top(Role::Policy, "UPDATE_POLICY", schema.update_policy.keys());
        constants.groups.extend(properties);
        constants.nested(Role::Property, &[], &schema.properties);
        constants.groups.extend(attributes);
        constants.groups.extend(policy);
        constants.nested(Role::Policy, &[], &schema.update_policy);
        constants
    }

    /// The constant of a property, by its path; `None` if there is no such property.
    pub(super) fn property(&self, path: &[String]) -> Option<&str> {
        self.properties.get(path).map(String::as_str)
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }

    pub(super) fn update_policy(&self, path: &[String]) -> Option<&str> {
        self.update_policy.get(path).map(String::as_str)
    }

    fn top<'k>(&mut self, role: Role, group: &str, keys: impl Iterator<Item = &'k String>) -> Option<Group> {
        let keys: Vec<_> = keys.map(|key| (self.constant(role, &[], key), key.clone())).collect();
        (!keys.is_empty()).then(|| Group { name: group.to_owned(), keys })
    }

    fn nested(&mut self, role: Role, path: &[String], members: &IndexMap<String, PropertySchema>) {
        for (name, schema) in members {
            let path: Vec<String> = path.iter().chain([name]).cloned().collect();
            self.below(role, &path, schema);
        }
    }

    /// Creates the constants for the nested properties of a property. The items of a list add no step to a path.
    fn below(&mut self, role: Role, path: &[String], schema: &PropertySchema) {
        match &schema.schema {
            None => {}
            Some(NestedSchema::Item(item)) => self.below(role, path, item),
            Some(NestedSchema::Members(members)) => {
                let own = path.last().map(|name| upper_case(name)).unwrap_or_default();
                let long = self.known(role).get(path).cloned().unwrap_or_default();
                let keys: Vec<_> =
                    members.keys().map(|key| (self.constant(role, path, key), key.clone())).collect();
                if !keys.is_empty() {
                    let name = self.unused(format!("_{own}_KEYS"), &format!("_{long}_KEYS"));
                    self.groups.push(Group { name, keys });
                }
                self.nested(role, path, members);
            }
        }
    }

    fn known(&mut self, role: Role) -> &mut HashMap<Vec<String>, String> {
        if matches!(role, Role::Policy) { &mut self.update_policy } else { &mut self.properties }
    }

    /// Creates the constant for a key.
    fn constant(&mut self, role: Role, around: &[String], key: &str) -> String {
        let parent = around.last().map(|parent| format!("{}_", upper_case(parent)));
        let wanted = format!("{}{}", parent.unwrap_or_default(), upper_case(key));
        let long = self.known(role).get(around).map(|parent| format!("{parent}_{}", upper_case(key)));
        let suffix = match role {
            Role::Property => "_PROPERTY",
            Role::Attribute => "_ATTR",
            Role::Policy => "_POLICY",
        };
        let longer = long.unwrap_or_else(|| format!("{wanted}{suffix}"));
        let constant = self.unused(wanted, &longer);
        if let Role::Attribute = role {
            self.attributes.insert(key.to_owned(), constant.clone());
        } else {
            let path = around.iter().cloned().chain([key.to_owned()]).collect();
            self.known(role).insert(path, constant.clone());
        }
        constant
    }

    /// Returns the first unused name of: the wanted one, the longer one, and the longer one with a number.
    fn unused(&mut self, wanted: String, longer: &str) -> String {
        let numbered = (2_usize..).map(|number| format!("{longer}_{number}"));
        let mut names = [wanted.clone(), longer.to_owned()].into_iter().chain(numbered);
        let name = names.find(|name| !self.used.contains(name)).unwrap_or(wanted);
        self.used.insert(name.clone());
        name
    }
}

/// Converts a key to the name of a constant: `SECURITY_GROUP_IDS` for `SecurityGroupIds`.
fn upper_case(key: &str) -> String {
    let chars: Vec<char> = key.chars().collect();
    let mut name = String::new();
    for (place, &char) in chars.iter().enumerate() {
        if !char.is_ascii_alphanumeric() {
            name.push('_');
            continue;
        }
        let before = place.checked_sub(1).and_then(|before| chars.get(before));
        let begins_word = char.is_ascii_uppercase()
            && before.is_some_and(|before| {
                let after = chars.get(place + 1);
                before.is_ascii_lowercase()
                    || before.is_ascii_uppercase() && after.is_some_and(char::is_ascii_lowercase)
            });
        if begins_word {
            name.push('_');
        }
        name.push(char.to_ascii_uppercase());
    }
    let name = name.split('_').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_");
    match name.chars().next() {
        None => "KEY".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("_{name}"),
        Some(_) => name,
    }
}

/// Returns a class name for each type: the name of Heat's own class, or the last part of the type's name; with more parts if two
/// types would have the same name.
pub(super) fn classes<'a>(types: &[&'a ResourceType]) -> HashMap<&'a str, String> {
    let wanted: Vec<_> = types.iter().map(|schema| (schema, candidates(schema))).collect();
    let mut claims: HashMap<&str, usize> = HashMap::new();
    for name in wanted.iter().flat_map(|(_, names)| names.iter().collect::<HashSet<_>>()) {
        *claims.entry(name).or_default() += 1;
    }
    let mut used = HashSet::from(["None", "True", "False"].map(str::to_owned));
    let mut classes = HashMap::new();
    for (schema, names) in &wanted {
        let alone = names.iter().find(|name| claims.get(name.as_str()) == Some(&1) && !used.contains(*name));
        let longest = names.last().cloned().unwrap_or_default();
        let numbered = (2_usize..).map(|number| format!("{longest}{number}"));
        let mut free = alone.cloned().into_iter().chain([longest.clone()]).chain(numbered);
        let name = free.find(|name| !used.contains(name)).unwrap_or_default();
        used.insert(name.clone());
        classes.insert(schema.name.as_str(), name);
    }
    classes
}

/// The possible names of a class, the best first.
fn candidates(schema: &ResourceType) -> Vec<String> {
    let own = schema.python_class.as_deref().and_then(|path| path.rsplit('.').next());
    let own =
        own.filter(|name| is_identifier(name) && name.starts_with(|first: char| first.is_ascii_uppercase()));
    let parts: Vec<String> = schema.name.split("::").map(upper_camel_case).collect();
    let longer = (0..parts.len()).rev().map(|first| parts.get(first..).unwrap_or_default().concat());
    let longer = longer.map(|name| {
        if name.starts_with(|first: char| first.is_ascii_uppercase()) { name } else { format!("Type{name}") }
    });
    own.map(str::to_owned).into_iter().chain(longer).collect()
}

fn upper_camel_case(part: &str) -> String {
    let words = part.split(|char: char| !char.is_ascii_alphanumeric());
    words
        .map(|word| {
            let mut chars = word.chars();
            chars.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(chars).collect::<String>()
        })
        .collect()
}

/// Returns whether a text can be a name in Python. Non-ASCII names are not accepted.
pub(super) fn is_identifier(text: &str) -> bool {
    const KEYWORDS: [&str; 35] = [
        "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
        "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in",
        "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
    ];
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && text.chars().all(|char| char.is_ascii_alphanumeric() || char == '_')
        && !KEYWORDS.contains(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heat_model::{AttributeSchema, PropertyType};

    #[test]
    fn keys_become_constants() {
        let check = |key: &str, expect: &str| assert_eq!(upper_case(key), expect);
        check("fixed_ip", "FIXED_IP");
        check("SecurityGroupIds", "SECURITY_GROUP_IDS");
        check("IPAddress", "IP_ADDRESS");
        check("binding:vnic_type", "BINDING_VNIC_TYPE");
        check("__class__", "CLASS");
        check("2fa", "_2FA");
        check("größe", "GR_E");
        check("名前", "KEY");
        check("None", "NONE");
    }

    fn groups(schema: &ResourceType) -> Vec<String> {
        let constants = Constants::new(schema);
        let line = |group: &Group| {
            let keys: Vec<_> = group.keys.iter().map(|(constant, key)| format!("{constant}={key}")).collect();
            format!("{}: {}", group.name, keys.join(" "))
        };
        constants.groups.iter().map(line).collect()
    }

    #[test]
    fn no_constant_hides_another() {
        let mut schema = ResourceType::new("My::Type");
        for name in ["a-b", "a_b", "snapshot", "properties", "a"] {
            schema.properties.insert(name.to_owned(), PropertySchema::new(PropertyType::Map));
        }
        let members = ["b", "c"].map(|name| (name.to_owned(), PropertySchema::new(PropertyType::String)));
        schema.properties["a"].schema = Some(NestedSchema::Members(members.into_iter().collect()));
        schema.attributes.insert("a".to_owned(), AttributeSchema::default());
        schema.attributes.insert("c".to_owned(), AttributeSchema::default());
        assert_eq!(
            groups(&schema),
            [
                "PROPERTIES: A_B=a-b A_B_PROPERTY=a_b SNAPSHOT_PROPERTY=snapshot \
                 PROPERTIES_PROPERTY=properties A=a",
                "_A_KEYS: A_B_2=b A_C=c",
                "ATTRIBUTES: A_ATTR=a C=c",
            ]
        );
    }

    #[test]
    fn classes_have_the_shortest_name_of_their_own() {
        let with_class = |name: &str, class: &str| {
            let mut schema = ResourceType::new(name);
            schema.python_class = Some(class.to_owned());
            schema
        };
        let types = [
            with_class("OS::Heat::None", "heat.none_resource.NoneResource"),
            with_class("OS::Nova::Server", "nova.Server"),
            with_class("OS::Neutron::Server", "neutron.Server"),
            ResourceType::new("My::2nd"),
            ResourceType::new("none"),
            ResourceType::new("é"),
            ResourceType::new("my.token-store"),
        ];
        let types: Vec<&ResourceType> = types.iter().collect();
        let classes = classes(&types);
        let names: Vec<&str> = types.iter().map(|schema| classes[schema.name.as_str()].as_str()).collect();
        assert_eq!(
            names,
            ["NoneResource", "NovaServer", "NeutronServer", "Type2nd", "None2", "Type", "MyTokenStore"]
        );
    }
}
