//! The forms of the functions.

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

    /// Whether its result depends on more than its arguments, the parameters and the conditions: on resources, files, or what is
    /// around a nested stack, which are not the same before and after a stack is created.
    #[must_use]
    pub const fn asks_the_stack(self) -> bool {
        matches!(
            self,
            Self::Ref
                | Self::GetResource
                | Self::GetAttThenSelect
                | Self::CfnGetAtt
                | Self::GetAtt
                | Self::GetAttAllAttributes
                | Self::GetFile
                | Self::ResourceFacade
                | Self::CfnResourceFacade
        )
    }
}
