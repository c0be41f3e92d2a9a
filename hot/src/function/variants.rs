//! The forms of the functions, and which template has which.

use heat_model::intrinsic::{self, HotVersion, TemplateVersion};

use crate::snippet::Context;

/// A form of a function: what Heat has a class for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// `get_param`.
    GetParam,
    /// `Ref`, to a resource or a parameter: [`GetResource`](Self::GetResource) or [`ParamRef`](Self::ParamRef), once that is known.
    Ref,
    /// `Ref` to a parameter.
    ParamRef,
    /// `get_resource`, and `Ref` to a resource.
    GetResource,
    /// `get_attr` of 2013-05-23: the path is applied to the value of the attribute.
    GetAttThenSelect,
    /// `Fn::GetAtt`, which has no path.
    CfnGetAtt,
    /// `get_attr` of 2014-10-16 and 2015-04-30: the path is given to the resource.
    GetAtt,
    /// `get_attr` since 2015-10-15: without an attribute it gives all of them.
    GetAttAllAttributes,
    /// `get_file`.
    GetFile,
    /// `str_replace` until 2015-04-30: values are strings and numbers.
    Replace,
    /// `Fn::Replace`, with a list of arguments.
    CfnReplace,
    /// `str_replace` since 2015-10-15: lists and maps become JSON.
    ReplaceJson,
    /// `str_replace_strict`: all parameters have to be in the template.
    ReplaceJsonStrict,
    /// `str_replace_vstrict`: and none may be empty.
    ReplaceJsonVeryStrict,
    /// `list_join` until 2015-04-30, and `Fn::Join`: one list of strings.
    Join,
    /// `list_join` since 2015-10-15: several lists, with JSON.
    JoinMultiple,
    /// `str_split`.
    StrSplit,
    /// `map_merge`.
    MapMerge,
    /// `map_replace`.
    MapReplace,
    /// `resource_facade`.
    ResourceFacade,
    /// `Fn::ResourceFacade`.
    CfnResourceFacade,
    /// `repeat` until 2016-04-08: over lists.
    Repeat,
    /// `repeat` of 2016-10-14 and 2017-02-24: over the keys of maps too.
    RepeatWithMap,
    /// `repeat` since 2017-09-01: with `permutations`.
    RepeatWithNestedLoop,
    /// `digest`.
    Digest,
    /// `yaql`.
    Yaql,
    /// `if` until 2018-08-31, and `Fn::If`.
    If,
    /// `if` since 2021-04-16: the third argument can be left out.
    IfNullable,
    /// `equals` and `Fn::Equals`.
    Equals,
    /// `not`.
    Not,
    /// `Fn::Not`, with a list of one condition.
    CfnNot,
    /// `and` and `Fn::And`.
    And,
    /// `or` and `Fn::Or`.
    Or,
    /// `filter`.
    Filter,
    /// `make_url`.
    MakeUrl,
    /// `list_concat`.
    ListConcat,
    /// `list_concat_unique`.
    ListConcatUnique,
    /// `contains`.
    Contains,
    /// `Fn::FindInMap`.
    FindInMap,
    /// `Fn::GetAZs`.
    GetAzs,
    /// `Fn::Select`.
    Select,
    /// `Fn::Split`.
    Split,
    /// `Fn::Base64`, which changes nothing.
    Base64,
    /// `Fn::MemberListToMap`.
    MemberListToMap,
    /// A function that earlier versions of HOT had.
    Removed,
    /// A function that is not allowed in conditions.
    Invalid,
}

impl Variant {
    /// Whether its arguments are parsed by itself.
    #[must_use]
    pub const fn is_macro(self) -> bool {
        matches!(self, Self::If | Self::IfNullable)
    }

    /// The name of the class, which stands in some messages of Python.
    pub(crate) const fn class(self) -> &'static str {
        match self {
            Self::GetParam => "GetParam",
            Self::Ref | Self::ParamRef => "ParamRef",
            Self::GetResource => "GetResource",
            Self::GetAttThenSelect => "GetAttThenSelect",
            Self::CfnGetAtt | Self::GetAtt => "GetAtt",
            Self::GetAttAllAttributes => "GetAttAllAttributes",
            Self::GetFile => "GetFile",
            Self::Replace | Self::CfnReplace => "Replace",
            Self::ReplaceJson => "ReplaceJson",
            Self::ReplaceJsonStrict => "ReplaceJsonStrict",
            Self::ReplaceJsonVeryStrict => "ReplaceJsonVeryStrict",
            Self::Join => "Join",
            Self::JoinMultiple => "JoinMultiple",
            Self::StrSplit => "StrSplit",
            Self::MapMerge => "MapMerge",
            Self::MapReplace => "MapReplace",
            Self::ResourceFacade | Self::CfnResourceFacade => "ResourceFacade",
            Self::Repeat => "Repeat",
            Self::RepeatWithMap => "RepeatWithMap",
            Self::RepeatWithNestedLoop => "RepeatWithNestedLoop",
            Self::Digest => "Digest",
            Self::Yaql => "Yaql",
            Self::If => "If",
            Self::IfNullable => "IfNullable",
            Self::Equals => "Equals",
            Self::Not | Self::CfnNot => "Not",
            Self::And => "And",
            Self::Or => "Or",
            Self::Filter => "Filter",
            Self::MakeUrl => "MakeURL",
            Self::ListConcat => "ListConcat",
            Self::ListConcatUnique => "ListConcatUnique",
            Self::Contains => "Contains",
            Self::FindInMap => "FindInMap",
            Self::GetAzs => "GetAZs",
            Self::Select => "Select",
            Self::Split => "Split",
            Self::Base64 => "Base64",
            Self::MemberListToMap => "MemberListToMap",
            Self::Removed => "Removed",
            Self::Invalid => "Invalid",
        }
    }
}

