//! The intrinsic functions of HOT templates: what can stand where a value is expected, and is worked out by Heat.

/// Their names, of all versions of HOT.
const FUNCTIONS: [&str; 30] = [
    "Fn::Base64",
    "Fn::GetAZs",
    "Fn::Join",
    "Fn::MemberListToMap",
    "Fn::Replace",
    "Fn::ResourceFacade",
    "Fn::Select",
    "Fn::Split",
    "contains",
    "digest",
    "filter",
    "get_attr",
    "get_file",
    "get_param",
    "get_resource",
    "if",
    "list_concat",
    "list_concat_unique",
    "list_join",
    "make_url",
    "map_merge",
    "map_replace",
    "repeat",
    "resource_facade",
    "str_replace",
    "str_replace_strict",
    "str_replace_vstrict",
    "str_split",
    "yaql",
    "Ref",
];

/// Whether a map with this as its only key is the call of a function. A version of HOT that does not have the function
/// takes the map for data.
#[must_use]
pub fn is_function(name: &str) -> bool {
    FUNCTIONS.contains(&name)
}
