//! The intrinsic functions of templates: the maps that Heat resolves where a value or a condition is
//! expected.
//!
//! [`FUNCTIONS`] is the one list of them. Which functions exist depends on the version that a template
//! declares: a map with the name of a later function as its only key is data, and a removed function is an
//! error.
//!
//! ```
//! use heat_model::intrinsic::{self, HotVersion, TemplateVersion};
//! let yaql = intrinsic::find("yaql").unwrap();
//! assert!(yaql.is_value(TemplateVersion::Hot(HotVersion::V2016_10_14)));
//! assert!(!yaql.is_condition(TemplateVersion::Hot(HotVersion::V2016_10_14)));
//! assert!(!yaql.is_value(TemplateVersion::AwsCfn));
//! ```

use HotVersion::{
    V2013_05_23, V2014_10_16, V2015_04_30, V2015_10_15, V2016_04_08, V2016_10_14, V2017_02_24, V2017_09_01,
    V2018_03_02, V2018_08_31, V2021_04_16,
};

/// The versions that a template can declare as its `heat_template_version`, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each is named after its date")]
pub enum HotVersion {
    V2013_05_23,
    V2014_10_16,
    V2015_04_30,
    V2015_10_15,
    V2016_04_08,
    V2016_10_14,
    V2017_02_24,
    V2017_09_01,
    V2018_03_02,
    V2018_08_31,
    V2021_04_16,
}

impl HotVersion {
    /// All versions, in order.
    pub const ALL: [Self; 11] = [
        V2013_05_23,
        V2014_10_16,
        V2015_04_30,
        V2015_10_15,
        V2016_04_08,
        V2016_10_14,
        V2017_02_24,
        V2017_09_01,
        V2018_03_02,
        V2018_08_31,
        V2021_04_16,
    ];

    /// The date that names it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            V2013_05_23 => "2013-05-23",
            V2014_10_16 => "2014-10-16",
            V2015_04_30 => "2015-04-30",
            V2015_10_15 => "2015-10-15",
            V2016_04_08 => "2016-04-08",
            V2016_10_14 => "2016-10-14",
            V2017_02_24 => "2017-02-24",
            V2017_09_01 => "2017-09-01",
            V2018_03_02 => "2018-03-02",
            V2018_08_31 => "2018-08-31",
            V2021_04_16 => "2021-04-16",
        }
    }

    /// The name of the release that introduced it, if a template can declare that instead of the date.
    #[must_use]
    pub fn alias(self) -> Option<&'static str> {
        Some(match self {
            V2016_10_14 => "newton",
            V2017_02_24 => "ocata",
            V2017_09_01 => "pike",
            V2018_03_02 => "queens",
            V2018_08_31 => "rocky",
            V2021_04_16 => "wallaby",
            V2013_05_23 | V2014_10_16 | V2015_04_30 | V2015_10_15 | V2016_04_08 => return None,
        })
    }

    /// The version that a template declares by its date or its alias.
    #[must_use]
    pub fn find(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.as_str() == text || version.alias() == Some(text))
    }

    /// Everything that a template can declare: the dates, then the aliases.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().map(Self::as_str).chain(Self::ALL.into_iter().filter_map(Self::alias))
    }
}

/// The kind of a template, and its version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TemplateVersion {
    /// HOT, with `heat_template_version`.
    Hot(HotVersion),
    /// `HeatTemplateFormatVersion: 2012-12-12`, in `CloudFormation` syntax.
    HeatCfn,
    /// `AWSTemplateFormatVersion: 2010-09-09`, in `CloudFormation` syntax; unlike the former, it has
    /// conditions.
    AwsCfn,
}