/// The form that a function of this name has; none if the version has no such function, so that the map is data.
#[must_use]
pub fn variant(name: &str, version: TemplateVersion, context: Context) -> Option<Variant> {
    let function = intrinsic::find(name)?;
    let in_values = function.is_value(version) || function.is_removed(version);
    match context {
        Context::Value if function.is_removed(version) => Some(Variant::Removed),
        Context::Value if in_values => Some(form(name, version)),
        Context::Value => None,
        Context::Condition if function.is_condition(version) => Some(match form(name, version) {
            Variant::Ref => Variant::ParamRef,
            form => form,
        }),
        // Versions with conditions report a removed function as such.
        Context::Condition if function.is_removed(version) && has_conditions(version) => {
            Some(Variant::Removed)
        }
        Context::Condition => in_values.then_some(Variant::Invalid),
    }
}

fn has_conditions(version: TemplateVersion) -> bool {
    matches!(version, TemplateVersion::Hot(version) if version >= HotVersion::V2016_10_14)
}

/// The form that a function has in this version, which has it.
fn form(name: &str, version: TemplateVersion) -> Variant {
    let since = |first: HotVersion| matches!(version, TemplateVersion::Hot(version) if version >= first);
    match name {
        "get_param" => Variant::GetParam,
        "get_resource" => Variant::GetResource,
        "get_attr" if since(HotVersion::V2015_10_15) => Variant::GetAttAllAttributes,
        "get_attr" if since(HotVersion::V2014_10_16) => Variant::GetAtt,
        "get_attr" => Variant::GetAttThenSelect,
        "get_file" => Variant::GetFile,
        "resource_facade" => Variant::ResourceFacade,
        "list_join" if since(HotVersion::V2015_10_15) => Variant::JoinMultiple,
        "list_join" | "Fn::Join" => Variant::Join,
        "str_replace" if since(HotVersion::V2015_10_15) => Variant::ReplaceJson,
        "str_replace" => Variant::Replace,
        "digest" => Variant::Digest,
        "repeat" if since(HotVersion::V2017_09_01) => Variant::RepeatWithNestedLoop,
        "repeat" if since(HotVersion::V2016_10_14) => Variant::RepeatWithMap,
        "repeat" => Variant::Repeat,
        "str_split" => Variant::StrSplit,
        "map_merge" => Variant::MapMerge,
        "map_replace" => Variant::MapReplace,
        "yaql" => Variant::Yaql,
        "if" if since(HotVersion::V2021_04_16) => Variant::IfNullable,
        "if" | "Fn::If" => Variant::If,
        "filter" => Variant::Filter,
        "str_replace_strict" => Variant::ReplaceJsonStrict,
        "str_replace_vstrict" => Variant::ReplaceJsonVeryStrict,
        "make_url" => Variant::MakeUrl,
        "list_concat" => Variant::ListConcat,
        "list_concat_unique" => Variant::ListConcatUnique,
        "contains" => Variant::Contains,
        "equals" | "Fn::Equals" => Variant::Equals,
        "not" => Variant::Not,
        "Fn::Not" => Variant::CfnNot,
        "and" | "Fn::And" => Variant::And,
        "or" | "Fn::Or" => Variant::Or,
        "Fn::Select" => Variant::Select,
        "Ref" => Variant::Ref,
        "Fn::GetAZs" => Variant::GetAzs,
        "Fn::Split" => Variant::Split,
        "Fn::Replace" => Variant::CfnReplace,
        "Fn::Base64" => Variant::Base64,
        "Fn::MemberListToMap" => Variant::MemberListToMap,
        "Fn::ResourceFacade" => Variant::CfnResourceFacade,
        "Fn::GetAtt" => Variant::CfnGetAtt,
        "Fn::FindInMap" => Variant::FindInMap,
        _ => Variant::Invalid,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_has_a_form_wherever_it_is() {
        let versions = HotVersion::ALL.map(TemplateVersion::Hot);
        for version in versions.into_iter().chain([TemplateVersion::HeatCfn, TemplateVersion::AwsCfn]) {
            for function in intrinsic::FUNCTIONS {
                let name = function.name();
                let value = variant(name, version, Context::Value);
                assert_ne!(value, Some(Variant::Invalid), "{name}");
                assert_eq!(
                    value.is_some(),
                    function.is_value(version) || function.is_removed(version),
                    "{name}"
                );
                if function.is_condition(version) {
                    assert_ne!(variant(name, version, Context::Condition), Some(Variant::Invalid), "{name}");
                }
            }
        }
    }
}
