//! Intrinsic functions of templates: the maps that Heat resolves where a value or a condition is expected.
//!
//! [`FUNCTIONS`] lists the functions, and [`Variant`] their forms, with the name of each form in Heat, its arguments and its
//! result. The code of the forms is in `function::library` of `heat-hot`. The functions that exist depend on the version that a
//! template declares: a map with the name of a later function as its only key is data, and a removed function is an error. A
//! function can have different forms in different versions.

use super::version::HotVersion::{
    self, V2013_05_23, V2014_10_16, V2015_04_30, V2015_10_15, V2016_04_08, V2016_10_14, V2017_02_24,
    V2017_09_01, V2021_04_16,
};

/// Intrinsic function, with the templates that support it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Function {
    pub(super) name: &'static str,
    /// Forms of the function, each with the first version of HOT that has it.
    pub(super) forms: &'static [(HotVersion, Variant)],
    /// First and last version of HOT that resolve the function in values.
    pub(super) hot: Option<(HotVersion, HotVersion)>,
    pub(super) heat_cfn: bool,
    pub(super) aws_cfn: bool,
    /// First version of HOT that resolves the function in conditions.
    pub(super) hot_condition: Option<HotVersion>,
    pub(super) aws_condition: bool,
}

/// All intrinsic functions of Heat 27.
pub const FUNCTIONS: &[Function] = &[
    Function::GET_PARAM,
    Function::GET_RESOURCE,
    Function::GET_ATTR,
    hot("get_file", &[(V2013_05_23, Variant::GetFile)]),
    hot("resource_facade", &[(V2013_05_23, Variant::ResourceFacade)]),
    hot("list_join", &[(V2013_05_23, Variant::Join), (V2015_10_15, Variant::JoinMultiple)]),
    hot("str_replace", &[(V2013_05_23, Variant::Replace), (V2015_10_15, Variant::ReplaceJson)]),
    hot("digest", &[(V2015_04_30, Variant::Digest)]),
    hot(
        "repeat",
        &[
            (V2015_04_30, Variant::Repeat),
            (V2016_10_14, Variant::RepeatWithMap),
            (V2017_09_01, Variant::RepeatWithNestedLoop),
        ],
    ),
    hot("str_split", &[(V2015_10_15, Variant::StrSplit)]),
    hot("map_merge", &[(V2016_04_08, Variant::MapMerge)]),
    hot("map_replace", &[(V2016_10_14, Variant::MapReplace)]),
    hot("yaql", &[(V2016_10_14, Variant::Yaql)]).in_conditions(V2017_09_01),
    hot("if", &[(V2016_10_14, Variant::If), (V2021_04_16, Variant::IfNullable)]),
    hot("filter", &[(V2017_02_24, Variant::Filter)]),
    hot("str_replace_strict", &[(V2017_02_24, Variant::ReplaceJsonStrict)]),
    hot("str_replace_vstrict", &[(V2017_09_01, Variant::ReplaceJsonVeryStrict)]),
    hot("make_url", &[(V2017_09_01, Variant::MakeUrl)]),
    hot("list_concat", &[(V2017_09_01, Variant::ListConcat)]),
    hot("list_concat_unique", &[(V2017_09_01, Variant::ListConcatUnique)]),
    hot("contains", &[(V2017_09_01, Variant::Contains)]).in_conditions(V2017_09_01),
    condition("equals", &[(V2016_10_14, Variant::Equals)]).in_conditions(V2016_10_14),
    condition("not", &[(V2016_10_14, Variant::Not)]).in_conditions(V2016_10_14),
    condition("and", &[(V2016_10_14, Variant::And)]).in_conditions(V2016_10_14),
    condition("or", &[(V2016_10_14, Variant::Or)]).in_conditions(V2016_10_14),
    cfn("Fn::Select", &[(V2013_05_23, Variant::Select)]).in_hot_until(V2015_04_30),
    Function::REF,
    cfn("Fn::GetAZs", &[(V2013_05_23, Variant::GetAzs)]).in_hot_until(V2013_05_23),
    cfn("Fn::Join", &[(V2013_05_23, Variant::Join)]).in_hot_until(V2013_05_23),
    Function::SPLIT,
    cfn("Fn::Replace", &[(V2013_05_23, Variant::CfnReplace)]).in_hot_until(V2013_05_23),
    cfn("Fn::Base64", &[(V2013_05_23, Variant::Base64)]).in_hot_until(V2013_05_23),
    cfn("Fn::MemberListToMap", &[(V2013_05_23, Variant::MemberListToMap)]).in_hot_until(V2013_05_23),
    cfn("Fn::ResourceFacade", &[(V2013_05_23, Variant::CfnResourceFacade)]).in_hot_until(V2013_05_23),
    Function::GET_ATT,
    cfn("Fn::FindInMap", &[(V2013_05_23, Variant::FindInMap)]).in_aws_conditions(),
    Function { aws_cfn: true, ..condition("Fn::If", &[(V2013_05_23, Variant::If)]) },
    condition("Fn::Equals", &[(V2013_05_23, Variant::Equals)]).in_aws_conditions(),
    condition("Fn::Not", &[(V2013_05_23, Variant::CfnNot)]).in_aws_conditions(),
    condition("Fn::And", &[(V2013_05_23, Variant::And)]).in_aws_conditions(),
    condition("Fn::Or", &[(V2013_05_23, Variant::Or)]).in_aws_conditions(),
];