/// An intrinsic function, and the templates that support it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Function {
    name: &'static str,
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
    hot("get_param", V2013_05_23).in_conditions(V2016_10_14),
    hot("get_resource", V2013_05_23),
    hot("get_attr", V2013_05_23),
    hot("get_file", V2013_05_23),
    hot("resource_facade", V2013_05_23),
    hot("list_join", V2013_05_23),
    hot("str_replace", V2013_05_23),
    hot("digest", V2015_04_30),
    hot("repeat", V2015_04_30),
    hot("str_split", V2015_10_15),
    hot("map_merge", V2016_04_08),
    hot("map_replace", V2016_10_14),
    hot("yaql", V2016_10_14).in_conditions(V2017_09_01),
    hot("if", V2016_10_14),
    hot("filter", V2017_02_24),
    hot("str_replace_strict", V2017_02_24),
    hot("str_replace_vstrict", V2017_09_01),
    hot("make_url", V2017_09_01),
    hot("list_concat", V2017_09_01),
    hot("list_concat_unique", V2017_09_01),
    hot("contains", V2017_09_01).in_conditions(V2017_09_01),
    UNSUPPORTED.named("equals").in_conditions(V2016_10_14),
    UNSUPPORTED.named("not").in_conditions(V2016_10_14),
    UNSUPPORTED.named("and").in_conditions(V2016_10_14),
    UNSUPPORTED.named("or").in_conditions(V2016_10_14),
    cfn("Fn::Select").in_hot_until(V2015_04_30),
    cfn("Ref").in_hot_until(V2013_05_23).in_aws_conditions(),
    cfn("Fn::GetAZs").in_hot_until(V2013_05_23),
    cfn("Fn::Join").in_hot_until(V2013_05_23),
    cfn("Fn::Split").in_hot_until(V2013_05_23),
    cfn("Fn::Replace").in_hot_until(V2013_05_23),
    cfn("Fn::Base64").in_hot_until(V2013_05_23),
    cfn("Fn::MemberListToMap").in_hot_until(V2013_05_23),
    cfn("Fn::ResourceFacade").in_hot_until(V2013_05_23),
    cfn("Fn::GetAtt"),
    cfn("Fn::FindInMap").in_aws_conditions(),
    Function { aws_cfn: true, ..UNSUPPORTED.named("Fn::If") },
    UNSUPPORTED.named("Fn::Equals").in_aws_conditions(),
    UNSUPPORTED.named("Fn::Not").in_aws_conditions(),
    UNSUPPORTED.named("Fn::And").in_aws_conditions(),
    UNSUPPORTED.named("Fn::Or").in_aws_conditions(),
];

const UNSUPPORTED: Function = Function {
    name: "",
    hot: None,
    heat_cfn: false,
    aws_cfn: false,
    hot_condition: None,
    aws_condition: false,
};

/// A HOT function for values that still exists in the newest version.
const fn hot(name: &'static str, since: HotVersion) -> Function {
    Function { hot: Some((since, V2021_04_16)), ..UNSUPPORTED.named(name) }
}

/// A function for values in both kinds of `CloudFormation` templates.
const fn cfn(name: &'static str) -> Function {
    Function { heat_cfn: true, aws_cfn: true, ..UNSUPPORTED.named(name) }
}

impl Function {
    const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

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

    /// Whether some kind of template resolves it where a value is expected.
    #[must_use]
    pub const fn is_any_value(&self) -> bool {
        self.hot.is_some() || self.heat_cfn || self.aws_cfn
    }
}

/// The function with this name, in any kind of template.
#[must_use]
pub fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// Whether a map with this as its only key is a function call, as a value in some version of HOT.
#[must_use]
pub fn is_function(name: &str) -> bool {
    find(name).is_some_and(Function::is_hot_value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The versions of HOT that resolve a function in values, and in conditions.
    fn check(name: &str, values: &str, conditions: &str) {
        let function = find(name).unwrap();
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
    fn a_version_is_found_by_its_date_and_its_alias() {
        assert_eq!(HotVersion::find("2018-08-31"), Some(V2018_08_31));
        assert_eq!(HotVersion::find("rocky"), Some(V2018_08_31));
        assert_eq!(HotVersion::find("Rocky"), None);
        assert_eq!(HotVersion::names().count(), 17);
        assert!(HotVersion::ALL.is_sorted());
    }

    #[test]
    fn each_function_is_listed_once() {
        for function in FUNCTIONS {
            let count = FUNCTIONS.iter().filter(|other| other.name == function.name).count();
            assert_eq!(count, 1, "{}", function.name);
            assert!(function.is_any_value() || function.hot_condition.is_some() || function.aws_condition);
        }
    }
}
