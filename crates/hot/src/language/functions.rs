//! The intrinsic functions of templates: the maps that Heat resolves where a value or a condition is expected.
//!
//! [`FUNCTIONS`] is the one list of them. Which functions exist depends on the version that a template declares: a map with the
//! name of a later function as its only key is data, and a removed function is an error. A function of one name can have other
//! forms in other versions.

use super::variant::Variant;
use super::version::HotVersion::{
    self, V2013_05_23, V2014_10_16, V2015_04_30, V2015_10_15, V2016_04_08, V2016_10_14, V2017_02_24,
    V2017_09_01, V2021_04_16,
};
use super::version::TemplateVersion;

/// An intrinsic function, and the templates that support it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Function {
    name: &'static str,
    /// Its forms, each with the first version of HOT that has it.
    forms: &'static [(HotVersion, Variant)],
    /// The first and the last version of HOT that resolve it in values.
    hot: Option<(HotVersion, HotVersion)>,
    heat_cfn: bool,
    aws_cfn: bool,
    /// The first version of HOT that resolves it in conditions.
    hot_condition: Option<HotVersion>,
    aws_condition: bool,
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

/// A HOT function for values that still exists in the newest version.
const fn hot(name: &'static str, forms: &'static [(HotVersion, Variant)]) -> Function {
    Function { hot: Some((forms[0].0, HotVersion::NEWEST)), ..condition(name, forms) }
}

/// A function for values in both kinds of `CloudFormation` templates.
const fn cfn(name: &'static str, forms: &'static [(HotVersion, Variant)]) -> Function {
    Function { heat_cfn: true, aws_cfn: true, ..condition(name, forms) }
}

/// A function that is not for values.
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

/// The functions that programs write.
impl Function {
    /// `get_param`.
    pub const GET_PARAM: Self =
        hot("get_param", &[(V2013_05_23, Variant::GetParam)]).in_conditions(V2016_10_14);

    /// `get_resource`.
    pub const GET_RESOURCE: Self = hot("get_resource", &[(V2013_05_23, Variant::GetResource)]);

    /// `get_attr`.
    pub const GET_ATTR: Self = hot(
        "get_attr",
        &[
            (V2013_05_23, Variant::GetAttThenSelect),
            (V2014_10_16, Variant::GetAtt),
            (V2015_10_15, Variant::GetAttAllAttributes),
        ],
    );

    /// `Ref`.
    pub const REF: Self =
        cfn("Ref", &[(V2013_05_23, Variant::Ref)]).in_hot_until(V2013_05_23).in_aws_conditions();

    /// `Fn::Split`.
    pub const SPLIT: Self = cfn("Fn::Split", &[(V2013_05_23, Variant::Split)]).in_hot_until(V2013_05_23);

    /// `Fn::GetAtt`.
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

    /// The only key of the map that calls it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Its form in templates of this version, provided that they support it.
    #[must_use]
    pub fn form(&self, version: TemplateVersion) -> Variant {
        let is_there = |since: HotVersion| match version {
            TemplateVersion::Hot(version) => since <= version,
            TemplateVersion::HeatCfn | TemplateVersion::AwsCfn => true,
        };
        let forms = self.forms.iter().take_while(|(since, _)| is_there(*since));
        forms.last().map_or(Variant::Invalid, |(_, form)| *form)
    }

    /// Whether templates of this version resolve it where a value is expected.
    #[must_use]
    pub fn is_value(&self, version: TemplateVersion) -> bool {
        match version {
            TemplateVersion::Hot(version) => {
                self.hot.is_some_and(|(first, last)| (first..=last).contains(&version))
            }
            TemplateVersion::HeatCfn => self.heat_cfn,
            TemplateVersion::AwsCfn => self.aws_cfn,
        }
    }