/// Creates a HOT function for values that still exists in the newest version.
const fn hot(name: &'static str, forms: &'static [(HotVersion, Variant)]) -> Function {
    Function { hot: Some((forms[0].0, HotVersion::NEWEST)), ..condition(name, forms) }
}

/// Creates a function for values in both kinds of `CloudFormation` templates.
const fn cfn(name: &'static str, forms: &'static [(HotVersion, Variant)]) -> Function {
    Function { heat_cfn: true, aws_cfn: true, ..condition(name, forms) }
}

/// Creates a function that is not for values.
const fn condition(name: &'static str, forms: &'static [(HotVersion, Variant)]) -> Function {
    Function {
        name,
        forms,
        hot: None,
        heat_cfn: false,
        aws_cfn: false,
        hot_condition: None,
        aws_condition: false,
    }
}

/// Functions that other crates refer to by name.
impl Function {
    /// Function `get_param`.
    pub const GET_PARAM: Self =
        hot("get_param", &[(V2013_05_23, Variant::GetParam)]).in_conditions(V2016_10_14);

    /// Function `get_resource`.
    pub const GET_RESOURCE: Self = hot("get_resource", &[(V2013_05_23, Variant::GetResource)]);

    /// Function `get_attr`.
    pub const GET_ATTR: Self = hot(
        "get_attr",
        &[
            (V2013_05_23, Variant::GetAttThenSelect),
            (V2014_10_16, Variant::GetAtt),
            (V2015_10_15, Variant::GetAttAllAttributes),
        ],
    );

    /// Function `Ref`.
    pub const REF: Self =
        cfn("Ref", &[(V2013_05_23, Variant::Ref)]).in_hot_until(V2013_05_23).in_aws_conditions();

    /// Function `Fn::Split`.
    pub const SPLIT: Self = cfn("Fn::Split", &[(V2013_05_23, Variant::Split)]).in_hot_until(V2013_05_23);

    /// Function `Fn::GetAtt`.
    pub const GET_ATT: Self = cfn("Fn::GetAtt", &[(V2013_05_23, Variant::CfnGetAtt)]);
}

impl Function {
    const fn in_hot_until(self, last: HotVersion) -> Self {
        Self { hot: Some((V2013_05_23, last)), ..self }
    }

    const fn in_conditions(self, since: HotVersion) -> Self {
        Self { hot_condition: Some(since), ..self }
    }

    const fn in_aws_conditions(self) -> Self {
        Self { aws_condition: true, ..self }
    }

    /// Name of the function: the only key of the map that calls it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }
}