    /// Whether templates of this version resolve it where a condition is expected.
    #[must_use]
    pub fn is_condition(&self, version: TemplateVersion) -> bool {
        match version {
            TemplateVersion::Hot(version) => self.hot_condition.is_some_and(|first| first <= version),
            TemplateVersion::HeatCfn => false,
            TemplateVersion::AwsCfn => self.aws_condition,
        }
    }

    /// Whether templates of this version reject it because it was removed earlier.
    #[must_use]
    pub fn is_removed(&self, version: TemplateVersion) -> bool {
        match (version, self.hot) {
            (TemplateVersion::Hot(version), Some((_, last))) => last < version,
            _ => false,
        }
    }

    /// Whether some version of HOT resolves it where a value is expected.
    #[must_use]
    pub const fn is_hot_value(&self) -> bool {
        self.hot.is_some()
    }
}

/// The function with this name, in any kind of template.
///
/// ```
/// use heat_hot::language::{HotVersion, TemplateVersion, function};
/// let yaql = function("yaql").unwrap();
/// assert!(yaql.is_value(TemplateVersion::Hot(HotVersion::V2016_10_14)));
/// assert!(!yaql.is_condition(TemplateVersion::Hot(HotVersion::V2016_10_14)));
/// assert!(!yaql.is_value(TemplateVersion::AwsCfn));
/// ```
#[must_use]
pub fn function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The versions of HOT that resolve a function in values, and in conditions.
    fn check(name: &str, values: &str, conditions: &str) {
        let function = function(name).unwrap();
        let versions = |is_there: &dyn Fn(TemplateVersion) -> bool| {
            let there: Vec<&str> = HotVersion::ALL
                .into_iter()
                .filter(|version| is_there(TemplateVersion::Hot(*version)))
                .map(HotVersion::as_str)
                .collect();
            match there[..] {
                [] => String::new(),
                [first, .., last] => format!("{first} to {last}"),
                [only] => only.to_owned(),
            }
        };
        assert_eq!(versions(&|version| function.is_value(version)), values, "{name} in values");
        assert_eq!(versions(&|version| function.is_condition(version)), conditions, "{name} in conditions");
    }

    #[test]
    fn a_function_has_its_versions() {
        check("get_attr", "2013-05-23 to 2021-04-16", "");
        check("yaql", "2016-10-14 to 2021-04-16", "2017-09-01 to 2021-04-16");
        check("equals", "", "2016-10-14 to 2021-04-16");
        check("Fn::Select", "2013-05-23 to 2015-04-30", "");
        check("Ref", "2013-05-23", "");
        check("Fn::GetAtt", "", "");
    }

    #[test]
    fn a_function_has_the_form_of_the_version() {
        let check = |name: &str, version: TemplateVersion, expect: Variant| {
            assert_eq!(function(name).unwrap().form(version), expect, "{name} {version:?}");
        };
        check("get_attr", TemplateVersion::Hot(V2013_05_23), Variant::GetAttThenSelect);
        check("get_attr", TemplateVersion::Hot(V2015_04_30), Variant::GetAtt);
        check("get_attr", TemplateVersion::Hot(HotVersion::V2018_08_31), Variant::GetAttAllAttributes);
        check("if", TemplateVersion::Hot(HotVersion::V2018_08_31), Variant::If);
        check("if", TemplateVersion::Hot(V2021_04_16), Variant::IfNullable);
        check("Fn::If", TemplateVersion::AwsCfn, Variant::If);
        check("yaql", TemplateVersion::Hot(V2013_05_23), Variant::Invalid);
    }

    #[test]
    fn each_function_is_listed_once() {
        for function in FUNCTIONS {
            let count = FUNCTIONS.iter().filter(|other| other.name == function.name).count();
            assert_eq!(count, 1, "{}", function.name);
            let in_conditions = function.hot_condition.is_some() || function.aws_condition;
            assert!(function.hot.is_some() || function.heat_cfn || function.aws_cfn || in_conditions);
            assert!(function.forms.is_sorted_by_key(|(since, _)| since));
        }
    }
}