/// Finds the function with this name, in any kind of template.
///
/// ```
/// use heat_hot_language::{HotVersion, TemplateVersion, function};
/// let yaql = function("yaql").unwrap();
/// assert!(yaql.is_value(TemplateVersion::Hot(HotVersion::V2016_10_14)));
/// assert!(!yaql.is_condition(TemplateVersion::Hot(HotVersion::V2016_10_14)));
/// assert!(!yaql.is_value(TemplateVersion::AwsCfn));
/// ```
#[must_use]
pub fn function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// Sources of a form's result other than its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reads {
    /// No other source: the same arguments give the same result.
    Nothing,
    /// Values that are the same before and after a stack is created, such as parameters.
    Input,
    /// Resources, files, or the stack around a nested stack.
    Stack,
}

/// Description of a form.
#[derive(Debug)]
pub(super) struct Form {
    /// Name of Heat's class.
    pub(super) class: &'static str,
    pub(super) reads: Reads,
    /// Result of the form, as a sentence.
    pub(super) summary: &'static str,
    /// Arguments of the form; names in capitals represent values.
    pub(super) arguments: &'static [&'static str],
}

macro_rules! forms {
    ($($(#[$docs:meta])* $name:ident = $class:literal, $reads:ident, $summary:literal, [$($arguments:literal),* $(,)?];)+) => {
        /// Form of a function, which is a class in Heat.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Variant { $($(#[$docs])* $name,)+ }

        impl Variant {
            pub(super) const fn form(self) -> &'static Form {
                match self {
                    $(Self::$name => &Form {
                        class: $class,
                        reads: Reads::$reads,
                        summary: $summary,
                        arguments: &[$($arguments),*],
                    },)+
                }
            }
        }
    };
}

// Each row has the name here, the name of the class in Heat, the sources of the result, the summary, and the arguments.
forms! {
    /// Form of `get_param`.
    GetParam = "GetParam", Input, "The value of a parameter, or a part of it.",
        ["NAME", "[NAME, KEY_OR_INDEX, …]"];
    /// Form of `Ref` to a resource or a parameter; [`GetResource`](Self::GetResource) or [`ParamRef`](Self::ParamRef), once that
    /// is known.
    Ref = "ParamRef", Stack, "The ID of a resource, or the value of a parameter.", ["RESOURCE_OR_PARAMETER"];
    /// Form of `Ref` to a parameter.
    ParamRef = "ParamRef", Input, "The value of a parameter.", ["PARAMETER"];
    /// Form of `get_resource`, and of `Ref` to a resource.
    GetResource = "GetResource", Stack, "The ID of a resource.", ["RESOURCE"];
    /// Form of `get_attr` in 2013-05-23: the path is applied to the value of the attribute.
    GetAttThenSelect = "GetAttThenSelect", Stack, "An attribute of a resource, or a part of it.",
        ["[RESOURCE, ATTRIBUTE]", "[RESOURCE, ATTRIBUTE, KEY_OR_INDEX, …]"];
    /// Form of `Fn::GetAtt`, which has no path.
    CfnGetAtt = "GetAtt", Stack, "An attribute of a resource.", ["[RESOURCE, ATTRIBUTE]"];
    /// Form of `get_attr` in 2014-10-16 and 2015-04-30: the path is passed to the resource.
    GetAtt = "GetAtt", Stack, "An attribute of a resource, or a part of it, which the resource itself can look up.",
        ["[RESOURCE, ATTRIBUTE]", "[RESOURCE, ATTRIBUTE, KEY_OR_INDEX, …]"];
    /// Form of `get_attr` since 2015-10-15: without an attribute, it returns all attributes.
    GetAttAllAttributes = "GetAttAllAttributes", Stack,
        "An attribute of a resource, or a part of it; without an attribute, a map of all attributes but `show`.",
        ["[RESOURCE, ATTRIBUTE]", "[RESOURCE, ATTRIBUTE, KEY_OR_INDEX, …]", "[RESOURCE]"];
    /// Form of `get_file`.
    GetFile = "GetFile", Stack, "The content of a file.", ["FILE_OR_URL"];
    /// Form of `str_replace` until 2015-04-30: values are strings, numbers or booleans.
    Replace = "Replace", Nothing, "A text with keys replaced by values, which are strings, numbers or booleans.",
        ["{template: TEXT, params: {KEY: VALUE, …}}"];
    /// Form of `Fn::Replace`, with a list of arguments.
    CfnReplace = "Replace", Nothing, "A text with keys replaced by values.", ["[{KEY: VALUE, …}, TEXT]"];
    /// Form of `str_replace` since 2015-10-15: lists and maps become JSON.
    ReplaceJson = "ReplaceJson", Nothing, "A text with keys replaced by values; lists and maps become JSON.",
        ["{template: TEXT, params: {KEY: VALUE, …}}"];
    /// Form of `str_replace_strict`: all keys must occur in the text.
    ReplaceJsonStrict = "ReplaceJsonStrict", Nothing,
        "A text with keys replaced by values; each key has to occur in the text.",
        ["{template: TEXT, params: {KEY: VALUE, …}}"];
    /// Form of `str_replace_vstrict`: all keys must occur in the text, and no value may be empty.
    ReplaceJsonVeryStrict = "ReplaceJsonVeryStrict", Nothing,
        "A text with keys replaced by values; each key has to occur in the text, and no value may be empty.",
        ["{template: TEXT, params: {KEY: VALUE, …}}"];
    /// Form of `list_join` until 2015-04-30, and of `Fn::Join`: one list of strings.
    Join = "Join", Nothing, "The strings of a list, joined.", ["[DELIMITER, [TEXT, …]]"];
    /// Form of `list_join` since 2015-10-15: several lists, with JSON.
    JoinMultiple = "JoinMultiple", Nothing,
        "The items of one or more lists, joined; lists and maps in them become JSON.",
        ["[DELIMITER, [ITEM, …], …]"];
    /// Form of `str_split`.
    StrSplit = "StrSplit", Nothing, "The parts of a text as a list, or one of them.",
        ["[DELIMITER, TEXT]", "[DELIMITER, TEXT, INDEX]"];
    /// Form of `map_merge`.
    MapMerge = "MapMerge", Nothing, "One map from several; later ones take precedence.", ["[MAP, …]"];
    /// Form of `map_replace`.
    MapReplace = "MapReplace", Nothing, "A map with keys and values replaced.",
        ["[MAP, {keys: {OLD: NEW, …}, values: {OLD: NEW, …}}]"];
    /// Form of `resource_facade`.
    ResourceFacade = "ResourceFacade", Stack,
        "What the template around a nested template says of the resource that it implements.",
        ["metadata", "deletion_policy", "update_policy"];
    /// Form of `Fn::ResourceFacade`.
    CfnResourceFacade = "ResourceFacade", Stack,
        "What the template around a nested template says of the resource that it implements.",
        ["Metadata", "DeletionPolicy", "UpdatePolicy"];
    /// Form of `repeat` until 2016-04-08: iterates over lists.
    Repeat = "Repeat", Nothing,
        "A list with a copy of the template for each item of the lists, or for each combination of their items.",
        ["{for_each: {VARIABLE: LIST, …}, template: VALUE}"];
    /// Form of `repeat` in 2016-10-14 and 2017-02-24: iterates over the keys of maps, too.
    RepeatWithMap = "RepeatWithMap", Nothing,
        "A list with a copy of the template for each item of a list or key of a map, or for each combination.",
        ["{for_each: {VARIABLE: LIST_OR_MAP, …}, template: VALUE}"];
    /// Form of `repeat` since 2017-09-01: has `permutations`.
    RepeatWithNestedLoop = "RepeatWithNestedLoop", Nothing,
        "A list with a copy of the template for each item of a list or key of a map, or for each combination; with \
         `permutations: false`, for the items at the same place in lists of the same length.",
        [
            "{for_each: {VARIABLE: LIST_OR_MAP, …}, template: VALUE}",
            "{for_each: {VARIABLE: LIST, …}, permutations: false, template: VALUE}",
        ];
    /// Form of `digest`.
    Digest = "Digest", Nothing, "The digest of a text, in hexadecimal digits.", ["[ALGORITHM, TEXT]"];
    /// Form of `yaql`.
    Yaql = "Yaql", Nothing, "The result of a YAQL expression.", ["{expression: EXPRESSION, data: DATA}"];
    /// Form of `if` until 2018-08-31, and of `Fn::If`.
    If = "If", Nothing, "One of two values, depending on a condition.",
        ["[CONDITION, VALUE_IF_TRUE, VALUE_IF_FALSE]"];
    /// Form of `if` since 2021-04-16: the third argument can be omitted.
    IfNullable = "IfNullable", Nothing,
        "One of two values, depending on a condition; without a second value, a false condition removes what it \
         stands for.",
        ["[CONDITION, VALUE_IF_TRUE, VALUE_IF_FALSE]", "[CONDITION, VALUE_IF_TRUE]"];
    /// Form of `equals` and `Fn::Equals`.
    Equals = "Equals", Nothing, "Whether two values are equal.", ["[VALUE, VALUE]"];
    /// Form of `not`.
    Not = "Not", Nothing, "Whether a condition is false.", ["CONDITION"];
    /// Form of `Fn::Not`, with a list of one condition.
    CfnNot = "Not", Nothing, "Whether a condition is false.", ["[CONDITION]"];
    /// Form of `and` and `Fn::And`.
    And = "And", Nothing, "Whether all conditions are true.", ["[CONDITION, CONDITION, …]"];
    /// Form of `or` and `Fn::Or`.
    Or = "Or", Nothing, "Whether one of the conditions is true.", ["[CONDITION, CONDITION, …]"];
    /// Form of `filter`.
    Filter = "Filter", Nothing, "A list without some values.", ["[VALUES, LIST]"];
    /// Form of `make_url`.
    MakeUrl = "MakeURL", Nothing, "A URL from its parts, of which each can be omitted.",
        [
            "{scheme: TEXT, username: TEXT, password: TEXT, host: TEXT, port: NUMBER, path: TEXT, query: MAP, fragment: TEXT}",
        ];
    /// Form of `list_concat`.
    ListConcat = "ListConcat", Nothing, "One list from several.", ["[LIST, LIST, …]"];
    /// Form of `list_concat_unique`.
    ListConcatUnique = "ListConcatUnique", Nothing, "One list from several, in which each value occurs once.",
        ["[LIST, LIST, …]"];
    /// Form of `contains`.
    Contains = "Contains", Nothing, "Whether a value is in a list.", ["[VALUE, LIST]"];
    /// Form of `Fn::FindInMap`.
    FindInMap = "FindInMap", Input, "A value of a mapping.", ["[MAPPING, KEY, KEY]"];
    /// Form of `Fn::GetAZs`.
    GetAzs = "GetAZs", Input, "The names of the availability zones.", ["REGION"];
    /// Form of `Fn::Select`.
    Select = "Select", Nothing, "An item of a list, or the value of a key.", ["[INDEX_OR_KEY, LIST_OR_MAP]"];
    /// Form of `Fn::Split`.
    Split = "Split", Nothing, "The parts of a text as a list.", ["[DELIMITER, TEXT]"];
    /// Form of `Fn::Base64`, which changes nothing.
    Base64 = "Base64", Nothing, "The text, unchanged.", ["TEXT"];
    /// Form of `Fn::MemberListToMap`.
    MemberListToMap = "MemberListToMap", Nothing, "A map from a list of texts such as `.member.0.Name=key`.",
        ["[KEY_NAME, VALUE_NAME, LIST]"];
    /// Form of a function that only earlier versions of HOT have.
    Removed = "Removed", Nothing, "", [];
    /// Form of a function that is not allowed in conditions.
    Invalid = "Invalid", Nothing, "", [];
}
